import ArgumentParser
import Model
import Storage

struct ImportSubject: Command {
  static let configuration = CommandConfiguration(
    commandName: "subject",
    abstract: "Take over a subject of another school.",
    discussion: """
      SOURCE is a subject in another school's folder, or the place of a published one on a hub, as \
      'teachkit clone' takes it. From a school comes all that is committed there, with answers, \
      files and what is private; from a hub what students get: worksheets are drafts until you \
      fill in their answers. Students, classes, assignments, marks and grades never come.

      Each file keeps where it came from in its field 'source', which is never published.

      Example: teachkit import subject ../mill/math algebra --dry-run
      """)

  @Argument(
    help: "The subject in a school's folder, or on a hub: a folder, 'ssh://…' or 'https://…'.",
    completion: .directory)
  var source: String
  @Argument(help: "What it is called here; as it is there unless given.") var name: String?
  @Flag(name: .customLong("dry-run"), help: "Show what would come, and do nothing.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions
  static var formats: [Format] { [.text, .json, .csv] }

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    try ImportSource.open(source, session, store) { place in
      let old = try place.subject()
      let id = Naming.identifier(name ?? old.subject, in: SchoolPath.subjects)
      let importing = try Importing(old, from: place, as: ContextPath(subject: id))
      let command = shellCommand("teachkit", "import", "subject", source, "NAME")
      try session.takeOver(
        importing, "import subject", in: store, dryRun: dryRun,
        hint: "give it another name: \(command)"
      ) { change in
        try change.createSubject(id, importing.main)
        return []
      }
    }
  }
}
