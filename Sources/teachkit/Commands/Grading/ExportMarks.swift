import ArgumentParser
import Course
import Exchange
import Model
import PlainYAML
import Reports
import Storage

struct ExportMarks: Command {
  static let configuration = CommandConfiguration(
    commandName: "marks",
    abstract: "Export the marks of a worksheet, or an empty table to fill in.",
    discussion: """
      The table has a row for each student, a column for each exercise or rubric item, and \
      the columns 'comment', 'override', 'why' and 'excused'. The format is CSV; \
      '--format xlsx' writes an Excel file. Edit it in a spreadsheet and import it with 'teachkit import marks'.

      Example: teachkit export marks math/poster --blank > poster.csv
      """)

  static let formats = Format.table

  @Argument(help: "A worksheet or exercise.", completion: Candidates.content.completion)
  var path: String
  @Flag(help: "Leave out existing marks.") var blank = false
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Only this student, class or group.", valueName: "who"),
    completion: Candidates.who.completion)
  var who: [String] = []
  @Flag(name: .customLong("mine"), help: "Only your share, as defined in staff.yaml.")
  var isMine = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let files = store.files
    let target = try MarkTarget(path, in: files)
    let worksheet = target.worksheet
    let ledger = try files.marks(worksheet.path)
    let students = try students(store, worksheet, session)
    let submissions =
      blank ? [:] : try session.submissions(toMark: worksheet, of: Set(students), in: store)
    let marks = students.map { student in
      let marks = blank ? nil : ledger[student].map { Marks($0) }
      return (marks ?? Marks()).given(for: submissions[student] ?? [:])
    }
    let fields = (target.exercise.map { [$0] } ?? worksheet.exercises).flatMap { exercise in
      // Total points of an exercise with a rubric, and comments, have a column only if any exist.
      let always = worksheet.markFields(of: exercise)
      let whole = exercise.rubric.isEmpty ? [] : [MarkField.points(exercise.id)]
      return (whole + always + [.commentOn(exercise.id)]).filter { field in
        always.contains(field) || marks.contains { $0.text(of: field) != nil }
      }
    }
    let columns = fields + MarkField.others
    let known = try files.roster().students
    var table = Table(
      "marks",
      [.init("student"), .init("name")]
        + columns.map { .init($0.name, isNumber: $0.isNumber, members: ["marks", $0.name]) })
    for (student, marks) in zip(students, marks) {
      table.append(
        [Cell(student), Cell(known[student]?.name)]
          + columns.map { field in
            guard let text = marks.text(of: field) else { return nil }
            return field.isNumber ? Cell(.decimal(text)) : Cell(text)
          })
    }
    if session.format != .text { return session.report(table) }
    session.output.print(table.csv(), terminator: "")
  }

  private func students(
    _ store: SchoolStore, _ worksheet: Worksheet, _ session: Session
  ) throws -> [String] {
    let subject = worksheet.path.subject
    let named =
      who.isEmpty ? [] : try session.participants(who, in: subject, of: store.files)
    let run = try GradeRun(subject: subject, store.files, nil)
    let isTheirs =
      isMine ? try run.share(of: session.staffIdentifier(store), in: worksheet) : nil
    return try run.works(on: worksheet, of: who.isEmpty ? .counting : .only(Set(named))).filter {
      work in
      isTheirs?.contains(work.terms.mailbox) != false
    }.map(\.student)
  }
}
