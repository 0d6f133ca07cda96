import Glibc

/// The user's own editor, run on a file that is made for it.
struct ExternalEditor {
  /// A shell command, `vi` or `code --wait`.
  let command: String

  /// Lets the user change a text.
  ///
  /// - Returns: the text as they left it; nil where the editor failed.
  func edit(_ text: String) throws -> String? {
    var path = Array("/tmp/teachkit-XXXXXX.txt".utf8CString)
    let file = mkstemps(&path, 4)
    guard file >= 0 else { throw Failure(.ioFailure, "can't make a file for the editor") }
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(name) }
    let written = Array(text.utf8).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    close(file)
    guard written == text.utf8.count else {
      throw Failure(.ioFailure, "can't write the file for the editor")
    }
    guard system("\(command) '\(name)'") == 0 else { return nil }
    return try Self.read(name)
  }

  private static func read(_ path: String) throws -> String {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { throw Failure(.ioFailure, "can't read what the editor wrote") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    // More than that is no answer.
    while bytes.count < 1 << 20 {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count <= 0 { break }
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
