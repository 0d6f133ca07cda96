import Git
import Model
import Storage

extension Session {
  /// The provider that holds for a subject: the one that is asked for, else the subject's, else
  /// the school's; nil where there is none.
  func provider(
    _ name: String? = nil, limit: Double? = nil, for subject: String, in files: SchoolFiles,
    root: String
  ) throws -> Provider? {
    let setting = try name ?? files.subject(subject).provider ?? files.school().provider
    return try setting.map { try Provider($0, limit: limit, in: (files, root), self) }
  }
}

extension Provider {
  /// Asks for a context and for each one above it that is missing, once for each.
  ///
  /// - Returns: what is to be made, from the top; nothing where all is there.
  /// - Throws: `Failure` also where the provider knows nothing of one of them.
  func missing(upTo path: ContextPath, in files: SchoolFiles) throws -> [ProvidedContext] {
    var found: [ProvidedContext] = []
    for count in 1..<path.components.count + 1 {
      let next = ContextPath(
        subject: path.subject, components: Array(path.components.prefix(count)))
      if try files.exists(next) || found.contains(where: { $0.path == next }) { continue }
      let answer = try answered(next, expands: false)
      guard !answer.isEmpty else {
        throw Failure(
          .notFound, "the provider '\(name)' knows nothing of '\(next)'",
          hint: "nothing was made; 'teachkit create context \(next)' makes it by hand")
      }
      found += answer
    }
    return found
  }

  /// Asks for what is directly below a context.
  func below(_ path: ContextPath) throws -> [ProvidedContext] {
    try answered(path, expands: true).filter { $0.path != path }
  }

  private func answered(_ path: ContextPath, expands: Bool) throws -> [ProvidedContext] {
    do {
      return try ask(for: path, expands: expands)
    } catch let error as FaultyAnswer {
      throw garbage(error.message, path, hint: error.hint)
    }
  }

  /// Makes contexts, but for those that somebody made meanwhile.
  ///
  /// - Returns: those that were made.
  func make(_ contexts: [ProvidedContext], in change: Change) throws -> [ContextPath] {
    var made: [ContextPath] = []
    for context in contexts where try !SchoolFiles(change).exists(context.path) {
      if context.isWorksheet {
        _ = try change.createWorksheet(context.path, context.text)
      } else {
        _ = try change.createContext(context.path, context.text)
      }
      for (file, bytes) in context.beside.sorted(by: { $0.key < $1.key }) {
        try change.write("\(SchoolPath.folder(context.path))/\(file)", bytes)
      }
      try check(context, in: SchoolFiles(change))
      made.append(context.path)
    }
    return made
  }

  /// Reads a context as it will be. What is wrong with it is the provider's fault.
  func check(_ context: ProvidedContext, in files: SchoolFiles) throws {
    do {
      _ = try files.context(context.path)
    } catch let error as FaultyFiles {
      throw Failures(
        list: error.faults.map {
          garbage("answered with something faulty (\($0.message))", context.path, hint: $0.hint)
        })
    }
  }
}

extension Session {
  /// Makes a context that is missing, and those above it, as a provider says: in one commit.
  ///
  /// - Parameter expands: whether what is directly below it is made, too, where there is nothing.
  /// - Returns: what was made; nothing where all was there, and then nobody was asked.
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
    if let edits = committed?.handEdits, !edits.isEmpty { tellHandEdits(edits) }
    return made
  }

  /// Refuses before anybody is asked what could never be made.
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

  /// Says which contexts a provider gave.
  func tellProvided(_ made: [ContextPath], by provider: Provider) {
    guard !made.isEmpty else { return }
    let paths = made.map { "'\($0)'" }.joined(separator: ", ")
    output.notice("made \(paths), as the provider '\(provider.name)' says")
  }
}
