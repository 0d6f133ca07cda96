import Git
import Hub

/// A branch on the hub that the teacher's side writes, with where it is and where it should be.
struct Channel: Sendable {
  /// What goes through a channel.
  enum Content: Hashable, Sendable {
    /// What all participants may read.
    case subject
    /// Who takes part, for a hub that is served.
    case access
    /// What one mailbox gets.
    case inbox(String)
    /// What an inbox is for whoever takes part, in a file for all of them.
    case common
  }

  let content: Content
  /// Where the teacher's side writes it: the repository itself, or a served hub's desk.
  let address: HubAddress
  /// The branch there.
  let branch: String
  /// The place below the hub of what it is in the end.
  let place: String
  /// Whether it is handed on by a hub that is served.
  let isViaDesk: Bool
  /// Whether the hub is one that is served.
  let isServed: Bool
  /// Whether what was there before is to be forgotten.
  var isPurged = false
  /// Whether the hub has the repository.
  var exists = false
  /// Where the hub's branch is.
  var hub: ObjectID?
  /// Where our own branch in the outbox is.
  var outbox: ObjectID?
  /// Why the hub's repository can't be used.
  var error: GitError?
  /// Where both should be.
  var target: ObjectID?

  /// - Parameter viaDesk: whether the hub has a desk, through which everything but the subject goes.
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
      // It goes to no hub.
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

  /// The mailbox that it is for; nil for what isn't for one.
  var mailbox: String? { if case .inbox(let name) = content { name } else { nil } }

  /// Where the outbox has what was handed out in files.
  var handoutBranch: String { "refs/handouts/" + outboxBranch.dropFirst("refs/heads/".count) }

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
