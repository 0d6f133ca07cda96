import Model
import PlainYAML
import Storage

/// Converts a file of a source into a file of this school.
public struct ImportedText {
  /// The kind of object that the file describes.
  public enum Kind: String {
    case subject, context, worksheet

    /// The file name.
    public var file: String { "\(rawValue).yaml" }

    fileprivate var schema: [Field] {
      switch self {
      case .subject: Schema.subject
      case .context: Schema.context
      case .worksheet: Schema.worksheet
      }
    }
  }

  public let kind: Kind
  public let origin: Origin

  public init(kind: Kind, origin: Origin) {
    self.kind = kind
    self.origin = origin
  }

  private var order: [String] { kind.schema.map(\.name) }

  private var source: Value {
    .flow(
      .fields([
        ("from", .scalar(origin.from)), ("uid", .text(origin.uid)), ("path", .text(origin.path)),
        ("commit", .text(origin.commit)),
      ]))
  }

  // MARK: From a school

  /// Removes everything that belongs to the other school and its people; the rest stays as written.
  public func taken(from document: Document) throws(EditError) -> Document {
    var document = try document.asNew()
    for field in ["share", "permission"] where document.root[field] != nil {
      document = try document.removing([.key(field)])
    }
    return try document.setting([.key("source")], to: source, order: order)
  }

  // MARK: From a published subject

  /// Converts published content to the form of a school's files. Worksheets become drafts.
  ///
  /// Content without such a form, as the shuffled sides of pairs, is kept in comments.
  public func restored(from document: Document) throws(YAMLError) -> Document {
    let root = document.root
    let isPractice = ["yes", "true"].contains(root["practice"]?.scalar)
    var fields = published(root, kind.schema)
    if kind == .worksheet { fields.append(.init("draft", .plain("yes"))) }
    fields.append(.init("source", source))
    if let exercises = root["exercises"]?.sequence {
      fields.append(
        .init("exercises", .sequence(exercises.map { exercise($0, isPractice: isPractice) })))
    }
    fields.sort { (place(of: $0.key), $0.key) < (place(of: $1.key), $1.key) }
    let restored = try Document(text: Printer.print(.mapping(fields)))
    guard let exercises = root["exercises"]?.sequence, !isPractice else { return restored }
    return try restored.adding(exercises.map(Self.leftovers))
  }

  private func place(of field: String) -> Int { order.firstIndex(of: field) ?? order.count }

  /// Only published fields are imported; a hub mustn't set any others.
  private func published(_ node: Node, _ schema: [Field], with more: Set<String> = [])
    -> [Value.Pair]
  {
    schema.compactMap { field in
      guard field.visibility == .published || more.contains(field.name), field.name != "was",
        let value = node[field.name], !value.isNull
      else { return nil }
      let isList = value.sequence?.allSatisfy { $0.scalar?.contains("\n") == false } ?? false
      return .init(field.name, isList ? .flow(Value(value)) : Value(value))
    }
  }

  private func exercise(_ node: Node, isPractice: Bool) -> Value {
    let keys = Schema.exercise.filter { $0.visibility != .published }.map(\.name)
    if isPractice { return .mapping(published(node, Schema.exercise, with: Set(keys))) }
    var fields = published(node, Schema.exercise)
    if let gaps = node["gaps"]?.sequence {
      let empty = gaps.compactMap(\.scalar).map { Value.Pair($0, .sequence([])) }
      fields.append(.init("gaps", .flow(.mapping(empty))))
    }
    return .mapping(fields)
  }

  /// The parts of a published exercise that exist only in the published form.
  private static func leftovers(_ exercise: Node) -> [String] {
    ["lefts", "rights", "items"].compactMap { name in
      exercise[name].map { "\(name): \(Printer.flow(Value($0)))" }
    }
  }
}

extension Document {
  /// Adds comments after the ids of exercises.
  fileprivate func adding(_ comments: [[String]]) throws(YAMLError) -> Document {
    var bytes = bytes
    for (exercise, lines) in zip(root["exercises"]?.sequence ?? [], comments).reversed()
    where !lines.isEmpty {
      guard let id = exercise.mapping?.first, id.key == "id" else { continue }
      let indentation = String(repeating: " ", count: position(of: id.keyOffset).column - 1)
      let text = lines.map { "\(indentation)# \($0)\n" }.joined()
      let end = bytes[id.value.offset...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
      bytes.insert(contentsOf: text.utf8, at: end ?? bytes.count)
    }
    return try Document(bytes)
  }
}
