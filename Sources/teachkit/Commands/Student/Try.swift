import ArgumentParser
import Course
import Exchange
import Git
import Grading
import Model
import Sandbox
import Storage
import Text

struct Try: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "try",
    abstract: "Test your programs.",
    discussion: """
      Runs the programs of a worksheet or exercise on the test cases that you can see, \
      with the same sandbox and limits as on your teacher's machine. Submits nothing. \
      Without PATH, tests the work that is due next. The exit code is 1 if any test fails.

      Example: teachkit try sums
      """)

  @Argument(help: "A worksheet or an exercise.", completion: Candidates.content.completion)
  var path: String?

  @Option(help: "The sandbox for programs: 'bubblewrap', or 'none' for no protection.")
  var sandbox = Sandbox.Confinement.bubblewrap

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let clone = try session.openClone()
    var (worksheet, exercise) = try chosen(clone, session)
    worksheet.exercises = worksheet.exercises.filter {
      $0.question.type == .code && (exercise == nil || $0.id == exercise?.id)
    }
    guard !worksheet.exercises.isEmpty else {
      throw Failure(
        .valueIsFaulty, "\(path ?? worksheet.path.work) has no programming exercises",
        hint: "answer it with 'teachkit work \(worksheet.path.work)'")
    }
    let languages = try Templates(session.surroundings).languages(clone.files)
    var tried: [TryReport.Entry] = []
    var jobs: [CodeJob] = []
    for exercise in worksheet.exercises {
      guard case .code(let task) = exercise.question else { continue }
      let files = try bytes(of: exercise, in: worksheet, clone)
      tried.append(TryReport.Entry(exercise: exercise, task: task, isThere: !files.isEmpty))
      if !files.isEmpty {
        jobs.append(
          CodeJob(try languages.find(task.language), task, files: files, tester: nil))
      }
    }
    var results: [CodeResult] = []
    if !jobs.isEmpty {
      let runner = try CodeRunner(sandbox, in: session.surroundings.temporaryFolder)
      let progress = session.progress("Running programs", of: jobs.count)
      results = try await runner.run(jobs) { progress.advance(by: $0) }.reversed()
      progress.finish()
    }
    for place in tried.indices where tried[place].isThere {
      tried[place].result = results.popLast()
      guard let result = tried[place].result else { continue }
      let exercise = tried[place].exercise
      var alone = worksheet
      alone.exercises = [exercise]
      tried[place].report = try Grader(alone).check(
        .answers([:], paths: exercise.question.files, runs: [exercise.id: result])
      ).first?.report
    }
    let report = TryReport(path: worksheet.path.work, entries: tried)
    session.report(report)
    if !report.isRight { throw NegativeAnswer() }
  }

  private func chosen(
    _ clone: StudentClone, _ session: Session
  ) throws -> (Worksheet, Exercise?) {
    if let path { return try clone.find(path) }
    guard let next = try clone.states().nextToWorkOn(at: session.now) else {
      throw Failure(.notFound, "nothing to do", hint: "name a worksheet")
    }
    return (try clone.files.worksheet(next.path), nil)
  }

  private func bytes(
    of exercise: Exercise, in worksheet: Worksheet, _ clone: StudentClone
  ) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in try clone.workFiles(for: exercise, of: worksheet) {
      files[path] = try DurableFile.read(
        "\(clone.root)/\(worksheet.path.work)/work/\(path)", limit: 16 << 20)
    }
    return files
  }
}
