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
    var added: [String] = []
    for student in students where present[student].map({ $0.state == .removed }) ?? true {
      guard !added.contains(student) else { continue }
      try set(
        Participant(id: student, permission: permission, state: .accepted, since: now),
        of: subject, in: change)
      added.append(student)
    }
    return added
  }

  /// Removes students; what they fetched stays theirs, and they get nothing new.
  ///
  /// - Returns: those who were participants before.
  public static func remove(
    _ students: [String], from subject: String, at now: Instant, in change: Change,
    _ school: SchoolFiles
  ) throws -> [String] {
    var removed: [String] = []
    for var participant in try school.participants(of: subject)
    where students.contains(participant.id) && participant.state != .removed {
      participant.state = .removed
      participant.until = now
      try set(participant, of: subject, in: change)
      removed.append(participant.id)
    }
    return removed
  }

  private static func set(
    _ participant: Participant, of subject: String, in change: Change
  ) throws {
    try change.edit(SchoolPath.participants(subject)) { document in
      try document.setting([.key(participant.id)], to: participant.value)
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
