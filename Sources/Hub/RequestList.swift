import Git
import Model
import PlainYAML

/// Who asked to take part, with a link that is open to all: a ledger beside ``PeopleList``.
public struct RequestList: Sendable {
  static let file = "requests.yaml"
  /// The most that wait at a time.
  static let most = 500

  private var ledger: Ledger

  public struct Entry: Hashable, Sendable {
    public let at: Instant
    /// The open invitation with which they asked.
    public let invitation: String
    /// What they call themselves.
    public let name: String?
    /// Their key: its kind and its bytes.
    public let key: String

    /// What a teacher says of the request that is accepted. It is good for this one: who asks once
    /// more, with the same key, has to be decided about once more.
    public var id: String { Invitation.id(of: "\(key) \(at)") }
  }

  init(_ bytes: [UInt8] = []) throws(YAMLError) { ledger = try Ledger(bytes) }

  /// Reads what a commit holds.
  public init(at commit: ObjectID, in source: some ObjectSource) throws {
    let bytes = try source.file(at: Self.file, in: try source.commit(commit).tree, limit: 4 << 20)
    try self.init(bytes ?? [])
  }

  var bytes: [UInt8] { ledger.bytes }

  /// The identifiers under which they asked.
  public var students: [String] { ledger.keys }

  public subscript(id: String) -> Entry? {
    guard let node = ledger[id], let at = node["at"]?.scalar.flatMap({ Instant(iso: $0) }),
      let invitation = node["invitation"]?.scalar, let key = node["key"]?.scalar
    else { return nil }
    return Entry(at: at, invitation: invitation, name: node["name"]?.scalar, key: key)
  }

  mutating func set(_ entry: Entry, of id: String) throws {
    try ledger.set(
      id,
      .fields([
        ("at", .scalar(entry.at.description)), ("invitation", .scalar(entry.invitation)),
        ("name", .text(entry.name)), ("key", .scalar(entry.key)),
      ]))
  }

  mutating func remove(_ id: String) { ledger.remove(id) }
}
