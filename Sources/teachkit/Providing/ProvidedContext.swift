import Course
import Model
import PlainYAML
import Reports
import Storage
import Text

/// A malformed answer of a provider.
struct FaultyAnswer: Error {
  let message: Message
  var hint: Message?
}

/// A context supplied by a provider.
struct ProvidedContext {
  let path: ContextPath
  let isWorksheet: Bool
  /// The content of its file.
  let text: [UInt8]
  /// Additional files, by path below its folder.
  var otherFiles: [String: [UInt8]] = [:]

  // MARK: From a program

  /// Reads a program's answer.
  ///
  /// - Returns: the context, then the descendants supplied with it, parents first.
  /// - Throws: `FaultyAnswer`.
  static func list(_ answer: JSONValue, at path: ContextPath) throws -> [ProvidedContext] {
    guard case .object(let members) = answer else {
      throw FaultyAnswer(message: "returned a value that isn't an object")
    }
    let known = ["identifier", "type", "title", "fields", "children"]
    if let unknown = members.map(\.name).first(where: { !known.contains($0) }) {
      throw FaultyAnswer(
        message: "returned an unknown member '\(unknown)'",
        hint: didYouMean(unknown, among: known) ?? "use \(known.joined(separator: ", "))")
    }
    guard path.components.count <= Identifier.deepestContext else {
      throw FaultyAnswer(message: "returned contexts that are nested too deeply")
    }
    var siblings: Set<String> = []
    return try [ProvidedContext(answer, at: path)]
      + children(of: answer).flatMap { child -> [ProvidedContext] in
        guard case .string(let id)? = child["identifier"] else {
          throw FaultyAnswer(message: "returned a child without 'identifier'")
        }
        if let problem = Identifier.problem(in: id, for: .context) {
          throw FaultyAnswer(message: "returned a child '\(id)', which \(problem.words)")
        }
        guard siblings.insert(Identifier.folded(id)).inserted else {
          throw FaultyAnswer(message: "returned two children '\(id)'")
        }
        return try list(child, at: path.appending(id))
      }
  }

  private static func children(of answer: JSONValue) throws -> [JSONValue] {
    switch answer["children"] {
    case nil, .null?: return []
    case .array(let children)?: return children
    default: throw FaultyAnswer(message: "returned 'children' that isn't a list")
    }
  }

  private init(_ answer: JSONValue, at path: ContextPath) throws {
    var fields: [(String, Value?)] = []
    switch answer["fields"] {
    case nil, .null?: break
    case .object(let members)?:
      fields = members.map { ($0.name, Value($0.value)) }
    default: throw FaultyAnswer(message: "returned 'fields' that isn't an object")
    }
    for name in ["type", "title"] {
      guard let value = answer[name], value != .null else { continue }
      fields.removeAll { $0.0 == name }
      fields.append((name, Value(value)))
    }
    let ofContext = Set(Schema.context.map(\.name))
    let order = Schema.worksheet.map(\.name)
    isWorksheet = fields.contains { order.contains($0.0) && !ofContext.contains($0.0) }
    if isWorksheet, !fields.contains(where: { $0.0 == "draft" }) {
      fields.append(("draft", .plain("yes")))
    }
    func rank(_ name: String) -> Int { order.firstIndex(of: name) ?? order.count }
    fields.sort { (rank($0.0), $0.0) < (rank($1.0), $1.0) }
    self.path = path
    text = Array(Printer.print(.fields(fields)).utf8)
  }

  // MARK: From a template

  /// Groups the files of a template by context.
  static func list(
    _ files: [String: [UInt8]], at path: ContextPath, withChildren: Bool
  ) -> [ProvidedContext] {
    let homes = files.keys.filter(Template.isFilled).map { file in
      (file: file, folder: file.split(separator: "/").dropLast().map(String.init))
    }.sorted { $0.folder.lexicographicallyPrecedes($1.folder) }
    return homes.filter { withChildren || $0.folder.isEmpty }.map { home in
      let prefix = home.folder.map { $0 + "/" }.joined()
      var context = ProvidedContext(
        path: ContextPath(subject: path.subject, components: path.components + home.folder),
        isWorksheet: home.file.hasSuffix("worksheet.yaml"), text: files[home.file] ?? [])
      for (file, bytes) in files where file.hasPrefix(prefix) {
        let rest = file.dropFirst(prefix.count)
        if SchoolPath.besides.contains(String(rest.prefix { $0 != "/" })) {
          context.otherFiles[String(rest)] = bytes
        }
      }
      return context
    }
  }

  private init(path: ContextPath, isWorksheet: Bool, text: [UInt8]) {
    self.path = path
    self.isWorksheet = isWorksheet
    self.text = text
  }
}

extension Value {
  /// Converts a JSON value to a YAML value.
  fileprivate init(_ value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .boolean(let isTrue): .plain(isTrue ? "yes" : "no")
      case .integer(let number): .plain(String(number))
      case .decimal(let text): .plain(text)
      case .string(let text): .scalar(text)
      case .array(let elements): .sequence(elements.map(Value.init))
      case .object(let members):
        .mapping(members.map { Pair($0.name, Value($0.value)) })
      }
  }
}
