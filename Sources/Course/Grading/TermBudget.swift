import Model
import PlainYAML
import Storage

/// The remaining late budget of a subject's students, in each of the school's terms.
///
/// Work uses the budget in the order of due dates, without extensions, so that grading it again has
/// the same result.
public struct TermBudget {
  private let all: TimeSpan
  /// The worksheets of the subject, in the order in which they use the budget.
  private let order: [(path: ContextPath, term: SchoolTerm?)]

  /// Nil without a budget.
  public init?(of subject: String, _ files: SchoolFiles, _ book: AssignmentBook, _ rules: WorkRules)
    throws
  {
    guard let budget = rules.late.budget else { return nil }
    all = budget
    let (terms, zone) = (try files.school().terms, try files.zone())
    order = try files.worksheets(below: ContextPath(subject: subject)).map { path in
      (path, book.due(of: try files.worksheet(path), rules: rules))
    }.sorted { ($0.1?.seconds ?? .max, $0.0) < ($1.1?.seconds ?? .max, $1.0) }.map { path, due in
      (path, due.flatMap { due in terms.first { $0.days.contains(zone.civil(due).date) } })
    }
  }

  /// Returns the worksheets that use the budget before another one.
  public func works(before path: ContextPath) -> [ContextPath] {
    let term = order.first { $0.path == path }?.term
    return order.prefix { $0.path != path }.filter { $0.term == term }.map(\.path)
  }

  /// Returns the budget that earlier work leaves for each student; the whole budget by default.
  public func left(before path: ContextPath, in files: SchoolFiles) throws -> (String) -> TimeSpan {
    var spent: [String: Int64] = [:]
    for work in works(before: path) {
      let grades = try files.grades(work)
      for student in grades.students {
        guard let span = grades[student]?.spent else { continue }
        spent[student, default: 0] += span.seconds
      }
    }
    return { student in
      let left = max(0, all.seconds - (spent[student] ?? 0))
      return left % 86_400 == 0 ? .days(Int(left / 86_400)) : .seconds(left)
    }
  }

  /// Returns worksheets in the order of grading.
  public func ordered(_ worksheets: [Worksheet]) -> [Worksheet] {
    let places = Dictionary(uniqueKeysWithValues: zip(order.map(\.path), order.indices))
    return worksheets.sorted { (places[$0.path] ?? .max) < (places[$1.path] ?? .max) }
  }
}
