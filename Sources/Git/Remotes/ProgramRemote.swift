import Glibc
import Substrings
import Text

/// A repository on the network, accessed through the `git` program with the user's own keys,
/// agents, proxies and credential helpers.
public struct ProgramRemote: Remote {
  /// Its address: `https://…`, `ssh://…`, `user@host:path` or `git://…`.
  public let place: String
  /// The time limit of one exchange in seconds; nil for none.
  public var timeout: Double?
  /// Whether a push may replace a branch by an unrelated or older commit.
  public var mayRewind = false
  /// A push option for the server, if it supports them.
  public var pushOption: String?
  private let known: [String: ObjectID]?
  private let shell: SecureShell?

  /// - Parameters:
  ///   - known: the references, if they were just listed.
  ///   - sshCommand: a replacement for the user's SSH command.
  /// - Throws: `GitError` with `.invalid` for an address that `git` would take for an option or a
  ///   command.
  public init(
    _ address: String, timeout: Double? = nil, knowing known: [String: ObjectID]? = nil,
    sshCommand: String? = nil
  ) throws(GitError) {
    guard RemoteAddress.isSafe(address) else {
      throw GitError(.invalid, "not a repository address", path: address)
    }
    place = address
    self.timeout = timeout
    self.known = known
    shell = SecureShell(address: address, command: sshCommand)
  }

