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
      missing are made on the way. A template gives it its first exercises: your own in \
      templates/worksheet/ of the school, or quiz, homework, practice, vocabulary, exam.

      Example: teachkit create worksheet math/fractions/adding --title "Adding fractions" \
      --template quiz
      """)

  @Argument(
    help: "Its path, such as math/fractions/adding.", completion: Candidates.content.completion)
  var path: String
  @OptionGroup var context: ContextOptions
  @Option(help: "When it is due, such as fri or '2026-11-28 08:00'.") var due: String?
  @Flag(help: "For practice: students get the answers, and nothing is graded.")
  var practice = false
  @Option(help: "A template to start from.") var template: String?
  @Option(
    name: .customLong("file"), parsing: .upToNextOption,
    help: "A file to hand out; may be given again.", completion: .file())
  var handouts: [String] = []
  @OptionGroup var publishing: PublishingOptions
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let store = try session.openSchool()
    let path = try Naming.context(path, "worksheet")
    let text = try text(session, store.files)
    let handouts = try handouts.map(Handout.init)
    var made: [ContextPath] = []
    try session.change("create worksheet", .context(path), in: store) { change in
      made = try change.createWorksheet(path, text)
      try checkNew { try SchoolFiles(change).worksheet(path) }
      for handout in handouts {
        try change.write("\(SchoolPath.folder(path))/files/\(handout.name)", handout.bytes)
      }
    }
    session.tellChapters(made)
    try await session.publish(path.subject, in: store, publishing)
  }

  /// The new file: the template, if there is one, with the fields that were given.
  private func text(_ session: Session, _ files: SchoolFiles) throws -> [UInt8] {
    var fields = context.fields
    fields["draft"] = .plain("yes")
    fields["practice"] = .yes(practice)
    if due != nil {
      let due = try session.time(due, "--due", .due, in: files.zone())
      fields["due"] = .text(due?.description)
    }
    guard let template else {
      if context.type == nil { fields["type"] = .scalar("quiz") }
      return Array(Printer.print(.fields(fields, in: Schema.worksheet)).utf8)
    }
    return try Templates(session, school: files).worksheet(template, with: fields)
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
