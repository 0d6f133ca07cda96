import Model
import PlainYAML
import Storage

/// Changes to who takes part in a subject: `participants.yaml`.
public enum Participation {
  /// Adds students, or takes back those who were removed.
  ///
  /// - Returns: those who were no participants before.
  public static func add(
    _ students: [String], to subject: String, permission: Participant.Permission,
    at now: Instant, in change: Change, _ school: SchoolFiles
  ) throws -> [String] {
    let present = Dictionary(
      try school.participants(of: subject).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var known: Set<String> = []
    let added = students.filter {
      (present[$0].map { $0.state == .removed } ?? true) && known.insert($0).inserted
    }
    try set(
      added.map {
        Participant(id: $0, permission: permission, state: .accepted, since: now)
      }, of: subject, in: change)
    return added
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
    }
    try set(removed, of: subject, in: change)
    return removed.map(\.id)
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
      ]))
  }
}
