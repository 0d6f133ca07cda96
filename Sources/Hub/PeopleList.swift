import Git
import Model
import PlainYAML

/// Who joined a subject and who left it, as the hub saw it: a ledger on the desk's branch
/// `hub/people`.
public struct PeopleList: Sendable {
  static let file = "people.yaml"

  private var ledger: Ledger

  /// What somebody did last.
  public struct Entry: Hashable, Sendable {
    /// Accepted for who joined, removed for who left.
    public var state: Participant.State
    public var at: Instant
    /// Since when they were a participant or invited: who takes part anew later has not left then.
    public var since: Instant?
    /// The invitations that were used, the last one last: each is good once, whatever the teacher's
    /// list says later.
    public var invitations: [String] = []
  }

  init(_ bytes: [UInt8] = []) throws(YAMLError) { ledger = try Ledger(bytes) }

  /// Reads what a commit holds.
  public init(at commit: ObjectID, in source: some ObjectSource) throws {
    let bytes = try source.file(at: Self.file, in: try source.commit(commit).tree, limit: 16 << 20)
    try self.init(bytes ?? [])
  }

  var bytes: [UInt8] { ledger.bytes }

  public var people: [String] { ledger.keys }

  /// What somebody did last; nil for nothing, or nothing that can be read.
  public subscript(id: String) -> Entry? {
    guard let node = ledger[id],
      let state = node["state"]?.scalar.flatMap({ Participant.State(rawValue: $0) }),
      let at = node["at"]?.scalar.flatMap({ Instant(iso: $0) })
    else { return nil }
    return Entry(
      state: state, at: at, since: node["since"]?.scalar.flatMap { Instant(iso: $0) },
      invitations: (node["invitation"].map { $0.sequence ?? [$0] } ?? []).compactMap(\.scalar))
  }

  mutating func set(_ entry: Entry, of id: String) throws {
    let used = entry.invitations.suffix(Self.mostInvitations).map { Value.scalar($0) }
    try ledger.set(
      id,
      .fields([
        ("state", .scalar(entry.state.rawValue)), ("at", .scalar(entry.at.description)),
        ("since", .text(entry.since?.description)),
        ("invitation", used.count > 1 ? .sequence(used) : used.first),
      ]))
  }

  /// How many used invitations of one student are remembered.
  private static let mostInvitations = 100

  func isUsed(_ invitation: String, by id: String) -> Bool {
    self[id]?.invitations.contains(invitation) ?? false
  }

  /// The state that counts of somebody of whom the teacher says something.
  func state(of id: String, as entry: AccessList.Entry) -> Participant.State {
    guard entry.state != .removed, let own = self[id], own.since == entry.since else {
      return entry.state
    }
    return own.state
  }
}
