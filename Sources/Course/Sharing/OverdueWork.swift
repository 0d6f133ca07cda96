import Model
import Storage
import Text

/// A worksheet that was already due when a change of memberships assigned it to students, or moved
/// their due date.
public struct OverdueWork {
  public let path: ContextPath
  public let students: [String]

  /// Finds the worksheets that are overdue only since a change.
  ///
  /// - Parameter students: the students whose memberships changed.
  public static func find(
    for students: [String], before: SchoolFiles, after: SchoolFiles, now: Instant
  ) throws -> [OverdueWork] {
    let (former, book) = (try before.book(), try after.book())
    var found: [OverdueWork] = []
    let works = try after.assignments().filter { $0.state == .active }.flatMap(\.work)
    for path in Set(try works.flatMap { try after.worksheets(below: $0) }).sorted() {
      let worksheet = try after.worksheet(path)
      let rules = try after.subject(path.subject).rules
      func isOverdue(_ student: String, in book: AssignmentBook) -> Bool {
        guard book.recipients(of: path).contains(student) else { return false }
        let terms = book.terms(for: student, worksheet, rules: rules)
        return terms.mode != .view && terms.due.map { $0 < now } ?? false
      }
      let overdue = students.filter { isOverdue($0, in: book) && !isOverdue($0, in: former) }
      if !overdue.isEmpty { found.append(OverdueWork(path: path, students: overdue)) }
    }
    return found
  }
}

extension Sequence<OverdueWork> {
  /// A notice for each worksheet.
  public var notices: [Message] {
    map { "\($0.path) was already due for \(named($0.students))" }
  }

  /// How to leave them out of the totals; nil if there are none.
  public var hint: Message? {
    first { _ in true }.map { work in
      let command = shellCommand(
        "teachkit", "excuse", "\(work.path)", work.students.joined(separator: ","), "--why",
        "REASON")
      return "run \(command) if it shouldn't count"
    }
  }
}
