import Course
import Git
import Glibc
import Text

/// Shows notifications on the desktop with `notify-send`.
struct DesktopNotifier {
  private static let program = "notify-send"

  /// - Throws: `Failure` if the program isn't installed.
  init(_ surroundings: Surroundings) throws {
    let folders = (surroundings.variable("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    guard folders.contains(where: { access("\($0)/\(Self.program)", X_OK) == 0 }) else {
      throw Failure(
        .notConfigured, "cannot show notifications: no program '\(Self.program)'",
        hint: "install it ('apt install libnotify-bin'), or leave out '--notify'")
    }
  }

  /// - Returns: why it can't be shown; nil if it is.
  func show(_ title: String, _ text: String) -> String? {
    var program = Subprocess(Self.program, ["--app-name=teachkit", "--", title, text])
    program.timeout = 10
    do throws(GitError) {
      let result = try program.run()
      if result.succeeded { return nil }
      let words = result.errorText.split(whereSeparator: \.isNewline).first.map(String.init)
      return words ?? "it failed"
    } catch {
      return error.message.text
    }
  }
}
