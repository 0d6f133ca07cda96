import ArgumentParser
import Course
import Model
import Reports
import Storage

struct ExportRoster: Command {
  static let configuration = CommandConfiguration(
    commandName: "roster",
    abstract: "Export the students of a class, group or subject, or all students.",
    discussion: """
      The format is CSV; '--format xlsx' writes an Excel file. Import it with 'teachkit import roster'.

      Example: teachkit export roster 7b > 7b.csv
      """)

  static let formats = Format.table

  @Argument(
    help: "The class, group or subject; by default, all students.",
    completion: Candidates.memberships.completion)
  var who: String?
  @OptionGroup var forOptions: PeopleOptions
  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if (who == nil ? 0 : 1) + forOptions.people.count > 1 {
      throw ValidationError("a roster is that of one class, group or subject")
    }
  }

  func run(_ session: Session) throws {
    let files = try session.schoolFiles()
    let roster = try files.roster()
    let members =
      try (who ?? forOptions.people.first).map { try Membership($0, in: files).members(files) }
      ?? roster.students.counting
    // Test students are in no list.
    let ids = members.filter { !roster.students.isTest($0) }
    var table = Table(
      "roster",
      [.init("id")] + Schema.roster.map { .init($0.name, isNumber: $0.name == "number") }
        + [.init("class")])
    for id in ids {
      guard let student = roster.students[id] else { continue }
      let classes = roster.classes.values.filter { $0.students.contains(id) }.map(\.id).sorted()
      table.append(
        [Cell(id)]
          + Schema.roster.map { field in
            field.name == "number" ? .init(student.number) : Cell(student.text(of: field.name))
          } + [.init(.array(classes.map { .string($0) }))])
    }
    if session.format != .text { return session.report(table) }
    session.output.print(table.csv(), terminator: "")
  }
}

extension Cell {
  fileprivate init(_ number: Int?) { self.init(number.map { .integer($0) } ?? .null) }
}
