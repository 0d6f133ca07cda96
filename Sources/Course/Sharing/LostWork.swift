import Model
import PlainYAML
import Storage
import Text

/// The effect on an assignment if students leave its class or group.
public struct LostWork {
  public let assignment: String
  /// The students whom it no longer reaches.
  public let students: [String]
  /// The students with results in it, who were added to its recipients.
  public let kept: [String]

  /// Changes memberships, and keeps assignments with results: students who submitted work of an
  /// assignment, or whose work was due, become recipients of their own.
  ///
  /// - Returns: the assignments that reached students only through their former class or group.
  public static func changing(
    in change: Change, at now: Instant, _ edit: () throws -> Void
  ) throws -> [LostWork] {
    let before = SchoolFiles(change)
    let (former, book) = (try recipients(before), try before.book())
    let groups = Set(try before.roster().groups(of: .everyone).map(\.mailbox))
    try edit()
    let files = SchoolFiles(change)
    let (present, students) = (try recipients(files), try files.roster().students)
    var found: [LostWork] = []
    for assignment in try files.assignments().sorted(by: { $0.id < $1.id }) {
      var seen = Set(present[assignment.id] ?? [])
      let leaving = (former[assignment.id] ?? []).filter {
        seen.insert($0).inserted && students[$0] != nil
      }
      if leaving.isEmpty { continue }
      let work = try assignment.work.flatMap { try files.worksheets(below: $0) }
        .map {
          (worksheet: try files.worksheet($0), received: ReceivedWork(try files.received($0)))
        }
      let kept = try leaving.filter { student in
        try work.contains { worksheet, received in
          let rules = try files.subject(worksheet.path.subject).rules
          let terms = book.terms(for: student, worksheet, rules: rules)
          // A group's submissions keep counting for those who were its members.
          if groups.contains(terms.mailbox) { return false }
          return terms.mode != .view
            && (terms.due.map { $0 < now } ?? false
              || received.attempts(of: student, today: student) > 0)
        }
      }
      for student in kept {
        try change.edit(SchoolPath.assignment(assignment.id)) {
          try $0.appending(.scalar(student), to: [.key("to")])
        }
      }
      found.append(
        LostWork(
          assignment: assignment.id, students: leaving.filter { !kept.contains($0) }, kept: kept))
    }
    return found
  }

  /// The students that each active assignment names, except through `everyone`.
  private static func recipients(_ files: SchoolFiles) throws -> [String: [String]] {
    let roster = try files.roster()
    return Dictionary(
      uniqueKeysWithValues: try files.assignments().filter { $0.state != .draft }.map {
        ($0.id, $0.to.compactMap(roster.recipient).flatMap { roster.members(of: $0, everyone: []) })
      })
  }

  /// A notice for each effect.
  public var notices: [Message] {
    (kept.isEmpty ? [] : ["'assignments/\(assignment)' still applies to \(named(kept))"])
      + (students.isEmpty
        ? [] : ["'assignments/\(assignment)' no longer reaches \(named(students))"])
  }
}
