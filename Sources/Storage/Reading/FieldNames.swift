import Model
import PlainYAML

extension SchoolFiles {
  /// The settable fields of an object, for completion: `title=`, `students+=`, `late.` for nested
  /// fields, and those below a typed field.
  public func fieldNames(of object: ObjectPath, below typed: String) throws -> [String] {
    let place = try FieldPlace(object, in: self)
    let document = try document(at: place.file) ?? Document([])
    let above = typed.split(separator: ".", omittingEmptySubsequences: false).dropLast()
      .joined(separator: ".")
    if above.isEmpty { return place.shape.names(below: nil, after: "") }
    guard let path = FieldPath(above) else { return [] }
    let target = try place.target(path, in: document)
    let node = target.missing.isEmpty ? document.node(at: target.steps) : nil
    return target.shape.names(below: node, after: above + ".")
  }
}

extension Shape {
  fileprivate func names(below node: Node?, after prefix: String) -> [String] {
    switch self {
    case .fields(let fields):
      fields.flatMap { field in field.shape.endings.map { prefix + field.name + $0 } }
    case .items(let fields):
      FieldPlace.names(of: node?.sequence ?? [], fields)
        .map { "\(prefix)\($0)." }
    case .entries(let inner):
      (node?.mapping ?? []).flatMap { entry in inner.endings.map { prefix + entry.key + $0 } }
    case .objects(let inner): inner.names(below: node, after: prefix)
    default: []
    }
  }

  /// The possible suffixes of a name.
  private var endings: [String] {
    switch self {
    case .fixed: []
    case .text, .word, .time: ["="]
    case .list, .texts, .listOrEntries: ["=", "+=", "-="]
    case .entries, .fields, .items, .objects: ["."]
    }
  }
}
