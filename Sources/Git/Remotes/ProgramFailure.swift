import Substrings
import Text

/// Maps the output of a failed `git` program to errors.
enum ProgramFailure {
  /// Phrases in the English output of `git`, `ssh` and `curl`, the most specific ones first.
  private static let words: [(String, GitError.Code)] = [
    ("remote host identification has changed", .untrustedHost),
    ("host key verification failed", .unknownHost),
    ("server certificate verification failed", .untrustedHost),
    ("ssl certificate problem", .untrustedHost),
    ("certificate subject name", .untrustedHost),
    ("could not resolve host", .networkUnavailable),
    ("name or service not known", .networkUnavailable),
    ("temporary failure in name resolution", .networkUnavailable),
    ("no address associated with hostname", .networkUnavailable),
    ("unable to look up", .networkUnavailable),
    ("network is unreachable", .networkUnavailable),
    ("no route to host", .networkUnavailable),
    ("permission denied (", .authentication),
    ("authentication failed", .authentication),
    ("could not read username", .authentication),
    ("could not read password", .authentication),
    ("terminal prompts disabled", .authentication),
    ("requested url returned error: 401", .authentication),
    ("requested url returned error: 403", .authentication),
    ("too many authentication failures", .authentication),
    ("access denied or repository not exported", .notFound),
    ("does not appear to be a git repository", .notFound),
    ("repository not found", .notFound),
    ("requested url returned error: 404", .notFound),
    ("' not found", .notFound),
    ("couldn't find remote ref", .notFound),
    ("corruption on the remote side", .remoteIsDamaged),
    ("upload-pack: not our ref", .remoteIsDamaged),
    // The remote reports the paths of its own objects.
    ("(stored in ./", .remoteIsDamaged),
    ("connection refused", .connectionFailed),
    ("timed out", .timedOut),
    ("operation too slow", .timedOut),
    ("connection timeout", .timedOut),
    ("timeout, server", .timedOut),
    ("connection reset", .connectionFailed),
    ("connection closed", .connectionFailed),
    ("unable to connect", .connectionFailed),
    ("failed to connect", .connectionFailed),
    ("could not connect", .connectionFailed),
    ("hung up unexpectedly", .connectionFailed),
    ("unexpected disconnect", .connectionFailed),
    ("early eof", .connectionFailed),
    ("broken pipe", .connectionFailed),
    ("expected flush after ref listing", .connectionFailed),
    ("rpc failed", .connectionFailed),
    ("requested url returned error: 50", .connectionFailed),
    ("no space left on device", .noSpace),
    ("read-only file system", .readOnly),
    (".lock': file exists", .locked),
    ("permission denied", .permission),
    ("fsck error", .corrupt),
    ("did not send all necessary objects", .remoteIsDamaged),
    ("did not receive expected object", .remoteIsDamaged),
    ("missing necessary objects", .corrupt),
    ("could not read from remote repository", .connectionFailed),
  ]

  /// - Parameter shell: the SSH connection; nil for other transports.
  static func error(
    _ result: Subprocess.Result, _ place: String, _ shell: SecureShell? = nil
  ) -> GitError {
    let output = String(
      decoding: result.errors.suffix(4096), as: UTF8.self
    ).trimmingSuffix { $0.isNewline || $0 == " " }
    if result.status == .timedOut {
      return GitError(.timedOut, "no answer in time", path: place)
    }
    if output.isEmpty, case .exited = result.status {
      return GitError(.connectionFailed, "the connection ended without a message", path: place)
    }
    if let reply = RemoteReply(in: result.errors) { return GitError(reply, path: place) }
    if let words = ProgramRemote.remoteWords(result.errors), isFull(words) {
      return GitError(.remoteDiskIsFull, diskIsFull, path: place)
    }
    let small = output.lowercased()
    let found = words.first { small.contains($0.0) }
    if found?.1 == .authentication, let file = insecureKeyPermissions(output) {
      let words: Message = "ssh ignored the key '\(file)': its permissions are too open"
      return GitError(.insecureKeyPermissions(file: file), words, path: place)
    }
    if found?.1 == .authentication, let key = shell?.lockedKey() {
      return GitError(
        .lockedKey, "the key needs a passphrase, and there is no terminal to enter it", path: key)
    }
    var status: Int32 = 0
    if case .exited(let number) = result.status { status = number }
    return GitError(
      found?.1 ?? .other(status), Message(verbatim: message(output, about: found?.0)), path: place,
      command: found?.1 == .unknownHost ? shell?.typed : nil)
  }

  /// The private key that `ssh` says others can read.
  private static func insecureKeyPermissions(_ output: String) -> String? {
    guard let start = output.firstRange(of: " for '"),
      let end = output[start.upperBound...].firstRange(of: "' are too open")
    else { return nil }
    let file = String(output[start.upperBound..<end.lowerBound])
    return file.contains("\n") ? nil : file
  }

  /// The server's limit that a push exceeded; nil for any other refusal.
  static func limit(_ errors: [UInt8]) -> String? {
    let output = String(decoding: errors.suffix(4096), as: UTF8.self)
    // The kernel kills a process that exceeds its CPU limit.
    if output.contains(" died of signal 24") {
      let seconds = GitProgram.mostComputing
      return "exceeded the CPU limit of \(seconds) seconds per push"
    }
    if output.contains("remote: fatal: Out of memory") {
      return "exceeded the memory limit of a push: a file is too large"
    }
    let words = "remote: fatal: pack exceeds maximum allowed size ("
    return output.firstRange(of: words).map { found in
      "exceeded the size limit of \(output[found.upperBound...].prefix { $0 != ")" }) per push"
    }
  }

  /// The message if the other side has no room.
  static let diskIsFull: Message = "the hub's disk is full"

  /// Whether a message of the other side reports a full disk.
  static func isFull(_ words: String) -> Bool {
    let small = words.lowercased()
    return ["no space left on device", "out of diskspace", "disk quota exceeded"].contains {
      small.contains($0)
    }
  }

  /// Whether a failure may be temporary: the network failed, and the hub didn't refuse. The program
  /// has already waited for a busy hub.
  static func isTransient(_ result: Subprocess.Result, _ error: GitError) -> Bool {
    guard case .exited = result.status, error.code == .connectionFailed else { return false }
    // Git also prints only this after a refusal with an unknown message.
    let output = String(decoding: result.errors.suffix(4096), as: UTF8.self).lowercased()
    return output.isEmpty || words.dropLast().contains { output.contains($0.0) }
  }

  /// The most informative line of the output, without `fatal:`.
  private static func message(_ output: String, about word: String?) -> String {
    let lines = output.split(whereSeparator: \.isNewline).map { line in
      let text = line.hasPrefix("fatal: ") || line.hasPrefix("error: ") ? line.dropFirst(7) : line
      return (text: text.last == ":" ? text.dropLast() : text, isFatal: text != line)
    }
    func tells(_ text: Substring) -> Bool {
      // The last phrase only says that something failed.
      words.dropLast().contains { text.lowercased().contains($0.0) }
    }
    let line =
      lines.first { $0.isFatal && tells($0.text) }
      ?? lines.first { line in word.map { line.text.lowercased().contains($0) } ?? line.isFatal }
      ?? lines.first
    // OpenSSH puts its loudest words into a frame.
    return line.map { line in
      String(line.text.drop { $0 == "@" || $0 == " " }).trimmingSuffix { $0 == "@" || $0 == " " }
    } ?? "git failed without a message"
  }
}
