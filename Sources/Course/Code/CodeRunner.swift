import Git
import Model
import Sandbox
import Storage
import Substrings
import Text

/// Runs students' programs, several at a time.
public struct CodeRunner: Sendable {
  private let sandbox: Sandbox
  private let workspace: Workspace

  /// - Parameter folder: for temporary files.
  /// - Throws: `SandboxMissing`, `GitError`.
  public init(_ confinement: Sandbox.Confinement, in folder: String) throws {
    sandbox = try Sandbox(confinement)
    workspace = try Workspace(in: folder)
  }

  /// The largest number of programs on the disk at a time.
  private static let most = 32

  /// Runs programs to completion.
  ///
  /// - Parameter onProgress: receives the number of programs that ended since its last call.
  /// - Returns: the results in the order of the jobs.
  /// - Throws: `Failure` if a language isn't installed, `GitError`.
  public func run(_ jobs: [CodeJob], onProgress: (Int) -> Void) async throws -> [CodeResult] {
    for job in jobs {
      try check(job.language)
      try job.tester.map { try check($0.language) }
    }
    var results: [CodeResult] = []
    for start in stride(from: 0, to: jobs.count, by: CodeRunner.most) {
      let part = Array(jobs[start..<min(start + CodeRunner.most, jobs.count)])
      results += try await run(part: part, from: start)
      onProgress(part.count)
    }
    return results
  }

  private func run(part: [CodeJob], from start: Int) async throws -> [CodeResult] {
    let builds = try await inParallel(Array(part.enumerated())) { jobs in
      try jobs.map { try build($0.element, "\(start + $0.offset)") }
    }
    defer { for build in builds { workspace.remove(build.folder) } }
    let steps = zip(part, builds).enumerated().flatMap { place, pair in
      let (job, build) = pair
      if build.failure != nil { return [Step]() }
      if job.tester != nil { return [Step(place: place, job: job, build: build, input: nil)] }
      return job.inputs.map { Step(place: place, job: job, build: build, input: $0) }
    }
    let ended = try await inParallel(steps) { steps in
      try steps.map { ($0.place, try run($0)) }
    }
    return builds.enumerated().map { place, build in
      if let failure = build.failure { return .notCompiled(failure) }
      let runs = ended.filter { $0.0 == place }.map(\.1)
      if part[place].tester != nil { return runs.first.map(TestReport.result) ?? .testsAborted("") }
      return .cases(runs.map(CodeResult.Case.init))
    }
  }

  /// One run of a program.
  private struct Step: Sendable {
    let place: Int
    let job: CodeJob
    let build: Build
    /// Nil for a run together with a test program.
    let input: CodeJob.Input?
  }

  private func run(_ step: Step) throws -> Run {
    let (job, build) = (step.job, step.build)
    var program = SandboxedProgram(
      job.language.filled(job.language.run, files: job.sources, limits: job.limits)
        + (step.input?.args ?? []),
      in: build.program, readable: job.language.folders,
      limits: Limits(job.limits, limitsItself: job.language.limitsItself))
    guard let tester = job.tester, let place = build.tester else {
      program.input = Array((step.input?.stdin ?? "").utf8)
      return try sandbox.run(program)
    }
    // The test program mostly waits for the tested one, so its own language's limits suffice.
    program.limits.output = CodeRunner.reportSize
    var limits = program.limits
    if tester.language.limitsItself {
      limits.memory = nil
      limits.total = Limits.total(of: job.limits)
    }
    limits.time *= 2
    if tester.runner.isTogether { return try runTogether(job, tester, in: place, program.limits) }
    let command = tester.language.filled(
      tester.language.run, files: tester.paths, limits: job.limits)
    return try sandbox.run(
      SandboxedProgram(command, in: place, readable: tester.language.folders, limits: limits),
      testing: program)
  }

  /// Runs tests of a framework in one process with the student's program. The partner that a test
  /// program would test only discards what the student's program prints.
  private func runTogether(
    _ job: CodeJob, _ tester: CodeJob.Tester, in folder: String, _ limits: Limits
  ) throws -> Run {
    let command = PythonTests.command(tester)
    return try sandbox.run(
      SandboxedProgram(command, in: folder, readable: tester.language.folders, limits: limits),
      testing: SandboxedProgram(
        ["/bin/sh", "-c", "exec >&-; exec cat >/dev/null"], in: folder, limits: limits))
  }

  private static let reportSize = 1 << 20

  // MARK: Making programs

  /// A program that is ready to run.
  private struct Build: Sendable {
    let folder: String
    var program = ""
    var tester: String?
    /// The compiler's output if compiling failed.
    var failure: String?
  }

