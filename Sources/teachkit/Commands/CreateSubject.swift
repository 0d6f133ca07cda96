import ArgumentParser
import Model
import PlainYAML
import Storage

struct CreateSubject: Command {
  static let configuration = CommandConfiguration(
    commandName: "subject",
    abstract: "Make a subject: what is shared with students.",
    discussion: """
      The classes that it names take it; who takes part is decided by 'teachkit add' or \
      'teachkit share --with'.

      Example: teachkit create subject math --title Mathematics --class 7b --topic math
      """)

  @Argument(help: "Its identifier, such as math.") var id: String
  @Option(help: "Its title.") var title: String
  @Option(
    name: .customLong("class"), help: "A class that takes it; may be given again.",
    completion: Candidates.classes.completion)
  var classes: [String] = []
  @Option(
    help: ArgumentHelp("What it is about.", valueName: "topic"),
    completion: .list(Topic.allCases.map(\.rawValue)))
  var topic: String?
  @Option(help: "Its colour.", completion: .list(Colour.allCases.map(\.rawValue)))
  var colour: String?
  @Option(help: "What it is about, in a few sentences.") var summary: String?
  @Option(
    help: ArgumentHelp(
      "Who knows its contexts: NAME of 'teachkit-provider-NAME', or a template's.",
      valueName: "name"), completion: Candidates.providers.completion)
  var provider: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let id = Naming.identifier(id, in: SchoolPath.subjects)
    var seen: Set<String> = []
    let classes = classes.map { Naming.identifier($0, in: SchoolPath.classes) }
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
