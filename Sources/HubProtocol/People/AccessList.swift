import Git
import Model
import PlainYAML

/// The participants of a subject and the closing times of work, on the branch `access` of the desk:
/// a ledger by mailbox.
public struct AccessList: Sendable {
  /// The file on that branch.
  public static let file = "access.yaml"

  private let ledger: Ledger

  /// The entry of a mailbox.
  public struct Entry: Hashable, Sendable {
    public var permission = Participant.Permission.readWrite
    public var state = Participant.State.accepted
    /// The start of the participation or invitation.
    public var since: Instant?
    /// The unused invitation.
    public var invitation: Invitation?
    /// The accepted request to join.
    public var request: String?
    /// When the student last lost a key, as far as the school knows.
    public var revoked: Instant?
    /// The students of a group; nil for a student's own mailbox.
    public var members: [String]?
    /// The closing times of work, by dotted path.
    public var closes: [String: Instant] = [:]

    public init(
      permission: Participant.Permission = .readWrite, state: Participant.State = .accepted,
      since: Instant? = nil, invitation: Invitation? = nil, request: String? = nil,
      revoked: Instant? = nil, members: [String]? = nil,
      closes: [String: Instant] = [:]
    ) {
      self.permission = permission
      self.state = state
      self.since = since
      self.invitation = invitation
      self.request = request
      self.revoked = revoked
      self.members = members
      self.closes = closes
    }
  }

  /// - Throws: `YAMLError`.
  public init(_ bytes: [UInt8] = []) throws(YAMLError) { ledger = try Ledger(bytes) }

  /// The file with an entry for each mailbox.
  public static func bytes(of entries: [String: Entry]) -> [UInt8] {
    let lines = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { Value.Pair($0.key, .flow($0.value.value)) }
    return Array(Printer.print(.mapping(lines)).utf8)
  }

  /// Reads the branch `access` of a repository; empty if there is none.
  public init(in desk: FolderRepository) throws {
    guard let tip = try desk.reference(HubBranch.access) else {
      try self.init()
      return
    }
    try self.init(at: tip, in: desk)
  }

  /// Reads the list of a commit.
  public init(at commit: ObjectID, in source: some ObjectSource) throws {
    let bytes = try source.file(at: Self.file, in: try source.commit(commit).tree, limit: 64 << 20)
    try self.init(bytes ?? [])
  }

  /// The mailboxes with an entry.
  public var mailboxes: [String] { ledger.keys }

  /// The entry of a mailbox; nil if it is missing or unreadable.
  public subscript(mailbox: String) -> Entry? { ledger[mailbox].flatMap { Entry($0) } }

  /// Whether there are unused invitations.
  public var hasInvitations: Bool { ledger.keys.contains { self[$0]?.invitation != nil } }

  /// The key of the open invitation; no mailbox can have this name.
  public static let everyone = "everyone"

  /// The open invitation; nil if there is none.
  public var open: Invitation? { self[Self.everyone]?.invitation }

  /// Whether another list contains everything in this one.
  public func isPart(of other: AccessList) -> Bool {
    ledger.keys.allSatisfy { mailbox in
      guard let lines = ledger[mailbox]?.mapping, let others = other.ledger[mailbox]?.mapping else {
        return false
      }
      return lines.allSatisfy { line in
        others.contains { $0.key == line.key && $0.value == line.value }
      }
    }
  }

  /// The first unreadable line.
  public var fault: String? {
    ledger.keys.first { !(HubLayout.isMailbox($0) || $0 == Self.everyone) || self[$0] == nil }
  }
}

extension AccessList.Entry {
  /// Parses an entry; nil if it is invalid.
  init?(_ node: Node) {
    self.init()
    if let text = node["permission"]?.scalar {
      guard let known = Participant.Permission(rawValue: text) else { return nil }
      permission = known
    }
    if let text = node["state"]?.scalar {
      guard let known = Participant.State(rawValue: text) else { return nil }
      state = known
    }
    since = node["since"]?.scalar.flatMap { Instant(iso: $0) }
    if let invited = node["invitation"] {
      guard let key = invited["key"]?.scalar, InvitationCode.isKey(key),
        let until = invited["until"]?.scalar.flatMap({ Instant(iso: $0) })
      else { return nil }
      invitation = Invitation(
        key: key, until: until,
        declined: invited["declined"]?.sequence?.compactMap(\.scalar) ?? [])
    }
    request = node["request"]?.scalar
    revoked = node["revoked"]?.scalar.flatMap { Instant(iso: $0) }
    members = node["members"]?.sequence?.compactMap(\.scalar)
    for entry in node["closes"]?.mapping ?? [] {
      guard let time = entry.value.scalar.flatMap({ Instant(iso: $0) }) else { return nil }
      closes[entry.key] = time
    }
  }

  /// The entry as a line of the ledger.
  public var value: Value {
    var pairs: [(String, Value?)] = [
      ("permission", .scalar(permission.rawValue)), ("state", .scalar(state.rawValue)),
    ]
    if let since { pairs.append(("since", .scalar(since.description))) }
    if let invitation { pairs.append(("invitation", invitation.value)) }
    if let request { pairs.append(("request", .scalar(request))) }
    if let revoked { pairs.append(("revoked", .scalar(revoked.description))) }
    if let members { pairs.append(("members", .sequence(members.map { .scalar($0) }))) }
    if !closes.isEmpty {
      let times = closes.sorted { $0.key < $1.key }.map {
        Value.Pair($0.key, .scalar($0.value.description))
      }
      pairs.append(("closes", .mapping(times)))
    }
    return .fields(pairs)
  }
}

extension Invitation {
  /// The invitation as written in files.
  public var value: Value {
    .fields([
      ("key", .scalar(key)), ("until", .scalar(until.description)),
      ("declined", declined.isEmpty ? nil : .sequence(declined.map { .scalar($0) })),
    ])
  }
}
