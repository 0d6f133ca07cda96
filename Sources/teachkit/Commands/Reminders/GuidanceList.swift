import ArgumentParser
import Course
import Model
import Reports
import Storage
import Text

struct GuidanceList: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the students to speak to.",
    discussion: """
      Without '--all', complete and deleted records are left out. '--mine' selects the classes \
      with you as 'teacher' in 'class.yaml'.

      Example: teachkit guidance list --mine --today
      """)

  static let formats = Format.table

  @Option(
    name: .customLong("class"), help: ArgumentHelp("Only this class.", valueName: "class"),
    completion: Candidates.classes.completion)
  var schoolClass: String?
  @Option(help: "Only the classes of this year.") var year: Int?
  @Flag(help: "Only your own classes.") var mine = false
  @Flag(help: "Only records for today and earlier days.") var today = false
  @Flag(help: "Also complete and deleted records.") var all = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if [schoolClass != nil, year != nil, mine].filter(\.self).count > 1 {
      throw ValidationError("'--class', '--year' and '--mine' can't be combined")
    }
    if today, all { throw ValidationError("'--today' and '--all' can't be combined") }
  }

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let files = store.files
    let selection = ClassSelection(
      schoolClass: schoolClass, year: year, teacher: mine ? try session.user(of: store) : nil)
    let book = try GuidanceBook(files, classes: selection.classes(in: files), at: session.now)
    let entries = book.entries.filter {
      all || (today ? $0.record.isDue(on: $0.today) : $0.record.isOpen)
    }
    session.output.isPaged = true
    session.report(table(entries, try files.students()))
    session.report(unreadable: book)
    if !book.unreadable.isEmpty { throw NegativeAnswer() }
  }

  private func table(_ entries: [GuidanceBook.Entry], _ students: Students) -> Table {
    Table(
      "guidance",
      [
        .init("id"), .init("class"), .init("student", isShown: false),
        .init("name", title: "Student"), .init("reason"), .init("detail"), .init("date"),
        .init("from", isShown: false), .init("status"), .init("by", isShown: false),
      ],
      rows: entries.map { entry in
        let record = entry.record
        let tone: Tone = record.isOpen ? .plain : .quiet
        return [
          Cell(record.id, tone: tone), Cell(entry.schoolClass, tone: tone), Cell(record.student),
          Cell(students[record.student]?.name ?? record.student, tone: tone),
          Cell(record.reason, tone: tone), Cell(record.detail, tone: tone),
          Cell("\(record.date)", tone: tone), Cell(record.from.map { "\($0)" }),
          Cell(record.status.rawValue, tone: tone), Cell(record.by),
        ]
      })
  }
}

extension Session {
  /// The user, by Git's identity or as the school's teacher.
  func user(of store: SchoolStore) throws -> Person {
    let committer = try committer(of: store)
    return Person(name: committer.name, mail: committer.mail)
  }
}
