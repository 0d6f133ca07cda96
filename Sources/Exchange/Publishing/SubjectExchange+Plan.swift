import Git
import HubProtocol
import Model
import Storage

/// The intended contents of the hub.
extension SubjectExchange {
  /// Creates missing objects of the outbox in memory, and determines the commit of each branch.
  ///
  /// - Parameter isPurging: whether branches with a history start again.
  func plan(
    _ channels: inout [Channel], _ outgoing: Outgoing, _ outbox: Repository,
    _ report: inout ShareReport, isPurging: Bool = false
  ) throws -> ObjectBatch {
    let batch = ObjectBatch()
    let signature = outgoing.signature(at: now)
    for index in channels.indices {
      let channel = channels[index]
      if channel.error != nil { continue }
      guard
        let before = try channels[index].attempt({
          try channel.outbox.map { try outbox.commit($0) }
        })
      else { continue }
      let count = batch.count
      let tree: ObjectID
      switch channel.content {
      case .inbox(let mailbox):
        tree = try batch.tree(
          updating: nil, in: batch, with: outgoing.inboxes[mailbox] ?? [:])
      case .common:
        tree = try batch.tree(updating: nil, in: batch, with: outgoing.common)
      case .access:
        tree = try batch.tree(
          updating: nil, in: batch, with: [AccessList.file: .write(outgoing.access)])
      case .subject:
        let isThere = before?.tree == outgoing.projection.tree
        tree =
          isThere
          ? outgoing.projection.tree : try batch.add(files: outgoing.projection.files)
      }
      let forgets =
        channel.purgesHistory
        || isPurging && before.map { !$0.parents.isEmpty || $0.tree != tree } ?? false
      channels[index].purgesHistory = forgets
      if let before, before.tree == tree, !forgets {
        batch.truncate(to: count)
        channels[index].target = before.id
      } else {
        let subject =
          switch channel.content {
          case .subject: "Share \(outgoing.subject)"
          case .access: "Update the participants"
          case .inbox, .common: "Update the inbox"
          }
        channels[index].target = try batch.add(
          commit: CommitContent(
            tree: tree, parents: before.map { forgets ? [] : [$0.id] } ?? [],
            author: signature,
            message: "\(subject)\n\n\(HubTrailer.source): \(outgoing.source)\n"))
      }
      if channel.content == .subject {
        report.isSubjectPurged = forgets
        try report.compare(outgoing.projection, outbox, channels[index])
      }
    }
    for channel in channels.dropFirst() {
      guard let mailbox = channel.mailbox else { continue }
      if let error = channel.error, error.path?.hasPrefix(stores.outboxPath(subject)) == true {
        report.unwritable.add(error, of: mailbox)
      } else if let error = channel.error {
        report.failed.append((mailbox, .hub(repository: channel.address.text, error)))
      } else if channel.target != channel.hub {
        if !channel.exists { report.made.append(mailbox) }
        report.changed.append(mailbox)
        if channel.purgesHistory { report.purged.append(mailbox) }
      }
    }
    return batch
  }
}
