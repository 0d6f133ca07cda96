import Model
import Storage

/// Where worksheets stand in a school.
final class SchoolStanding {
  private let files: SchoolFiles
  private let now: Instant
  private var cachedBook: AssignmentBook?

  init(_ files: SchoolFiles, at now: Instant) {
    self.files = files
    self.now = now
  }

  /// `draft`, `scheduled` for a release to come, else `released`.
  func state(_ worksheet: Worksheet) throws -> String {
    if worksheet.isDraft { return "draft" }
    let release = try worksheet.release ?? book().release(of: worksheet.path).flatMap { $0 }
    return release.map { $0 > now } == true ? "scheduled" : "released"
  }

  /// The latest time at which it is due for anybody, extensions aside.
  func due(_ worksheet: Worksheet) throws -> Instant? {
    let dues = try files.assignments().filter { assignment in
      assignment.state == .active && assignment.work.contains { worksheet.path.isWithin($0) }
    }.compactMap(\.due)
    return (dues + [worksheet.due].compactMap { $0 }).max()
  }

  private func book() throws -> AssignmentBook {
    if let cachedBook { return cachedBook }
    let book = try files.book()
    cachedBook = book
    return book
  }
}
