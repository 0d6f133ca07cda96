import ArgumentParser
import Exchange
import Model
import Reports
import Sandbox
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

  @Option(help: "What keeps students' programs in: 'bubblewrap', or 'none' for nothing at all.")
  var sandbox = Sandbox.Confinement.bubblewrap

  @Flag(help: "Refuse where files were changed by hand and not committed.")
  var noCommit = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    if let submission = one.submission {
      return try await one.grade(submission, path, sandbox, session)
    }
    try one.checkAbsence(session)
    let school = try session.openSchool()
    let committer = try session.committer(of: school)
    let root = try WorkSelection.root(path, in: school.files)
    try session.commitHandEdits(
      of: root.subject, in: school, by: committer, allowed: !noCommit, dryRun: dryRun || diff)
    let submissions = try Submissions(of: root.subject, in: school)
    let code = try await runPrograms(of: root, in: school, submissions, session)
    var outcomes: [GradeRun.Outcome] = []
    var notes: [GradeMemory.Note] = []
    var differences = try GradeDiff(of: root.subject, in: school, submissions)
    let committed = try school.change(
      "grade", root.description, by: committer, dryRun: dryRun || diff
    ) { change in
      let files = SchoolFiles(change)
      let memory = try GradeMemory(of: root.subject, in: school, files, submissions)
      var run: GradeRun?
      for worksheet in try WorkSelection(root.description, in: files).worksheets {
        if !worksheet.hasCode, let known = try memory.outcome(of: worksheet) {
          outcomes.append(known)
          continue
        }
        let grading = try run ?? GradeRun(subject: root.subject, files, submissions, code)
        run = grading
        let outcome = try grading.grade(worksheet, into: change)
        outcomes.append(outcome)
        if diff { try differences.add(outcome, worksheet, grading) }
        if !worksheet.hasCode, let note = try memory.note(of: outcome, in: files) {
          notes.append(note)
        }
      }
    }
    if !dryRun && !diff { for note in notes { try note.keep() } }
    session.report(diff ? differences.table : Grades.table(of: outcomes))
    for outcome in outcomes {
      for (student, reason) in outcome.unreadable {
        session.output.notice("can't be read: \(outcome.path) of '\(student)': \(visible(reason))")
      }
    }
    let absent = outcomes.flatMap { outcome in
      [
        (outcome.absent, "was collected and is not here"),
        (outcome.unrecorded, "is not written down in '\(SchoolPath.received(outcome.path))'"),
      ].filter { !$0.0.isEmpty }.map { "\(outcome.path): what came from \(named($0.0)) \($0.1)" }
    }
    let changed = outcomes.reduce(0) { $0 + $1.changed.count }
    if changed == 0, absent.isEmpty {
      session.output.notice(diff ? "nothing would change" : "nothing changed")
    } else if committed != nil {
      session.output.hint(
        "students see their grades after 'teachkit return \(root)'")
    }
    if !absent.isEmpty {
      throw AnswerIsNo(
        failures: absent.map {
          Failure(
            .notFound, $0,
            hint: "'teachkit collect \(root.subject)' mends that; till then their grades stay")
        })
    }
  }
}

extension GradeCommand {
  /// Runs the programs that grades depend on and that were not run before.
  ///
  /// - Returns: what is known of programs; nil where there are none.
  private func runPrograms(
    of root: ContextPath, in school: SchoolStore, _ submissions: Submissions, _ session: Session
  ) async throws -> CodeLibrary? {
    let files = school.files
    let worksheets = try WorkSelection(root.description, in: files).worksheets.filter(\.hasCode)
    if worksheets.isEmpty { return nil }
    let library = CodeLibrary(in: school, files, session)
    let grading = try GradeRun(subject: root.subject, files, submissions, library)
    var runner: CodeRunner?
    // Which attempt counts may depend on what another one came to.
    while true {
      for worksheet in worksheets { try grading.askForRuns(worksheet) }
      if library.wanted.isEmpty { return library }
      let ready = try runner ?? CodeRunner(sandbox, in: session.surroundings.temporaryFolder)
      runner = ready
      try await library.run(with: ready, session)
    }
  }
}

extension Worksheet {
  /// Whether programs are asked for.
  var hasCode: Bool { exercises.contains { $0.question.type == .code } }
}

extension Sandbox.Confinement: ExpressibleByArgument {}

extension Grades {
  /// What grading came to, worksheet by worksheet; those with nobody to grade are left out.
  static func table(of outcomes: [GradeRun.Outcome]) -> Table {
    var table = Table(
      "graded",
      [
        .init("path"), .init("graded", isNumber: true), .init("waiting", isNumber: true),
        .init("missing", isNumber: true), .init("unreadable", isNumber: true),
        .init("changed", isNumber: true),
      ])
    for outcome in outcomes where !outcome.counts.isEmpty {
      func count(_ states: Grade.State...) -> Cell {
        Cell(states.reduce(0) { $0 + (outcome.counts[$1] ?? 0) })
      }
      table.append([
        Cell(outcome.path.description), count(.graded, .excused), count(.partial),
        count(.missing), count(.unreadable), Cell(outcome.changed.count),
      ])
    }
    return table
  }
}
