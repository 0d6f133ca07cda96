import Git
import Model

/// What sharing did, or would do.
public struct ShareReport: Sendable {
  /// The school's commit that is out there now.
  public let source: ObjectID
  /// Whether nothing was written.
  public let isDryRun: Bool
  /// Worksheets that become visible.
  public var appeared: [ContextPath] = []
  /// Worksheets that say something else than before; what they said stays in the hub's history.
  public var rewritten: [ContextPath] = []
  /// Worksheets that are no longer published; who fetched them has them still.
  public var disappeared: [ContextPath] = []
  /// Whether anything of what all see changed.
  public var isSubjectChanged = false
  /// Whether the subject was not on the hub before.
  public var isFirst = false
  /// Mailboxes that were made.
  public var made: [String] = []
  /// Mailboxes whose inbox changed, the new ones among them.
  public var changed: [String] = []
  /// Mailboxes that could not be written, and why. All others were.
  public var failed: [(mailbox: String, error: ExchangeError)] = []
  /// Whether the last share did not reach every mailbox: the hub, which wasn't asked, may lack more.
  public var isUnfinished = false
  /// Files that lie beside what is published and are not, such as symlinks.
  public var leftOut: [String] = []
  /// What is to be said once.
  public var notices: [ExchangeNotice] = []

  init(source: ObjectID, isDryRun: Bool) {
    self.source = source
    self.isDryRun = isDryRun
  }

  /// Whether the hub had it all already.
  public var isUnchanged: Bool {
    !isSubjectChanged && changed.isEmpty && failed.isEmpty && !isUnfinished
  }
}
