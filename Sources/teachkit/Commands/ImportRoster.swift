import ArgumentParser
import Git
import Model
import PlainYAML
import Reports
import Storage

struct ImportRoster: Command {
  static let configuration = CommandConfiguration(
    commandName: "roster",
    abstract: "Take over a list of students: who is new, what changed.",
    discussion: """
      The list is a table as spreadsheets and registers write it (CSV, with ',', ';' or tabs) whose \
      first line names the columns, in any of many languages: Vorname, nom, E-Mail, Klasse. \
      '--map given=Rufname' says what another column holds: \
      \(RosterColumns.targets.joined(separator: ", ")).

      Students who are there already are found by identifier, by name with a number or e-mail \
      address, by name, or else by e-mail address or number where the given name fits. What the \
      list says of them is set; an empty cell says nothing. Whoever is in a class and not in the \
      list stays, unless '--sync' takes them out of it; nobody is deleted.

      On a terminal you are shown what would happen, and asked.

      Example: teachkit import roster 7b.csv --class 7b --dry-run
      """)

  @Argument(
    help: "The list; '-' is standard input.", completion: .file(extensions: ["csv", "txt"]))
  var file: String
  @Option(
    name: .customLong("class"),
    help: "The class of all of them; the list's own column unless given.",
    completion: Candidates.classes.completion)
  var schoolClass: String?
  @Option(help: ArgumentHelp("What columns hold.", valueName: "field=column,…")) var map: [String] =
    []
  @Option(
    name: .customLong("id"),
    help: ArgumentHelp("How new students are called.", valueName: "rule"))
  var rule: NamingRule = .given
  @Flag(help: "Take out of their class who is not in the list.") var sync = false
  @Flag(name: .customLong("dry-run"), help: "Show what would be done, and do nothing.")
  var dryRun = false
  @Flag(help: "Don't ask.") var yes = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let list = try read(session, store.files)
    let plan = try plan(list, store.files)
    for notice in list.notices { session.output.notice("\(list.path): \(notice)") }
    session.report(RosterReport(plan: plan, departing: sync, files: store.files))
    tell(plan, list, session)
    for work in try lostWork(plan, store, session) { session.output.notice(work.words) }
    if dryRun || plan.isEmpty && (!sync || plan.absences.isEmpty) {
      return session.output.notice(dryRun ? "nothing was changed: this was a dry run" : "no change")
    }
    if !yes { try session.agree("Take this over?", otherwise: "nothing was changed") }
    let committed = try store.change(
      "import roster", "students", by: try session.committer(of: store)
    ) { change in
      change.summary = "import roster \(FolderPath(list.path, from: "/").name)"
      let files = SchoolFiles(change)
      guard try self.plan(list, files) == plan else {
        throw Failure(.updateOperationFailed, "the students have changed meanwhile")
      }
      try change.enroll(plan, departing: sync)
      try checkNew { try SchoolFiles(change).roster() }
    }
    if let edits = committed?.handEdits, !edits.isEmpty { session.tellHandEdits(edits) }
  }

  /// The assignments that no longer reach those who leave.
  private func lostWork(
    _ plan: RosterPlan, _ store: SchoolStore, _ session: Session
  ) throws -> [LostWork] {
    if !sync || plan.absences.isEmpty { return [] }
    var lost: [LostWork] = []
    _ = try store.change(
      "import roster", "students", by: try session.committer(of: store), dryRun: true
    ) { change in
      let before = try LostWork.recipients(SchoolFiles(change))
      try change.enroll(plan, departing: true)
      lost = LostWork.find(before, after: try LostWork.recipients(SchoolFiles(change)))
    }
    return lost
  }

  private func read(_ session: Session, _ files: SchoolFiles) throws -> RosterFile {
    let bytes = try session.tableBytes(file)
    let target = try schoolClass.map { try session.schoolClass($0, in: files) }
    let list = try RosterFile(
      file == "-" ? "standard input" : file, bytes, mapping: try mapping(), schoolClass: target,
      try files.roster())
    if sync, list.rows.allSatisfy(\.classes.isEmpty) {
      throw Failure(
        .commandIsFaulty, "'--sync' takes students out of a class, and the list names none",
        hint: "add '--class 7b'")
    }
    return list
  }

  private func mapping() throws -> [(target: String, head: String)] {
    try map.flatMap { $0.split(separator: ",") }.map { part in
      let sides = part.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
      guard sides.count == 2 else {
        throw Failure(
          .valueIsFaulty, "'\(part)' says no field and column",
          hint: "write '--map given=Vorname,family=Nachname'")
      }
      return (sides[0], sides[1])
    }
  }

  private func plan(_ list: RosterFile, _ files: SchoolFiles) throws -> RosterPlan {
    let (roster, order) = (try files.roster(), try files.studentIDs())
    let language = try files.school().language
    do throws(RosterProblem) {
      return try RosterPlan(
        list.rows, roster: roster, order: order, rule: rule, language: language)
    } catch {
      throw list.failure(error)
    }
  }

  private func tell(_ plan: RosterPlan, _ list: RosterFile, _ session: Session) {
    for doubt in plan.doubts { session.output.notice("\(list.path):\(doubt.words)") }
    func count(_ which: (RosterPlan.Entry) -> Bool) -> Int { plan.entries.filter(which).count }
    let new = count(\.isNew)
    let same = count(\.isUnchanged)
    session.output.notice(
      "\(new) new, \(plan.entries.count - new - same) changed, \(same) as before")
    if plan.absences.isEmpty { return }
    let classes = Set(plan.absences.map(\.schoolClass)).sorted().joined(separator: ", ")
    let who = named(plan.absences.map(\.id))
    if sync {
      session.output.notice("not in the list, leaving \(classes): \(who)")
    } else {
      session.output.notice("not in the list, staying in \(classes): \(who)")
      session.output.hint("'--sync' takes out of a class who is not in the list")
    }
  }
}

extension NamingRule: ExpressibleByArgument {}

extension RosterPlan.Doubt {
  /// The line and what is to be looked at.
  fileprivate var words: String {
    switch self {
    case .sameName(let line, let id, let others):
      "\(line): '\(id)' has the name of \(named(others))"
    case .sameMark(let line, let id, let field, let other):
      "\(line): '\(id)' has the \(field == "email" ? "e-mail address" : field) of '\(other)' and "
        + "is taken for somebody else"
    }
  }
}

extension Session {
  /// The identifier of the class that a word means.
  func schoolClass(_ word: String, in files: SchoolFiles) throws -> String {
    guard case .schoolClass(let id) = try Locator(files).find(word, among: [.schoolClass]) else {
      throw LookupError.unknown(word, suggestion: nil)
    }
    return id
  }
}
