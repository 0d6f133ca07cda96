import ArgumentParser
import Course
import Model
import PlainYAML
import Storage

struct CreateStudent: Command {
  static let configuration = CommandConfiguration(
    commandName: "student",
    abstract: "Add a student to the school.",
    discussion: """
      A student can be in several classes. Classes and subjects are \
      independent: to add the student to a subject, use 'teachkit add'.

      Example: teachkit create student ada --given Ada --family Lovelace --class 7b
      """)

  @Argument(help: "The student's identifier, such as ada or ada.lovelace.") var id: String
  @Option(help: "The given name.") var given: String?
  @Option(help: "The family name.") var family: String?
  @Option(help: "The e-mail address.") var email: String?
  @Option(help: "The number on the class list.") var number: String?
  @Option(help: "The name for leaderboards.") var alias: String?
  @Option(help: "The student's login name on a server.") var login: String?
  @Flag(name: .customLong("no-progress"), help: "Don't report the student's progress.")
  var noProgress = false
  @Flag(name: .customLong("no-leaderboard"), help: "Hide the student from others' leaderboards.")
  var noLeaderboard = false
  @Option(
    name: .customLong("class"), help: "A class of the student; can be repeated.",
    completion: Candidates.classes.completion)
  var classes: [String] = []
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let id = NewPath.identifier(id, in: "students")
    let fields = Value.fields(
      [
        "given": .text(given), "family": .text(family), "email": .text(email),
        "number": .plain(number), "alias": .text(alias), "login": .text(login),
        "progress": .no(noProgress), "leaderboard": .no(noLeaderboard),
      ], in: Schema.student)
    try session.change("create student", .student(id), in: store) { change in
      try change.createStudent(id, fields)
      try store.checkUnused(student: id)
      try checkNew { try SchoolFiles(change).roster() }
      for text in classes.separated {
        let schoolClass = NewPath.identifier(text, in: SchoolPath.classes)
        try change.addStudents([id], to: schoolClass)
      }
    }
  }
}
