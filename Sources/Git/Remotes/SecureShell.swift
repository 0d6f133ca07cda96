import Glibc
import Substrings

/// The `ssh` program, run for an address as Git runs it: with the user's own settings and keys.
public struct SecureShell: Sendable {
  /// The host, perhaps with a user before it.
  public let host: String
  private let port: String?
  /// The path after the host, as Git sends it: `/home/git/hub`.
  public let path: String
  private let address: String
  private let givenCommand: String?

  /// Parses addresses such as `ssh://git@school.example:22/hub` and `git@school.example:hub`.
  ///
  /// - Parameter command: a command to run instead of the user's default.
  /// - Returns: nil for an address of another kind, or one that `ssh` would take for an option.
  public init?(address: String, command: String? = nil) {
    var place: Substring
    var port: Substring?
    if let mark = address.firstRange(of: "://") {
      guard ["ssh", "git+ssh", "ssh+git"].contains(address[..<mark.lowerBound]) else { return nil }
      let rest = address[mark.upperBound...]
      place = rest.prefix { $0 != "/" }
      path = String(rest.dropFirst(place.count))
      if let colon = place.lastIndex(of: ":"), !place[colon...].contains("]") {
        port = place[place.index(after: colon)...]
        place = place[..<colon]
      }
    } else {
      guard let colon = address.firstIndex(of: ":"), !address[..<colon].contains("/") else {
        return nil
      }
      place = address[..<colon]
      path = String(address[address.index(after: colon)...])
    }
    if let port, !port.allSatisfy(\.isNumber) { return nil }
    // An IPv6 address is in brackets.
    host = String(place.filter { $0 != "[" && $0 != "]" })
    self.port = port.flatMap { $0.isEmpty ? nil : String($0) }
    self.address = address
    givenCommand = command
    let name = place.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    if name.isEmpty || name.hasPrefix("-") || host.hasPrefix("-") { return nil }
  }

  /// Runs a command on the server, and returns its output.
  ///
  /// - Parameters:
  ///   - options: options for `ssh`.
  ///   - input: the command's standard input.
  /// - Throws: `GitError`; `.other` with the server's last message if it refuses.
  public func ask(
    _ command: String, options: [String] = [], input: [UInt8] = []
  ) throws(GitError) -> String {
    try RetryPolicy.run { () throws(RetryPolicy.Failure) in
      let result: Subprocess.Result
      do throws(GitError) {
        result = try run(self.command(), options + arguments + [command], input: input)
      } catch {
        throw RetryPolicy.Failure(error)
      }
      if result.succeeded { return result.outputText }
      let error = ProgramFailure.error(result, address, self)
      throw RetryPolicy.Failure(error, isTransient: ProgramFailure.isTransient(result, error))
    }
  }

  /// The files in which `ssh` looks for the user's keys there, the private halves.
  public func identityFiles() -> [String] {
    settings().filter { $0.name == "identityfile" }.compactMap { Self.absolute($0.value) }
  }

  /// The fingerprints of the server's known keys. Those of the preferred type come first, as `ssh`
  /// shows them when it asks a new user to confirm.
  public func knownFingerprints() -> [String] {
    let settings = settings()
    func value(_ name: String) -> String? { settings.first { $0.name == name }?.value }
    guard let name = value("hostname"), let port = value("port") else { return [] }
    let host = value("hostkeyalias") ?? (port == "22" ? name : "[\(name)]:\(port)")
    let files = settings.filter { $0.name.hasSuffix("knownhostsfile") }
      .flatMap { $0.value.split(separator: " ") }.compactMap { Self.absolute($0) }
    var found: [(kind: String, fingerprint: String)] = []
    for file in files where DurableFile.exists(file) {
      let result = try? Subprocess("ssh-keygen", ["-l", "-F", host, "-f", file]).run()
      for line in (result?.outputText ?? "").split(separator: "\n") where !line.hasPrefix("#") {
        let words = line.split(separator: " ")
        if words.count < 3 || found.contains(where: { $0.fingerprint == words[2] }) { continue }
        found.append((String(words[1]), String(words[2])))
      }
    }
    let first = found.filter { $0.kind == "ED25519" }
    return (first.isEmpty ? found : first).map(\.fingerprint)
  }

  /// The command with which a user can connect by hand.
  var typed: String { ([line] + arguments.map(Self.quoted)).joined(separator: " ") }

