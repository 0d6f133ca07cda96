import Glibc

/// Temporary files next to Git's own, which exist during one command:
/// `NAME.teachkit-PROCESS-RANDOM`. The next command removes those of a killed process.
enum Leftover {
  private static let mark = "teachkit-"

  /// A new name for a file that will replace `name`.
  static func name(for name: String) -> String {
    "\(name).\(mark)\(getpid())-\(UInt32.random(in: 0 ... .max))"
  }

  /// Whether a file has such a name and its process has exited.
  static func isAbandoned(_ name: String) -> Bool {
    name.split(separator: ".").contains { part in
      part.hasPrefix(mark)
        && Int32(part.dropFirst(mark.count).prefix(while: \.isNumber)).map(processHasEnded) ?? false
    }
  }
}

/// Whether a process has exited, including zombies.
public func processHasEnded(_ process: Int32) -> Bool {
  if kill(process, 0) != 0 { return errno == ESRCH }
  // `123 (name) Z …`; the name can contain anything.
  let status = try? DurableFile.read("/proc/\(process)/stat", limit: 1 << 12)
  guard let status, let name = status.lastIndex(of: UInt8(ascii: ")")) else { return false }
  return status[name...].dropFirst(2).first == UInt8(ascii: "Z")
}
