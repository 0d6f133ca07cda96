import Course
import Git
import Glibc
import Text

/// The program that opens a file: the editor for a text, and the desktop's choice for other files.
struct FileOpener {
  /// A shell command.
  let command: String
  /// Whether the file is opened without waiting until the user closes it.
  var isDetached: Bool

  private static let desktop = "xdg-open"

  init(command: String, isDetached: Bool) {
    self.command = command
    self.isDetached = isDetached
  }

  /// - Parameter path: the file, which may not exist yet: it is then a text.
  /// - Throws: `Failure` if there is no such program.
  init(for path: String, _ surroundings: Surroundings) throws {
    if Self.isText(path) {
      self.init(command: try ExternalEditor(surroundings).command, isDetached: false)
    } else {
      guard surroundings.hasProgram(Self.desktop) else {
        throw Failure(
          .notConfigured, "cannot open the file: no program '\(Self.desktop)'",
          hint: "install the package 'xdg-utils'")
      }
      // It doesn't wait for the program that it starts.
      self.init(command: Self.desktop, isDetached: true)
    }
  }

  /// Opens a file.
  ///
  /// - Returns: the status, as from `system`; 0 for a detached program.
  func open(_ path: String) -> Int32 {
    let line = "\(command) \(shellWord(path))"
    return system(
      isDetached ? "setsid sh -c \(shellWord(line)) >/dev/null 2>&1 </dev/null &" : line)
  }

  /// Whether a file can be edited as text; a missing one can.
  static func isText(_ path: String) -> Bool {
    guard DurableFile.exists(path) else { return true }
    guard let bytes = try? DurableFile.read(path, limit: 4 << 20) else { return false }
    return !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
  }
}
