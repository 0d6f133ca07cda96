import ArgumentParser
import Course
import Model
import Storage
import Text

struct GuidanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "guidance",
    abstract: "Record students to speak to before the end of the day.",
    discussion: """
      Each class has a list in 'classes/CLASS/guidance.yaml' that only teachers see. \
      'remind closing' tells you before the end of the school day how many students are on it.
      """,
    subcommands: [
      GuidanceAdd.self, GuidanceList.self, GuidanceDelay.self, GuidanceComplete.self,
      GuidanceDelete.self, GuidancePurge.self,
    ])
}

struct GuidanceAdd: Command {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Put students on the list.",
    discussion: """
      Reasons are 'clothing', 'indoor-shoes', 'jaywalking' and 'other', which needs a detail. \
      A school can add reasons in 'school.yaml', such as 'guidance-reasons: [phone]'.

      Example: teachkit guidance add ada ben --reason clothing
      """)

  @OptionGroup var people: PeopleArguments
  @Option(help: "The reason.") var reason: String
  @Option(help: ArgumentHelp("More about the reason.", valueName: "text")) var detail: String?
  @Option(
    help: ArgumentHelp("The day from which they are on the list; by default today."))
  var date: String?
  @Option(
    name: .customLong("class"),
    help: ArgumentHelp("The class of students who are in several.", valueName: "class"),
    completion: Candidates.classes.completion)
  var schoolClass: String?
  @Flag(name: .customLong("dry-run"), help: "Show the changes without making them.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let files = store.files
    let committer = try session.committer(of: store)
    try checkReason(in: files)
    let wish = try schoolClass.map { try ClassSelection(schoolClass: $0).classes(in: files)[0] }
    let members = try People(files).classMembers(
      people.all.separated, of: wish, teacher: Person(name: committer.name, mail: committer.mail))
    let by = try session.marker(committer, in: files)
    var added: [(schoolClass: String, id: String)] = []
    let committed = try store.change(
      "guidance add", "classes", by: committer, dryRun: dryRun
    ) { change in
      added = try add(members, by: by, to: change, session)
      let names = members.map(\.student)
      let who = names.count > 3 ? "\(names.count) students" : names.joined(separator: ", ")
      change.summary = "guidance for \(who): \(reason)"
    }
    if let edits = committed?.handEdits, !edits.isEmpty { session.reportHandEdits(edits) }
    if dryRun { session.output.notice("dry run: no changes made") }
    session.report(
      ChangeAnswer(
        items: added.map { schoolClass, id in
          let version = committed?.versions[SchoolPath.guidance(schoolClass)] ?? nil
          return .init(path: "\(schoolClass)/\(id)", version: version)
        }))
  }

  /// Adds a record for each student who isn't on the list yet.
  ///
  /// - Returns: the ids of the records.
  private func add(
    _ members: [(student: String, schoolClass: String)], by teacher: String, to change: Change,
    _ session: Session
  ) throws -> [(schoolClass: String, id: String)] {
    let files = SchoolFiles(change)
    let book = try GuidanceBook(files, at: session.now)
    var ids = book.entries.map(\.record.id)
    var added: [(schoolClass: String, id: String)] = []
    for id in Set(members.map(\.schoolClass)).sorted() {
      // A list that can't be read must not be continued.
      if let error = book.unreadable.first(where: { $0.schoolClass == id })?.error { throw error }
      let zone = try files.zone(of: files.schoolClass(id))
      let date = try session.day(date, "--date", in: zone) ?? zone.civil(session.now).date
      var records: [GuidanceRecord] = []
      for member in members where member.schoolClass == id {
        let record = GuidanceRecord(
          id: GuidanceRecord.nextID(after: ids), student: member.student, reason: reason,
          detail: detail, date: date, by: teacher)
        if let known = book.entries.first(where: { $0.record.isRepeated(by: record) }) {
          session.output.notice("'\(member.student)' is already on the list: \(known.record.id)")
          continue
        }
        ids.append(record.id)
        added.append((id, record.id))
        records.append(record)
      }
      try change.addGuidance(records, to: id)
    }
    return added
  }

  private func checkReason(in files: SchoolFiles) throws {
    let reasons = GuidanceRecord.reasons + (try files.school().guidanceReasons)
    guard reasons.contains(reason) else {
      throw Failure(
        .valueIsFaulty, "no reason '\(visible(reason))'",
        hint: closest(reason, in: reasons).map { "did you mean '\($0)'?" as Message }
          ?? "use \(reasons.joined(separator: ", ")), or add it to 'guidance-reasons'")
    }
    if reason == "other", detail?.allSatisfy(\.isWhitespace) ?? true {
      throw Failure(
        .valueIsFaulty, "the reason 'other' needs a detail", hint: "add --detail 'late three times'"
      )
    }
    if let detail, detail.count > GuidanceRecord.longestDetail {
      throw Failure(
        .valueIsFaulty,
        "the detail has \(detail.count) characters, but at most \(GuidanceRecord.longestDetail) are allowed"
      )
    }
  }
}

extension GuidanceRecord {
  /// Whether another record says the same.
  fileprivate func isRepeated(by other: GuidanceRecord) -> Bool {
    isOpen && student == other.student && reason == other.reason && detail == other.detail
      && date == other.date
  }
}

extension Session {
  /// The day that a text on the command line names, also a past one.
  ///
  /// - Throws: `Failure` if it isn't a date.
  func day(_ text: String?, _ option: String, in zone: Zone) throws -> CivilDate? {
    guard let text else { return nil }
    let time =
      TimeText.read(text, in: zone, .release, now: now)
      ?? TimeText.past(text, in: zone, .release, now: now)
    guard let time else {
      throw Failure(
        .valueIsFaulty, "invalid date '\(visible(text))'",
        hint: "\(option) takes 2026-11-28, 24.12., fri, tomorrow or +3d")
    }
    return zone.civil(time).date
  }
}
