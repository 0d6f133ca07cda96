import Foundation

/// A new folder for a scenario, with a home for each role.
final class Stage {
  private let folder: String
  private let users: [String: UInt32]
  private let groups: [String: UInt32]
  private let binary: String
  private var time: Int
  private var places: [String: String] = [:]

  init(_ scenario: Scenario, binary: String) throws {
    var template = Array("/tmp/teachkit-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template) else { throw Shell.CannotStart(errorNumber: errno) }
    folder = String(cString: path)
    users = scenario.users
    groups = scenario.groups
    self.binary = binary
    time = scenario.time - 1
    // Other users need access.
    chmod(folder, 0o755)
    try FileManager.default.createDirectory(
      atPath: "\(folder)/.bin", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/.bin/teachkit", withDestinationPath: binary)
  }

  /// Removes the folder.
  func clear() {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Advances the clock by a second, or as `clock` specifies.
  func advance(_ clock: Scenario.Clock?) {
    switch clock {
    case nil: time += 1
    case .at(let time): self.time = time
    case .later(let seconds): time += seconds
    }
  }

  /// Writes a file and its parent folders, relative to the role's current folder.
  func write(_ text: String, to path: String, as role: String) throws {
    _ = try home(of: role)
    let script = #"mkdir -p -- "$(dirname -- "$1")" && printf %s "$2" > "$1""#
    let result = try shell(script, [path, text], as: role)
    if result.exitCode != 0 { throw Failure(message: "can't write '\(path)': \(result.output)") }
  }

  /// Runs a command in the role's current folder; `cd` has a lasting effect.
  ///
  /// - Parameter limit: seconds after which it is killed.
  /// - Returns: the printed lines, with the stage's paths replaced.
  func run(
    _ command: String, as role: String, limit: Int = 120
  ) throws -> (lines: [String], exitCode: Int32?) {
    let home = try home(of: role)
    let state = "\(folder)/.bin/\(role)"
    if !FileManager.default.fileExists(atPath: state) {
      try "".write(toFile: state, atomically: false, encoding: .utf8)
      if let user = users[role] { chown(state, user, groups[role] ?? user) }
    }
    let script = #"eval "$1"; code=$?; pwd -P > "$2"; exit $code"#
    let result = try shell(script, [command, state], as: role, limit: limit)
    let place = try String(contentsOfFile: state, encoding: .utf8).dropLast()
    if !place.isEmpty { places[role] = String(place) }
    var output = Stage.replacing(home, by: "[HOME]", in: result.output)
    output = Stage.replacing(folder, by: "[TMP]", in: output)
    let host = ProcessInfo.processInfo.hostName
    output = output.replacingOccurrences(of: "hostname=\"\(host)\"", with: "hostname=\"[HOST]\"")
    var lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return (lines, result.exitCode)
  }

  /// Replaces `path` by `name` in `text`, except as the beginning of a longer name.
  private static func replacing(_ path: String, by name: String, in text: String) -> String {
    let parts = text.split(separator: path, omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts.first ?? "")) { result, part in
      let isLonger = part.first.map { $0.isLetter || $0.isNumber || $0 == "-" } ?? false
      result += (isLonger ? path : name) + part
    }
  }

  private struct Failure: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
  }

  private func shell(
    _ script: String, _ arguments: [String], as role: String, limit: Int = 120
  ) throws -> Shell.Result {
    let home = try home(of: role)
    var words: [String] = []
    if let user = users[role] {
      words = [
        "/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(groups[role] ?? user)",
        "--clear-groups", "--",
      ]
    }
    words += ["/bin/sh", "-c", "cd -- \"$0\" || exit; \(script)", places[role] ?? home]
    return try Shell.run(
      words + arguments,
      environment: [
        "HOME": home, "PATH": "\(folder)/.bin:/usr/bin:/bin", "TZ": "UTC",
        "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8",
        "TEACHKIT_NOW": iso(seconds: time), "TEACHKIT_RANDOM": "1",
      ], limit: limit)
  }

  func home(of role: String) throws -> String {
    let home = "\(folder)/\(role)"
    if !FileManager.default.fileExists(atPath: home) {
      try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
      if let user = users[role] { chown(home, user, groups[role] ?? user) }
    }
    return home
  }
}
