import ArgumentParser
import Course
import Exchange
import Git
import HubProtocol
import Model
import PlainYAML
import Reports
import Storage
import Text

struct Collect: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "collect",
    abstract: "Fetch the students' submissions.",
    discussion: """
      Reads every mailbox of a subject, and validates, stores and records each new submission \
      with its time. If a mailbox can't be collected, the command reports it, continues with \
      the others, and exits with code 1. With '--bundle' it reads files that arrived by mail or \
      on a USB stick; the only evidence for their submission times is in the files themselves.

      Example: teachkit collect math
      """)

  @Argument(
    help: "The subject; optional if there is only one.",
    completion: Candidates.subjects.completion)
  var subject: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Collect from files written by 'submit --bundle' instead of the hub.",
      valueName: "file"),
    completion: .file(extensions: ["bundle"]))
  var bundle: [String] = []

  @Option(
    help: ArgumentHelp(
      "With --bundle: the student or group (7b/red) whose work it is, overriding the files.",
      valueName: "who"),
    completion: Candidates.who.completion)
  var from: String?

  @Flag(
    help: """
      Accept branches that were rewound or deleted, for example after \
      the hub was reset to an older copy. The lost work no longer \
      counts. To put it back on the hub instead, use 'hub restore'.
      """)
  var acceptRewind = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if acceptRewind, !bundle.isEmpty {
      throw ValidationError("'--accept-rewind' can't be combined with '--bundle'")
    }
    if from != nil, bundle.isEmpty {
      throw ValidationError("'--from' requires '--bundle FILE'")
    }
  }

  func run(_ session: Session) async throws {
    let school = try session.openSchool()
    let publishing = try Publishing(session, school)
    let root = try WorkSelection.root(subject, in: school.files)
    try session.followRenames(
      in: root.subject, of: school, by: try session.committer(of: school))
    let exchange = publishing.exchange(root.subject)
    let report =
      bundle.isEmpty
      ? try await exchange.collect(acceptingRewinds: acceptRewind)
      : try exchange.collect(from: bundles(school.files, session))
    let zone = try school.files.zone()
    var table = Table(
      "arrivals",
      [
        .init("mailbox"), .init("work"), .init("claimed", title: "Submitted"),
        .init("commit", isShown: false), .init("received", isShown: false),
      ])
    var strays: [String: [String]] = [:]
    let students = try school.files.students()
    let (tests, arrivals) = (
      report.arrived.filter { students.isTest($0.mailbox) },
      report.arrived.filter { !students.isTest($0.mailbox) }
    )
    for arrived in arrivals {
      if arrived.path == nil {
        if strays[arrived.mailbox]?.last != arrived.work {
          strays[arrived.mailbox, default: []].append(arrived.work)
        }
        if strays[arrived.mailbox, default: []].count > Self.mostStrays { continue }
      }
      table.append([
        Cell(arrived.mailbox), Cell(arrived.path?.description ?? arrived.work),
        Cell(
          .string(arrived.claimed.description),
          // If the claimed time is in the future, shows the current time.
          shown: zone.text(arrived.received ?? min(arrived.claimed, session.now))),
        Cell(arrived.commit.description), Cell(arrived.received?.description),
      ])
    }
    session.report(
      CollectAnswer(
        arrivals: table, withdrawn: report.withdrawn, people: report.people, asked: report.asked,
        leaderboard: report.leaderboardChoices, requests: report.requests))
    for (mailbox, works) in strays.sorted(by: { $0.key < $1.key }) {
      session.output.notice(
        works.count == 1
          ? "\(mailbox) submitted \(named(works)), which isn't a worksheet"
          : "\(mailbox) submitted \(named(works)), which aren't worksheets")
    }
    session.output.notice(
      bundle.isEmpty
        ? "\(arrivals.count) new in \(counted(report.mailboxes, "mailbox", "mailboxes"))"
        : "\(arrivals.count) new in \(counted(bundle.count, "file", "files"))")
    for arrived in tests {
      session.output.notice(
        "test student '\(arrived.mailbox)' submitted \(arrived.path?.description ?? arrived.work)")
    }
    for withdrawn in report.withdrawn {
      let work = withdrawn.path?.description ?? withdrawn.work
      session.output.notice("\(withdrawn.mailbox) withdrew an attempt at \(work)")
    }
    let active = Set(report.activity.map(\.student).filter { !students.isTest($0) }).count
    if active > 0 {
      session.output.notice("new activity of \(counted(active, "student", "students"))")
    }
    for (student, isHidden) in report.leaderboardChoices where !students.isTest(student) {
      session.output.notice(
        isHidden
          ? "\(student) chose to be hidden on the leaderboard"
          : "\(student) chose to be shown in the leaderboard")
    }
    for (path, count) in report.repaired.sorted(by: { $0.key < $1.key }) {
      session.output.notice(
        """
        \(SchoolPath.received(path)) lacked work of \(counted(count, "mailbox", "mailboxes")): \
        recorded it again
        """)
    }
    for (mailbox, at) in report.clockReset {
      session.output.notice(
        "\(mailbox): the hub's clock went back: a receipt of \(zone.text(at)) follows a later one"
      )
    }
    for news in report.people where !students.isTest(news.id) {
      session.output.notice("\(news.id) \(news.what.rawValue): \(zone.text(news.at))")
    }
    for (student, at) in report.revoked.sorted(by: { $0.key < $1.key }) {
      session.output.notice("a key of \(student) was revoked on the hub: \(zone.text(at))")
    }
    for asked in report.asked {
      session.output.notice(
        """
        \(asked.student) has a question about \(asked.path)/\(asked.exercise): \
        \(visible(asked.request.line))
        """)
    }
    reportSolved(report, school.files, zone, session)
    if !report.faults.isEmpty {
      session.reportUnreadable(report.faults)
      session.output.notice("missing records are added after you fix this")
    }
    try summarize(report.requests, of: root.subject, school, session)
    let former = Set(
      try school.files.participants(of: root.subject).entries.filter { $0.state == .removed }.map(
        \.id))
    let arrived = Set(report.arrived.map(\.mailbox))
    let gone = arrived.intersection(former).sorted()
    if !gone.isEmpty {
      session.output.notice(
        """
        no longer participating: \(named(gone)); the work is kept, and \
        graded if you add them again
        """)
    }
    if !arrived.isSubset(of: former) {
      session.output.hint("run 'teachkit grade \(root.subject)' to grade the new work")
    }
    if !report.leaderboardChoices.isEmpty,
      try school.files.subject(root.subject).leaderboard != .off
    {
      session.output.hint(
        "'teachkit share \(root.subject)' updates the leaderboard that students see")
    }
    if !report.refused.isEmpty {
      throw NegativeAnswer(failures: report.failures)
    }
  }

  /// The maximum number of listed submissions per mailbox that belong to no worksheet.
  private static let mostStrays = 10

  private func bundles(_ files: SchoolFiles, _ session: Session) throws -> [StudentBundle] {
    let mailbox = try from.map { who in
      switch try People(files).recipient(who) {
      case .student(let id): id
      case .group(let schoolClass, let group): HubLayout.mailbox(ofGroup: group, in: schoolClass)
      case let other:
        throw Failure(.commandIsFaulty, "'\(other)' can't submit: name a student or a group")
      }
    }
    return bundle.map { StudentBundle(FolderPath($0, from: session.directory).text, from: mailbox) }
  }

  /// Reports new attempts that don't count because they arrived after the solutions were sent. Work
  /// with faulty files is skipped; `grade` reports the faults.
  private func reportSolved(
    _ report: CollectReport, _ files: SchoolFiles, _ zone: Zone, _ session: Session
  ) {
    guard let book = try? files.book() else { return }
    let arrived = Dictionary(grouping: report.arrived, by: \.path)
    for path in arrived.keys.compactMap({ $0 }).sorted() {
      let arrivals = arrived[path] ?? []
      guard let worksheet = try? files.worksheet(path), let marks = try? files.marks(path),
        let rules = try? files.subject(path.subject).rules
      else { continue }
      for student in marks.keys {
        guard let solved = marks[student].map({ Marks($0) })?.solved else { continue }
        let terms = book.terms(for: student, worksheet, rules: rules)
        let isLate = arrivals.contains {
          $0.mailbox == terms.mailbox && ($0.received ?? min($0.claimed, session.now)) > solved
        }
        // Attempts at work that was assigned again count.
        let isAgain = terms.again.map { solved < $0 } ?? false
        if isLate, !isAgain, terms.afterSolutions == .ignored {
          session.output.notice(
            """
            \(path): the new attempt of '\(student)' doesn't count: the solutions were sent on \
            \(zone.text(solved))
            """)
        }
      }
    }
  }

  /// Reports requests to join.
  private func summarize(
    _ requests: [JoinRequest], of subject: String, _ school: SchoolStore, _ session: Session
  ) throws {
    if requests.isEmpty { return }
    let students = try school.files.roster().students
    let lost = Dictionary(
      try school.files.participants(of: subject).entries.compactMap { participant in
        participant.revoked.map { (participant.id, $0) }
      }, uniquingKeysWith: { $1 })
    for request in requests {
      let name = request.name.map { " (\($0))" } ?? ""
      let identity: Message =
        students[request.student].map { ", the id of \($0.name) in your school" } ?? ""
      let isOld = lost[request.student].map { request.at < $0 } ?? false
      session.output.notice(
        """
        request to join as '\(request.student)'\(name)\(identity)\
        \(isOld ? ", made before one of their keys was revoked" : "")
        """)
    }
    session.output.hint(
      "accept with 'teachkit invite \(subject) --accept ID', or decline with '--decline ID'")
  }
}

