import ArgumentParser
import Course
import Model
import PlainYAML
import Storage
import Text

struct CreateWorksheet: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "worksheet",
    abstract: "Create a worksheet.",
    discussion: """
      The worksheet is a draft, which students can't see, until you assign it. Missing chapters \
      above it are created automatically. A template adds the first exercises: use your own, or \
      quiz, homework, practice, vocabulary, times-tables, words-en-de, exam, programming \
      ('template list'). '--fill' replaces the names between '@' in it; missing values are \
      asked for on a terminal, and are an error elsewhere.

      Example: teachkit create worksheet math/fractions/adding --title "Adding fractions" \
      --template quiz
      """)

  @Argument(
    help: "The path, such as math/fractions/adding.", completion: Candidates.content.completion)
  var path: String
  @OptionGroup var context: ContextOptions
  @Option(help: "The due date, such as fri or '2026-11-28 08:00'.") var due: String?
  @Option(help: "The release date; otherwise, it is a draft.") var release: String?
  @Flag(help: "For practice: students get the answers, and nothing is graded.")
  var practice = false
  @OptionGroup var template: TemplateOptions
  @Option(
    name: .customLong("file"), parsing: .upToNextOption,
    help: "A file for the students; can be repeated.", completion: .file())
  var handouts: [String] = []
  @OptionGroup var publishing: PublishingOptions
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let store = try session.openSchool()
    let path = try NewPath.context(path, "worksheet")
    let fields = try fields(session, store.files)
    let template = try template.files(.worksheet, of: path, with: fields, session, store)
    let text = template?.main ?? Array(Printer.print(.fields(fields, in: Schema.worksheet)).utf8)
    let handouts = try handouts.map(AttachedFile.init)
    var made: [ContextPath] = []
    try session.withProvidedChapters(above: path, in: store) {
      try session.change("create worksheet", .context(path), in: store) { change in
        made = try change.createWorksheet(path, text)
        try store.checkUnused(path)
        try checkNew(from: template?.template.path) { try SchoolFiles(change).worksheet(path) }
        try template?.writeRest(below: path, change)
        for handout in handouts {
          try change.write("\(SchoolPath.folder(path))/files/\(handout.name)", handout.bytes)
        }
      }
    }
    session.reportChapters(made)
    template?.reportUnfilled(below: path, session)
    try await session.publish(path.subject, after: path, in: store, publishing)
  }

  /// The fields of the new file.
  private func fields(_ session: Session, _ files: SchoolFiles) throws -> [String: Value?] {
    var fields = context.fields
    fields["draft"] = .plain(release == nil ? "yes" : "no")
    fields["practice"] = .yes(practice)
    if due != nil {
      fields["due"] = .text(try session.written(due, "--due", .due, in: files.zone()))
    }
    if release != nil {
      fields["release"] = .text(
        try session.written(release, "--release", .release, in: files.zone()))
    }
    if fields["type"].flatMap({ $0 }) == nil, template.template == nil {
      fields["type"] = .scalar("quiz")
    }
    return fields
  }
}

/// A file that is published with a worksheet.
private struct AttachedFile {
  let name: String
  let bytes: [UInt8]

  init(_ path: String) throws {
    name = path.split(separator: "/").last.map(String.init) ?? path
    guard !name.hasPrefix(".") else {
      throw Failure(.valueIsFaulty, "cannot add '\(path)': its name begins with a dot")
    }
    let source = WorkTree(root: path.hasPrefix("/") ? "" : ".")
    guard let bytes = try source.bytes(at: path) else {
      throw Failure(.notFound, "no file '\(path)'")
    }
    self.bytes = bytes
  }
}
