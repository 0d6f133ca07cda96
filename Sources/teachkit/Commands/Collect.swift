import ArgumentParser
import Exchange
import Git
import Hub
import Model
import PlainYAML
import Reports
import Storage
import Text

struct Collect: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "collect",
    abstract: "Fetch what students handed in.",
    discussion: """
      Reads every mailbox of a subject, checks what is new as if it came from a stranger, keeps it, \
      and writes down when it came. A mailbox that can't be taken is reported, and the others are \
      collected all the same; the exit code is 1 then. With '--bundle' it takes files that came by \
      mail or on a stick: when they were handed in is what they say themselves.

      Example: teachkit collect math
      """)

  @Argument(
    help: "The subject; the only one where there is one.",
    completion: Candidates.subjects.completion)
  var subject: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Collect from files that students wrote with 'submit --bundle', in place of the hub.",
      valueName: "file"),
    completion: .file(extensions: ["bundle"]))
  var bundle: [String] = []

  @Option(
    help: ArgumentHelp(
      "With --bundle: whose work it is, a student's or a group's (7b/red), whatever the files say.",
      valueName: "who"),
    completion: Candidates.who.completion)
  var from: String?

  @Flag(
    help: """
      Take branches, too, that no longer hold what was collected from them, and say no more of those \
      that are gone, as after a hub was set back to an older copy. What it lacks counts no more; 'hub restore' \
      puts it back instead.
      """)
  var acceptRewind = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if acceptRewind, !bundle.isEmpty {
      throw ValidationError("'--accept-rewind' is for a hub: files take nothing back")
    }
    if from != nil, bundle.isEmpty {
      throw ValidationError("'--from' goes with '--bundle FILE'")
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
      : try exchange.collect(from: handIns(school.files, session))
    let zone = try school.files.zone()
    var table = Table(
      "arrivals",
      [
        .init("mailbox"), .init("work"), .init("claimed", title: "Handed in"),
        .init("commit", isShown: false), .init("received", isShown: false),
      ])
    var strays: [String: [String]] = [:]
    for arrived in report.arrived {
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
          // A clock that is ahead tells a time that is still to come.
          shown: zone.text(arrived.received ?? min(arrived.claimed, session.now))),
        Cell(arrived.commit.description), Cell(arrived.received?.description),
      ])
    }
    session.report(
      CollectAnswer(
        arrivals: table, people: report.people, asked: report.asked, requests: report.requests))
    for (mailbox, works) in strays.sorted(by: { $0.key < $1.key }) {
      session.output.notice(
        "\(mailbox) handed in \(named(works)), which \(works.count == 1 ? "is" : "are") no worksheet"
          + (works.count == 1 ? "" : "s"))
    }
    session.output.notice(
      "\(report.arrived.count) new in "
        + (bundle.isEmpty
          ? counted(report.mailboxes, "mailbox", "mailboxes")
          : counted(bundle.count, "file", "files")))
    for (path, count) in report.mended.sorted(by: { $0.key < $1.key }) {
      session.output.notice(
        "\(SchoolPath.received(path)) had lost what \(counted(count, "mailbox", "mailboxes")) "
          + "handed in: it is written down again")
    }
    for (mailbox, at) in report.setBack {
      session.output.notice(
        "\(mailbox): the hub's clock was set back: a receipt of \(zone.text(at)) comes after a later one"
      )
    }
    for news in report.people {
      session.output.notice("\(news.id) \(news.what.rawValue): \(zone.text(news.at))")
    }
    for (student, at) in report.revoked.sorted(by: { $0.key < $1.key }) {
      session.output.notice("\(student) lost a key on the hub: \(zone.text(at))")
    }
    for asked in report.asked {
      session.output.notice(
        "\(asked.student) asks about \(asked.path)/\(asked.exercise): "
          + visible(asked.request.line))
    }
    try tellSolved(report, school.files, session)
    if !report.faults.isEmpty {
      session.sayUnreadable(report.faults)
      session.output.notice("whose work is missing there is noted once that is mended")
    }
    try tell(report.requests, of: root.subject, school, session)
    let former = Set(
      try school.files.participants(of: root.subject).filter { $0.state == .removed }.map(\.id))
    let arrived = Set(report.arrived.map(\.mailbox))
    let gone = arrived.intersection(former).sorted()
    if !gone.isEmpty {
      session.output.notice(
        "\(named(gone)) \(gone.count == 1 ? "takes" : "take") part no more: what came is kept, and "
          + "graded once they are added again")
    }
    if !arrived.isSubset(of: former) {
      session.output.hint("'teachkit grade \(root.subject)' grades what came")
    }
    if !report.refused.isEmpty {
      throw AnswerIsNo(failures: report.failures)
    }
  }

  /// Of how many works that are no worksheets a mailbox's attempts are listed.
  private static let mostStrays = 10

  private func handIns(_ files: SchoolFiles, _ session: Session) throws -> [HandIn] {
    let mailbox = try from.map { who in
      switch try People(files).who(who) {
      case .student(let id): id
      case .group(let schoolClass, let group): HubLayout.mailbox(ofGroup: group, in: schoolClass)
      case let other:
        throw Failure(.commandIsFaulty, "'\(other)' hands nothing in: name a student or a group")
      }
    }
    return bundle.map { HandIn(FolderPath($0, from: session.directory).text, from: mailbox) }
  }

  /// Says which new attempts came after the solutions were sent, so that they don't count.
  private func tellSolved(
    _ report: CollectReport, _ files: SchoolFiles, _ session: Session
  ) throws {
    let zone = try files.zone()
    let arrived = Dictionary(grouping: report.arrived, by: \.path)
    for path in arrived.keys.compactMap({ $0 }).sorted() {
      let arrivals = arrived[path] ?? []
      let (worksheet, marks) = (try files.worksheet(path), try files.marks(path))
      let rules = try files.subject(path.subject).rules
      let book = try files.book()
      for student in marks.keys {
        guard let solved = marks[student].map({ Marks($0) })?.solved else { continue }
        let terms = book.terms(for: student, worksheet, rules: rules)
        let isLate = arrivals.contains {
          $0.mailbox == terms.mailbox && ($0.received ?? $0.claimed) > solved
        }
        if isLate, terms.afterSolutions == .ignored {
          session.output.notice(
            "\(path): the new attempt of '\(student)' doesn't count: the solutions were sent on "
              + zone.text(solved))
        }
      }
    }
  }

  /// Says who asks to take part.
  private func tell(
    _ requests: [JoinRequest], of subject: String, _ school: SchoolStore, _ session: Session
  ) throws {
    if requests.isEmpty { return }
    let students = try school.files.roster().students
    let lost = Dictionary(
      try school.files.participants(of: subject).compactMap { one in
        one.revoked.map { (one.id, $0) }
      }, uniquingKeysWith: { $1 })
    for request in requests {
      let name = request.name.map { " (\($0))" } ?? ""
      session.output.notice(
        "somebody asks to join as '\(request.student)'\(name)"
          + (students[request.student].map { ", who is \($0.name) of your school" } ?? "")
          + (lost[request.student].map { request.at < $0 } ?? false
            ? ", from before they lost a key on the hub" : ""))
    }
    session.output.hint(
      "'teachkit invite \(subject) --accept ID' lets them in, '--decline ID' removes the request")
  }
}

/// What came, and who came and went.
private struct CollectAnswer: Report {
  let arrivals: Table
  let people: [ParticipantNews]
  let asked: [CollectReport.Asked]
  let requests: [JoinRequest]

  func text(_ layout: Layout) -> String { arrivals.text(layout) }
  var csv: String? { arrivals.csv }

  var json: JSONValue {
    guard case .object(let members) = arrivals.json else { return arrivals.json }
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
    let requests = requests.map { request -> JSONValue in
      [
        "student": .string(request.student), "name": request.name.map { .string($0) } ?? nil,
        "at": .string(request.at.description),
      ]
    }
    return .object(
      members + [
        .init("people", .array(people)), .init("asked", .array(asked)),
        .init("requests", .array(requests)),
      ])
  }
}
