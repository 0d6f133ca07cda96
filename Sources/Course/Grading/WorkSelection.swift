import Model
import PlainYAML
import Storage
import Text

/// The worksheets that a path on the command line covers.
public struct WorkSelection {
  public let subject: String
  /// The gradable worksheets: no practice, and no drafts without records.
  public let worksheets: [Worksheet]

  /// - Parameter path: a subject, a chapter or a worksheet; nil for the only subject.
  public init(_ path: String?, in files: SchoolFiles) throws {
    let root = try WorkSelection.root(path, in: files)
    subject = root.subject
    worksheets = try files.worksheets(below: root).map { try files.worksheet($0) }
      .filter { try !$0.isPractice && (!$0.isDraft || files.hasRecords(of: $0.path)) }
  }

  /// Returns the context at a path; without a path, the only subject.
  ///
  /// - Parameter wholePathOnly: whether to refuse path endings and titles.
  public static func root(
    _ path: String?, in files: SchoolFiles, wholePathOnly: Bool = false
  ) throws -> ContextPath {
    if let path {
      do {
        let found = try Locator(files).find(
          path, among: [.subject, .context, .exercise], wholePathOnly: wholePathOnly)
        if let context = found.context { return context }
      } catch let error as LookupError {
        guard case .unknown = error, let who = try files.roster().recipient(path) else {
          throw error
        }
        throw Failure(
          .notFound, "'\(path)' is \(who.kind), not a subject, chapter or worksheet",
          hint: "name the work here; see '--help' for students and classes")
      }
    }
    let subjects = try files.subjectIDs()
    guard subjects.count == 1, let only = subjects.first else {
      throw Failure(
        subjects.isEmpty ? .notFound : .commandIsFaulty,
        subjects.isEmpty ? "the school has no subject" : "no subject specified",
        hint: subjects.isEmpty
          ? "create one with 'teachkit create subject'"
          : "name one of \(subjects.joined(separator: ", "))")
    }
    return ContextPath(subject: only)
  }
}

extension SchoolFiles {
  /// Whether a worksheet has submissions, marks or grades.
  fileprivate func hasRecords(of path: ContextPath) throws -> Bool {
    try !received(path).isEmpty || !marks(path).isEmpty || !grades(path).isEmpty
  }
}