  private func build(_ job: CodeJob, _ name: String) throws -> Build {
    var build = Build(folder: "\(workspace.path)/\(name)")
    switch try compiled(job.language, job.files, job.sources, job.limits, "\(name)/program") {
    case .success(let folder): build.program = folder
    case .failure(let failure): build.failure = failure.words
    }
    guard let tester = job.tester, build.failure == nil else { return build }
    if tester.runner.isTogether {
      // The teacher's files replace those of the same name.
      let files = job.files.merging(tester.files) { $1 }
      build.tester = try workspace.folder(
        "\(name)/tester", files.merging(PythonTests.files) { $1 })
      return build
    }
    switch try compiled(
      tester.language, tester.files, tester.paths, job.limits, "\(name)/tester")
    {
    case .success(let folder): build.tester = folder
    case .failure(let failure):
      throw Failure(
        .objectIsFaulty, "cannot compile the test program '\(tester.paths[0])': \(failure.words)")
    }
    return build
  }

  private struct NotCompiled: Error { let words: String }

  /// Compiles files in the sandbox. The resulting file leaves it through a pipe, so that the
  /// compiler can't write to the disk.
  private func compiled(
    _ language: Language, _ files: [String: [UInt8]], _ sources: [String], _ limits: CodeLimits,
    _ name: String
  ) throws -> Result<String, NotCompiled> {
    let given = try workspace.folder(name, files)
    if language.compile.isEmpty { return .success(given) }
    var commands = language.compile.map { command in
      shellLine(language.filled(command, files: sources, limits: limits)) + " >&2"
    }
    if let result = language.result { commands.append("cat " + shellLine([result])) }
    let run = try sandbox.run(
      SandboxedProgram(
        ["/bin/sh", "-c", commands.joined(separator: " && ")], in: given,
        readable: language.folders,
        limits: language.result == nil ? .interpreter(language, limits) : .compiler))
    guard run.succeeded else {
      return .failure(NotCompiled(words: CodeRunner.words(of: run)))
    }
    guard let result = language.result else { return .success(given) }
    return .success(
      try workspace.folder("\(name).made", files.merging([result: run.output]) { $1 }))
  }

  /// The compiler's output without the name of its sandbox.
  private static func words(of run: Run) -> String {
    let errors = String(decoding: run.errors, as: UTF8.self)
    switch run.ending {
    case .outOfTime: return "compiling took too long"
    case .outOfMemory: return "compiling took too much memory"
    case .outOfProcesses: return "compiling started too many processes"
    case .tooMuchOutput: return "the program is too large"
    default:
      return String(visible(errors, keepingLines: true).prefix(CodeResult.mostWords)).trimmingLines
    }
  }

  /// - Throws: `Failure` if a program that the language needs isn't installed.
  private func check(_ language: Language) throws {
    for command in language.compile + [language.run] {
      guard let program = command.first, !program.contains("/"),
        !Sandbox.finds(program, readable: language.folders)
      else { continue }
      throw Failure(
        .notConfigured, "'\(language.name)' needs '\(program)', which isn't installed",
        hint: "install it in /usr, or set its path in templates/languages.yaml")
    }
  }
}

extension CodeJob {
  /// The files of the program, starting with those that the exercise names.
  fileprivate var sources: [String] {
    let named = paths.filter { files[$0] != nil }
    return named + files.keys.sorted().filter { !named.contains($0) }
  }
}

extension Limits {
  fileprivate init(_ limits: CodeLimits, limitsItself: Bool) {
    self.init(
      time: Double(limits.time) / 1000, memory: limitsItself ? nil : limits.memory,
      total: limitsItself ? Limits.total(of: limits) : nil, output: limits.output,
      processes: limitsItself ? 256 : 64)
  }

  /// A virtual machine needs memory in addition to that of the program.
  fileprivate static func total(of limits: CodeLimits) -> Int {
    min(limits.memory, 1 << 40) + (512 << 20)
  }

  /// The limits of an interpreter that only checks a program.
  fileprivate static func interpreter(_ language: Language, _ limits: CodeLimits) -> Limits {
    var limits = Limits(limits, limitsItself: language.limitsItself)
    limits.time = compiler.time
    limits.output = compiler.output
    return limits
  }

  /// The limits of a compiler.
  fileprivate static let compiler = Limits(
    time: 60, memory: nil, total: 2 << 30, output: 64 << 20, processes: 256, disk: 512 << 20)
}

extension CodeOutcome {
  init(_ ending: Run.Ending) {
    self =
      switch ending {
      case .exited(0): .ok
      case .exited: .failed
      case .signalled: .crashed
      case .outOfTime: .time
      case .outOfMemory: .memory
      case .outOfDisk: .disk
      case .outOfProcesses: .processes
      case .tooMuchOutput: .output
      }
  }
}

extension CodeResult.Case {
  /// Keeps only the end of the error output, which usually contains the cause.
  public init(_ run: Run) {
    self.init(
      outcome: CodeOutcome(run.ending), output: String(decoding: run.output, as: UTF8.self),
      errors: String(decoding: run.errors.suffix(2000), as: UTF8.self))
  }
}

extension String {
  /// The text without trailing line ends.
  fileprivate var trimmingLines: String {
    var text = self
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}

extension CodeResult {
  /// The maximum length of compiler output in a grade.
  public static let mostWords = 2000
}
