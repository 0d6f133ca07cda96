/// A text that students see until it expires.
public struct Notice: Hashable, Sendable {
  /// The maximum length in characters.
  public static let longest = 4000

  public var text: String
  /// When it was announced.
  public var at: Instant
  /// When it expires; nil for never.
  public var until: Instant?

  public init(text: String, at: Instant, until: Instant? = nil) {
    self.text = text
    self.at = at
    self.until = until
  }

  public func isExpired(at now: Instant) -> Bool { until.map { $0 < now } ?? false }
}

/// A notice with its recipients: an entry of `announcements.yaml`.
public struct Announcement: Hashable, Sendable {
  public let id: String
  /// Recipients as written: students, classes, groups, `everyone`.
  public var to: [String]
  /// The subjects in which the recipients get it; nil for all.
  public var subjects: [String]?
  public var notice: Notice

  public init(id: String, to: [String], subjects: [String]? = nil, notice: Notice) {
    self.id = id
    self.to = to
    self.subjects = subjects
    self.notice = notice
  }

  /// Its recipients among the participants of a subject.
  ///
  /// Test students get announcements for more than single students.
  public func recipients(
    in subject: String, among participants: ParticipantList, _ roster: Roster
  ) -> Set<String> {
    guard subjects?.contains(subject) ?? true else { return [] }
    let meant = Set(
      to.compactMap { roster.recipient($0) }.flatMap {
        roster.members(of: $0, everyone: participants.counting.map(\.id))
      })
    let testing = roster.isForMany(to) ? participants.testing.map(\.id) : []
    return meant.union(testing).intersection(participants.current.map(\.id))
  }
}
