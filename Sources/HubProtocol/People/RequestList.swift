import Git
import Model
import PlainYAML

/// Requests to join with an open invitation: a ledger next to ``PeopleList``.
public struct RequestList: Sendable {
  public static let file = "requests.yaml"
  /// The maximum number of open requests.
  public static let most = 500

  private var ledger: Ledger

  public struct Entry: Hashable, Sendable {
    public let at: Instant
    /// The open invitation.
    public let invitation: String
    /// The stated name.
    public let name: String?
    /// The key: its type and bytes.
    public let key: String

    public init(at: Instant, invitation: String, name: String?, key: String) {
      self.at = at
      self.invitation = invitation
      self.name = name
      self.key = key
    }

    /// Identifies this request when the teacher accepts it. A later request with the same key needs
    /// another decision.
    public var id: String { Invitation.id(of: "\(key) \(at)") }
  }

  public init(_ bytes: [UInt8] = []) throws(YAMLError) { ledger = try Ledger(bytes) }

  /// Reads the list of a commit.
  public init(at commit: ObjectID, in source: some ObjectSource) throws {
    let bytes = try source.file(at: Self.file, in: try source.commit(commit).tree, limit: 4 << 20)
    try self.init(bytes ?? [])
  }

  public var bytes: [UInt8] { ledger.bytes }

  /// The stated identifiers.
  public var students: [String] { ledger.keys }

  public subscript(id: String) -> Entry? {
    guard let node = ledger[id], let at = node["at"]?.scalar.flatMap({ Instant(iso: $0) }),
      let invitation = node["invitation"]?.scalar, let key = node["key"]?.scalar
    else { return nil }
    return Entry(at: at, invitation: invitation, name: node["name"]?.scalar, key: key)
  }

  public mutating func set(_ entry: Entry, of id: String) throws {
    try ledger.set(
      id,
      .fields([
        ("at", .scalar(entry.at.description)), ("invitation", .scalar(entry.invitation)),
        ("name", .text(entry.name)), ("key", .scalar(entry.key)),
      ]))
  }

  public mutating func remove(_ id: String) { ledger.remove(id) }
}
