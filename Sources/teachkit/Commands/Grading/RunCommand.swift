import ArgumentParser
import Course
import Model
import PlainYAML
import Sandbox
import Text

struct RunCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the programs listed by 'grade --jobs'.",
    discussion: """
      Runs students' programs on a machine without any data of the school: no answers, no \
      keys. Needs no school or clone. The output goes to a file for 'teachkit grade --runs', \
      which evaluates it. In a container that can't create a sandbox, '--sandbox none' runs \
      the programs without protection: give that job no secrets, and let nothing outlive it.

      Example: teachkit run jobs.yaml --output runs.yaml
      """)

  @Argument(help: "The file from 'teachkit grade --jobs'.", completion: .file())
  var jobs: String

  @Option(help: "Write the results to this file.", completion: .file())
  var output: String

  @Option(help: "The sandbox for programs: 'bubblewrap', or 'none' for no protection.")
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
    session.output.notice("ran \(counted(all.count, "program", "programs"))")
  }
}

extension CodeResult {
  fileprivate func value(of job: CodeJob) -> Value {
    guard case .mapping(let pairs) = value else { return value }
    return .mapping([.init("job", .scalar(job.digest))] + pairs)
  }

  /// The same result as if each test case had printed too much.
  fileprivate var withoutOutputs: CodeResult {
    guard case .cases(let cases) = self else { return self }
    return .cases(cases.map { _ in Case(outcome: .output) })
  }
}
