import ArgumentParser
import Course
import Exchange
import Git
import Model
import Reports
import Storage
import Text

struct GradeCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "grade",
    abstract: "Grade submissions.",
    discussion: """
      Grades every collected submission for a worksheet, chapter or subject, based \
      on the worksheet, manual marks, the assignment and the submission time. \
      Grading again changes nothing unless one of these changed; '--diff' previews \
      the changes and their reasons. Students see a grade after 'teachkit return'.

      Several machines can divide the work: each grades a share with '--shard 3/16 --output \
      FILE', and '--merge FILE…' combines them into the same grades as a single run.

      Example: teachkit grade math
      """)

  static var formats: [Format] { [.text, .json, .junit, .tap, .markdown, .github] }

  @Argument(
    help: "A subject, chapter or worksheet; optional if there is only one subject.",
    completion: Candidates.content.completion)
  var path: String?

  @OptionGroup(title: "A single submission, as in CI") var single: SubmissionOptions

  @Flag(help: "Show the grades without saving them.")
  var dryRun = false

  @Flag(help: "Show changed grades with the reasons, without saving them.")
  var diff = false

  @Option(
    help: ArgumentHelp(
      "Grade one share of the submissions, such as '3/16', into a file instead of the school.",
      valueName: "share"))
  var shard: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Combine the files of all shares that '--shard' wrote.", valueName: "file"),
    completion: .file())
  var merge: [String] = []

  @Flag(help: "Refuse if there are uncommitted manual changes.")
  var noCommit = false

  @OptionGroup(title: "Students' programs") var programs: ProgramOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    let isDivided = shard != nil || !merge.isEmpty
    if isDivided, single.submission != nil || diff || shard != nil && !merge.isEmpty {
      throw ValidationError(
        "'--shard', '--merge', '--diff' and '--submission' can't be combined")
    }
    if shard != nil, single.output == nil, programs.jobs == nil {
      throw ValidationError("'--shard' requires '--output FILE'")
    }
  }

  func run(_ session: Session) async throws {
    if let submission = single.submission {
      return try await single.grade(submission, path, programs, session)
    }
    try single.checkAbsence(session, except: shard == nil ? [] : ["output"])
    let share = try shard.map { try GradeShare($0) }
    let merging = merge.isEmpty ? nil : try GradeMerge(merge, from: session.directory)
    let school = try session.openSchool()
    let committer = try session.committer(of: school)
    let root = try WorkSelection.root(path ?? merging?.path, in: school.files)
    if let merging, merging.path != "\(root)" {
      throw Failure(.commandIsFaulty, "the shares are for \(merging.path), not for \(root)")
    }
    if share != nil { try GradeCommand.checkShares(of: root.subject, in: school.files) }
    // Output to a file leaves the school unchanged.
    if share == nil, programs.jobs == nil {
      try session.commitHandEdits(
        of: root.subject, in: school, by: committer, allowed: !noCommit, dryRun: isTrial)
    }
    let done: Done
    if let merging {
      done = try merge(merging, of: root, in: school, by: committer)
      session.report(GradeRun.table(of: done.outcomes))
    } else {
      guard let computed = try await compute(root, share, in: school, by: committer, session) else {
        return
      }
      done = computed
    }
    if let share { try write(done.outcomes, of: root, share, in: school, session) }
    if share == nil, !isTrial { try reportRepairs(done.outcomes, in: school, session) }
    try summarize(done.outcomes, of: root, changed: done.committed != nil, session)
  }

  /// Reports damaged lines that grading replaced.
  private func reportRepairs(
    _ outcomes: [GradeRun.Outcome], in school: SchoolStore, _ session: Session
  ) throws {
    let files = SchoolFiles(WorkTree(root: school.root))
    let damaged = Set(session.damage.faults.map(\.file))
    for path in outcomes.map(\.path)
    where try damaged.contains(SchoolPath.grades(path)) && files.grades(path).faults.isEmpty {
      for fault in session.damage.removeFaults(SchoolPath.grades(path)) {
        session.output.notice("\(fault.notice): computed it again")
      }
    }
  }

  /// The result of grading; without a commit if nothing changed or in a trial run.
  private typealias Done = (outcomes: [GradeRun.Outcome], committed: Committed?)

  /// Merges the grades of all shares.
  private func merge(
    _ merging: GradeMerge, of root: ContextPath, in school: SchoolStore, by committer: Committer
  ) throws -> Done {
    var outcomes: [GradeRun.Outcome] = []
    let committed = try school.change("grade", "\(root)", by: committer, dryRun: isTrial) {
      outcomes = try merging.merge(
        WorkSelection("\(root)", in: SchoolFiles($0)).worksheets, of: root.subject, into: $0)
    }
    return (outcomes, committed)
  }

  /// Computes and reports the grades, or those of a share; returns nil if only the list of programs
  /// to run was written.
  private func compute(
    _ root: ContextPath, _ share: GradeShare?, in school: SchoolStore, by committer: Committer,
    _ session: Session
  ) async throws -> Done? {
    let submissions = try Submissions(of: root.subject, in: school)
    guard let code = try await library(of: root, in: school, submissions, share, session)
    else { return nil }
    var outcomes: [GradeRun.Outcome] = []
    var notes: [GradingCache.Note] = []
    var differences = try GradeDiff(of: root.subject, in: school, submissions)
    let body: (Change) throws -> Void = { change in
      let files = SchoolFiles(change)
      let memory = try GradingCache(of: root.subject, in: school, files, submissions)
      var run: GradeRun?
      for worksheet in try memory.ordered(WorkSelection("\(root)", in: files).worksheets) {
        let isRemembered = share == nil && !worksheet.hasCode
        if isRemembered, let known = try memory.outcome(of: worksheet) {
          outcomes.append(known)
          continue
        }
        var grading = try run ?? GradeRun(subject: root.subject, files, submissions, code)
        grading.share = share
        run = grading
        let known = isRemembered ? try memory.knownGrades(of: worksheet) : nil
        let outcome = try grading.grade(worksheet, into: change, known: known)
        outcomes.append(outcome)
        if diff { try differences.add(outcome, worksheet, grading) }
        if let known { notes.append(try memory.note(of: outcome, known, in: files)) }
      }
    }
    var committed: Committed?
    if share != nil {
      try school.computing(body)
    } else {
      committed = try school.change("grade", "\(root)", by: committer, dryRun: isTrial, body)
    }
    if !isTrial { for note in notes { try note.keep() } }
    session.report(diff ? differences.table : GradeRun.table(of: outcomes))
    return (outcomes, committed)
  }

  /// Grades a subject without printing anything.
  static func outcomes(
    of subject: String, in school: SchoolStore, _ session: Session
  ) async throws -> [GradeRun.Outcome] {
    let isQuiet = session.output.isQuiet
    session.output.isQuiet = true
    defer { session.output.isQuiet = isQuiet }
    let command = try GradeCommand.parse([subject])
    let committer = try session.committer(of: school)
    return try await command.compute(
      ContextPath(subject: subject), nil, in: school, by: committer, session)?.outcomes ?? []
  }

  /// Shares divide work by submission, but a late budget connects all work of a student.
  private static func checkShares(of subject: String, in files: SchoolFiles) throws {
    let rules = try files.subject(subject).rules.over(WorkRules(late: try files.school().late))
    if rules.late.budget != nil {
      throw Failure(
        .commandIsFaulty,
        "cannot grade '\(subject)' in shares: with 'late.budget', grades depend on each other",
        hint: "grade it in a single run: 'teachkit grade \(subject)'")
    }
  }

  /// Whether the school stays unchanged.
  private var isTrial: Bool { dryRun || diff }

  /// Writes the grades of a share to its file.
  private func write(
    _ outcomes: [GradeRun.Outcome], of root: ContextPath, _ share: GradeShare,
    in school: SchoolStore, _ session: Session
  ) throws {
    guard let output = single.output, !dryRun else { return }
    let files = school.files
    let state = try GradeInputs(of: root.subject, in: files)
      .state(of: WorkSelection("\(root)", in: files).worksheets)
    try DurableFile.write(
      GradeShard.bytes(of: outcomes, share, root, state: state),
      to: FolderPath(output, from: session.directory).text)
    session.output.hint(
      "to combine all \(share.count) shares, run 'teachkit grade --merge' with their files")
  }

  /// Reports submissions that couldn't be graded, and the next step.
  private func summarize(
    _ outcomes: [GradeRun.Outcome], of root: ContextPath, changed hasChanged: Bool,
    _ session: Session
  ) throws {
    for outcome in outcomes {
      for (student, reason) in outcome.unreadable {
        session.output.notice("cannot read \(outcome.path) of '\(student)': \(visible(reason))")
      }
      session.report(overtaken: outcome.overtaken, of: outcome.path)
    }
    let kept = outcomes.flatMap { outcome in
      GradeRun.Obstacle.allCases.compactMap { why in
        let students = outcome.kept(why)
        return students.isEmpty
          ? nil
          : Failure(
            .notFound,
            "\(outcome.path): the work of \(named(students)) \(why.words(outcome.path))",
            hint: "\(why.hint(root)); until then, the grades stay unchanged")
      }
    }
    var failures = StudentFailures()
    for outcome in outcomes { failures.add(outcome.failures) }
    let negative = kept + failures.failures("grade")
    for outcome in outcomes {
      for change in outcome.testing {
        let grade = change.new
        session.output.notice(
          """
          test student '\(change.student)': \(outcome.path) \
          \(grade.score.map { "\($0) of \(grade.max)" } ?? grade.state.rawValue)\
          \(grade.state == .partial ? ", waits for marks" : "")
          """)
      }
    }
    if negative.isEmpty, shard == nil,
      outcomes.allSatisfy({ $0.changed.isEmpty && $0.removed.isEmpty })
    {
      session.output.notice(diff ? "no changes" : "nothing changed")
    } else if hasChanged {
      session.output.hint("run 'teachkit return \(root)' to return the grades to the students")
    }
    if !negative.isEmpty { throw NegativeAnswer(failures: negative) }
  }
}

extension GradeCommand {
  /// The results of programs, after running those that grades depend on; nil if the list of
  /// programs was written instead.
  private func library(
    of root: ContextPath, in school: SchoolStore, _ submissions: Submissions, _ share: GradeShare?,
    _ session: Session
  ) async throws -> CodeLibrary? {
    let files = school.files
    let worksheets = try WorkSelection("\(root)", in: files).worksheets.filter(\.hasCode)
    let library = try CodeLibrary(in: school, files, session, results: programs.results(session))
    var grading = try GradeRun(subject: root.subject, files, submissions, library)
    grading.share = share
    let goesOn = try await programs.run(library, session) {
      for worksheet in worksheets { try grading.requestRuns(worksheet) }
    }
    if library.unused > 0 {
      session.output.notice(
        "\(counted(library.unused, "run doesn't", "runs don't")) belong to a program graded here")
    }
    return goesOn ? library : nil
  }
}
