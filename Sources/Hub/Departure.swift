import Git
import Model
import PlainYAML

/// How a student says that they leave, where the hub can't be told over SSH: in `participant.yaml` on
/// the branch `progress` of their mailbox.
public struct Departure: Hashable, Sendable {
  public static let file = "participant.yaml"

  /// When they left, by a clock of theirs.
  public let at: Instant
  /// Since when they took part, as they were told.
  public let since: Instant?

  public init(at: Instant, since: Instant?) {
    self.at = at
    self.since = since
  }

  /// What a commit of that branch says; nil where nobody leaves with it.
  public init?(at commit: ObjectID?, in source: some ObjectSource) {
    guard let commit, let tree = try? source.commit(commit).tree,
      let bytes = try? source.file(at: Self.file, in: tree, limit: 1 << 12),
      let root = try? Document(bytes).root,
      root["state"]?.scalar == Participant.State.removed.rawValue,
      let at = root["at"]?.scalar.flatMap({ Instant(iso: $0) })
    else { return nil }
    self.init(at: at, since: root["since"]?.scalar.flatMap { Instant(iso: $0) })
  }

  /// The file that says it.
  public var bytes: [UInt8] {
    let value = Value.fields([
      ("state", .scalar(Participant.State.removed.rawValue)), ("at", .scalar(at.description)),
      ("since", .text(since?.description)),
    ])
    return Array(Printer.print(value).utf8)
  }

  /// Whether it ends the time for which somebody takes part since then: who takes part anew later has
  /// not left then, whatever the clocks say. They count where nobody was told since when.
  public func ends(_ start: Instant?) -> Bool {
    since.map { $0 == start } ?? start.map { $0 <= at } ?? true
  }

  /// Whether a student leaves with a commit of that branch: what an earlier one said is over.
  static func isSaid(by commit: ObjectID, in source: some ObjectSource) throws -> Bool {
    guard let said = Self(at: commit, in: source) else { return false }
    return try Self(at: source.commit(commit).parents.first, in: source) != said
  }
}
