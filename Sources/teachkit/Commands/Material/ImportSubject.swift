import ArgumentParser
import Course
import Model
import Storage
import Text

struct ImportSubject: Command {
  static let configuration = CommandConfiguration(
    commandName: "subject",
    abstract: "Import a subject from another school.",
    discussion: """
      SOURCE is a subject in another school's folder, or a published subject on a hub, as \
      for 'teachkit clone'. From a school, imports all committed content with answers, files \
      and private parts. From a hub, imports only the students' view: worksheets are drafts \
      until you add answers. Never imports students, classes, assignments, marks or grades.

      Each file records its origin in the field 'source', which is never published.

      Example: teachkit import subject ../mill/math algebra --dry-run
      """)

  @Argument(
    help: "The subject in a school's folder or on a hub: a folder, 'ssh://…' or 'https://…'.",
    completion: .directory)
  var source: String
  @Argument(help: "The subject's id here; by default, the same.") var name: String?
  @Flag(name: .customLong("dry-run"), help: "Show what would be imported, without importing it.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions
  static var formats: [Format] { Format.table }

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    try ImportSource.open(source, session, store) { place in
      let old = try place.subject()
      let id = NewPath.identifier(name ?? old.subject, in: SchoolPath.subjects)
      let importing = try Importing(old, from: place, as: ContextPath(subject: id))
      let command = shellCommand("teachkit", "import", "subject", source, "NAME")
      try session.importContent(
        importing, "import subject", in: store, dryRun: dryRun,
        hint: "choose another id: \(command)"
      ) { change in
        try change.createSubject(id, importing.main)
        return []
      }
    }
  }
}
