import Git
import Glibc
import Storage
import Substrings
import Text

/// The Git hook that checks staged files before `git commit`.
public struct CheckHook {
  /// The line that identifies teachkit's own hook.
  private static let mark = "# Made by 'teachkit check --install-hook'."

  public static let text = """
    #!/bin/sh
    \(mark) 'teachkit check --remove-hook' removes it;
    # 'git commit --no-verify' skips it once.
    test -f school.yaml || exit 0
    if ! command -v teachkit >/dev/null; then
      echo 'teachkit is not in PATH: nothing was checked' >&2
      exit 0
    fi
    exec teachkit check --staged

    """

  public let path: String

  /// The hook of a school, in the folder from which Git runs hooks.
  public init(of store: SchoolStore, home: String?) throws {
    let root = store.root
    var folder = store.repository.layout.commonFolder + "/hooks"
    if let chosen = try store.repository.setting("core.hooksPath"), !chosen.isEmpty {
      if chosen.hasPrefix("~/"), let home {
        folder = home + chosen.dropFirst(1)
      } else {
        folder = chosen.hasPrefix("/") ? chosen : "\(root)/\(chosen)"
      }
    }
    path = folder + "/pre-commit"
  }

  private enum State { case absent, own, foreign }

  private func state() throws -> State {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .absent }
    guard let bytes = try? DurableFile.read(path, limit: 1 << 20),
      String(decoding: bytes, as: UTF8.self).contains(CheckHook.mark)
    else { return .foreign }
    return .own
  }

  /// Installs the hook.
  ///
  /// - Returns: whether it was missing.
  /// - Throws: `Failure` if another hook exists.
  public func install() throws -> Bool {
    let state = try state()
    guard state != .foreign else {
      throw Failure(
        .createOperationFailed, "another hook already exists",
        at: .init(path: path), hint: "add the line 'teachkit check --staged' to it")
    }
    let folder = String(path.dropLast("/pre-commit".count))
    try DurableFile.makeFolder(folder)
    try DurableFile.write(Array(CheckHook.text.utf8), to: path)
    guard chmod(path, 0o755) == 0 else {
      throw Failure(
        .ioFailure, "cannot make the hook executable: \(String(cString: strerror(errno)))",
        at: .init(path: path))
    }
    return state == .absent
  }

  /// Removes the hook.
  ///
  /// - Returns: whether it existed.
  /// - Throws: `Failure` if another hook exists.
  public func remove() throws -> Bool {
    switch try state() {
    case .absent: return false
    case .own:
      try DurableFile.remove(path)
      return true
    case .foreign:
      throw Failure(
        .noWritePermission, "this hook wasn't installed by teachkit", at: .init(path: path),
        hint: "check the file, then remove it yourself")
    }
  }
}
