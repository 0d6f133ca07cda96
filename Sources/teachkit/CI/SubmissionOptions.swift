import ArgumentParser
import Course
import Exchange
import Git
import Grading
import Model
import Reports
import Storage
import Text

/// The options of `grade` for a single submission.
struct SubmissionOptions: ParsableArguments {
  @Option(
    help: "The submission: a folder, a student's clone, or a commit in this repository.",
    completion: .directory)
  var submission: String?

  @Option(help: "The school with the answers: a folder or an address.", completion: .directory)
  var school: String?

  @Option(
    help: "The published subject: checks only for missing answers and visible cases.",
    completion: .directory)
  var subject: String?

  @Option(name: .customLong("min"), help: "The minimum score, such as '60%'.")
  var minimum: String?

  @Option(
    help: "Write the report to a file; with '--shard', the grades.", completion: .file())
  var output: String?

  /// Checks that no option was given that requires `--submission`.
  ///
  /// - Parameter allowed: options that also have another meaning.
  /// - Throws: `Failure` for such an option.
  func checkAbsence(_ session: Session, except allowed: [String]) throws {
    let given = [
      ("school", school), ("subject", subject), ("min", minimum), ("output", output),
    ].first { $0.1 != nil && !allowed.contains($0.0) }
    if let (name, _) = given {
      throw Failure(.commandIsFaulty, "'--\(name)' requires '--submission'")
    }
    guard [.text, .json].contains(session.format) else {
      throw Failure(
        .valueIsFaulty, "'--format \(session.format.rawValue)' requires '--submission'")
    }
  }

  /// Grades one submission and reports the result, or writes its jobs to a file.
  func grade(
    _ submission: String, _ path: String?, _ programs: ProgramOptions, _ session: Session
  ) async throws {
    let bar = try minimum.map(SubmissionOptions.bar)
    let made = try await GradingBase.open(school: school, subject: subject, session) { base in
      if bar != nil, !base.hasAnswers {
        throw Failure(
          .notConfigured, "'--min' requires answers",
          hint: "use '--school' instead of '--subject'")
      }
      // A clone can only be read if the worksheet's name is known.
      let named = try path.map { try base.worksheet($0, or: nil) }
      let work = try SubmittedWork(submission, work: named?.path.work, from: session.directory)
      let worksheet = try named ?? base.worksheet(nil, or: work.work)
      return try await graded(work, worksheet, base, programs, session)
    }
    guard let report = made else { return }
    if let output {
      // A repeated CI job overwrites the report of its last run.
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
    let start = session.now
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
          .objectIsFaulty, "'\(job.paths.first ?? "")' wasn't run in its submitted version",
          hint: "write the jobs again with '--jobs FILE', and run them")
      }
      let translation = try base.reader(of: worksheet.path.subject)?.translate(
        answers, of: work.origin, to: worksheet, paths: { Array(work.files.keys) })
      content = .answers(
        translation?.answers ?? answers, files: work.files.mapValues { _ in "" },
        runs: try runs(), changed: translation?.changed ?? [:])
    }
    return SubmissionReport(
      worksheet, try Grader(worksheet).check(content), hasAnswers: base.hasAnswers,
      unreadable: unreadable,
      .init(from: start, to: session.now))
  }

  private func judge(_ report: SubmissionReport, _ bar: Rational?) throws {
    guard let bar else {
      if school == nil, !report.allPassed { throw NegativeAnswer() }
      return
    }
    let (earned, max) = report.score
    guard report.unreadable == nil, let needed = try? max * bar, earned >= needed else {
      throw NegativeAnswer(
        failures: [
          Failure(.belowMinimum, "\(earned) of \(max) is below \(minimum ?? "")")
        ])
    }
  }

  /// Reads a share between 0 and 1.
  private static func bar(_ text: String) throws -> Rational {
    guard let bar = Rational(text: text), !bar.isNegative, bar <= .one else {
      throw Failure(.valueIsFaulty, "invalid minimum '\(text)'", hint: "write '--min 60%'")
    }
    return bar
  }
}
