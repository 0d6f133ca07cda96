import ArgumentParser
import Storage

struct CreateGroup: Command {
  static let configuration = CommandConfiguration(
    commandName: "group",
    abstract: "Make a group within a class.",
    discussion: """
      A student may be in several groups. Wherever somebody is named, a group may be: 7b/red.

      Example: teachkit create group 7b/red ada ben
      """)

  @Argument(help: "The class and the group's identifier: 7b/red.") var path: String
  @Argument(help: "Students of the class.", completion: Candidates.students.completion)
  var students: [String] = []
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let parts = Naming.identifier(path, in: SchoolPath.classes)
      .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw Failure(
        .valueIsFaulty, "'\(path)' is no path of a group",
        hint: "write the class before it, such as 7b/red")
    }
    let members = try People(store.files).students(students)
    let group = ObjectPath.group(schoolClass: parts[0], group: parts[1])
    try session.change("create group", group, in: store) { change in
      try change.createGroup(parts[1], in: parts[0], students: members)
    }
  }
}
