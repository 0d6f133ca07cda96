import Git
import Model
import PlainYAML

/// The students who joined and left a subject, as recorded by the hub: a ledger on the desk's
/// branch `hub/people`.
public struct PeopleList: Sendable {
  public static let file = "people.yaml"

  private var ledger: Ledger

  /// The last action of a student.
  public struct Entry: Hashable, Sendable {
    /// Accepted after joining, removed after leaving.
    public var state: Participant.State
    public var at: Instant
    /// The start of the participation or invitation: a student who was re-added later hasn't left.
    public var since: Instant?
    /// The used invitations, latest last. Each one works once, even if the teacher's list still
    /// contains it.
    public var invitations: [String] = []

    public init(
      state: Participant.State, at: Instant, since: Instant? = nil, invitations: [String] = []
    ) {
      self.state = state
      self.at = at
      self.since = since
      self.invitations = invitations
    }
  }

  public init(_ bytes: [UInt8] = []) throws(YAMLError) { ledger = try Ledger(bytes) }

  /// Reads the list of a commit.
  public init(at commit: ObjectID, in source: some ObjectSource) throws {
    let bytes = try source.file(at: Self.file, in: try source.commit(commit).tree, limit: 16 << 20)
    try self.init(bytes ?? [])
  }

  public var bytes: [UInt8] { ledger.bytes }

  public var people: [String] { ledger.keys }

  /// The last action of a student; nil for none, or if it is unreadable.
  public subscript(id: String) -> Entry? {
    guard let node = ledger[id],
      let state = node["state"]?.scalar.flatMap({ Participant.State(rawValue: $0) }),
      let at = node["at"]?.scalar.flatMap({ Instant(iso: $0) })
    else { return nil }
    return Entry(
      state: state, at: at, since: node["since"]?.scalar.flatMap { Instant(iso: $0) },
      invitations: (node["invitation"].map { $0.sequence ?? [$0] } ?? []).compactMap(\.scalar))
  }

  public mutating func set(_ entry: Entry, of id: String) throws {
    let used = entry.invitations.suffix(Self.mostInvitations).map { Value.scalar($0) }
    try ledger.set(
      id,
      .fields([
        ("state", .scalar(entry.state.rawValue)), ("at", .scalar(entry.at.description)),
        ("since", .text(entry.since?.description)),
        ("invitation", used.count > 1 ? .sequence(used) : used.first),
      ]))
  }

  /// The maximum number of remembered invitations per student.
  private static let mostInvitations = 100

  public func isUsed(_ invitation: String, by id: String) -> Bool {
    self[id]?.invitations.contains(invitation) ?? false
  }

  /// The effective state of a student in the teacher's list.
  public func state(of id: String, as entry: AccessList.Entry) -> Participant.State {
    guard entry.state != .removed, let known = self[id], known.since == entry.since else {
      return entry.state
    }
    return known.state
  }
}
