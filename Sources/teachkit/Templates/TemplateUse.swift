import ArgumentParser
import Course
import Model
import PlainYAML
import Storage
import Text

/// The options of commands that create objects from a template.
struct TemplateOptions: ParsableArguments {
  @Option(
    help: "The template to use; see 'teachkit template list'.",
    completion: Candidates.templates.completion)
  var template: String?
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The value of '@name@' in the template; can be repeated.", valueName: "name=value"))
  var fill: [String] = []

  /// Returns the files of the new object; nil without a template.
  ///
  /// - Parameter fields: the fields for the main file; nil keeps the template's value.
  func files(
    _ kind: Template.Kind, of path: ContextPath, with fields: [String: Value?], _ session: Session,
    _ store: SchoolStore
  ) throws -> TemplateFiles? {
    guard let name = template else {
      if let word = fill.first {
        throw Failure(.commandIsFaulty, "'--fill \(word)' requires '--template'")
      }
      return nil
    }
    let template = try Templates(session.surroundings, school: store.root).find(name, [kind])
    let title = (fields["title"] ?? nil).flatMap(\.text) ?? path.identifier
    var values = try Placeholders(of: path, titled: title, in: store.files, at: session.now)
    let documents = try template.documents().sorted { $0.key < $1.key }.map(\.value)
    try values.add(fill, to: documents, of: name)
    values.ask(for: documents, session)
    return try TemplateFiles(template, values, with: fields)
  }
}

/// The files of a new object from a template, by path below the new folder.
struct TemplateFiles {
  private(set) var files: [String: [UInt8]]
  let template: Template
  /// Placeholders without a known value, with their file and line.
  private(set) var left: [(name: String, file: String, line: Int)] = []

  init(_ template: Template, _ values: Placeholders, with fields: [String: Value?]) throws {
    self.template = template
    files = try template.files()
    let order = (template.kind == .worksheet ? Schema.worksheet : Schema.context).map(\.name)
    do {
      for (file, document) in try template.documents().sorted(by: { $0.key < $1.key }) {
        var filled = try values.filled(document)
        for field in order where file == template.kind.file {
          guard let value = fields[field] ?? nil else { continue }
          filled = try filled.setting([.key(field)], to: value, order: order)
        }
        left += Placeholders.all(in: filled).map {
          ($0.name, file, filled.position(of: $0.offset).line)
        }
        files[file] = filled.bytes
      }
    } catch is EditError {
      throw Failure(
        .objectIsFaulty, "cannot fill in the template", at: .init(path: template.path))
    }
  }

  /// The main file.
  var main: [UInt8] { files[template.kind.file] ?? [] }

  /// Writes all files except the main file.
  func writeRest(below path: ContextPath, _ change: Change) throws {
    for (file, bytes) in files.sorted(by: { $0.key < $1.key }) where file != template.kind.file {
      try change.write("\(SchoolPath.folder(path))/\(file)", bytes)
    }
    for file in files.keys.sorted() where Template.isFilled(file) {
      let below = file.split(separator: "/").dropLast().map(String.init)
      let made = ContextPath(subject: path.subject, components: path.components + below)
      try checkNew(from: template.path(of: file)) { try SchoolFiles(change).context(made) }
    }
  }

  /// Reports placeholders that are still to be filled in.
  func reportUnfilled(below path: ContextPath, _ session: Session) {
    for (name, file, line) in left {
      session.output.notice(
        "'@\(name)@' still needs a value: \(SchoolPath.folder(path))/\(file):\(line)")
    }
  }
}

extension Value {
  /// The text of a scalar.
  var text: String? {
    switch self {
    case .scalar(let text), .plain(let text): text
    default: nil
    }
  }
}
