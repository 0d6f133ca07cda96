import Git
import Hub

/// A branch on the hub that the teacher's side writes, with where it is and where it should be.
struct Channel: Sendable {
  /// The mailbox; nil for the subject itself.
  let mailbox: String?
  let address: HubAddress
  /// Its place below the hub.
  let place: String
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

  init(mailbox: String?, in layout: HubLayout) {
    self.mailbox = mailbox
    address = mailbox.map { layout.mailbox($0) } ?? layout.subjectRepository
    let below = mailbox.map { HubLayout.mailbox($0) } ?? HubLayout.subjectRepository
    place = "\(layout.subject)/\(below)"
  }

  /// The branch in the hub's repository.
  var branch: String { mailbox == nil ? HubBranch.main : HubBranch.inbox }

  /// The branch in the outbox.
  var outboxBranch: String { mailbox.map { SchoolStores.inboxes + $0 } ?? HubBranch.main }
}
