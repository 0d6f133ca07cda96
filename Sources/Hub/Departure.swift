import Git
import Model
import PlainYAML

/// How a student says that they leave, where the hub can't be told over SSH: in `participant.yaml` on
/// the branch `progress` of their mailbox.
public enum Departure {
  public static let file = "participant.yaml"

  /// What the file says.
  public static func bytes(at time: Instant) -> [UInt8] {
    let value: Value = [
      "state": .scalar(Participant.State.removed.rawValue), "at": .scalar(time.description),
    ]
    return Array(Printer.print(value).utf8)
  }

  /// When a student left, as a commit of that branch says; nil for one who didn't.
  public static func time(at commit: ObjectID?, in source: some ObjectSource) -> Instant? {
    guard let commit, let tree = try? source.commit(commit).tree,
      let bytes = try? source.file(at: file, in: tree, limit: 1 << 12),
      let root = try? Document(bytes).root,
      root["state"]?.scalar == Participant.State.removed.rawValue
    else { return nil }
    return root["at"]?.scalar.flatMap { Instant(iso: $0) }
  }

  /// Whether a student leaves with a commit of that branch: what an earlier one said is over.
  static func isSaid(by commit: ObjectID, in source: some ObjectSource) throws -> Bool {
    guard let time = time(at: commit, in: source) else { return false }
    return try self.time(at: source.commit(commit).parents.first, in: source) != time
  }
}
