import ArgumentParser
import Course
import Exchange
import Grading
import Model
import PlainYAML
import Reports
import Storage
import Text

struct Return: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "return",
    abstract: "Return grades to students.",
    discussion: """
      Puts the grades of a worksheet, chapter or subject into the students' \
      inboxes, with the result of each exercise, comments, and solutions and \
      explanations if the subject allows them. Students get only their own grades. \
      If a grade changes later, students see the change after the next return.

      --again also asks for another attempt, and leaves out solutions: the \
      student's 'status' shows the request, and yours lists students who have not \
      submitted since. It doesn't add attempts or time: use 'teachkit set … \
      attempts=N' or 'teachkit extend' for that. --no-again withdraws the request.

      Example: teachkit return math
      """)

  @Argument(
    help: "A subject, chapter or worksheet; optional if there is only one subject.",
    completion: Candidates.content.completion)
  var path: String?

  @Option(
    name: [.long, .customLong("for")], parsing: .upToNextOption,
    help: ArgumentHelp("Only these students, classes or groups.", valueName: "who"),
    completion: Candidates.who.completion)
  var to: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write a file for each student into this folder, to deliver by hand.", valueName: "dir"),
    completion: .directory)
  var bundle: String?

  @Flag(help: "Show the grades without returning them.")
  var dryRun = false

  @Flag(name: [.short, .long], help: "Don't ask for confirmation.")
  var yes = false

  @Flag(help: "Also return grades with parts that wait for marks.")
  var waiting = false

  @Flag(inversion: .prefixedNo, help: "Ask for another attempt, or withdraw the request.")
  var again: Bool?

  @Flag(help: "Don't publish it now; the next 'teachkit share' does.")
  var noShare = false

  @Flag(help: "Refuse if there are uncommitted manual changes.")
  var noCommit = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if let again, to.isEmpty {
      throw ValidationError("'\(again ? "--again" : "--no-again")' requires students: --to ada")
    }
  }

  func run(_ session: Session) async throws {
    let school = try session.openSchool()
    let publishing = try Publishing(session, school)
    let root = try WorkSelection.root(
      path, in: school.files, wholePathOnly: !session.surroundings.inputIsTerminal)
    // Checks the recipients first, so that an error changes nothing.
    _ = try chosen(in: school.files, of: root.subject)
    try session.commitHandEdits(
      of: root.subject, in: school, by: publishing.committer, allowed: !noCommit, dryRun: dryRun)
    let files = school.files
    let works = Set(try WorkSelection(root.description, in: files).worksheets.map(\.path))
    let chosen = try chosen(in: files, of: root.subject)
    let outdated = try GradeRun.outdated(
      works, of: root.subject, in: school, CodeLibrary(in: school, school.files, session))
    func performReturn(dryRun: Bool) async throws -> ReturnReport {
      try await publishing.exchange(root.subject).returnGrades(
        of: works, to: chosen, again: again, keepingBack: outdated, includingWaiting: waiting,
        dryRun: dryRun,
        sharing: !noShare && bundle == nil)
    }
    let zone = try files.zone()
    let asks = session.surroundings.inputIsTerminal && !yes && !dryRun
    if asks {
      let early = try await performReturn(dryRun: true).early
      summarize(early, zone, session)
      if !early.isEmpty {
        try session.requireConfirmation("Return them anyway?", otherwise: "returned nothing")
      }
    }
    let report = try await performReturn(dryRun: dryRun)
    if !report.closed.isEmpty { throw Failures(list: report.closed.map { failure($0, $1, zone) }) }
    var table = Table(
      "returned",
      [
        .init("student"), .init("path"), .init("score", isNumber: true),
        .init("max", title: "Max", isNumber: true), .init("state"),
      ])
    // Grades come in order of their work, so each ledger is read once.
    var ledger: (path: ContextPath, grades: GradeLedger)?
    for item in report.returned {
      if ledger?.path != item.path { ledger = (item.path, try files.grades(item.path)) }
      let grade = ledger?.grades[item.student]
      table.append([
        Cell(item.student), Cell(item.path.description), .points(grade?.score),
        .points(grade?.max), Cell(grade?.state.rawValue),
      ])
    }
    session.report(table)
    if again == true { try summarizeSolved(report, files, session) }
    summarize(report, session)
    if !asks { summarize(report.early, zone, session) }
    for notice in report.notices + (report.share?.notices ?? []) {
      session.output.notice(notice.words)
    }
    if let error = report.failure { throw SharingFailed(subject: root.subject, error: error) }
    if let share = report.share {
      publishing.reportHeld(share, of: root.subject)
      try publishing.fail(share, besides: report.failures.failures("return"))
    } else {
      try session.report(report.failures, "return")
    }
    let recipients = Set((report.returned + report.testing.returned).map(\.student))
    if let bundle, !recipients.isEmpty {
      try publishing.handOut(
        root.subject, to: bundle, for: recipients,
        ifSchoolWere: dryRun ? files : nil, answers: false)
    }
  }

  private func failure(
    _ item: ReturnReport.Item, _ why: ReturnReport.NoAttempt, _ zone: Zone
  ) -> Failure {
    switch why {
    case .attempts(let most):
      Failure(
        .noWritePermission,
        """
        '\(item.student)' has used \(most == 1 ? "the only attempt" : "all \(most) attempts") at \
        '\(item.path)'
        """,
        hint: "use 'teachkit set \(item.path) attempts=\(most + 1)' to allow one more")
    case .over(let end):
      Failure(
        .noWritePermission,
        "the time for '\(item.path)' was over for '\(item.student)' on \(zone.text(end))",
        hint: "extend it first: 'teachkit extend \(item.path) --for \(item.student) --until …'")
    }
  }

  private func summarize(_ report: ReturnReport, _ session: Session) {
    let count = report.returned.count
    let (tested, kept) = (report.testing.returned, report.testing.kept)
    for student in Set((tested + kept).map(\.student)).sorted() {
      let paths = tested.filter { $0.student == student }.map { "\($0.path)" }
      let held = kept.filter { $0.student == student }.map { "\($0.path)" }
      if !paths.isEmpty {
        session.output.notice(
          "\(dryRun ? "would return" : "returned") to test student '\(student)': \(named(paths))")
      }
      if !held.isEmpty {
        session.output.notice(
          "held back for test student '\(student)': \(named(held)) isn't fully graded")
      }
    }
    if count == 0, !tested.isEmpty { return }
    session.output.notice(
      count == 0
        ? "nothing new to return" : "\(count) \(dryRun ? "would be returned" : "returned")")
    if let first = report.outdated.first {
      let count = report.outdated.count
      session.output.notice(
        count == 1
          ? "1 outdated grade held back"
          : "\(count) outdated grades held back")
      session.output.hint("run 'teachkit grade \(first.path)', then return them")
    }
    if !report.waiting.isEmpty {
      session.output.notice(
        """
        \(counted(report.waiting.count, "grade", "grades")) held back, because answers wait for \
        marks: \(named(Set(report.waiting.map(\.student)).sorted()))
        """)
      session.output.hint(
        """
        run 'teachkit mark \(report.waiting[0].path)' and grade again, or return them now with \
        --waiting
        """)
    }
  }

  /// Reports students who are asked for another attempt and know the solutions.
  private func summarizeSolved(
    _ report: ReturnReport, _ files: SchoolFiles, _ session: Session
  ) throws {
    for item in report.returned
    where try files.marks(item.path)[item.student]?["solved"] != nil {
      session.output.notice(
        "'\(item.student)' was sent the solutions of \(item.path): the next attempt counts anyway")
    }
  }

  /// Reports solutions that are published while other students still have time.
  private func summarize(
    _ early: [(path: ContextPath, until: Instant)], _ zone: Zone, _ session: Session
  ) {
    for (path, until) in early {
      session.output.notice(
        "\(path): solutions are included, but others can submit until \(zone.text(until))")
    }
    if let first = early.first {
      session.output.hint(
        """
        set 'solutions: after-due' in \(SchoolPath.subject(first.path.subject)) to delay them until \
        then
        """)
    }
  }

  private func chosen(in files: SchoolFiles, of subject: String) throws -> Set<String>? {
    if to.isEmpty { return nil }
    let everyone = try files.participants(of: subject).listed.map(\.id)
    return Set(try People(files).students(to, everyone: everyone))
  }
}
