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
  let known: [String: ObjectID]?
  let shell: SecureShell?

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
    return try RetryPolicy.run { () throws(RetryPolicy.Failure) in try listed() }
      .filter { $0.key.hasPrefix(prefix) && Reference.isValid($0.key) }
      .map { Reference($0.key, $0.value) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Lists all references, once.
  func listed() throws(RetryPolicy.Failure) -> [String: ObjectID] {
    let result = try once(["ls-remote", "--refs", "--quiet", "--", place], in: nil)
    var found: [String: ObjectID] = [:]
    for line in result.output.split(separator: 10) {
      guard let id = ObjectID(hex: line.prefix(40)), line.count > 41 else { continue }
      found[String(decoding: line.dropFirst(41), as: UTF8.self)] = id
    }
    return found
  }

  // MARK: The program

  func once(
    _ words: [String], in repository: Repository?, input: [UInt8]? = nil,
    _ variables: [String: String] = [:]
  ) throws(RetryPolicy.Failure) -> Subprocess.Result {
    let result = try tried(words, in: repository, input: input, variables)
    if !result.succeeded { throw failure(of: result) }
    return result
  }

  func tried(
    _ words: [String], in repository: Repository?, input: [UInt8]?,
    _ variables: [String: String] = [:]
  ) throws(RetryPolicy.Failure) -> Subprocess.Result {
    do throws(GitError) {
      return try run(words, in: repository, input: input, variables)
    } catch {
      throw RetryPolicy.Failure(error)
    }
  }

  func failure(of result: Subprocess.Result) -> RetryPolicy.Failure {
    let error = ProgramFailure.error(result, place, shell)
    return RetryPolicy.Failure(error, isTransient: ProgramFailure.isTransient(result, error))
  }

  func run(
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