  /// A key of the user that couldn't be used, because it needs a passphrase and there is no
  /// terminal.
  func lockedKey() -> String? {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    if terminal >= 0 { close(terminal) }
    let isAsked =
      terminal >= 0 && !settings().contains { $0.name == "batchmode" && $0.value == "yes" }
    if isAsked || getenv("SSH_ASKPASS") != nil { return nil }
    return identityFiles().first { file in
      let result = try? Subprocess("ssh-keygen", ["-y", "-P", "", "-f", file]).run()
      guard let result, !result.succeeded, result.errorText.contains("passphrase") else {
        return false
      }
      // An agent may provide it, and the server may have rejected it.
      return (try? Subprocess("ssh-add", ["-T", file + ".pub"]).run().succeeded) != true
    }
  }

  /// The settings that `ssh` would use for this host.
  private func settings() -> [(name: Substring, value: String)] {
    ((try? run(line, ["-G"] + arguments, timeout: 10))?.outputText ?? "").split(separator: "\n")
      .map {
        let name = $0.prefix { $0 != " " }
        return (name, String($0.dropFirst(name.count + 1)))
      }
  }

  /// A path as `ssh` writes it; nil for an invalid one.
  private static func absolute(_ path: some StringProtocol) -> String? {
    guard path.hasPrefix("~/") else { return path.hasPrefix("/") ? String(path) : nil }
    return getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) + path.dropFirst() }
  }

  var arguments: [String] { (port.map { ["-p", $0] } ?? []) + [host] }

  // MARK: The command

  /// The time without a reply, in seconds, after which a connection is dead.
  static let silence = 60

  /// The line that Git would take: from the environment, from its settings, or `ssh`.
  private var line: String {
    let environment = GitProgram.environment()
    if let line = environment["GIT_SSH_COMMAND"] ?? givenCommand ?? Self.setting("core.sshCommand")
    {
      return line
    }
    return environment["GIT_SSH"].map(Self.quoted) ?? "ssh"
  }

  /// The same line with a key, and with no other.
  ///
  /// - Parameter key: the file of the private half, an absolute path.
  public func command(with key: String) -> String {
    "\(Self.withoutIdentities(line)) -i \(Self.quoted(key)) -o IdentitiesOnly=yes"
  }

  /// A command line of OpenSSH without the options that name a key; any other line as it is.
  ///
  /// A server would take the first key that it knows, and so mistake the user for another one.
  static func withoutIdentities(_ line: String) -> String {
    let words = shellWords(line)
    guard let program = words.first?.filter({ $0 != "'" && $0 != "\"" }),
      program.split(separator: "/").last == "ssh"
    else { return line }
    var kept: [Substring] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "-i" {
        _ = rest.popFirst()
      } else if word == "-o", rest.first?.lowercased().hasPrefix("identityfile") == true {
        rest.removeFirst()
      } else {
        kept.append(word)
      }
    }
    return kept.joined(separator: " ")
  }

  /// The words of a command line as written, with their quotes.
  private static func shellWords(_ line: String) -> [Substring] {
    var words: [Substring] = []
    var (start, quote): (String.Index?, Character?) = (nil, nil)
    var isEscaped = false
    for index in line.indices {
      let character = line[index]
      if quote == nil, !isEscaped, character.isWhitespace {
        if let begin = start { words.append(line[begin..<index]) }
        start = nil
        continue
      }
      if start == nil { start = index }
      if isEscaped {
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      }
    }
    if let start { words.append(line[start...]) }
    return words
  }

  /// The command with a timeout for silent servers, unless the user has configured one in `ssh` or
  /// in their own command. Commands other than OpenSSH are unchanged.
  func command() -> String {
    let variant = GitProgram.environment()["GIT_SSH_VARIANT"] ?? Self.setting("ssh.variant")
    guard [nil, "ssh", "auto"].contains(variant) else { return line }
    return line + Self.limits(knowing: settings().map { "\($0.name) \($0.value)" })
  }

  /// - Parameter settings: the lines of `ssh -G`.
  static func limits(knowing settings: [String]) -> String {
    let limits = [
      ("connecttimeout none", "ConnectTimeout=\(silence)"),
      ("serveraliveinterval 0", "ServerAliveInterval=\(silence / 3)"),
    ]
    let known = settings.map { $0.lowercased() }
    return limits.filter { known.contains($0.0) }.map { " -o \($0.1)" }.joined()
  }

  private static func setting(_ key: String) -> String? {
    (try? Repository.userSetting(key)) ?? nil
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_./@:".utf8.contains($0)
      }
    }
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  private func run(
    _ line: String, _ words: [String], input: [UInt8] = [], timeout: Double? = nil
  ) throws(GitError) -> Subprocess.Result {
    try Subprocess(
      "/bin/sh", ["-c", line + " \"$@\"", "ssh"] + words, environment: GitProgram.environment(),
      input: input, timeout: timeout
    ).run()
  }
}
