import ArgumentParser
import Course
import Model
import PlainYAML
import Storage
import Text

struct CreateContext: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "context",
    abstract: "Create a chapter, lesson or another context in a subject.",
    discussion: """
      Missing chapters above it are created automatically. A template can \
      add lessons and worksheets below it; these worksheets are drafts.

      Example: teachkit create context math/fractions --title Fractions --type chapter
      """)

  @Argument(help: "The path, such as math/fractions.", completion: Candidates.content.completion)
  var path: String
  @OptionGroup var context: ContextOptions
  @OptionGroup var template: TemplateOptions
  @OptionGroup var publishing: PublishingOptions
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let store = try session.openSchool()
    let path = try NewPath.context(path, "context")
    let template = try template.files(.context, of: path, with: context.fields, session, store)
    let fields = Printer.print(.fields(context.fields, in: Schema.context))
    var made: [ContextPath] = []
    try session.withProvidedChapters(above: path, in: store) {
      try session.change("create context", .context(path), in: store) { change in
        made = try change.createContext(path, template?.main ?? Array(fields.utf8))
        try checkNew(from: template?.template.path) { try SchoolFiles(change).context(path) }
        try template?.writeRest(below: path, change)
      }
    }
    session.reportChapters(made)
    template?.reportUnfilled(below: path, session)
    try await session.publish(path.subject, after: path, in: store, publishing)
  }
}

extension Session {
  /// Reports the chapters that were created automatically.
  func reportChapters(_ made: [ContextPath]) {
    guard !made.isEmpty else { return }
    let paths = made.map { "'\($0)'" }.joined(separator: ", ")
    output.notice(made.count == 1 ? "created chapter \(paths)" : "created chapters \(paths)")
  }
}
