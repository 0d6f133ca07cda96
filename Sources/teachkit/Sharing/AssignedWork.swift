import Model
import Storage
import Text

/// What paths on the command line name to be assigned: worksheets, chapters and files.
struct AssignedWork {
  let files: SchoolFiles
  let wholePathOnly: Bool

  func find(_ text: String) throws -> ContextPath {
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
        .valueIsFaulty, "'\(found)' can't be assigned", hint: "name a worksheet, chapter or file")
    }
    guard try files.context(path).assignable else {
      throw Failure(
        .valueIsFaulty, "'\(path)' can't be assigned: its file says `assignable: no`",
        hint: "assign what is below it")
    }
    if try files.worksheets(below: path).isEmpty {
      throw Failure(
        .valueIsFaulty, "'\(path)' can't be assigned: no worksheet is in it yet",
        hint: "'teachkit create worksheet \(path)/NAME --title TITLE' makes one")
    }
    return path
  }

  /// A file that is handed out; nil where none is called so.
  private func file(_ text: String) throws -> ContextPath? {
    var parts = SchoolPath.parts(of: text)
    if parts.first == SchoolPath.subjects { parts.removeFirst() }
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
        .valueIsFaulty, "'\(visible(text))' is no file that is handed out",
        hint: "put it into the folder 'files' of a worksheet or chapter, and name it there")
    }
    return nil
  }
}
