import Glibc
import Substrings

/// The `ssh` program, run for an address as Git runs it: with the user's own settings and keys.
public struct SecureShell: Sendable {
  /// The host, perhaps with a user before it.
  public let host: String
  private let port: String?
  /// What stands behind the host, as Git sends it: `/home/git/hub`.
  public let path: String

  /// Reads where `ssh://git@school.example:22/hub` and `git@school.example:hub` lead.
  ///
  /// - Returns: nil for an address of another kind, or one that `ssh` would take for an option.
  public init?(address: String) {
    let scheme = "ssh://"
    var place: Substring
    var port: Substring?
    if address.hasPrefix(scheme) {
      place = address.dropFirst(scheme.count).prefix { $0 != "/" }
      path = String(address.dropFirst(scheme.count + place.count))
      if let colon = place.lastIndex(of: ":"), !place[colon...].contains("]") {
        port = place[place.index(after: colon)...]
        place = place[..<colon]
      }
    } else {
      guard !address.contains("://"), let colon = address.firstIndex(of: ":"),
        !address[..<colon].contains("/")
      else { return nil }
      place = address[..<colon]
      path = String(address[address.index(after: colon)...])
    }
    if let port, !port.allSatisfy(\.isNumber) { return nil }
    // An address of IPv6 stands between brackets.
    host = String(place.filter { $0 != "[" && $0 != "]" })
    self.port = port.flatMap { $0.isEmpty ? nil : String($0) }
    let name = place.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    if name.isEmpty || name.hasPrefix("-") || host.hasPrefix("-") { return nil }
  }

  /// Has the other side do a command, and gives what it prints.
  ///
  /// - Parameters:
  ///   - options: for `ssh`.
  ///   - input: what the command reads.
  /// - Throws: `GitError`; with `.other` and the last words of the other side where it refuses.
  public func ask(
    _ command: String, options: [String] = [], input: [UInt8] = []
  ) throws(GitError) -> String {
    try Patience.run { () throws(Patience.Failure) in
      let result: Subprocess.Result
      do throws(GitError) {
        result = try run(options + arguments + [command], input: input)
      } catch {
        throw Patience.Failure(error)
      }
      if result.succeeded { return result.outputText }
      let error = ProgramFailure.error(result, host)
      throw Patience.Failure(error, isPassing: ProgramFailure.isPassing(result, error))
    }
  }

  /// The files in which `ssh` looks for the user's keys there, the private halves.
  public func identityFiles() -> [String] {
    settings().filter { $0.name == "identityfile" }.compactMap { Self.absolute($0.value) }
  }

  /// What is known here of the server's keys: the fingerprints that `ssh` shows who has never been
  /// there and has to decide, those of the kind that it asks for first.
  public func knownFingerprints() -> [String] {
    let settings = settings()
    func value(_ name: String) -> String? { settings.first { $0.name == name }?.value }
    guard let name = value("hostname"), let port = value("port") else { return [] }
    let host = value("hostkeyalias") ?? (port == "22" ? name : "[\(name)]:\(port)")
    let files = settings.filter { $0.name.hasSuffix("knownhostsfile") }
      .flatMap { $0.value.split(separator: " ") }.compactMap { Self.absolute($0) }
    var found: [(kind: String, fingerprint: String)] = []
    for file in files where DurableFile.isThere(file) {
      let told = try? Subprocess("ssh-keygen", ["-l", "-F", host, "-f", file]).run()
      for line in (told?.outputText ?? "").split(separator: "\n") where !line.hasPrefix("#") {
        let words = line.split(separator: " ")
        if words.count < 3 || found.contains(where: { $0.fingerprint == words[2] }) { continue }
        found.append((String(words[1]), String(words[2])))
      }
    }
    let first = found.filter { $0.kind == "ED25519" }
    return (first.isEmpty ? found : first).map(\.fingerprint)
  }

  /// What `ssh` would do there, as its settings say.
  private func settings() -> [(name: Substring, value: String)] {
    ((try? run(["-G"] + arguments, input: []))?.outputText ?? "").split(separator: "\n").map {
      let name = $0.prefix { $0 != " " }
      return (name, String($0.dropFirst(name.count + 1)))
    }
  }

  /// A path as `ssh` writes it; nil for one that leads nowhere.
  private static func absolute(_ path: some StringProtocol) -> String? {
    guard path.hasPrefix("~/") else { return path.hasPrefix("/") ? String(path) : nil }
    return getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) + path.dropFirst() }
  }

  var arguments: [String] { (port.map { ["-p", $0] } ?? []) + [host] }

  /// The program that Git would take: from the environment, from its settings, or `ssh`.
  private func run(_ words: [String], input: [UInt8]) throws(GitError) -> Subprocess.Result {
    let environment = GitProgram.environment()
    var line = environment["GIT_SSH_COMMAND"]
    let program = environment["GIT_SSH"]
    if line == nil, program == nil { line = try Repository.userSetting("core.sshCommand") }
    if let line {
      return try Subprocess(
        "/bin/sh", ["-c", line + " \"$@\"", "ssh"] + words, environment: environment, input: input
      ).run()
    }
    return try Subprocess(
      program ?? "ssh", words, environment: environment, input: input
    ).run()
  }
}
