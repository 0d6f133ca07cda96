import ArgumentParser
import Model
import Storage

struct ImportWorksheet: Command {
  static let configuration = CommandConfiguration(
    commandName: "worksheet",
    abstract: "Take over a worksheet of another school.",
    discussion: """
      SOURCE is another school's folder, or the place of a published subject on a hub, as \
      'teachkit clone' takes it; PATH is the worksheet there. From a school it comes with answers \
      and all files, from a hub as a draft whose answers are to be filled in. Chapters that are \
      missing are made on the way.

      The worksheet keeps where it came from in its field 'source', which is never published.

      Example: teachkit import worksheet ../mill math/fractions/adding --into math/fractions
      """)

  @Argument(
    help: "A school's folder, or a subject on a hub: a folder, 'ssh://…' or 'https://…'.",
    completion: .directory)
  var source: String
  @Argument(help: "The worksheet there, such as fractions/adding.") var path: String
  @Argument(help: "What it is called here; as it is there unless given.") var name: String?
  @Option(
    help: ArgumentHelp("The chapter or subject that it comes into.", valueName: "chapter"),
    completion: Candidates.content.completion)
  var into: String
  @Flag(name: .customLong("dry-run"), help: "Show what would come, and do nothing.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions
  static var formats: [Format] { [.text, .json, .csv] }

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let chapter = try chapter(in: store.files)
    try ImportSource.open(source, session, store) { place in
      let old = try place.worksheet(path)
      let new = chapter.appending(name ?? old.identifier)
      let importing = try Importing(old, from: place, as: new)
      let command = shellCommand(
        "teachkit", "import", "worksheet", source, path, "NAME", "--into", into)
      try session.takeOver(
        importing, "import worksheet", in: store, dryRun: dryRun,
        hint: "give it another name: \(command)"
      ) { change in
        try change.createWorksheet(new, importing.main)
      }
    }
  }

  /// One that is there, or else is to be made.
  private func chapter(in files: SchoolFiles) throws -> ContextPath {
    do {
      if case .context(let path) = try Locator(files).find(into, among: [.subject, .context]) {
        return path
      }
    } catch LookupError.unknown {}
    return try Naming.context(into, "chapter")
  }
}
