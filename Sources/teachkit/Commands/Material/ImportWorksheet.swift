import ArgumentParser
import Course
import Model
import Storage
import Text

struct ImportWorksheet: Command {
  static let configuration = CommandConfiguration(
    commandName: "worksheet",
    abstract: "Import a worksheet from another school.",
    discussion: """
      SOURCE is another school's folder, or a published subject on a \
      hub, as for 'teachkit clone'; PATH is the worksheet there. From \
      a school, it includes answers and all files. From a hub, it is \
      a draft to which you add answers. Missing chapters are created.

      The worksheet records its origin in the field 'source', which is never published.

      Example: teachkit import worksheet ../mill math/fractions/adding --into math/fractions
      """)

  @Argument(
    help: "A school's folder or a subject on a hub: a folder, 'ssh://…' or 'https://…'.",
    completion: .directory)
  var source: String
  @Argument(help: "The worksheet there, such as fractions/adding.") var path: String
  @Argument(help: "The worksheet's id here; by default, the same.") var name: String?
  @Option(
    help: ArgumentHelp("The chapter or subject for the worksheet.", valueName: "chapter"),
    completion: Candidates.content.completion)
  var into: String
  @Flag(name: .customLong("dry-run"), help: "Show what would be imported, without importing it.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions
  static var formats: [Format] { Format.table }

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let chapter = try chapter(in: store.files)
    try ImportSource.open(source, session, store) { place in
      let old = try place.worksheet(path)
      let new = chapter.appending(name ?? old.identifier)
      let importing = try Importing(old, from: place, as: new)
      let command = shellCommand(
        "teachkit", "import", "worksheet", source, path, "NAME", "--into", into)
      try session.importContent(
        importing, "import worksheet", in: store, dryRun: dryRun,
        hint: "choose another id: \(command)"
      ) { change in
        try change.createWorksheet(new, importing.main)
      }
    }
  }

  /// An existing chapter or subject, or else a new chapter.
  private func chapter(in files: SchoolFiles) throws -> ContextPath {
    do {
      if case .context(let path) = try Locator(files).find(into, among: [.subject, .context]) {
        return path
      }
    } catch LookupError.unknown {}
    return try NewPath.context(into, "chapter")
  }
}
