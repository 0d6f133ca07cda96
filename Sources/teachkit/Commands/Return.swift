import ArgumentParser
import Exchange
import Grading
import Model
import PlainYAML
import Reports
import Storage

struct Return: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "return",
    abstract: "Give grades back to the students.",
    discussion: """
      Puts the grades of a worksheet, a chapter or a subject into the students' inboxes, with the \
      result of each exercise, comments, and solutions and explanations as the subject says. Each \
      student gets their own alone. A grade that changes later stays as it was returned until the \
      next return.

      With --again it asks for another attempt as it gives the grade back, without solutions: the \
      student's 'status' says so, and yours lists who has not handed in since. Attempts that are used \
      up and time that is over hold: 'teachkit extend' and 'attempts' give more. --no-again takes it \
      back.

      Example: teachkit return math
      """)

  @Argument(
    help: "A subject, chapter or worksheet; the only subject where there is one.",
    completion: Candidates.content.completion)
  var path: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Only to these: students, classes, groups.", valueName: "who"),
    completion: Candidates.who.completion)
  var to: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write a file for each of them into this folder, to be given by hand.", valueName: "dir"),
    completion: .directory)
  var bundle: String?

  @Flag(help: "Show what would be returned, and return nothing.")
  var dryRun = false

  @Flag(name: [.short, .long], help: "Don't ask.")
  var yes = false

  @Flag(help: "Also return grades in which something waits for a person.")
  var waiting = false

  @Flag(inversion: .prefixedNo, help: "Ask for another attempt, or no longer.")
  var again: Bool?

  @Flag(help: "Leave it to the next 'teachkit share' to tell the students.")
  var noShare = false

  @Flag(help: "Refuse where files were changed by hand and not committed.")
  var noCommit = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if let again, to.isEmpty {
      throw ValidationError("'\(again ? "--again" : "--no-again")' wants to know whom: --to ada")
    }
  }

  func run(_ session: Session) async throws {
    let school = try session.openSchool()
    let publishing = try Publishing(session, school)
    let root = try WorkSelection.root(
      path, in: school.files, wholePathOnly: !session.surroundings.inputIsTerminal)
    // Whom it is for is looked up first, so that what can't be changes nothing.
    _ = try chosen(in: school.files, of: root.subject)
    try session.commitHandEdits(
      of: root.subject, in: school, by: publishing.committer, allowed: !noCommit, dryRun: dryRun)
    let files = school.files
    let works = Set(try WorkSelection(root.description, in: files).worksheets.map(\.path))
    let chosen = try chosen(in: files, of: root.subject)
    let outdated = try GradeRun.outdated(works, of: root.subject, in: school, session)
    session.tell(of: try works.sorted().flatMap { try files.gradeFaults(of: $0) })
    func giveBack(dryRun: Bool) async throws -> ReturnReport {
      try await publishing.exchange(root.subject).returnGrades(
        of: works, to: chosen, again: again, keepingBack: outdated, includingWaiting: waiting,
        dryRun: dryRun,
        sharing: !noShare && bundle == nil)
    }
    let zone = try files.zone()
    let asks = session.surroundings.inputIsTerminal && !yes && !dryRun
    if asks {
      let early = try await giveBack(dryRun: true).early
      tell(early, zone, session)
      if !early.isEmpty {
        try session.agree("Return all the same?", otherwise: "nothing was returned")
      }
    }
    let report = try await giveBack(dryRun: dryRun)
    if !report.closed.isEmpty { throw Failures(list: report.closed.map { failure($0, $1, zone) }) }
    var table = Table(
      "returned",
      [
        .init("student"), .init("path"), .init("score", isNumber: true),
        .init("max", title: "of", isNumber: true), .init("state"),
      ])
    // Grades come in order of their work, so each ledger is read once.
    var ledger: (path: ContextPath, grades: Ledger)?
    for item in report.returned {
      if ledger?.path != item.path { ledger = (item.path, try files.grades(item.path)) }
      let grade = ledger?.grades[item.student].flatMap { Grade($0) }
      table.append([
        Cell(item.student), Cell(item.path.description), .points(grade?.score),
        .points(grade?.max), Cell(grade?.state.rawValue),
      ])
    }
    session.report(table)
    if again == true { try tellSolved(report, files, session) }
    tell(report, session)
    if !asks { tell(report.early, zone, session) }
    for notice in report.notices + (report.share?.notices ?? []) {
      session.output.notice(notice.words)
    }
    if let error = report.failure { throw SharingFailed(subject: root.subject, error: error) }
    if let share = report.share {
      publishing.tellHeld(share, of: root.subject)
      try publishing.fail(share)
    }
    if let bundle, !report.returned.isEmpty {
      try publishing.handOut(
        root.subject, to: bundle, for: Set(report.returned.map(\.student)),
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
        "'\(item.student)' has used \(most == 1 ? "the only attempt" : "all \(most) attempts") at "
          + "'\(item.path)'",
        hint: "'teachkit set \(item.path) attempts=\(most + 1)' allows one more")
    case .over(let end):
      Failure(
        .noWritePermission,
        "the time of '\(item.student)' for '\(item.path)' was over on \(zone.text(end))",
        hint: "'teachkit extend \(item.path) --for \(item.student) --until …' gives more first")
    }
  }

  private func tell(_ report: ReturnReport, _ session: Session) {
    let count = report.returned.count
    session.output.notice(
      count == 0
        ? "nothing new to return" : "\(count) \(dryRun ? "would be returned" : "returned")")
    if let first = report.outdated.first {
      let count = report.outdated.count
      session.output.notice(
        count == 1
          ? "1 is to be graded again first and stays here"
          : "\(count) are to be graded again first and stay here")
      session.output.hint("'teachkit grade \(first.path)', and then return")
    }
    if !report.waiting.isEmpty {
      session.output.notice(
        report.waiting.count == 1
          ? "1 waits for a person to mark something and stays here"
          : "\(report.waiting.count) wait for a person to mark something and stay here")
      session.output.hint(
        "'teachkit mark \(report.waiting[0].path)' and grade again, or return them as they are with "
          + "--waiting")
    }
  }

  /// Says who is asked for another attempt and knows the solutions.
  private func tellSolved(
    _ report: ReturnReport, _ files: SchoolFiles, _ session: Session
  ) throws {
    for item in report.returned
    where try files.marks(item.path)[item.student]?["solved"] != nil {
      session.output.notice(
        "'\(item.student)' was sent the solutions of \(item.path): the next attempt counts anyway")
    }
  }

  /// Says which solutions go out before everybody's time is up.
  private func tell(
    _ early: [(path: ContextPath, until: Instant)], _ zone: Zone, _ session: Session
  ) {
    for (path, until) in early {
      session.output.notice(
        "\(path): the solutions go along, and others may hand in until \(zone.text(until))")
    }
    if let first = early.first {
      session.output.hint(
        "'solutions: after-due' in \(SchoolPath.subject(first.path.subject)) keeps them back till "
          + "then")
    }
  }

  private func chosen(in files: SchoolFiles, of subject: String) throws -> Set<String>? {
    if to.isEmpty { return nil }
    let everyone = try files.participants(of: subject).map(\.id)
    return Set(try People(files).students(to, everyone: everyone))
  }
}