  public func references(under folder: String) throws(GitError) -> [Reference] {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return try Patience.run { () throws(Patience.Failure) in try listed() }
      .filter { $0.key.hasPrefix(prefix) && Reference.isValid($0.key) }
      .map { Reference($0.key, $0.value) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Lists all references, once.
  private func listed() throws(Patience.Failure) -> [String: ObjectID] {
    let result = try once(["ls-remote", "--refs", "--quiet", "--", place], in: nil)
    var found: [String: ObjectID] = [:]
    for line in result.output.split(separator: 10) {
      guard let id = ObjectID(hex: line.prefix(40)), line.count > 41 else { continue }
      found[String(decoding: line.dropFirst(41), as: UTF8.self)] = id
    }
    return found
  }

  public func fetch(
    _ wanted: [FetchedRef], into repository: Repository, limits: ObjectCopy.Limits = .standard,
    check: (ObjectID, any ObjectSource) throws -> Void = { _, _ in }
  ) throws -> [ObjectID?] {
    let found = try fetchExisting(wanted, into: repository)
    var arrivals = Arrivals(repository, limits)
    try arrivals.accept(wanted, found, from: repository, check)
    return found
  }

  public func fetchAll(
    under folder: String, into repository: Repository, limits: ObjectCopy.Limits,
    to destination: (String) -> String, check: (Reference, any ObjectSource) throws -> Void
  ) throws -> [Reference] {
    let found = try fetchNames([folder + "/*"], into: repository)
    var arrivals = Arrivals(repository, limits)
    try arrivals.copyAll(found, from: repository, to: destination, check)
    return found
  }

  /// Git's message for a missing reference.
  private static let noSuchReference = "couldn't find remote ref"

  /// Fetches the existing references out of some.
  ///
  /// - Returns: their targets; nil for missing ones.
  private func fetchExisting(
    _ wanted: [FetchedRef], into repository: Repository
  ) throws(GitError) -> [ObjectID?] {
    var names = Set(wanted.map(\.source))
    for name in names { try Reference.checkName(name) }
    let found: [Reference]
    do throws(GitError) {
      // Usually all exist, so fetch them without listing first.
      found = try fetchNames(names.sorted(), into: repository)
    } catch {
      guard error.message.text.contains(Self.noSuchReference) else { throw error }
      names.formIntersection(try references(under: "refs").map(\.name))
      found = try fetchNames(names.sorted(), into: repository)
    }
    let ids = Dictionary(found.map { ($0.name, $0.id) }, uniquingKeysWith: { $1 })
    return wanted.map { ids[$0.source] }
  }

  /// The maximum number of damaged references that are fetched around.
  private static let mostFailures = 20

  /// Fetches the objects of many references in one connection, or in several if some objects are
  /// damaged there. References aren't updated, and objects may be missing: the caller must check
  /// them.
  ///
  /// - Parameters:
  ///   - names: the references; missing ones are no failure.
  ///   - prefixes: their prefixes, each with a slash at the end. If references can't be requested
  ///     by name, all references with these prefixes are fetched.
  public func fetchObjects(
    _ names: [String], under prefixes: [String], into repository: Repository
  ) throws(GitError) -> FetchedObjects {
    for name in names { try Reference.checkName(name) }
    var fetched = FetchedObjects()
    do throws(GitError) {
      fetched.references =
        ConnectionLimits.reachesItself(place)
        ? try fetchPack(names, into: repository)
        : try fetchNames(prefixes.map { $0 + "*" }, into: repository)
    } catch {
      guard error.isDamage, names.count > 1 else { throw error }
      try fetchHalves(of: names, into: repository, &fetched)
    }
    return fetched
  }

  /// Fetches the halves of references that can't be fetched together, down to single ones.
  private func fetchHalves(
    of names: [String], into repository: Repository, _ fetched: inout FetchedObjects
  ) throws(GitError) {
    let middle = names.count / 2
    for half in [Array(names[..<middle]), Array(names[middle...])] {
      do throws(GitError) {
        fetched.references += try fetchSome(half, into: repository)
      } catch {
        guard error.isDamage else { throw error }
        if half.count > 1 {
          try fetchHalves(of: half, into: repository, &fetched)
        } else {
          fetched.failures[half[0]] = error
          if fetched.failures.count > Self.mostFailures { throw error }
        }
      }
    }
  }

  /// Fetches those of the references that exist.
  private func fetchSome(
    _ names: [String], into repository: Repository
  ) throws(GitError) -> [Reference] {
    if ConnectionLimits.reachesItself(place) { return try fetchPack(names, into: repository) }
    let present = Set(try references(under: "refs").map(\.name))
    return try fetchNames(names.filter(present.contains), into: repository)
  }

  private func fetchPack(
    _ names: [String], into repository: Repository
  ) throws(GitError) -> [Reference] {
    let input = Array(names.map { $0 + "\n" }.joined().utf8)
    return try Patience.run { () throws(Patience.Failure) in
      let result = try tried(PackFetch.words + [place], in: repository, input: input)
      guard let fetch = PackFetch(result) else { throw failure(of: result) }
      fetch.removeLock(in: repository)
      do throws(GitError) {
        try repository.objects.flushPackNames()
      } catch {
        throw Patience.Failure(error)
      }
      return fetch.references
    }
  }

  /// Fetches references, or patterns of them.
  private func fetchNames(
    _ names: [String], into repository: Repository
  ) throws(GitError) -> [Reference] {
    if names.isEmpty { return [] }
    let stage = try FetchStage(repository)
    defer { stage.remove() }
    let specs = names.map { "+\($0):\(FetchStage.name(of: $0))\n" }.joined()
    let words = [
      "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance",
      "--no-recurse-submodules", "--stdin", "--", place,
    ]
    _ = try Patience.run { () throws(Patience.Failure) in
      try once(words, in: repository, input: Array(specs.utf8), stage.environment)
    }
    try repository.objects.flushPackNames()
    return try stage.references()
  }

  /// The maximum number of references per push.
  private static let mostRefs = 2000

  public func push(
    _ updates: [RefUpdate], from repository: Repository, atomic: Bool
  ) throws(GitError) -> [PushResult] {
    var branches = known
    return try Patience.run { () throws(Patience.Failure) in
      // After an interrupted push, the remote state is unknown.
      defer { branches = nil }
      let now = if let branches { branches } else { try listed() }
      return try push(updates, from: repository, atomic: atomic, knowing: now)
    }
  }

  private func push(
    _ updates: [RefUpdate], from repository: Repository, atomic: Bool,
    knowing branches: [String: ObjectID]
  ) throws(Patience.Failure) -> [PushResult] {
    let plan: PushPlan
    do throws(GitError) {
      plan = try PushPlan(updates, from: repository, mayRewind: mayRewind) {
        name throws(GitError) in branches[name]
      }
    } catch {
      throw Patience.Failure(error)
    }
    var rest = plan.moving(atomic)[...]
    var fates: [String: PushResult.Fate] = [:]
    var messages: [String] = []
    var answer: RemoteReply?
    // Command lines are limited; atomic updates must stay together anyway.
    while !rest.isEmpty {
      let moving = atomic ? rest : rest.prefix(Self.mostRefs)
      rest = rest.dropFirst(moving.count)
      var words = ["push", "--porcelain", "--no-verify", "--recurse-submodules=no"]
      if atomic { words.append("--atomic") }
      if let pushOption { words.append("--push-option=\(pushOption)") }
      let isStaged = moving.count > PushStage.fewest
      // A fast-forward can't lose anything, and leases for many references are slow.
      for update in moving where !isStaged || mayRewind || update.new == nil {
        let expected = branches[update.name].map(\.description) ?? ""
        words.append("--force-with-lease=\(update.name):\(expected)")
      }
      words += ["--", place]
      let result: Subprocess.Result
      do throws(GitError) {
        for update in moving { try Reference.checkName(update.name) }
        let stage = isStaged ? try PushStage(moving, from: repository) : nil
        defer { stage?.remove() }
        words +=
          stage?.specs ?? moving.map { "\($0.new.map(\.description) ?? ""):\($0.name)" }
        result = try run(words, in: repository, input: nil, stage?.environment ?? [:])
      } catch {
        throw Patience.Failure(error)
      }
      var reply = RemoteReply(in: result.errors)
      let answers = Self.fates(result.output).mapValues { fate in
        guard case .refused(let reason) = fate else { return fate }
        reply = reply ?? RemoteReply(line: reason)
        return .refused(Self.reason(reason, result.errors))
      }
      if let reply, reply.code == RemoteReply.busy {
        throw Patience.Failure(GitError(reply, path: place))
      }
      if answers.isEmpty { throw failure(of: result) }
      fates.merge(answers) { $1 }
      if answers.values.contains(where: { if case .refused = $0 { true } else { false } }) {
        answer = answer ?? reply
      }
      messages += Self.remoteLines(result.errors)
    }
    return plan.results(atomic, fates).map { result in
      var result = result
      result.messages = messages
      if case .refused = result.fate { result.reply = answer }
      return result
    }
  }

  /// The reason for a refused push: the message about the branch, or its meaning.
  private static func reason(_ reason: String, _ errors: [UInt8]) -> String {
    if let limit = ProgramFailure.limit(errors) { return limit }
    if let reply = RemoteReply(in: errors) { return reply.text }
    let words = remoteWords(errors)
    if ProgramFailure.isFull(reason) || words.map(ProgramFailure.isFull) ?? false {
      return "\(ProgramFailure.diskIsFull): tell your teacher or the hub's administrator"
    }
    guard let words else { return reason }
    // If a hook gives a reason, it doesn't matter that it was a hook.
    return reason.hasSuffix("hook declined") ? words : "\(reason): \(words)"
  }

  /// The remote's messages on one line; nil if there are none.
  static func remoteWords(_ errors: [UInt8]) -> String? {
    let lines = remoteLines(errors)
    return lines.isEmpty ? nil : String(lines.joined(separator: "; ").prefix(200))
  }

  /// The remote's messages.
  private static func remoteLines(_ errors: [UInt8]) -> [String] {
    let mark = "remote: "
    return String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { $0.hasPrefix(mark) }
      .map { String($0.dropFirst(mark.count)).trimmingSuffix { $0 == " " } }
      .filter { !$0.isEmpty && !$0.hasPrefix("error: ") }
  }

  /// Parses the lines of `git push --porcelain`: a flag, `from:to`, and the result.
  static func fates(_ output: [UInt8]) -> [String: PushResult.Fate] {
    var found: [String: PushResult.Fate] = [:]
    for line in output.split(separator: 10) {
      let parts = line.split(separator: 9, omittingEmptySubsequences: false)
      guard parts.count >= 3, let flag = parts[0].first, parts[0].count == 1,
        let colon = parts[1].firstIndex(of: UInt8(ascii: ":"))
      else { continue }
      let name = String(decoding: parts[1][(colon + 1)...], as: UTF8.self)
      let words = String(decoding: parts[2], as: UTF8.self)
      switch flag {
      case UInt8(ascii: "="): found[name] = .upToDate
      case UInt8(ascii: "!"): found[name] = refusal(words)
      default: found[name] = .moved
      }
    }
    return found
  }

  private static func refusal(_ words: String) -> PushResult.Fate {
    // `[remote rejected] (hook declined)`: the reason is in the last parentheses.
    let reason =
      words.firstIndex(of: "(").map { String(words[words.index(after: $0)...].dropLast()) } ?? words
    if words.contains("atomic") { return .abandoned }
    // The server's message about a branch that was moved concurrently.
    if words.hasPrefix("[rejected]") || reason == "failed to update ref" { return .behind(reason) }
    return .refused(reason)
  }

  // MARK: The program

  private func once(
    _ words: [String], in repository: Repository?, input: [UInt8]? = nil,
    _ variables: [String: String] = [:]
  ) throws(Patience.Failure) -> Subprocess.Result {
    let result = try tried(words, in: repository, input: input, variables)
    if !result.succeeded { throw failure(of: result) }
    return result
  }

  private func tried(
    _ words: [String], in repository: Repository?, input: [UInt8]?,
    _ variables: [String: String] = [:]
  ) throws(Patience.Failure) -> Subprocess.Result {
    do throws(GitError) {
      return try run(words, in: repository, input: input, variables)
    } catch {
      throw Patience.Failure(error)
    }
  }

  private func failure(of result: Subprocess.Result) -> Patience.Failure {
    let error = ProgramFailure.error(result, place, shell)
    return Patience.Failure(error, isPassing: ProgramFailure.isPassing(result, error))
  }

  private func run(
    _ words: [String], in repository: Repository?, input: [UInt8]?,
    _ variables: [String: String] = [:]
  ) throws(GitError) -> Subprocess.Result {
    var environment = GitProgram.environment()
    if timeout != nil { environment["GIT_TERMINAL_PROMPT"] = "0" }
    // Outside a repository, only the user's own settings apply.
    environment["GIT_DIR"] = repository?.layout.gitFolder ?? "/dev/null"
    environment.merge(variables) { $1 }
    if let shell { environment["GIT_SSH_COMMAND"] = shell.command() }
    let settings = (GitProgram.settings + ConnectionLimits.settings(to: place)).flatMap {
      ["-c", $0]
    }
    return try Subprocess(
      "git", settings + words, environment: environment, input: input,
      timeout: timeout ?? ConnectionLimits.whole(to: place)
    ).run()
  }
}

/// The result of fetching the objects of many references.
public struct FetchedObjects: Sendable {
  /// The remote references whose objects were fetched.
  public var references: [Reference] = []
  /// Why references couldn't be fetched, by name.
  public var failures: [String: GitError] = [:]
}

extension GitError {
  /// Whether the reason may be damage of single objects.
  fileprivate var isDamage: Bool {
    switch code {
    case .corrupt, .damagedThere, .other: true
    default: false
    }
  }
}

/// How the `git` program is run.
public enum GitProgram {
  /// The CPU limit in seconds for processing an untrusted push on a hub; an honest push takes about
  /// one second.
  public static let mostComputing = 10

  /// Settings for one run: no programs from the repository, and no background processes.
  public static let settings = [
    "protocol.ext.allow=never", "core.hooksPath=/dev/null", "core.fsmonitor=false", "gc.auto=0",
    "maintenance.auto=false", "fetch.fsckObjects=true", "fetch.writeCommitGraph=false",
    "push.followTags=false", "push.gpgSign=false", "submodule.recurse=false",
    "fetch.prune=false", "fetch.showForcedUpdates=true",
    // Git flushes packs, but not loose objects.
    "fetch.unpackLimit=1",
  ]

  private static let kept: Set<String> = [
    "GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_ASKPASS", "GIT_TERMINAL_PROMPT",
    "GIT_EXEC_PATH", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_GLOBAL",
    "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "GIT_SSL_CERT", "GIT_SSL_KEY", "GIT_PROXY_SSL_CAINFO",
    "GIT_HTTP_PROXY_AUTHMETHOD", "GIT_HTTP_USER_AGENT", "GIT_HTTP_LOW_SPEED_LIMIT",
    "GIT_HTTP_LOW_SPEED_TIME",
  ]

  /// This process's environment in English, without variables that redirect `git` to another
  /// repository, and without prompts if there is no terminal.
  public static func environment() -> [String: String] {
    var found: [String: String] = [:]
    var next = environ
    while let setting = next.pointee {
      let text = String(cString: setting)
      next += 1
      guard let equals = text.firstIndex(of: "=") else { continue }
      let name = String(text[..<equals])
      if name.hasPrefix("GIT_"), !kept.contains(name) { continue }
      found[name] = String(text[text.index(after: equals)...])
    }
    found["LC_ALL"] = "C"
    found["LANGUAGE"] = nil
    if isatty(0) == 0 { found["GIT_TERMINAL_PROMPT"] = "0" }
    return found
  }
}
