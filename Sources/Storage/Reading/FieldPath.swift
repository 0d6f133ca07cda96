import Model
import PlainYAML

/// The path of a field, as users write it: `title`, `late.grace`, `exercises.half.points`,
/// `titles."de-CH"`.
public struct FieldPath: Hashable, Sendable {
  public let names: [String]

  /// The last name: that of the field itself.
  public var name: String { names.last ?? "" }

  /// - Returns: nil for an empty part or an unclosed quote.
  public init?(_ text: some StringProtocol) {
    var names: [String] = []
    var name = ""
    var isInQuotes = false
    var wasQuoted = false
    for character in text {
      if character == "\"" {
        guard isInQuotes || name.isEmpty else { return nil }
        (isInQuotes, wasQuoted) = (!isInQuotes, true)
      } else if character == ".", !isInQuotes {
        guard !name.isEmpty else { return nil }
        names.append(name)
        (name, wasQuoted) = ("", false)
      } else {
        guard isInQuotes || !wasQuoted else { return nil }
        name.append(character)
      }
    }
    guard !name.isEmpty, !isInQuotes else { return nil }
    self.names = names + [name]
  }

  fileprivate init(_ names: some Sequence<String>) { self.names = Array(names) }

  /// The first names of the path.
  func prefix(_ depth: Int) -> FieldPath { FieldPath(names.prefix(depth)) }
}

extension FieldPath: CustomStringConvertible {
  public var description: String {
    names.map { $0.contains(".") ? "\"\($0)\"" : $0 }.joined(separator: ".")
  }
}

/// The change of a field.
public struct FieldChange: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case set(String)
    /// Adds missing list entries.
    case add(String)
    /// Removes list entries, or entries by name.
    case remove(String)
    case unset
  }

  public let path: FieldPath
  public let action: Action

  public init(_ path: FieldPath, _ action: Action) {
    self.path = path
    self.action = action
  }
}

/// Why a field can't be changed.
public enum FieldError: Error, Hashable, Sendable {
  /// An unknown field, with the known ones.
  case unknown(FieldPath, known: [String])
  /// An unknown entry, with the known ones.
  case noEntry(FieldPath, known: [String])
  /// A list of texts, which have no names.
  case textsBelow(FieldPath)
  /// A field without nested fields.
  case nothingBelow(FieldPath)
  /// A field that can't be changed, such as an identifier.
  case fixed(FieldPath)
  /// Its entries are objects with their own commands.
  case ofObjects(FieldPath)
  /// Adding and removing needs a list.
  case noList(FieldPath)
  /// It has fields, so it can't be a text.
  case holdsFields(FieldPath, known: [String])
  /// It is a list of entries with fields; with an example of a field's path.
  case holdsItems(FieldPath, example: String, known: [String])
  /// An invalid value in brackets.
  case unreadable(FieldPath, YAMLError)
  /// `1,5` is ambiguous: one number, or two entries.
  case torn(FieldPath, String)
  case noTime(FieldPath, String)
}

/// The location of an object's fields: a file, the position in it, and the allowed fields.
struct FieldPlace {
  let file: String
  let steps: [Step]
  let shape: Shape
  /// The steps to fields that aren't below `steps`.
  private(set) var aliases: [String: [Step]] = [:]

  init(_ object: ObjectPath, in files: SchoolFiles) throws {
    file = try files.file(of: object)
    switch object {
    case .school: (steps, shape) = ([], .fields(Schema.school))
    case .student(let id): (steps, shape) = ([.key(id)], .fields(Schema.student))
    case .schoolClass: (steps, shape) = ([], .fields(Schema.schoolClass))
    case .group(_, let id):
      (steps, shape) = ([], .fields(Schema.group))
      aliases = ["students": [.key("groups"), .key(id)]]
    case .context(let path) where path.components.isEmpty:
      (steps, shape) = ([], .fields(Schema.subject))
    case .context(let path):
      let isWorksheet = try files.isWorksheet(path)
      (steps, shape) = ([], .fields(isWorksheet ? Schema.worksheet : Schema.context))
    case .exercise(_, let id):
      let list = try files.document(at: file)?.root["exercises"]?.sequence ?? []
      guard let index = list.firstIndex(where: { $0["id"]?.scalar == id }) else {
        throw MissingObject(kind: "exercise", path: "\(object)")
      }
      (steps, shape) = ([.key("exercises"), .index(index)], .fields(Schema.exercise))
    case .assignment: (steps, shape) = ([], .fields(Schema.assignment))
    }
  }

