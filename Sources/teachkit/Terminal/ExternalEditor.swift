import Course
import Glibc
import Text

/// The user's own editor.
struct ExternalEditor {
  /// A shell command, such as `vi` or `code --wait`.
  let command: String

  /// The editors for users who didn't choose one, the preferred one first.
  static let standard = ["nano", "vi"]

  /// Editors that accept a line number as `+LINE`.
  private static let plus: Set<String> = [
    "emacs", "emacsclient", "gedit", "gvim", "jed", "joe", "kak", "mcedit", "mg", "micro", "nano",
    "ne", "nvim", "pico", "vi", "view", "vim", "vim.basic", "vim.tiny",
  ]
  private static let colon: Set<String> = ["helix", "hx", "subl", "zed"]
  private static let goto: Set<String> = ["code", "codium"]

  /// Opens a file and waits until the user closes it.
  ///
  /// - Parameter line: the initial line; passed only to editors known to support it.
  /// - Throws: `Failure` if the editor can't be run or fails.
  func open(_ path: String, at line: Int = 1) throws {
    let program = command.split(separator: " ").first?.split(separator: "/").last.map(String.init)
    let file = shellWord(path)
    let arguments =
      switch program {
      case let name? where line > 1 && Self.plus.contains(name): "+\(line) \(file)"
      case let name? where line > 1 && Self.colon.contains(name): "\(file):\(line)"
      case let name? where line > 1 && Self.goto.contains(name): "--goto \(file):\(line)"
      default: file
      }
    let status = system("\(command) \(arguments)")
    if status == 0 { return }
    // The shell exits with 127 if the program doesn't exist.
    guard status != 127 << 8 else {
      throw Failure(
        .notConfigured, "no editor '\(command)'",
        hint: "set EDITOR to an installed editor: EDITOR=nano")
    }
    throw Failure(.ioFailure, "the editor '\(command)' failed; nothing was changed")
  }

  /// Opens a text in the user's editor.
  ///
  /// - Returns: the edited text; nil if the editor failed.
  func edit(_ text: String) throws -> String? {
    var path = Array("/tmp/teachkit-XXXXXX.txt".utf8CString)
    let file = mkstemps(&path, 4)
    guard file >= 0 else { throw Failure(.ioFailure, "cannot create a file for the editor") }
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(name) }
    let written = Array(text.utf8).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    close(file)
    guard written == text.utf8.count else {
      throw Failure(.ioFailure, "cannot write the file for the editor")
    }
    guard (try? open(name)) != nil else { return nil }
    return try Self.read(name)
  }

  private static func read(_ path: String) throws -> String {
    let file = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { throw Failure(.ioFailure, "cannot read the edited file") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    // A longer text can't be a valid answer.
    while bytes.count < 1 << 20 {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count <= 0 { break }
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
