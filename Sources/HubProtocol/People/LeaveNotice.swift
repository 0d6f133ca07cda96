import Git
import Model
import PlainYAML

/// A leave notice: `participant.yaml` on the branch `progress` of a student's mailbox, for hubs
/// that can't be reached over SSH.
public struct LeaveNotice: Hashable, Sendable {
  public static let file = "participant.yaml"

  /// When they left, according to the student's clock.
  public let at: Instant
  /// The start of their participation, according to their inbox.
  public let since: Instant?

  public init(at: Instant, since: Instant?) {
    self.at = at
    self.since = since
  }

  /// Reads a commit of that branch; nil if it contains no leave notice.
  public init?(at commit: ObjectID?, in source: some ObjectSource) {
    guard let commit, let tree = try? source.commit(commit).tree,
      let bytes = try? source.file(at: Self.file, in: tree, limit: 1 << 12),
      let root = try? Document(bytes).root,
      root["state"]?.scalar == Participant.State.removed.rawValue,
      let at = root["at"]?.scalar.flatMap({ Instant(iso: $0) })
    else { return nil }
    self.init(at: at, since: root["since"]?.scalar.flatMap { Instant(iso: $0) })
  }

  /// The file.
  public var bytes: [UInt8] {
    let value = Value.fields([
      ("state", .scalar(Participant.State.removed.rawValue)), ("at", .scalar(at.description)),
      ("since", .text(since?.description)),
    ])
    return Array(Printer.print(value).utf8)
  }

  /// Whether it ends a participation that began at `start`: a student who was re-added later hasn't
  /// left, even if the clocks disagree. A notice without a start always counts.
  public func ends(_ start: Instant?) -> Bool {
    since.map { $0 == start } ?? start.map { $0 <= at } ?? true
  }

  /// Whether a commit of that branch contains a new leave notice: a notice of an earlier commit
  /// doesn't count again.
  public static func isRecorded(by commit: ObjectID, in source: some ObjectSource) throws -> Bool {
    guard let notice = Self(at: commit, in: source) else { return false }
    return try Self(at: source.commit(commit).parents.first, in: source) != notice
  }
}
