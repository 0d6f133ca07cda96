import Glibc

/// Files beside Git's own that a process makes, renames or removes within one command:
/// `NAME.teachkit-PROCESS-RANDOM`. The next command removes those of a killed process.
enum Leftover {
  private static let mark = "teachkit-"

  /// A new name for a file that is about to replace `name`.
  static func name(for name: String) -> String {
    "\(name).\(mark)\(getpid())-\(UInt32.random(in: 0 ... .max))"
  }

  /// Whether a file has such a name, of a process that has ended.
  static func isAbandoned(_ name: String) -> Bool {
    name.split(separator: ".").contains { part in
      part.hasPrefix(mark)
        && Int32(part.dropFirst(mark.count).prefix(while: \.isNumber)).map(hasEnded) ?? false
    }
  }

  /// Whether a process has ended, perhaps without its parent having noticed.
  static func hasEnded(_ process: Int32) -> Bool {
    if kill(process, 0) != 0 { return errno == ESRCH }
    // `123 (name) Z …`; the name may hold anything.
    let status = try? DurableFile.read("/proc/\(process)/stat", limit: 1 << 12)
    guard let status, let name = status.lastIndex(of: UInt8(ascii: ")")) else { return false }
    return status[name...].dropFirst(2).first == UInt8(ascii: "Z")
  }
}
