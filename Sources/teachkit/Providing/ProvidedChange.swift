import Course
import Git
import Model
import Storage
import Text

extension Session {
  /// Returns the provider for a subject: the requested one, else the subject's, else the school's;
  /// nil if there is none.
  func provider(
    _ name: String? = nil, limit: Double? = nil, for subject: String, in files: SchoolFiles,
    root: String
  ) throws -> Provider? {
    let setting = try name ?? files.subject(subject).provider ?? files.school().provider
    return try setting.map { try Provider($0, limit: limit, in: (files, root), self) }
  }
}

extension Provider {
  /// Requests a context and each missing context above it.
  ///
  /// - Returns: the contexts to create, from the top; empty if all exist.
  /// - Throws: `Failure`, also if the provider doesn't know one of them.
  func missing(upTo path: ContextPath, in files: SchoolFiles) throws -> [ProvidedContext] {
    var found: [ProvidedContext] = []
    for count in 1..<path.components.count + 1 {
      let next = ContextPath(
        subject: path.subject, components: Array(path.components.prefix(count)))
      if try files.exists(next) || found.contains(where: { $0.path == next }) { continue }
      let answer = try answered(next, expands: false)
      guard !answer.isEmpty else {
        throw Failure(
          .notFound, "the provider '\(name)' doesn't know '\(next)'",
          hint: "create it yourself with 'teachkit create context \(next)'")
      }
      found += answer
    }
    return found
  }

  /// Requests the contexts directly below a context.
  func below(_ path: ContextPath) throws -> [ProvidedContext] {
    try answered(path, expands: true).filter { $0.path != path }
  }

  private func answered(_ path: ContextPath, expands: Bool) throws -> [ProvidedContext] {
    do {
      return try ask(for: path, expands: expands)
    } catch let error as FaultyAnswer {
      throw invalidAnswer(error.message, path, hint: error.hint)
    }
  }

  /// Creates contexts, except those created by others in the meantime.
  ///
  /// - Returns: the created contexts.
  func make(_ contexts: [ProvidedContext], in change: Change) throws -> [ContextPath] {
    var made: [ContextPath] = []
    for context in contexts where try !SchoolFiles(change).exists(context.path) {
      if context.isWorksheet {
        _ = try change.createWorksheet(context.path, context.text)
      } else {
        _ = try change.createContext(context.path, context.text)
      }
      for (file, bytes) in context.otherFiles.sorted(by: { $0.key < $1.key }) {
        try change.write("\(SchoolPath.folder(context.path))/\(file)", bytes)
      }
      try check(context, in: SchoolFiles(change))
      made.append(context.path)
    }
    return made
  }

  /// Validates a context in its future place. The provider is responsible for any errors.
  func check(_ context: ProvidedContext, in files: SchoolFiles) throws {
    do {
      _ = try files.context(context.path)
    } catch let error as FaultyFiles {
      throw Failures(
        list: error.faults.map {
          invalidAnswer(
            "returned an invalid context (\($0.message))", context.path,
            hint: $0.hint)
        })
    }
  }
}

extension Session {
  /// Creates a missing context and the missing contexts above it from a provider, in one commit.
  ///
  /// - Parameter expands: whether to create its children, too, if it has none.
  /// - Returns: the created contexts; empty if all exist, and then the provider isn't asked.
  func ensure(
    _ path: ContextPath, by provider: Provider, in store: SchoolStore, expands: Bool = false
  ) throws -> [ContextPath] {
    let files = store.files
    try files.checkSubject(of: path)
    try checkPath(path)
    var wanted =
      path.components.isEmpty ? [] : try provider.missing(upTo: path, in: files)
    if expands {
      let isEmpty =
        try files.childIDs(of: path).isEmpty
        && !wanted.contains { $0.path != path && $0.path.isWithin(path) }
      if isEmpty, try !files.isWorksheet(path) { wanted += try provider.below(path) }
    }
    guard !wanted.isEmpty else { return [] }
    var made: [ContextPath] = []
    let committed = try store.change(
      "context ensure", "\(path)", by: try committer(of: store)
    ) { change in
      made = try provider.make(wanted, in: change)
    }
    if let edits = committed?.handEdits, !edits.isEmpty { reportHandEdits(edits) }
    return made
  }

  /// Rejects paths that can't be created before asking the provider.
  private func checkPath(_ path: ContextPath) throws {
    for id in path.components {
      if let problem = Identifier.problem(in: id, for: .context) {
        throw ChangeError.identifier(id, problem)
      }
    }
    if path.components.count > Identifier.deepestContext {
      throw ChangeError.tooDeep(path.description)
    }
    if path.dotted.utf8.count > Identifier.longestPath {
      throw ChangeError.pathTooLong(path.description)
    }
  }

  /// Reports the contexts that a provider supplied.
  func reportProvided(_ made: [ContextPath], by provider: Provider) {
    guard !made.isEmpty else { return }
    let paths = made.map { "'\($0)'" }.joined(separator: ", ")
    output.notice("created \(paths) from the provider '\(provider.name)'")
  }
}
