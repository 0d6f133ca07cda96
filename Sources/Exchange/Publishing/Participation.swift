import HubProtocol
import Model
import PlainYAML
import Storage

/// Changes of the participants: `participants.yaml`.
public enum Participation {
  /// Adds students, or re-adds removed ones.
  ///
  /// - Parameter permission: their new permission. By default, current and former participants
  ///   keep theirs, and new ones get the subject's.
  /// - Returns: the new participants, and those with a changed permission.
  public static func add(
    _ students: [String], to subject: String, permission: Participant.Permission?,
    at now: Instant, in change: Change, _ school: SchoolFiles
  ) throws -> (added: [String], changed: [String]) {
    let known = try KnownParticipants(subject, school)
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

  /// Former participants among some students whose old permission differs from that of new ones.
  public static func keepingPermission(
    _ students: [String], of subject: String, _ school: SchoolFiles
  ) throws -> [Participant] {
    let known = try KnownParticipants(subject, school)
    return students.compactMap { known.all[$0] }.filter {
      $0.state == .removed && $0.permission != known.usual
    }
  }

  /// Invites students: they are pending until they join. Students with access stay accepted, and
  /// can add another key.
  ///
  /// - Parameters:
  ///   - knownThere: the students with a key on the hub.
  ///   - permission: their new permission; by default their current one, or else the subject's.
  public static func invite(
    _ invitations: [String: Invitation], to subject: String, knownThere: Set<String>,
    permission: Participant.Permission?, at now: Instant, in change: Change, _ school: SchoolFiles
  ) throws {
    let known = try KnownParticipants(subject, school)
    try set(
      invitations.sorted { $0.key < $1.key }.map { id, invitation in
        var participant = known.participant(id, orNew: .pending, since: now)
        if participant.state == .accepted, !knownThere.contains(id) {
          // Their actions with an earlier key no longer count.
          (participant.state, participant.since) = (.pending, now)
        }
        participant.permission = permission ?? participant.permission
        participant.invitation = invitation
        return participant
      }, of: subject, in: change)
  }

  /// Enrolls students who requested it.
  public static func accept(
    _ requests: [JoinRequest], to subject: String, at now: Instant, in change: Change,
    _ school: SchoolFiles
  ) throws {
    let permission = try school.subject(subject).permission
    let known = try KnownParticipants(subject, school).all
    try set(
      requests.map {
        Participant(
          id: $0.student, permission: permission, state: .accepted, since: now, request: $0.id,
          revoked: known[$0.student]?.revoked, hidden: known[$0.student]?.hidden)
      }, of: subject, in: change)
  }

  /// Records the hub's news: joined and left students, applied requests, and revocations; and the
  /// students' choices about leaderboards.
  ///
  /// An applied request is removed: a hub restored from an older copy must not apply it again.
  static func record(
    _ news: [ParticipantNews] = [], closedRequests: Set<String> = [],
    revoked: [String: Instant] = [:], choices: [String: LeaderboardChoice] = [:],
    of subject: String, in change: Change
  ) throws {
    if news.isEmpty, closedRequests.isEmpty, revoked.isEmpty, choices.isEmpty { return }
    let news = Dictionary(news.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    try set(
      try SchoolFiles(change).participants(of: subject).entries.compactMap { known in
        var participant = known
        if closedRequests.contains(known.id) { participant.request = nil }
        if let choice = choices[known.id] { participant.hidden = choice.hiddenSince }
        if let time = revoked[known.id] { participant.revoked = max(known.revoked ?? time, time) }
        if let entry = news[known.id] {
          participant.invitation = nil
          switch entry.what {
          case .joined: participant.state = .accepted
          case .left:
            participant.state = .removed
            participant.until = entry.at
          }
        }
        return participant == known ? nil : participant
      }, of: subject, in: change)
  }

  /// Removes students; they keep their fetched files, and get nothing new.
  ///
  /// - Returns: the students who were participants before.
  public static func remove(
    _ students: [String], from subject: String, at now: Instant, in change: Change,
    _ school: SchoolFiles
  ) throws -> [String] {
    let leaving = Set(students)
    var removed = try school.participants(of: subject).current
      .filter { leaving.contains($0.id) }
    for index in removed.indices {
      removed[index].state = .removed
      removed[index].until = now
      removed[index].invitation = nil
    }
    try set(removed, of: subject, in: change)
    return removed.map(\.id)
  }

  /// The current and former participants.
  private struct KnownParticipants {
    let all: [String: Participant]
    /// The permission of new participants.
    let usual: Participant.Permission

    init(_ subject: String, _ school: SchoolFiles) throws {
      all = Dictionary(
        try school.participants(of: subject).entries.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
      usual = try school.subject(subject).permission
    }

    func isAbsent(_ id: String) -> Bool { all[id].map { $0.state == .removed } ?? true }

    /// A current participant unchanged; anyone else as a new one, with their former permission.
    func participant(
      _ id: String, orNew state: Participant.State, since now: Instant
    ) -> Participant {
      if let present = all[id], !isAbsent(id) { return present }
      return Participant(
        id: id, permission: all[id]?.permission ?? usual, state: state, since: now,
        revoked: all[id]?.revoked, hidden: all[id]?.hidden)
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
  /// The line in `participants.yaml`.
  var value: Value {
    .flow(
      .fields([
        ("permission", .scalar(permission.rawValue)), ("state", .scalar(state.rawValue)),
        ("since", .text(since?.description)), ("until", .text(until?.description)),
        ("invitation", invitation?.value), ("request", .text(request)),
        ("revoked", .text(revoked?.description)), ("hidden", .text(hidden?.description)),
      ]))
  }
}

/// A student who joined or left.
public struct ParticipantNews: Hashable, Sendable {
  public enum Kind: String, Sendable { case joined, left }

  public let id: String
  public let what: Kind
  public let at: Instant
}

/// A request to join with an open link.
public struct JoinRequest: Hashable, Sendable {
  /// The claimed identifier.
  public let student: String
  public let name: String?
  public let at: Instant
  /// The hub's id of the request.
  public let id: String
}
