import Git
import HubProtocol
import Storage

/// A branch on the hub that the teacher writes, with its current and its intended commit.
struct Channel: Sendable {
  /// The content of a channel.
  enum Content: Hashable, Sendable {
    /// The published subject.
    case subject
    /// The participants, for a served hub.
    case access
    /// The inbox of a mailbox.
    case inbox(String)
    /// The inbox for all participants, in a class bundle.
    case common
  }

  let content: Content
  /// The repository that the teacher writes to: the final one, or a served hub's desk.
  let address: HubAddress
  /// The branch there.
  let branch: String
  /// The path of the final repository, relative to the hub.
  let place: String
  /// Whether a served hub delivers it from the desk.
  let isViaDesk: Bool
  /// Whether the hub is a served one.
  let isServed: Bool
  /// Whether to remove the old history.
  var purgesHistory = false
  /// Whether the repository exists on the hub.
  var exists = false
  /// The commit of the hub's branch.
  var hub: ObjectID?
  /// The commit of our branch in the outbox.
  var outbox: ObjectID?
  /// Why the hub's repository can't be used.
  var error: GitError?
  /// The intended commit of both branches.
  var target: ObjectID?

  /// - Parameter viaDesk: whether the hub has a desk, which receives everything except the
  ///   subject.
  init(_ content: Content, in layout: HubLayout, viaDesk: Bool = false) {
    self.content = content
    isServed = viaDesk
    isViaDesk = viaDesk && content != .subject
    let below: String
    switch content {
    case .subject:
      address = layout.subjectRepository
      branch = HubBranch.main
      below = HubLayout.subjectRepository
    case .access:
      address = layout.desk
      branch = HubBranch.access
      below = HubLayout.desk
    case .common:
      // It isn't sent to a hub.
      address = layout.root
      branch = HubBranch.inbox
      below = ""
    case .inbox(let mailbox):
      address = viaDesk ? layout.desk : layout.mailbox(mailbox)
      branch = viaDesk ? HubBranch.outgoing + mailbox : HubBranch.inbox
      below = HubLayout.mailbox(mailbox)
    }
    place = "\(layout.subject)/\(below)"
  }

  /// Reads the outbox; if a mailbox's branch is damaged there, its channel gets an `error` instead.
  mutating func attempt<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
      return try body()
    } catch {
      guard mailbox != nil, StudentFailures.isPersonal(error), let error = error as? GitError else {
        throw error
      }
      self.error = error
      return nil
    }
  }

  /// The mailbox of an inbox; nil for other channels.
  var mailbox: String? { if case .inbox(let name) = content { name } else { nil } }

  /// The branch in the outbox for bundles.
  var bundledBranch: String { "refs/handouts/" + outboxBranch.dropFirst("refs/heads/".count) }

  /// The branch in the outbox.
  var outboxBranch: String {
    switch content {
    case .subject: HubBranch.main
    case .access: HubBranch.access
    case .inbox(let mailbox): SchoolStores.inboxes + mailbox
    case .common: SchoolStores.inboxes + BundleBranch.everyone
    }
  }
}
