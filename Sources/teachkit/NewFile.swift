import Git
import Storage
import Text

/// A file that is to be made, named on the command line.
struct NewFile {
  /// As the user wrote it.
  let name: String
  let path: FolderPath

  /// - Parameter replaces: whether it may take the place of a file; nil where nobody can say so.
  /// - Throws: `Failure` where there is something, or no folder for it.
  init(_ name: String, replaces: Bool? = nil, _ session: Session) throws {
    path = FolderPath(name, from: session.directory)
    self.name = name
    if replaces != true, DurableFile.isThere(path.text) {
      throw Failure(
        .createOperationFailed, "there is something at '\(visible(name))' already",
        hint: replaces == nil ? "name a new file" : "name a new file, or replace it with '--force'")
    }
    if !DurableFile.isThere(path.parent.text) {
      throw Failure(.notFound, "there is no folder '\(visible(path.parent.text))'")
    }
  }

  /// What its name ends with; nil where that is no format.
  var format: Format? {
    name.lastIndex(of: ".").flatMap { Format(rawValue: String(name[name.index(after: $0)...])) }
  }

  /// Writes it, for the user alone: it is about people.
  func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Writes it, for the user alone: it is about people.
  func write(_ bytes: [UInt8]) throws {
    try DurableFile.write(bytes, to: path.text, access: .own)
  }
}
