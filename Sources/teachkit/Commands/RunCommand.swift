import ArgumentParser
import Model
import PlainYAML
import Sandbox

struct RunCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run programs that 'grade --jobs' wrote down.",
    discussion: """
      Runs students' programs on a machine that has nothing of the school: no answers, no keys. It needs \
      no school and no clone. What they print goes into a file for 'teachkit grade --runs', which compares \
      it. Where a runner is itself a container and no sandbox can be made in it, '--sandbox none' runs them \
      unprotected: then let that job have no secrets, and nothing that outlives it.

      Example: teachkit run jobs.yaml --output runs.yaml
      """)

  @Argument(help: "The file from 'teachkit grade --jobs'.", completion: .file())
  var jobs: String

  @Option(help: "Write what the programs came to into this file.", completion: .file())
  var output: String

  @Option(help: "What keeps the programs in: 'bubblewrap', or 'none' for nothing at all.")
  var sandbox = Sandbox.Confinement.bubblewrap

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    var all: [CodeJob] = []
    try DocumentStream(kind: "jobs", name: jobs)
      .read(from: FolderPath(jobs, from: session.directory).text) { all.append(try CodeJob($0)) }
    var results: [CodeResult] = []
    if !all.isEmpty {
      let runner = try CodeRunner(sandbox, in: session.surroundings.temporaryFolder)
      let progress = session.progress("Running programs", of: all.count)
      results = try await runner.run(all) { progress.advance(by: $0) }
      progress.finish()
    }
    let values = zip(all, results).map { job, result in
      let value = result.value(of: job)
      return DocumentStream.holds(value) ? value : result.withoutOutputs.value(of: job)
    }
    try DocumentStream(kind: "runs", name: output)
      .write(values, to: FolderPath(output, from: session.directory).text)
    session.output.notice("\(counted(all.count, "program was", "programs were")) run")
  }
}

extension CodeResult {
  fileprivate func value(of job: CodeJob) -> Value {
    guard case .mapping(let pairs) = value else { return value }
    return .mapping([.init("job", .scalar(job.digest))] + pairs)
  }

  /// As if each case had printed too much.
  fileprivate var withoutOutputs: CodeResult {
    guard case .cases(let cases) = self else { return self }
    return .cases(cases.map { _ in Case(outcome: .output) })
  }
}
