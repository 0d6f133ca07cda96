import ArgumentParser
import Model
import PlainYAML
import Sandbox

/// Where the programs that grades depend on are run: here, or elsewhere in between.
struct ProgramOptions: ParsableArguments {
  @Option(help: "What keeps students' programs in: 'bubblewrap', or 'none' for nothing at all.")
  var sandbox = Sandbox.Confinement.bubblewrap

  @Option(
    help: """
      Write down the programs that are to be run, with their inputs and without what is expected, for \
      'teachkit run', and grade nothing.
      """,
    completion: .file())
  var jobs: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Go by what 'teachkit run' wrote, and run nothing.", valueName: "file"),
    completion: .file())
  var runs: [String] = []

  func validate() throws {
    if jobs != nil, !runs.isEmpty {
      throw ValidationError("'--jobs' comes first, then 'teachkit run', then '--runs'")
    }
  }

  /// What was run elsewhere, by the digests of jobs.
  ///
  /// Whoever ran it may have written whatever they like: it is read as outputs that are still to be
  /// compared, and a text that goes into a grade is short.
  func results(_ session: Session) throws -> [String: CodeResult] {
    var found: [String: CodeResult] = [:]
    for file in runs {
      let place = FolderPath(file, from: session.directory).text
      try DocumentStream(kind: "runs", name: file).read(from: place) { item in
        guard let job = item.root["job"]?.scalar, let result = CodeResult(untrusted: item.root)
        else { throw item.fault("this is no run of a program") }
        guard found.updateValue(result, forKey: job) == nil else {
          throw item.fault("this program's run is there twice", at: item.root["job"])
        }
      }
    }
    return found
  }

  /// Has all programs run that a library is asked for.
  ///
  /// - Parameter ask: asks for what is needed; what it needs may depend on what others came to.
  /// - Returns: whether grading can go on: no where the programs were written down instead.
  func run(_ library: CodeLibrary, _ session: Session, asking ask: () throws -> Void) async throws
    -> Bool
  {
    var runner: CodeRunner?
    while true {
      try ask()
      if let jobs {
        try write(library.wanted.values.sorted { $0.digest < $1.digest }, to: jobs, session)
        return false
      }
      if library.wanted.isEmpty || !runs.isEmpty { return true }
      let ready = try runner ?? CodeRunner(sandbox, in: session.surroundings.temporaryFolder)
      runner = ready
      try await library.run(with: ready, session)
    }
  }

  private func write(_ jobs: [CodeJob], to name: String, _ session: Session) throws {
    let values = jobs.filter { $0.tester == nil }.map(\.value).filter(DocumentStream.holds)
    try DocumentStream(kind: "jobs", name: name)
      .write(values, to: FolderPath(name, from: session.directory).text)
    session.output.notice("\(counted(values.count, "program", "programs")) to be run")
    let tested = jobs.count { $0.tester != nil }
    if tested > 0 {
      session.output.notice(
        "\(counted(tested, "program is", "programs are")) tested by another in 'private', which stays "
          + "here: 'teachkit grade' runs those where there is a sandbox")
    }
    let large = jobs.count - tested - values.count
    if large > 0 {
      session.output.notice(
        "\(counted(large, "program is", "programs are")) too large to be run elsewhere")
    }
    if !values.isEmpty {
      session.output.hint("'teachkit run FILE --output runs.yaml' runs them on any machine")
    }
  }
}

extension Sandbox.Confinement: ExpressibleByArgument {}

extension CodeResult {
  /// As much of a compiler's words as a grade takes.
  static let mostWords = 2000

  /// Reads what somebody says that a program came to; nil where it is none.
  fileprivate init?(untrusted node: Node) {
    switch CodeResult(node) {
    case .notCompiled(let message): self = .notCompiled(String(message.prefix(Self.mostWords)))
    case .cases(let cases): self = .cases(cases)
    // Only a sandbox keeps a program from writing its own report.
    case .tests, .brokeOff, nil: return nil
    }
  }
}