/// Collected work, membership changes, questions and requests to join.
private struct CollectAnswer: Report {
  let arrivals: Table
  let withdrawn: [CollectReport.Withdrawn]
  let people: [ParticipantNews]
  let asked: [CollectReport.AskedQuestion]
  let leaderboard: [(student: String, isHidden: Bool)]
  let requests: [JoinRequest]

  func text(_ layout: Layout) -> String { arrivals.text(layout) }
  var spreadsheet: Table? { arrivals }

  var json: JSONValue {
    guard case .object(let members) = arrivals.json else { return arrivals.json }
    let withdrawn = withdrawn.map { withdrawn -> JSONValue in
      [
        "mailbox": .string(withdrawn.mailbox),
        "work": .string(withdrawn.path?.description ?? withdrawn.work),
        "commit": .string(withdrawn.attempt.description),
        "received": .text(withdrawn.received?.description),
      ]
    }
    let people = people.map { news -> JSONValue in
      [
        "student": .string(news.id), "what": .string(news.what.rawValue),
        "at": .string(news.at.description),
      ]
    }
    let asked = asked.map { asked -> JSONValue in
      [
        "student": .string(asked.student), "path": .string("\(asked.path)"),
        "exercise": .string(asked.exercise), "text": .string(asked.request.text),
        "at": .string(asked.request.at.description),
      ]
    }
    let leaderboard = leaderboard.map { choice -> JSONValue in
      ["student": .string(choice.student), "hidden": .boolean(choice.isHidden)]
    }
    let requests = requests.map { request -> JSONValue in
      [
        "student": .string(request.student), "name": request.name.map { .string($0) } ?? nil,
        "at": .string(request.at.description),
      ]
    }
    return .object(
      members + [
        .init("withdrawn", .array(withdrawn)), .init("people", .array(people)),
        .init("asked", .array(asked)), .init("leaderboard", .array(leaderboard)),
        .init("requests", .array(requests)),
      ])
  }
}
