import ArgumentParser
import Course
import Exchange
import Model
import Reports
import Storage
import Text

struct Search: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find text in titles, prompts, choices, answers, comments and names.",
    discussion: """
      Shows each line that contains TEXT, with its file and object. Ignores case unless \
      you use '--exact'. Comments are texts after '#' in a file, and teachers' comments \
      on marks. Students search their clone with their own answers; with '--as \
      student:ID', teachers search the student's view. An empty result is not an error.

      Example: teachkit search "common denominator" math --in prompts
      """)

  static let formats = Format.table

  @Argument(help: "The text to find.") var text: String
  @Argument(
    help: "A subject or chapter with its contents, or another object; by default, everything.",
    completion: Candidates.content.completion)
  var path: String?
  @Option(
    name: .customLong("in"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Only titles, prompts, choices, answers, comments or people; can be repeated.",
      valueName: "kind"),
    completion: .list(TextKind.allCases.map(\.rawValue)))
  var kinds: [String] = []
  @Flag(
    name: [.customLong("exact"), .customLong("case")],
    help: "Distinguish upper and lower case.")
  var exact = false
  static let showsAsStudent = true

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    session.output.isPaged = true
    guard let needle = TextSearch(text, isCaseSensitive: exact) else {
      throw Failure(.valueIsFaulty, "cannot search for an empty text")
    }
    let source: any FileSource & Sendable
    let files: SchoolFiles
    switch try session.place() {
    case .school(let root):
      if case .student(let id)? = session.viewer {
        let view = try StudentView(of: id, at: path, session)
        (source, files) = (FileSet(view.published), view.files)
      } else {
        (source, files) = (
          WorkTree(root: root), try SchoolStore.files(at: root, notify: session.reportRecovery)
        )
      }
    case .clone(let root): (source, files) = (WorkTree(root: root), try session.openClone().files)
    }
    let object = try path.map { try Locator(files).find($0) } ?? .school
    let search = ContentSearch(needle, in: try wanted(), of: source, layout: files.layout)
    session.report(table(try await search.hits(in: object)))
  }

  private func wanted() throws -> Set<TextKind> {
    let names = kinds.flatMap { $0.split(separator: ",").map(String.init) }
    if names.isEmpty { return Set(TextKind.allCases) }
    return Set(
      try names.map { name in
        if let kind = TextKind(rawValue: name) { return kind }
        let known = TextKind.allCases.map(\.rawValue)
        throw Failure(
          .commandIsFaulty, "invalid kind of text '\(name)'",
          hint: didYouMean(name, among: known) ?? "use \(known.joined(separator: ", "))")
      })
  }

  private func table(_ hits: [ContentSearch.Hit]) -> Table {
    Table(
      "matches",
      [
        .init("file", title: "Place"), .init("line", isNumber: true, isShown: false),
        .init("path"), .init("in", isShown: false), .init("text"),
      ],
      rows: hits.map { hit in
        [
          Cell(.string(hit.file), shown: "\(hit.file):\(hit.line)", tone: .quiet), Cell(hit.line),
          Cell(hit.object), Cell(hit.kind?.rawValue), Cell(hit.text),
        ]
      })
  }
}
