import Course
import Git
import Glibc
import Model
import Reports
import Storage
import Text

/// A source of contexts: a program `teachkit-provider-NAME` or a template.
struct Provider {
  enum Kind {
    /// A program, by its path.
    case program(String)
    case template(Template)
  }

  let name: String
  let kind: Kind
  private let session: Session
  private let files: SchoolFiles?
  /// The timeout of a program's answer, in seconds.
  private let limit: Double

  /// The default timeout in seconds.
  static let defaultTimeout = 10.0
  /// The maximum length of an answer in bytes.
  private static let maximumAnswerLength = 1 << 20

  /// - Parameters:
  ///   - school: the files and the root of a school, for its templates.
  /// - Throws: `Failure` if the provider doesn't exist.
  init(
    _ name: String, limit: Double? = nil, in school: (files: SchoolFiles, root: String)? = nil,
    _ session: Session
  ) throws {
    self.name = name
    self.session = session
    self.limit = limit ?? Provider.defaultTimeout
    files = school?.files
    guard ProviderName.isValid(name) else {
      throw Failure(
        .valueIsFaulty, "invalid provider name '\(name)'",
        hint: "use only letters, digits, '-' and '_'")
    }
    if let program = Provider.program(name, session.surroundings) {
      kind = .program(program)
      return
    }
    let templates = Templates(session.surroundings, school: school?.root)
    guard let template = try templates.all([.context]).first(where: { $0.name == name }) else {
      throw Failure(
        .notConfigured, "no provider '\(name)'",
        hint: "install 'teachkit-provider-\(name)' in PATH, or specify a template for chapters")
    }
    kind = .template(template)
  }

  /// Returns the program's path, or nil if it isn't in PATH.
  private static func program(_ name: String, _ surroundings: Surroundings) -> String? {
    folders(surroundings).map { "\($0)/\(prefix)\(name)" }.first { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        && access(path, X_OK) == 0
    }
  }

  private static let prefix = "teachkit-provider-"

  /// The absolute folders of PATH. Programs in the current folder are never run.
  private static func folders(_ surroundings: Surroundings) -> [String] {
    let all = surroundings.variable("PATH")?.split(separator: ":") ?? []
    return all.filter { $0.first == "/" }.map(String.init)
  }

  /// The names of all installed provider programs.
  static func programs(_ surroundings: Surroundings) -> [String] {
    let names = folders(surroundings).flatMap { folder in
      ((try? WorkTree(root: folder).entries(in: "")) ?? []).map(\.name)
    }
    return Set(names.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) })
      .sorted()
  }

  /// Requests one context.
  ///
  /// - Parameter expands: whether to request its children, too.
  /// - Returns: the context and its supplied descendants, parents first; empty if the provider
  ///   doesn't know it.
  func ask(for path: ContextPath, expands: Bool) throws -> [ProvidedContext] {
    switch kind {
    case .program(let program):
      guard let answer = try run(program, path, expands) else { return [] }
      return try ProvidedContext.list(answer, at: path)
    case .template(let template):
      guard let files else { return [] }
      let title = Provider.title(of: path.identifier)
      let values = try Placeholders(of: path, titled: title, in: files, at: session.now)
      let made = try TemplateFiles(template, values, with: [:]).files
      return ProvidedContext.list(made, at: path, withChildren: expands)
    }
  }

  /// Makes a title from an identifier: `adding-fractions` becomes "Adding fractions".
  private static func title(of identifier: String) -> String {
    let words = identifier.split { $0 == "-" || $0 == "_" }.joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  // MARK: Programs

  private func run(_ program: String, _ path: ContextPath, _ expands: Bool) throws -> JSONValue? {
    let question: JSONValue = [
      "format": 1, "identifier": .string(path.identifier),
      "parent": path.parent.map { .string($0.description) } ?? nil,
      "path": .string(path.description), "expand": .boolean(expands),
    ]
    var process = Subprocess(
      program, [], input: Array(question.document.utf8), timeout: limit)
    process.outputLimit = Provider.maximumAnswerLength
    let result: Subprocess.Result
    do throws(GitError) {
      result = try process.run()
    } catch {
      let word = error.code == .programMissing ? "names a missing interpreter" : error.message.text
      throw failure(
        word, path, hint: "use an executable program, or a script that begins with '#!'")
    }
    if result.isCut { throw invalidAnswer("returned more than 1 MiB", path) }
    switch result.status {
    case .timedOut:
      throw failure(
        "didn't answer within \(limit.shortText) s", path,
        hint: "allow more time with '--timeout'")
    case .signalled(let number): throw failure("crashed (signal \(number))", path, result.lastWord)
    case .exited(let code) where code != 0:
      throw failure("failed with exit code \(code)", path, result.lastWord)
    case .exited: break
    }
    if result.output.allSatisfy({ $0 <= 0x20 }) { return nil }
    do throws(JSONError) {
      let answer = try JSONValue(reading: result.output)
      // A bare `nil` would mean JSON's null.
      return answer == .null || answer == .object([]) ? Optional.none : answer
    } catch {
      throw invalidAnswer("returned invalid JSON: \(error.message) (byte \(error.offset))", path)
    }
  }

  private func failure(
    _ what: String, _ path: ContextPath, _ word: String? = nil, hint: Message? = nil
  ) -> Failure {
    Failure(
      .providerFailed, "the provider '\(name)' \(what) (request: '\(path)')",
      hint: word.map { "its last message: \($0)" } ?? hint)
  }

  /// The failure for an invalid answer.
  func invalidAnswer(_ what: Message, _ path: ContextPath, hint: Message? = nil) -> Failure {
    Failure(
      .objectIsFaulty, "the provider '\(name)' \(what) (request: '\(path)')",
      hint: hint ?? "fix the provider; nothing was created")
  }
}

extension Subprocess.Result {
  /// The last line of a program's error output.
  fileprivate var lastWord: String? {
    errorText.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }
      .map { String($0.prefix(200)) }
  }
}

extension Double {
  /// The number, without a fraction if it is an integer.
  fileprivate var shortText: String {
    Int(exactly: self).map(String.init) ?? description
  }
}
