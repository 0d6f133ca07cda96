import ArgumentParser
import Course
import Git
import Model
import PlainYAML
import Reports
import Storage
import Text

struct ImportRoster: Command {
  static let configuration = CommandConfiguration(
    commandName: "roster",
    abstract: "Import a list of students: add new ones and update others.",
    discussion: """
      The list is an Excel file (.xlsx), or a table from a school register (CSV, with \
      ',', ';' or tabs). Its first line has the column names, in one of many languages: Vorname, nom, \
      E-Mail, Klasse. Use '--map given=Rufname' to assign other columns to these fields: \
      \(RosterColumns.targets.joined(separator: ", ")).

      Finds existing students by id, by name with a number or e-mail address, by name, \
      or else by e-mail address or number if the given name fits. Updates them with \
      the values from the list; empty cells change nothing. Students missing from the \
      list stay in their class unless you use '--sync'; no student is deleted.

      On a terminal, the command shows the changes and asks for confirmation.

      Example: teachkit import roster 7b.csv --class 7b --dry-run
      """)

  @Argument(
    help: "The list; '-' reads standard input.",
    completion: .file(extensions: ["csv", "txt", "xlsx"]))
  var file: String
  @Option(
    name: .customLong("class"),
    help: "The class of all students; by default, from the list's own column.",
    completion: Candidates.classes.completion)
  var schoolClass: String?
  @Option(help: ArgumentHelp("Fields of columns.", valueName: "field=column,…")) var map: [String] =
    []
  @Option(
    name: .customLong("id"),
    help: ArgumentHelp("The rule for the ids of new students.", valueName: "rule"))
  var rule: NamingRule = .given
  @Flag(help: "Remove students from their class if they are not in the list.") var sync = false
  @Flag(name: .customLong("dry-run"), help: "Show the changes without making them.")
  var dryRun = false
  @Flag(help: "Don't ask for confirmation.") var yes = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let list = try read(session, store.files)
    let plan = try plan(list, store.files)
    for notice in list.notices { session.output.notice("\(list.path): \(notice)") }
    session.report(RosterReport(plan: plan, departing: sync, files: store.files))
    summarize(plan, list, session)
    for work in try lostWork(plan, store, session) {
      for notice in work.notices { session.output.notice(notice) }
    }
    if dryRun || plan.isEmpty && (!sync || plan.absences.isEmpty) {
      return session.output.notice(dryRun ? "dry run: no changes made" : "no changes")
    }
    if !yes { try session.requireConfirmation("Import this list?", otherwise: "imported nothing") }
    let committed = try store.change(
      "import roster", "students", by: try session.committer(of: store)
    ) { change in
      change.summary = "import roster \(FolderPath(list.path, from: "/").name)"
      let files = SchoolFiles(change)
      guard try self.plan(list, files) == plan else {
        throw Failure(.updateOperationFailed, "the students were changed in the meantime")
      }
      _ = try enroll(plan, in: change, session)
      try checkNew { try SchoolFiles(change).roster() }
    }
    if let edits = committed?.handEdits, !edits.isEmpty { session.reportHandEdits(edits) }
    if session.surroundings.outputIsTerminal { session.output.notice("imported the list") }
  }

  /// Returns the effects on assignments if students leave a class.
  private func lostWork(
    _ plan: RosterPlan, _ store: SchoolStore, _ session: Session
  ) throws -> [LostWork] {
    if !sync || plan.absences.isEmpty { return [] }
    var lost: [LostWork] = []
    _ = try store.change(
      "import roster", "students", by: try session.committer(of: store), dryRun: true
    ) { lost = try enroll(plan, in: $0, session) }
    return lost
  }

  private func enroll(
    _ plan: RosterPlan, in change: Change, _ session: Session
  ) throws -> [LostWork] {
    if !sync || plan.absences.isEmpty {
      try change.enroll(plan, departing: false)
      return []
    }
    return try LostWork.changing(in: change, at: session.now) {
      try change.enroll(plan, departing: true)
    }
  }

  private func read(_ session: Session, _ files: SchoolFiles) throws -> RosterFile {
    let bytes = try session.tableBytes(file)
    let target = try schoolClass.map { try session.schoolClass($0, in: files) }
    let list = try RosterFile(
      file == "-" ? "standard input" : file, bytes, mapping: try mapping(), schoolClass: target,
      try files.roster())
    if sync, list.rows.allSatisfy(\.classes.isEmpty) {
      throw Failure(
        .commandIsFaulty, "'--sync' removes students from a class, but the list has no class",
        hint: "add '--class 7b'")
    }
    return list
  }

  private func mapping() throws -> [(target: String, head: String)] {
    try map.flatMap { $0.split(separator: ",") }.map { part in
      let sides = part.split(separator: "=", maxSplits: 1).map { String($0).singleSpaced }
      guard sides.count == 2 else {
        throw Failure(
          .valueIsFaulty, "invalid column mapping '\(part)'",
          hint: "write '--map given=Vorname,family=Nachname'")
      }
      return (sides[0], sides[1])
    }
  }

  private func plan(_ list: RosterFile, _ files: SchoolFiles) throws -> RosterPlan {
    let roster = try files.roster()
    let language = try files.school().language
    do throws(RosterProblem) {
      return try RosterPlan(
        list.rows, roster: roster, rule: rule, language: language)
    } catch {
      throw list.failure(error)
    }
  }

  private func summarize(_ plan: RosterPlan, _ list: RosterFile, _ session: Session) {
    for doubt in plan.doubts { session.output.notice("\(list.path):\(doubt.words)") }
    func count(_ which: (RosterPlan.Entry) -> Bool) -> Int { plan.entries.filter(which).count }
    let new = count(\.isNew)
    let same = count(\.isUnchanged)
    session.output.notice(
      "\(new) new, \(plan.entries.count - new - same) changed, \(same) unchanged")
    if plan.absences.isEmpty { return }
    let classes = Set(plan.absences.map(\.schoolClass)).sorted().joined(separator: ", ")
    let who = named(plan.absences.map(\.id))
    if sync {
      session.output.notice("not in the list, removed from \(classes): \(who)")
    } else {
      session.output.notice("not in the list, still in \(classes): \(who)")
      session.output.hint("use '--sync' to remove them from the class")
    }
  }
}

extension NamingRule: ExpressibleByArgument {}

extension RosterPlan.Doubt {
  /// The line number and the reason for the doubt.
  fileprivate var words: Message {
    switch self {
    case .sameName(let line, let id, let others):
      "\(line): '\(id)' has the same name as \(named(others))"
    case .sameMark(let line, let id, let field, let other):
      """
      \(line): '\(id)' has the \(field == "email" ? "e-mail address" : field) of '\(other)', but \
      is treated as a different student
      """
    }
  }
}

extension Session {
  /// The id of the class that a word refers to.
  func schoolClass(_ word: String, in files: SchoolFiles) throws -> String {
    guard case .schoolClass(let id) = try Locator(files).find(word, among: [.schoolClass]) else {
      throw LookupError.unknown(word, suggestion: nil)
    }
    return id
  }
}
