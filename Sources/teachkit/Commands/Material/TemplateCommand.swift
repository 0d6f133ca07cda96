import ArgumentParser
import Course
import Model
import PlainYAML
import Reports
import Storage
import Text

struct TemplateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "template",
    abstract: "List, show and save templates for worksheets and chapters.",
    discussion: """
      Templates are text files like the ones created from them. The school's folder templates/ \
      comes first, then your ~/.config/teachkit/templates, then the templates included with \
      teachkit; in each, worksheet/ is for worksheets and context/ for chapters.
      """,
    subcommands: [TemplateList.self, TemplateShow.self, TemplateSave.self])
}

extension Session {
  /// The available templates, with those of the school when inside one.
  fileprivate func templates() -> Templates {
    var root: String?
    if case .school(let school)? = Place.find(from: directory) { root = school }
    return Templates(surroundings, school: root)
  }
}

struct TemplateList: Command {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the available templates.",
    discussion: "Example: teachkit template list")

  static let formats = Format.table

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    session.report(
      Table(
        "templates",
        [
          .init("name", title: "Template"), .init("kind"), .init("from", title: "Source"),
          .init("about", title: "Description"),
          .init("file", isShown: false),
        ],
        rows: try session.templates().all().map { template in
          [
            Cell(template.name), Cell(template.kind.rawValue), Cell(template.origin.rawValue),
            Cell(about(template)), Cell(template.path),
          ]
        }))
  }

  /// An invalid template is listed with its error.
  private func about(_ template: Template) -> String {
    do {
      return try template.about()
    } catch {
      return "invalid: \(explain(error).failures.first?.message ?? "unreadable")"
    }
  }
}

struct TemplateShow: Command {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the text of a template.",
    discussion: "Example: teachkit template show quiz")

  @Argument(help: "The name.", completion: Candidates.templates.completion) var name: String
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    session.output.isPaged = true
    session.report(try TemplateText(try session.templates().find(name)))
  }
}

/// A template with its content.
private struct TemplateText: Report {
  let name: String
  let kind: String
  let origin: String
  let path: String
  let text: String
  let placeholders: [String]
  /// The files next to and below its main file.
  let others: [String]

  init(_ template: Template) throws {
    name = template.name
    kind = template.kind.rawValue
    origin = template.origin.rawValue
    path = template.path
    text = try template.document().text
    let documents = try template.documents().sorted { $0.key < $1.key }
    let names = documents.flatMap { Placeholders.all(in: $0.value) }.map(\.name)
    placeholders = Set(names).sorted()
    others = try template.files().keys.filter { $0 != template.kind.file }.sorted()
  }

  func text(_ layout: Layout) -> String {
    let more = others.isEmpty ? "" : "\n" + others.map { "# with \(visible($0))\n" }.joined()
    return visible(text, keepingLines: true) + layout.paint(more, .quiet)
  }

  var json: JSONValue {
    func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    return Self.envelope(
      "template", "item",
      [
        "name": .string(name), "kind": .string(kind), "from": .string(origin),
        "file": .string(path), "placeholders": list(placeholders), "others": list(others),
        "text": .string(text),
      ])
  }
}

struct TemplateSave: Command {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Save a worksheet or chapter as a template.",
    discussion: """
      Includes all contents except dates (releases, due dates, exams); \
      the title becomes '@title@'. Templates are saved in the school's \
      folder templates/; '--user' saves them for all your schools.

      Example: teachkit template save adding fractions-quiz
      """)

  @Argument(
    help: "The worksheet or chapter.", completion: Candidates.content.completion)
  var path: String
  @Argument(help: "The template's name; by default, the id of the worksheet or chapter.")
  var name: String?
  @Flag(help: "Save it in ~/.config/teachkit/templates.") var user = false
  @Flag(help: "Replace an existing template.") var force = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let found = try Locator(store.files).find(path)
    guard found.kind == .context, let context = found.context else {
      throw Failure(
        .valueIsFaulty, "cannot make a template of '\(found)'", hint: "name a worksheet or chapter")
    }
    let name = name ?? context.identifier
    if let problem = Identifier.problem(in: name, for: .context) {
      throw ChangeError.identifier(name, problem)
    }
    let kind: Template.Kind = try store.files.isWorksheet(context) ? .worksheet : .context
    let saved = try SavedTemplate(context, kind, in: store.files)
    let file = "\(kind.rawValue)/\(name)"
    let place = saved.files.count == 1 ? "\(file).yaml" : file
    if user {
      let folder = try userFolder(session)
      try saved.write(to: folder, as: file, replacing: force)
      session.report(ChangeAnswer(items: [.init(path: "\(folder)/\(place)", version: nil)]))
    } else {
      let folder = "\(Templates.folder)/\(place)"
      let main = saved.files.count == 1 ? folder : "\(folder)/\(kind.file)"
      try session.change("template save", named: folder, in: store, file: main) { change in
        try saved.write(to: change, as: "\(Templates.folder)/\(file)", replacing: force)
      }
    }
    session.output.hint("use it with 'teachkit create \(kind.rawValue) … --template \(name)'")
  }

  private func userFolder(_ session: Session) throws -> String {
    guard let folder = Templates.user(session.surroundings) else {
      throw Failure(.notConfigured, "no home folder to save it in", hint: "set HOME")
    }
    return folder
  }
}
