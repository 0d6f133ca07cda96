import Model
import Storage

/// The state of worksheets, as a teacher or a student sees it.
public protocol WorksheetStates {
  /// All words that `state` and `groups` can return.
  var states: [String] { get }
  /// The state in one word.
  func state(_ worksheet: Worksheet) throws -> String?
  /// Returns words that cover several states.
  func groups(_ worksheet: Worksheet) throws -> [String]
  /// The due date; nil if it differs between students.
  func due(_ worksheet: Worksheet) throws -> Instant?
}

/// The state of a school's worksheets.
public final class SchoolStates: WorksheetStates {
  private let files: SchoolFiles
  private let now: Instant
  private var cachedBook: AssignmentBook?

  public init(_ files: SchoolFiles, at now: Instant) {
    self.files = files
    self.now = now
  }

  /// `draft`, `scheduled` before its release, or else `released`.
  public func state(_ worksheet: Worksheet) throws -> String? {
    if worksheet.isDraft { return "draft" }
    let release = try book().release(of: worksheet, rules: rules(of: worksheet))
    return release.map { $0 > now } == true ? "scheduled" : "released"
  }

  public let states = ["draft", "scheduled", "released", "unpublished", "active", "completed"]

  /// `unpublished` for worksheets that students don't see. Others are `active` if any assignment is
  /// still open, and `completed` once all are over.
  public func groups(_ worksheet: Worksheet) throws -> [String] {
    guard try state(worksheet) == "released" else { return ["unpublished"] }
    let assigned = try files.assignments().filter { assignment in
      assignment.state != .draft && assignment.work.contains { worksheet.path.isWithin($0) }
    }
    if assigned.isEmpty { return [] }
    return [assigned.allSatisfy { $0.isOver(at: now) } ? "completed" : "active"]
  }

  /// The latest due date of any student, without extensions.
  public func due(_ worksheet: Worksheet) throws -> Instant? {
    try book().due(of: worksheet, rules: rules(of: worksheet))
  }

  private func rules(of worksheet: Worksheet) throws -> WorkRules {
    try files.subject(worksheet.path.subject).rules
  }

  private func book() throws -> AssignmentBook {
    if let cachedBook { return cachedBook }
    let book = try files.book()
    cachedBook = book
    return book
  }
}
