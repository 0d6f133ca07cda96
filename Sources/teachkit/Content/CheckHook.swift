import Git
import Glibc
import Storage
import Substrings

/// Git's hook that checks what is staged before `git commit` commits it.
struct CheckHook {
  /// By this line it is known again.
  private static let mark = "# Made by 'teachkit check --install-hook'."

  static let text = """
    #!/bin/sh
    \(mark) 'teachkit check --remove-hook' takes it away again,
    # 'git commit --no-verify' passes it once.
    test -f school.yaml || exit 0
    if ! command -v teachkit >/dev/null; then
      echo 'teachkit is not in PATH: nothing was checked' >&2
      exit 0
    fi
    exec teachkit check --staged

    """

  let path: String

  /// The hook of a school, in the folder that Git takes hooks from.
  init(of store: SchoolStore, home: String?) throws {
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

  /// - Returns: whether it wasn't there.
  /// - Throws: `Failure` where another hook is.
  func install() throws -> Bool {
    let state = try state()
    guard state != .foreign else {
      throw Failure(
        .createOperationFailed, "there is another hook already, and it stays",
        at: .init(path: path), hint: "add the line 'teachkit check --staged' to it")
    }
    let folder = String(path.dropLast("/pre-commit".count))
    try DurableFile.makeFolder(folder)
    try DurableFile.write(Array(CheckHook.text.utf8), to: path)
    guard chmod(path, 0o755) == 0 else {
      throw Failure(
        .ioFailure, "can't make it executable: \(String(cString: strerror(errno)))",
        at: .init(path: path))
    }
    return state == .absent
  }

  /// - Returns: whether it was there.
  /// - Throws: `Failure` where another hook is.
  func remove() throws -> Bool {
    switch try state() {
    case .absent: return false
    case .own:
      try DurableFile.remove(path)
      return true
    case .foreign:
      throw Failure(
        .noWritePermission, "this hook is another's, and it stays", at: .init(path: path),
        hint: "look into it, and remove it by hand")
    }
  }
}
