import ArgumentParser
import Course
import Model
import PlainYAML
import Sandbox
import Text

/// The options for running students' programs here or on another machine.
struct ProgramOptions: ParsableArguments {
  @Option(help: "The sandbox for students' programs: 'bubblewrap', or 'none' for no sandbox.")
  var sandbox = Sandbox.Confinement.bubblewrap

  @Option(
    help: """
      Write the programs to run, with their inputs but without expected results, to a file for \
      'teachkit run', without grading.
      """,
    completion: .file())
  var jobs: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Use the results that 'teachkit run' wrote, and run no programs.", valueName: "file"),
    completion: .file())
  var runs: [String] = []

  func validate() throws {
    if jobs != nil, !runs.isEmpty {
      throw ValidationError(
        "'--jobs' and '--runs' can't be combined: use '--jobs', then 'teachkit run', then '--runs'")
    }
  }

  /// Reads the results of runs elsewhere, by the jobs' digests.
  ///
  /// Their content is untrusted: they are outputs to be compared here, and texts for grades are
  /// shortened.
  func results(_ session: Session) throws -> [String: CodeResult] {
    var found: [String: CodeResult] = [:]
    for file in runs {
      let place = FolderPath(file, from: session.directory).text
      try DocumentStream(kind: "runs", name: file).read(from: place) { item in
        guard let job = item.root["job"]?.scalar, let result = CodeResult(untrusted: item.root)
        else { throw item.fault("invalid program run") }
        guard found.updateValue(result, forKey: job) == nil else {
          throw item.fault("duplicate run of a program", at: item.root["job"])
        }
      }
    }
    return found
  }

  /// Runs all programs that a library needs.
  ///
  /// - Parameter ask: asks the library for results; later requests may depend on earlier ones.
  /// - Returns: whether grading can continue; false if the jobs were written to a file instead.
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
    session.output.notice("wrote \(counted(values.count, "program", "programs")) to run")
    let tested = jobs.count { $0.tester != nil }
    if tested > 0 {
      session.output.notice(
        """
        \(counted(tested, "program is", "programs are")) tested by a program in 'private', which can't run elsewhere; \
        run 'teachkit grade' on a machine with a sandbox
        """)
    }
    let large = jobs.count - tested - values.count
    if large > 0 {
      session.output.notice(
        "\(counted(large, "program is", "programs are")) too large to run elsewhere")
    }
    if !values.isEmpty {
      session.output.hint("run them on any machine with 'teachkit run FILE --output runs.yaml'")
    }
  }
}

extension Sandbox.Confinement: ExpressibleByArgument {}

extension CodeResult {
  /// Reads an untrusted result; nil if it is invalid.
  fileprivate init?(untrusted node: Node) {
    switch CodeResult(node) {
    case .notCompiled(let message): self = .notCompiled(String(message.prefix(Self.mostWords)))
    case .cases(let cases): self = .cases(cases)
    // Without a sandbox a program could have written its own report.
    case .tests, .testsAborted, nil: return nil
    }
  }
}
