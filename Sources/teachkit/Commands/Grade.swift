import ArgumentParser
import Exchange
import Git
import Model
import Reports
import Storage
import Text

struct GradeCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "grade",
    abstract: "Grade what was handed in.",
    discussion: """
      Grades every submission that was collected for a worksheet, a chapter or a whole subject, by \
      the worksheet, the marks given by hand, the assignment and the time that it came. Grading \
      again changes nothing unless one of these changed; '--diff' tells before whose grades would \
      change, and which of these it was. Students see a grade after 'teachkit return'.

      Several machines can divide the work: each grades a share with '--shard 3/16 --output FILE', \
      and '--merge FILE…' makes of them what grading in one go would have come to.

      Example: teachkit grade math
      """)

  static var formats: [Format] { [.text, .json, .junit, .tap, .markdown, .github] }

  @Argument(
    help: "A subject, chapter or worksheet; the only subject where there is one.",
    completion: Candidates.content.completion)
  var path: String?

  @OptionGroup(title: "One submission by itself, as in CI") var one: SubmissionOptions

  @Flag(help: "Show what would change, and change nothing.")
  var dryRun = false

  @Flag(help: "Show whose grades would change and why, and change nothing.")
  var diff = false

  @Option(
    help: ArgumentHelp(
      "Grade one of several shares of what was handed in, '3/16', into a file, and change nothing.",
      valueName: "share"))
  var shard: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Put together what '--shard' wrote, the files of all shares.", valueName: "file"),
    completion: .file())
  var merge: [String] = []

  @Flag(help: "Refuse where files were changed by hand and not committed.")
  var noCommit = false

  @OptionGroup(title: "Students' programs") var programs: ProgramOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    let isDivided = shard != nil || !merge.isEmpty
    if isDivided, one.submission != nil || diff || shard != nil && !merge.isEmpty {
      throw ValidationError(
        "'--shard', '--merge', '--diff' and '--submission' don't go with each other")
    }
    if shard != nil, one.output == nil, programs.jobs == nil {
      throw ValidationError("where do the grades go? '--shard' wants '--output FILE'")
    }
  }

  func run(_ session: Session) async throws {
    if let submission = one.submission {
      return try await one.grade(submission, path, programs, session)
    }
    try one.checkAbsence(session, except: shard == nil ? [] : ["output"])
    let share = try shard.map { try GradeShare($0) }
    let merging = merge.isEmpty ? nil : try GradeMerge(merge, from: session.directory)
    let school = try session.openSchool()
    let committer = try session.committer(of: school)
    let root = try WorkSelection.root(path ?? merging?.path, in: school.files)
    if let merging, merging.path != "\(root)" {
      throw Failure(.commandIsFaulty, "the shares are of \(merging.path), not of \(root)")
    }
    if share != nil { try GradeCommand.checkShares(of: root.subject, in: school.files) }
    // What is written elsewhere leaves the school as it is.
    if share == nil, programs.jobs == nil {
      try session.commitHandEdits(
        of: root.subject, in: school, by: committer, allowed: !noCommit, dryRun: isTrial)
    }
    let done: Done
    if let merging {
      done = try merge(merging, of: root, in: school, by: committer)
      session.report(Grades.table(of: done.outcomes))
    } else {
      guard let computed = try await compute(root, share, in: school, by: committer, session) else {
        return
      }
      done = computed
    }
    if let share { try write(done.outcomes, of: root, share, in: school, session) }
    try tell(done.outcomes, of: root, changed: done.committed != nil, session)
  }

  /// What grading came to; nothing is committed where nothing changed, or nothing was to be written.
  private typealias Done = (outcomes: [GradeRun.Outcome], committed: Committed?)

  /// Puts together what others computed.
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

  /// Computes the grades, or those of a share, and reports on them; nil where it was only written
  /// down which programs are to be run.
  private func compute(
    _ root: ContextPath, _ share: GradeShare?, in school: SchoolStore, by committer: Committer,
    _ session: Session
  ) async throws -> Done? {
    let submissions = try Submissions(of: root.subject, in: school)
    guard let code = try await library(of: root, in: school, submissions, share, session)
    else { return nil }
    var outcomes: [GradeRun.Outcome] = []
    var notes: [GradeMemory.Note] = []
    var differences = try GradeDiff(of: root.subject, in: school, submissions)
    let body: (Change) throws -> Void = { change in
      let files = SchoolFiles(change)
      let memory = try GradeMemory(of: root.subject, in: school, files, submissions)
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
      try school.supposing(body)
    } else {
      committed = try school.change("grade", "\(root)", by: committer, dryRun: isTrial, body)
    }
    if !isTrial { for note in notes { try note.keep() } }
    session.report(diff ? differences.table : Grades.table(of: outcomes))
    return (outcomes, committed)
  }

  /// Shares are of works, and with a budget a student's works hang together.
  private static func checkShares(of subject: String, in files: SchoolFiles) throws {
    let rules = try files.subject(subject).rules.over(WorkRules(late: try files.school().late))
    if rules.late.budget != nil {
      throw Failure(
        .commandIsFaulty,
        "'\(subject)' can't be graded in shares: with 'late.budget' one grade needs another",
        hint: "grade it in one go, 'teachkit grade \(subject)'")
    }
  }

  /// Whether nothing is written into the school.
  private var isTrial: Bool { dryRun || diff }

  /// Writes the grades of a share into their file.
  private func write(
    _ outcomes: [GradeRun.Outcome], of root: ContextPath, _ share: GradeShare,
    in school: SchoolStore, _ session: Session
  ) throws {
    guard let output = one.output, !dryRun else { return }
    let files = school.files
    let state = try GradeInputs(of: root.subject, in: files)
      .state(of: WorkSelection("\(root)", in: files).worksheets)
    try DurableFile.write(
      GradeShard.bytes(of: outcomes, share, root, state: state),
      to: FolderPath(output, from: session.directory).text)
    session.output.hint(
      "'teachkit grade --merge' with the files of all \(share.count) shares puts them together")
  }

  /// Says what could not be graded, and what comes next.
  private func tell(
    _ outcomes: [GradeRun.Outcome], of root: ContextPath, changed hasChanged: Bool,
    _ session: Session
  ) throws {
    for outcome in outcomes {
      for (student, reason) in outcome.unreadable {
        session.output.notice("can't be read: \(outcome.path) of '\(student)': \(visible(reason))")
      }
    }
    let kept = outcomes.flatMap { outcome in
      GradeRun.Obstacle.allCases.compactMap { why in
        let students = outcome.kept(why)
        return students.isEmpty
          ? nil
          : Failure(
            .notFound,
            "\(outcome.path): what came from \(named(students)) \(why.words(outcome.path))",
            hint: why.hint(root) + "; till then their grades stay")
      }
    }
    if kept.isEmpty, shard == nil, outcomes.allSatisfy({ $0.changed.isEmpty && $0.removed.isEmpty })
    {
      session.output.notice(diff ? "nothing would change" : "nothing changed")
    } else if hasChanged {
      session.output.hint("students see their grades after 'teachkit return \(root)'")
    }
    if !kept.isEmpty { throw AnswerIsNo(failures: kept) }
  }
}

extension GradeCommand {
  /// What is known of programs, once those that grades depend on were run; nil where they were written
  /// down instead.
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
      for worksheet in worksheets { try grading.askForRuns(worksheet) }
    }
    if library.unused > 0 {
      session.output.notice(
        "\(counted(library.unused, "run is", "runs are")) of no program that is graded here")
    }
    return goesOn ? library : nil
  }
}

extension Worksheet {
  /// Whether programs are asked for.
  var hasCode: Bool { exercises.contains { $0.question.type == .code } }
}
