import ArgumentParser
import Course
import Model
import PlainYAML
import Storage

struct CreateSubject: Command {
  static let configuration = CommandConfiguration(
    commandName: "subject",
    abstract: "Create a subject, the unit that you share with students.",
    discussion: """
      Naming a class doesn't add its students: enroll participants with 'teachkit add' or \
      'teachkit share --with'.

      Example: teachkit create subject math --title Mathematics --class 7b --topic math
      """)

  @Argument(help: "The identifier, such as math.") var id: String
  @Option(help: "The title.") var title: String
  @Option(
    name: .customLong("class"), help: "A class that takes the subject; can be repeated.",
    completion: Candidates.classes.completion)
  var classes: [String] = []
  @Option(
    help: ArgumentHelp("The topic.", valueName: "topic"),
    completion: .list(Topic.allCases.map(\.rawValue)))
  var topic: String?
  @Option(help: "The colour.", completion: .list(Colour.allCases.map(\.rawValue)))
  var colour: String?
  @Option(help: "A summary in a few sentences.") var summary: String?
  @Option(
    help: ArgumentHelp(
      "The provider of its contexts: NAME of 'teachkit-provider-NAME', or a template.",
      valueName: "name"), completion: Candidates.providers.completion)
  var provider: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let id = NewPath.identifier(id, in: SchoolPath.subjects)
    var seen: Set<String> = []
    let classes = classes.separated.map { NewPath.identifier($0, in: SchoolPath.classes) }
      .filter { seen.insert($0).inserted }
    let fields = Value.fields(
      [
        "title": .text(title), "colour": .text(colour), "topic": .text(topic),
        "summary": .text(summary), "classes": .list(classes),
        "provider": .text(provider),
      ], in: Schema.subject)
    let subject = ObjectPath.context(ContextPath(subject: id))
    try session.change("create subject", subject, in: store) { change in
      try change.createSubject(id, fields, classes: classes)
      try checkNew { try SchoolFiles(change).subject(id) }
    }
  }
}
