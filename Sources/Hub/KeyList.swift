import Git
import Model
import PlainYAML

/// The keys with which participants come to a hub: a ledger beside ``PeopleList``, so that they are
/// known where the server is lost.
public struct KeyList: Sendable {
  static let file = "keys.yaml"

  private var ledger: Ledger

  init(_ bytes: [UInt8] = []) throws(YAMLError) { ledger = try Ledger(bytes) }

  /// Reads what a commit holds.
  public init(at commit: ObjectID, in source: some ObjectSource) throws {
    let bytes = try source.file(at: Self.file, in: try source.commit(commit).tree, limit: 16 << 20)
    try self.init(bytes ?? [])
  }

  /// The list of keys by student.
  init(_ keys: [String: [String]]) throws {
    try self.init()
    for (student, keys) in keys.sorted(by: { $0.key < $1.key }) {
      try ledger.set(student, .sequence(keys.map { .scalar($0) }))
    }
  }

  var bytes: [UInt8] { ledger.bytes }

  public var students: [String] { ledger.keys }

  /// The keys of a student: kind and bytes of each.
  public subscript(student: String) -> [String] {
    ledger[student]?.sequence?.compactMap(\.scalar) ?? []
  }
}