  /// A field in the text of the file.
  struct Target {
    /// The steps to its existing part.
    var steps: [Step]
    /// The missing keys below that.
    var missing: [String] = []
    /// The canonical order of the siblings of the first missing key, or of the field.
    var order: [String] = []
    var shape: Shape
    /// Whether it is an object itself.
    var isObject = false
    /// Whether it has more than a value, so that it is emptied instead of removed.
    var isAlias = false
  }

  /// Finds a field.
  ///
  /// - Throws: `FieldError`.
  func target(_ path: FieldPath, in document: Document) throws(FieldError) -> Target {
    var found = Target(steps: steps, shape: shape)
    for (depth, name) in path.names.enumerated() {
      let prefix = path.prefix(depth + 1)
      let node = found.missing.isEmpty ? document.node(at: found.steps) : nil
      var shape = found.shape
      var areObjects = false
      if case .objects(let inner) = shape { (shape, areObjects) = (inner, true) }
      switch shape {
      case .fields(let fields):
        guard let field = fields.first(where: { $0.name == name }) else {
          // An object's identifier is part of its path.
          if name == "id" { throw .fixed(prefix) }
          throw .unknown(prefix, known: fields.map(\.name))
        }
        if depth == 0, let alias = aliases[name] {
          found.steps = alias
          found.isAlias = true
        } else {
          step(into: name, of: node, &found, order: fields.map(\.name))
        }
        found.shape = field.shape
      case .items(let fields):
        let names = FieldPlace.names(of: node?.sequence ?? [], fields)
        guard let index = FieldPlace.index(of: name, in: names) else {
          throw .noEntry(prefix, known: names)
        }
        found.steps.append(.index(index))
        found.shape = .fields(fields)
      case .entries(let inner):
        if areObjects, node?[name] == nil {
          throw .noEntry(prefix, known: (node?.mapping ?? []).map(\.key))
        }
        step(into: name, of: node, &found, order: [])
        found.shape = inner
      case .listOrEntries where node?.sequence == nil:
        step(into: name, of: node, &found, order: [])
        found.shape = .text
      case .list,
        .texts where node?.scalar == nil, .listOrEntries:
        throw .textsBelow(path.prefix(depth))
      default: throw .nothingBelow(path.prefix(depth))
      }
      found.isObject = areObjects
    }
    if found.shape == .fixed { throw .fixed(path) }
    return found
  }

  /// The names of list items: their first field if it is fixed, or else their numbers from 1.
  static func names(of items: [Node], _ fields: [Field]) -> [String] {
    items.enumerated().map { number, item in
      let name = fields.first.flatMap { $0.shape == .fixed ? item[$0.name]?.scalar : nil }
      return name ?? "\(number + 1)"
    }
  }

  /// The index of an item, given by name or number.
  static func index(of name: String, in names: [String]) -> Int? {
    names.firstIndex(of: name)
      ?? Int(name).flatMap { names.indices.contains($0 - 1) ? $0 - 1 : nil }
  }

  private func step(
    into name: String, of node: Node?, _ target: inout Target, order: [String]
  ) {
    if target.missing.isEmpty { target.order = order }
    if target.missing.isEmpty, node?[name] != nil {
      target.steps.append(.key(name))
    } else {
      target.missing.append(name)
    }
  }
}
