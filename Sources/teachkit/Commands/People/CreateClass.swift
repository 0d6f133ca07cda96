import ArgumentParser
import Course
import Model
import PlainYAML
import Storage

struct CreateClass: Command {
  static let configuration = CommandConfiguration(
    commandName: "class",
    abstract: "Create a class.",
    discussion: """
      Separate list items with spaces or commas.

      Example: teachkit create class 7b --title "Klasse 7b" --year 7 --weekdays mon tue wed thu
      """)

  @Argument(help: "The identifier, such as 7b.") var id: String
  @Option(help: "The title; by default, the identifier.") var title: String?
  @Option(help: "The year or grade level.") var year: String?
  @Option(help: "The number within the year.") var number: String?
  @Option(help: "The time zone; by default, the school's.") var zone: String?
  @Option(help: "The end of the school day, such as 16:40.") var closing: String?
  @Option(parsing: .upToNextOption, help: "The school days: mon tue wed …")
  var weekdays: [String] = []
  @Option(
    parsing: .upToNextOption,
    help: "Days off: dates, or ranges such as 2026-12-21..2027-01-06.")
  var holidays: [String] = []
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let id = NewPath.identifier(id, in: SchoolPath.classes)
    let fields = Value.fields(
      [
        "title": .text(title), "year": .plain(year), "number": .plain(number),
        "zone": .text(zone), "closing": .text(closing), "weekdays": .list(weekdays.separated),
        "holidays": .list(holidays.separated),
      ], in: Schema.schoolClass)
    try session.change("create class", .schoolClass(id), in: store) { change in
      try change.createClass(id, fields)
      try checkNew {
        let files = SchoolFiles(change)
        if let zone = try files.schoolClass(id).zone {
          _ = try files.zone(zone, in: SchoolPath.schoolClass(id))
        }
      }
    }
  }
}
