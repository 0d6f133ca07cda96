import Model
import Storage

/// Where worksheets stand, for whoever looks.
protocol Standing {
  /// Every word that `state` and `groups` have.
  var states: [String] { get }
  /// In one word.
  func state(_ worksheet: Worksheet) throws -> String?
  /// Words for several states that hold of it.
  func groups(_ worksheet: Worksheet) throws -> [String]
  /// When it is due, as far as one time can be told.
  func due(_ worksheet: Worksheet) throws -> Instant?
}

/// Where worksheets stand in a school.
final class SchoolStanding: Standing {
  private let files: SchoolFiles
  private let now: Instant
  private var cachedBook: AssignmentBook?

  init(_ files: SchoolFiles, at now: Instant) {
    self.files = files
    self.now = now
  }

  /// `draft`, `scheduled` for a release to come, else `released`.
  func state(_ worksheet: Worksheet) throws -> String? {
    if worksheet.isDraft { return "draft" }
    let release = try book().release(of: worksheet, rules: rules(of: worksheet))
    return release.map { $0 > now } == true ? "scheduled" : "released"
  }

  let states = ["draft", "scheduled", "released", "unpublished", "active", "completed"]

  /// `unpublished` for what students don't see yet; of what they see, `active` where it is
  /// assigned to somebody whose time is not over, `completed` where all that time is over.
  func groups(_ worksheet: Worksheet) throws -> [String] {
    guard try state(worksheet) == "released" else { return ["unpublished"] }
    let assigned = try files.assignments().filter { assignment in
      assignment.state != .draft && assignment.work.contains { worksheet.path.isWithin($0) }
    }
    if assigned.isEmpty { return [] }
    return [assigned.allSatisfy { $0.isOver(at: now) } ? "completed" : "active"]
  }

  /// The latest time at which it is due for anybody, extensions aside.
  func due(_ worksheet: Worksheet) throws -> Instant? {
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

extension Assignment {
  /// Whether it was put away, or everybody's time for it is over.
  func isOver(at now: Instant) -> Bool {
    guard state != .archived, let due = rules.exam?.to ?? due else { return state == .archived }
    return ([due] + extensions.map(\.until)).allSatisfy { $0 < now }
  }
}
