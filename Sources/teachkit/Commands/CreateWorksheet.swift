import ArgumentParser
import Model
import PlainYAML
import Storage

struct CreateWorksheet: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "worksheet",
    abstract: "Make a worksheet: a place for exercises.",
    discussion: """
      It is a draft, which students don't see, until it is assigned. Chapters above it that are \
      missing are made on the way. A template gives it its first exercises: one of your own, or \
      quiz, homework, practice, vocabulary, exam, programming. '--fill' gives what stands for \
      names between '@' in it; what isn't known is asked for on a terminal, and told elsewhere.

      Example: teachkit create worksheet math/fractions/adding --title "Adding fractions" \
      --template quiz
      """)

  @Argument(
    help: "Its path, such as math/fractions/adding.", completion: Candidates.content.completion)
  var path: String
  @OptionGroup var context: ContextOptions
  @Option(help: "When it is due, such as fri or '2026-11-28 08:00'.") var due: String?
  @Option(help: "When students get to see it; a draft unless given.") var release: String?
  @Flag(help: "For practice: students get the answers, and nothing is graded.")
  var practice = false
  @OptionGroup var template: TemplateOptions
  @Option(
    name: .customLong("file"), parsing: .upToNextOption,
    help: "A file to hand out; may be given again.", completion: .file())
  var handouts: [String] = []
  @OptionGroup var publishing: PublishingOptions
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let store = try session.openSchool()
    let path = try Naming.context(path, "worksheet")
    let fields = try fields(session, store.files)
    let template = try template.files(.worksheet, of: path, with: fields, session, store)
    let text = template?.main ?? Array(Printer.print(.fields(fields, in: Schema.worksheet)).utf8)
    let handouts = try handouts.map(Handout.init)
    var made: [ContextPath] = []
    try session.providingChapters(above: path, in: store) {
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
    session.tellChapters(made)
    template?.tellLeft(below: path, session)
    try await session.publish(path.subject, after: path, in: store, publishing)
  }

  /// What is set in the new file.
  private func fields(_ session: Session, _ files: SchoolFiles) throws -> [String: Value?] {
    var fields = context.fields
    fields["draft"] = .plain(release == nil ? "yes" : "no")
    fields["practice"] = .yes(practice)
    if due != nil {
      let due = try session.time(due, "--due", .due, in: files.zone())
      fields["due"] = .text(due?.description)
    }
    if release != nil {
      let release = try session.time(release, "--release", .release, in: files.zone())
      fields["release"] = .text(release?.description)
    }
    if fields["type"].flatMap({ $0 }) == nil, template.template == nil {
      fields["type"] = .scalar("quiz")
    }
    return fields
  }
}

/// A file that is handed out with a worksheet.
private struct Handout {
  let name: String
  let bytes: [UInt8]

  init(_ path: String) throws {
    name = path.split(separator: "/").last.map(String.init) ?? path
    guard !name.hasPrefix(".") else {
      throw Failure(.valueIsFaulty, "'\(path)' can't be handed out: its name begins with a dot")
    }
    let source = WorkTree(root: path.hasPrefix("/") ? "" : ".")
    guard let bytes = try source.bytes(at: path) else {
      throw Failure(.notFound, "there is no file '\(path)'")
    }
    self.bytes = bytes
  }
}
