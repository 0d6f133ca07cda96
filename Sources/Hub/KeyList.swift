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

  /// Notes the keys of a student, and when one of theirs was last taken away.
  mutating func set(_ keys: [String], revoked: Instant?, of student: String) throws {
    let list = Value.sequence(keys.map { .scalar($0) })
    try ledger.set(
      student,
      revoked.map { .fields([("keys", list), ("revoked", .scalar($0.description))]) } ?? list)
  }

  var bytes: [UInt8] { ledger.bytes }

  public var students: [String] { ledger.keys }

  /// The keys of a student: kind and bytes of each.
  public subscript(student: String) -> [String] {
    let node = ledger[student]
    return (node?["keys"] ?? node)?.sequence?.compactMap(\.scalar) ?? []
  }

  /// When a key of a student's was last taken away, as far as was known then: where it is known of a
  /// later time, what stands here of their keys is out of date.
  public func revoked(_ student: String) -> Instant? {
    ledger[student]?["revoked"]?.scalar.flatMap { Instant(iso: $0) }
  }
}
