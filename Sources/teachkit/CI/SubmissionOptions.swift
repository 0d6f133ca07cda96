import ArgumentParser
import Exchange
import Git
import Grading
import Model
import Reports
import Storage

/// How `grade` looks at one submission instead of a school's.
struct SubmissionOptions: ParsableArguments {
  @Option(
    help: "The folder of a submission, a student's clone, or a commit here.",
    completion: .directory)
  var submission: String?

  @Option(help: "The school that it is graded by: a folder or an address.", completion: .directory)
  var school: String?

  @Option(
    help: "What students have of the subject: only what is missing and visible cases are found.",
    completion: .directory)
  var subject: String?

  @Option(name: .customLong("min"), help: "What it has to reach: '60%'.")
  var minimum: String?

  @Option(
    help: "Write the report to a file; with '--shard' the grades.", completion: .file())
  var output: String?

  /// - Parameter allowed: options that mean something else besides.
  /// - Throws: `Failure` where an option is given that goes with a submission alone.
  func checkAbsence(_ session: Session, except allowed: [String]) throws {
    let given = [
      ("school", school), ("subject", subject), ("min", minimum), ("output", output),
    ].first { $0.1 != nil && !allowed.contains($0.0) }
    if let (name, _) = given {
      throw Failure(.commandIsFaulty, "'--\(name)' goes with '--submission'")
    }
    guard [.text, .json].contains(session.format) else {
      throw Failure(
        .valueIsFaulty, "'--format \(session.format.rawValue)' goes with '--submission'")
    }
  }

  /// Grades one submission and reports on it, or writes down its programs.
  func grade(
    _ submission: String, _ path: String?, _ programs: ProgramOptions, _ session: Session
  ) async throws {
    let bar = try minimum.map(SubmissionOptions.bar)
    let made = try await GradingBase.open(school: school, subject: subject, session) { base in
      if bar != nil, !base.hasAnswers {
        throw Failure(
          .notConfigured, "without answers nothing can be held against '--min'",
          hint: "'--school' has them")
      }
      // A clone's folder needs a name before it can be read.
      let named = try path.map { try base.worksheet($0, or: nil) }
      let work = try SubmittedWork(submission, work: named?.path.work, from: session.directory)
      let worksheet = try named ?? base.worksheet(nil, or: work.work)
      return try await graded(work, worksheet, base, programs, session)
    }
    guard let report = made else { return }
    if let output {
      // A job that runs again writes over the report of the last run.
      try DurableFile.write(
        Array(session.rendered(report, as: session.format, layout: .pipe).utf8),
        to: FolderPath(output, from: session.directory).text)
    } else {
      session.report(report)
    }
    try judge(report, bar)
  }

  private func graded(
    _ work: SubmittedWork, _ worksheet: Worksheet, _ base: GradingBase,
    _ programs: ProgramOptions, _ session: Session
  ) async throws -> SubmissionReport? {
    var content: Content
    var unreadable: String?
    switch work.answers {
    case .unreadable(let why):
      (content, unreadable) = (.unreadable(why), why)
    case .answers(let answers):
      let library = CodeLibrary(base, session, results: try programs.results(session))
      func runs() throws -> [String: CodeResult] {
        try library.runs(of: worksheet, work.files.keys) { work.files[$0] }
      }
      guard try await programs.run(library, session, asking: { _ = try runs() }) else { return nil }
      if let job = library.wanted.values.first(where: { $0.tester == nil }) {
        throw Failure(
          .objectIsFaulty, "'\(job.paths.first ?? "")' was not run as it was handed in",
          hint: "write down anew what is to be run, with '--jobs FILE'")
      }
      content = .answers(answers, paths: work.files.keys, runs: try runs())
    }
    return SubmissionReport(
      worksheet, try Grader(worksheet).check(content), hasAnswers: base.hasAnswers,
      unreadable: unreadable)
  }

  private func judge(_ report: SubmissionReport, _ bar: Rational?) throws {
    guard let bar else {
      if school == nil, !report.allPassed { throw AnswerIsNo() }
      return
    }
    let (earned, max) = report.score
    guard report.unreadable == nil, let needed = try? max * bar, earned >= needed else {
      throw AnswerIsNo(
        failures: [
          Failure(.belowMinimum, "\(earned) of \(max) is below \(minimum ?? "")")
        ])
    }
  }

  /// A share from 0 to 1.
  private static func bar(_ text: String) throws -> Rational {
    guard let bar = Rational(text: text), !bar.isNegative, bar <= .one else {
      throw Failure(.valueIsFaulty, "'\(text)' is no share", hint: "write '--min 60%'")
    }
    return bar
  }
}
