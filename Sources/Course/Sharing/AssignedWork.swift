import Model
import Storage
import Text

/// The worksheets, chapters and files that paths on the command line name for an assignment.
public struct AssignedWork {
  public let files: SchoolFiles
  public let wholePathOnly: Bool

  public init(files: SchoolFiles, wholePathOnly: Bool) {
    self.files = files
    self.wholePathOnly = wholePathOnly
  }

  public func find(_ text: String) throws -> ContextPath {
    do {
      return try context(text)
    } catch let error as LookupError {
      guard case .unknown = error, let path = try file(text) else { throw error }
      return path
    }
  }

  private func context(_ text: String) throws -> ContextPath {
    let found = try Locator(files).find(
      text, among: Set(ObjectPath.Kind.allCases).subtracting([.assignment]),
      wholePathOnly: wholePathOnly)
    guard case .context(let path) = found, !path.components.isEmpty else {
      throw Failure(
        .valueIsFaulty, "cannot assign '\(found)'", hint: "name a worksheet, chapter or file")
    }
    guard try files.context(path).assignable else {
      throw Failure(
        .valueIsFaulty, "cannot assign '\(path)': its file has `assignable: no`",
        hint: "assign its parts")
    }
    if try files.worksheets(below: path).isEmpty {
      throw Failure(
        .valueIsFaulty, "cannot assign '\(path)': it has no worksheets",
        hint: "create one with 'teachkit create worksheet \(path)/NAME --title TITLE'")
    }
    return path
  }

  /// The published file with a name; nil if there is none.
  private func file(_ text: String) throws -> ContextPath? {
    var parts = SchoolPath.parts(of: text)
    if parts.first == SchoolPath.subjects { parts.removeFirst() }
    // Every path ends with no parts.
    if parts.isEmpty { return nil }
    let name = parts.joined(separator: "/")
    if let path = ContextPath(name), try files.isHandedOut(path) { return path }
    let found = try files.handedOut(ending: parts)
    if found.count > 1 {
      throw LookupError.ambiguous(text, candidates: found.map(\.description).sorted())
    }
    if let path = found.first {
      if wholePathOnly { throw LookupError.incomplete(text, whole: "\(path)") }
      return path
    }
    if try files.source.bytes(at: text) != nil || ContextPath(name)?.isHandout == true {
      throw Failure(
        .valueIsFaulty, "'\(visible(text))' is not a file that students get",
        hint: "put it into the folder 'files' of a worksheet or chapter")
    }
    return nil
  }
}

extension SchoolFiles {
  /// The assignment that a path names, or the active assignments that include its work.
  ///
  /// - Throws: `LookupError`.
  public func activeAssignments(
    named text: String
  ) throws -> (found: ObjectPath, assignments: [Assignment]) {
    let found = try Locator(self).find(text, among: [.assignment, .subject, .context])
    switch found {
    case .assignment(let id): return (found, [try assignment(id)])
    case .context(let path):
      return (
        found,
        try assignments().filter { assignment in
          assignment.state == .active
            && assignment.work.contains {
              path.isWithin($0) || !$0.isHandout && $0.isWithin(path)
            }
        }
      )
    default: return (found, [])
    }
  }

  /// Whether some work of an assignment has a due date or is an exam.
  public func hasDate(_ assignment: Assignment) throws -> Bool {
    if assignment.due != nil || assignment.rules.exam != nil { return true }
    return try assignment.work.flatMap { try worksheets(below: $0) }.contains { path in
      let worksheet = try worksheet(path)
      let rules = try worksheet.rules.over(subject(path.subject).rules)
      return worksheet.due != nil || rules.exam != nil
    }
  }
}
