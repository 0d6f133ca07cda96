import Course
import Git
import Storage
import Text

/// A file to create, named on the command line.
struct NewFile {
  /// The name as the user wrote it.
  let name: String
  let path: FolderPath

  /// - Parameter replaces: whether an existing file may be overwritten; nil if the command has no
  ///   such option.
  /// - Throws: `Failure` if the file exists or its folder doesn't.
  init(_ name: String, replaces: Bool? = nil, _ session: Session) throws {
    path = FolderPath(name, from: session.directory)
    self.name = name
    if replaces != true, DurableFile.exists(path.text) {
      throw Failure(
        .createOperationFailed, "'\(visible(name))' already exists",
        hint: replaces == nil ? "use another name" : "use another name, or replace it with --force")
    }
    if !DurableFile.exists(path.parent.text) {
      throw Failure(.notFound, "no folder '\(visible(path.parent.text))'")
    }
  }

  /// The format of the file's extension; nil if it isn't a format.
  var format: Format? {
    name.lastIndex(of: ".").flatMap { Format(rawValue: String(name[name.index(after: $0)...])) }
  }

  /// Writes the file with access for the user only, because it contains personal data.
  func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Writes the file with access for the user only, because it contains personal data.
  func write(_ bytes: [UInt8]) throws {
    try DurableFile.write(bytes, to: path.text, access: .ownerOnly)
  }
}
