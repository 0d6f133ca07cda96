import Course
import Model
import PlainYAML
import Storage
import Text

/// The values filled into a template: `@title@`, `@date@`, and custom names.
struct Placeholders {
  private var values: [String: String]

  /// - Parameter values: by name, without the `@` signs.
  init(_ values: [String: String] = [:]) { self.values = values }

  /// The known values for a new object at a path in a school.
  init(of path: ContextPath, titled title: String, in files: SchoolFiles, at now: Instant) throws {
    let school = try files.school()
    let zone = try files.zone()
    let date = zone.text(now).prefix { $0 != " " }
    values = [
      "title": title, "id": path.identifier, "path": path.description, "date": String(date),
      "year": String(date.prefix(4)), "school": school.name,
      "subject": (try? files.subject(path.subject).title) ?? path.subject,
    ]
    values["teacher"] = school.teacher?.name
  }

  /// Adds values from the command line: `name=value`.
  mutating func add(
    _ words: [String], to documents: [Document], of template: String
  ) throws {
    if words.isEmpty { return }
    let known = Set(documents.flatMap { Placeholders.all(in: $0) }.map(\.name)).sorted()
    for word in words {
      guard let sign = word.firstIndex(of: "="), sign != word.startIndex else {
        throw Failure(
          .commandIsFaulty, "invalid value '\(word)' for '--fill'",
          hint: "write '--fill name=value'")
      }
      let name = String(word[..<sign])
      guard known.contains(name) else {
        throw Failure(
          .valueIsFaulty, "no '@\(name)@' in template '\(template)'",
          hint: didYouMean(name, among: known)
            ?? (known.isEmpty
              ? "the template has no placeholders"
              : "the template has \(known.map { "'@\($0)@'" }.joined(separator: ", "))"))
      }
      values[name] = String(word[word.index(after: sign)...])
    }
  }

  /// Asks the user for missing values, if the session is interactive.
  mutating func ask(for documents: some Sequence<Document>, _ session: Session) {
    guard session.surroundings.inputIsTerminal, session.surroundings.errorIsTerminal else { return }
    var asked: Set<String> = []
    for name in documents.flatMap({ Placeholders.all(in: $0) }).map(\.name)
    where values[name] == nil && asked.insert(name).inserted {
      let answer = session.readLine("\(name) (Return skips it): ")
      if let answer, !answer.isEmpty { values[name] = answer }
    }
  }

  /// A placeholder in a file.
  struct Place {
    let name: String
    let steps: [Step]
    /// The offset of the text that contains it.
    let offset: Int
  }

  /// The placeholders of a document, in its order.
  static func all(in document: Document) -> [Place] { all(in: document.root, []) }

  private static func all(in node: Node, _ steps: [Step]) -> [Place] {
    switch node.content {
    case .null: return []
    case .scalar(let text):
      return names(in: text).map { Place(name: $0, steps: steps, offset: node.offset) }
    case .sequence(let items):
      return items.enumerated().flatMap { all(in: $1, steps + [.index($0)]) }
    case .mapping(let entries):
      return entries.flatMap { all(in: $0.value, steps + [.key($0.key)]) }
    }
  }

  /// Returns a document with all known values filled in.
  func filled(_ document: Document) throws -> Document {
    var document = document
    var seen: Set<[Step]> = []
    for place in Placeholders.all(in: document)
    where values[place.name] != nil && seen.insert(place.steps).inserted {
      guard let text = document.node(at: place.steps)?.scalar else { continue }
      document = try document.setting(place.steps, to: .scalar(filled(text)))
    }
    return document
  }

  /// Returns a text with all known values filled in.
  func filled(_ text: String) -> String {
    Placeholders.parts(of: text).map { $0.isName ? values[$0.text] ?? "@\($0.text)@" : $0.text }
      .joined()
  }

  private static func names(in text: String) -> [String] {
    text.utf8.contains(UInt8(ascii: "@")) ? parts(of: text).filter(\.isName).map(\.text) : []
  }

  /// Splits a text into placeholder names, found between two `@`, and the text around them. A name
  /// consists of letters, digits and hyphens, so mail addresses contain none.
  private static func parts(of text: String) -> [(text: String, isName: Bool)] {
    var parts: [(text: String, isName: Bool)] = []
    var rest = text[...]
    var plain = ""
    while let sign = rest.firstIndex(of: "@") {
      plain += rest[..<sign]
      let behind = rest[rest.index(after: sign)...]
      let name = behind.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
      if !name.isEmpty, name.endIndex < behind.endIndex, behind[name.endIndex] == "@" {
        parts += [(plain, false), (String(name), true)]
        plain = ""
        rest = behind[behind.index(after: name.endIndex)...]
      } else {
        plain += "@"
        rest = behind
      }
    }
    return parts + [(plain + rest, false)]
  }
}
