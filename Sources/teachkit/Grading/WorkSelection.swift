import Model
import PlainYAML
import Storage

/// The worksheets that a path on the command line stands for.
struct WorkSelection {
  let subject: String
  /// Those that are graded: no practice, and no draft for which nothing is on record.
  let worksheets: [Worksheet]

  /// - Parameters:
  ///   - path: a subject, a chapter or a worksheet; nil for the only subject.
  init(_ path: String?, in files: SchoolFiles) throws {
    let root = try WorkSelection.root(path, in: files)
    subject = root.subject
    worksheets = try files.worksheets(below: root).map { try files.worksheet($0) }
      .filter { try !$0.isPractice && (!$0.isDraft || files.hasRecords(of: $0.path)) }
  }

  /// The context that a path names; the only subject where there is no path.
  ///
  /// - Parameter wholePathOnly: whether an ending or a title is refused.
  static func root(
    _ path: String?, in files: SchoolFiles, wholePathOnly: Bool = false
  ) throws -> ContextPath {
    if let path {
      do {
        let found = try Locator(files).find(
          path, among: [.subject, .context, .exercise], wholePathOnly: wholePathOnly)
        if let context = found.context { return context }
      } catch let error as LookupError {
        guard case .unknown = error, let who = try files.roster().who(path) else { throw error }
        throw Failure(
          .notFound, "'\(path)' is \(who.kind), and no subject, chapter or worksheet",
          hint: "name the work here: '--help' shows where a student or class goes")
      }
    }
    let subjects = try files.subjectIDs()
    guard subjects.count == 1, let only = subjects.first else {
      throw Failure(
        subjects.isEmpty ? .notFound : .commandIsFaulty,
        subjects.isEmpty ? "the school has no subject" : "which subject?",
        hint: subjects.isEmpty
          ? "make one with 'teachkit create subject'"
          : "name one of " + subjects.joined(separator: ", "))
    }
    return ContextPath(subject: only)
  }
}

extension SchoolFiles {
  /// Whether anything was handed in, marked or graded for a worksheet.
  fileprivate func hasRecords(of path: ContextPath) throws -> Bool {
    try !received(path).isEmpty || !marks(path).isEmpty || !grades(path).isEmpty
  }
}
