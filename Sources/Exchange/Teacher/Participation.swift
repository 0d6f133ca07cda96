import Hub
import Model
import PlainYAML
import Storage

/// Changes to who takes part in a subject: `participants.yaml`.
public enum Participation {
  /// Adds students, or takes back those who were removed.
  ///
  /// - Parameter permission: what all of them may do from now on; unless given, who takes part or did
  ///   keeps theirs, and who is new gets the subject's.
  /// - Returns: those who were no participants before, and those who may now do something else.
  public static func add(
    _ students: [String], to subject: String, permission: Participant.Permission?,
    at now: Instant, in change: Change, _ school: SchoolFiles
  ) throws -> (added: [String], changed: [String]) {
    let known = try Known(subject, school)
    var seen: Set<String> = []
    let entries = students.filter { seen.insert($0).inserted }.compactMap { id -> Participant? in
      var participant = known.participant(id, orNew: .accepted, since: now)
      let before = participant.permission
      participant.permission = permission ?? before
      return known.isAbsent(id) || participant.permission != before ? participant : nil
    }
    try set(entries, of: subject, in: change)
    let ids = entries.map(\.id)
    return (ids.filter(known.isAbsent), ids.filter { !known.isAbsent($0) })
  }

  /// Those of some students who took part once and, as they are taken back, may do something else than
  /// who is new.
  public static func keepingPermission(
    _ students: [String], of subject: String, _ school: SchoolFiles
  ) throws -> [Participant] {
    let known = try Known(subject, school)
    return students.compactMap { known.all[$0] }.filter {
      $0.state == .removed && $0.permission != known.usual
    }
  }

  /// Invites students, with what each of them can join with: they are pending until they do. Who
  /// can come already stays accepted, and gets a key more.
  ///
  /// - Parameters:
  ///   - knownThere: whom the hub knows a key of.
  ///   - permission: what they may do; what they may already, or else the subject's, unless given.
  public static func invite(
    _ invitations: [String: Invitation], to subject: String, knownThere: Set<String>,
    permission: Participant.Permission?, at now: Instant, in change: Change, _ school: SchoolFiles
  ) throws {
    let known = try Known(subject, school)
    try set(
      invitations.sorted { $0.key < $1.key }.map { id, invitation in
        var participant = known.participant(id, orNew: .pending, since: now)
        if participant.state == .accepted, !knownThere.contains(id) {
          // What they did with an earlier key is over.
          (participant.state, participant.since) = (.pending, now)
        }
        participant.permission = permission ?? participant.permission
        participant.invitation = invitation
        return participant
      }, of: subject, in: change)
  }

  /// Takes in students who asked by themselves.
  public static func accept(
    _ requests: [JoinRequest], to subject: String, at now: Instant, in change: Change,
    _ school: SchoolFiles
  ) throws {
    let permission = try school.subject(subject).permission
    let known = try Known(subject, school).all
    try set(
      requests.map {
        Participant(
          id: $0.student, permission: permission, state: .accepted, since: now, request: $0.id,
          revoked: known[$0.student]?.revoked)
      }, of: subject, in: change)
  }

  /// Writes down what the hub told: who joined and who left, whose requests it has taken up, and when
  /// students last lost a key.
  ///
  /// A request that was taken up is forgotten: a hub that is set back to a copy from before must not
  /// take it up again.
  static func record(
    _ news: [ParticipantNews] = [], settled: Set<String> = [], revoked: [String: Instant] = [:],
    of subject: String, in change: Change
  ) throws {
    if news.isEmpty, settled.isEmpty, revoked.isEmpty { return }
    let news = Dictionary(news.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    try set(
      try SchoolFiles(change).participants(of: subject).compactMap { known in
        var participant = known
        if settled.contains(known.id) { participant.request = nil }
        if let told = revoked[known.id] { participant.revoked = max(known.revoked ?? told, told) }
        if let told = news[known.id] {
          participant.invitation = nil
          switch told.what {
          case .joined: participant.state = .accepted
          case .left:
            participant.state = .removed
            participant.until = told.at
          }
        }
        return participant == known ? nil : participant
      }, of: subject, in: change)
  }

  /// Removes students; what they fetched stays theirs, and they get nothing new.
  ///
  /// - Returns: those who were participants before.
  public static func remove(
    _ students: [String], from subject: String, at now: Instant, in change: Change,
    _ school: SchoolFiles
  ) throws -> [String] {
    let leaving = Set(students)
    var removed = try school.participants(of: subject)
      .filter { leaving.contains($0.id) && $0.state != .removed }
    for index in removed.indices {
      removed[index].state = .removed
      removed[index].until = now
      removed[index].invitation = nil
    }
    try set(removed, of: subject, in: change)
    return removed.map(\.id)
  }

  /// Who takes part in a subject, or did.
  private struct Known {
    let all: [String: Participant]
    /// What who is new may do.
    let usual: Participant.Permission

    init(_ subject: String, _ school: SchoolFiles) throws {
      all = Dictionary(
        try school.participants(of: subject).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
      usual = try school.subject(subject).permission
    }

    func isAbsent(_ id: String) -> Bool { all[id].map { $0.state == .removed } ?? true }

    /// Who takes part as they do; anybody else as new, with the permission that they had.
    func participant(
      _ id: String, orNew state: Participant.State, since now: Instant
    ) -> Participant {
      if let present = all[id], !isAbsent(id) { return present }
      return Participant(
        id: id, permission: all[id]?.permission ?? usual, state: state, since: now,
        revoked: all[id]?.revoked)
    }
  }

  private static func set(
    _ participants: [Participant], of subject: String, in change: Change
  ) throws {
    if participants.isEmpty { return }
    try change.edit(SchoolPath.participants(subject)) { document in
      try document.setting(participants.map { Value.Pair($0.id, $0.value) })
    }
  }
}

extension Participant {
  /// As a line of `participants.yaml`.
  var value: Value {
    .flow(
      .fields([
        ("permission", .scalar(permission.rawValue)), ("state", .scalar(state.rawValue)),
        ("since", .text(since?.description)), ("until", .text(until?.description)),
        ("invitation", invitation?.value), ("request", .text(request)),
        ("revoked", .text(revoked?.description)),
      ]))
  }
}

/// Somebody who joined or left by themselves.
public struct ParticipantNews: Hashable, Sendable {
  public enum What: String, Sendable { case joined, left }

  public let id: String
  public let what: What
  public let at: Instant
}

/// Somebody who asks to take part, with a link that is open to all.
public struct JoinRequest: Hashable, Sendable {
  /// What they want to be called.
  public let student: String
  public let name: String?
  public let at: Instant
  /// What the hub knows the request by.
  public let id: String
}
