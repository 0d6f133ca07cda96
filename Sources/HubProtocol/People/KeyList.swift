import Git
import Model
import PlainYAML

/// The keys of participants: a ledger next to ``PeopleList``, as a copy in case the server is lost.
public struct KeyList: Sendable {
  public static let file = "keys.yaml"

  private var ledger: Ledger

  public init(_ bytes: [UInt8] = []) throws(YAMLError) { ledger = try Ledger(bytes) }

  /// Reads the list of a commit.
  public init(at commit: ObjectID, in source: some ObjectSource) throws {
    let bytes = try source.file(at: Self.file, in: try source.commit(commit).tree, limit: 16 << 20)
    try self.init(bytes ?? [])
  }

  /// Records a student's keys, and when one of their keys was last revoked.
  public mutating func set(_ keys: [String], revoked: Instant?, of student: String) throws {
    let list = Value.sequence(keys.map { .scalar($0) })
    try ledger.set(
      student,
      revoked.map { .fields([("keys", list), ("revoked", .scalar($0.description))]) } ?? list)
  }

  public var bytes: [UInt8] { ledger.bytes }

  public var students: [String] { ledger.keys }

  /// A student's keys: type and bytes of each.
  public subscript(student: String) -> [String] {
    let node = ledger[student]
    return (node?["keys"] ?? node)?.sequence?.compactMap(\.scalar) ?? []
  }

  /// When a key of a student was last revoked, as known at that time. If a later revocation is
  /// known, the keys of this list are outdated.
  public func revoked(_ student: String) -> Instant? {
    ledger[student]?["revoked"]?.scalar.flatMap { Instant(iso: $0) }
  }
}
