import Git
import Hub
import Model
import Storage

/// A name that is known outside of the school's files, where it can't be changed.
public struct NameUse: Hashable, Sendable {
  public let subject: String
  /// The student's or the group's mailbox; nil where the subject itself is meant.
  public let mailbox: String?
}

extension SchoolStore {
  /// Where the name of an object is in use by repositories on the hub, by students' clones, and by
  /// what was collected; nil where it is nowhere.
  ///
  /// - Parameter committer: who asks.
  public func use(of object: ObjectPath, by committer: Committer) async throws -> NameUse? {
    let files = files
    switch object {
    case .context(let path) where path.components.isEmpty:
      return try await isShared(path.subject, by: committer)
        ? NameUse(subject: path.subject, mailbox: nil) : nil
    case .student(let id): return try await use(of: [id], by: committer)
    case .group(let id, let group):
      return try await use(
        of: [HubLayout.mailbox(ofGroup: group, in: id)], by: committer)
    case .schoolClass(let id):
      let groups = try files.schoolClass(id).groups
      return try await use(
        of: groups.map { HubLayout.mailbox(ofGroup: $0.id, in: id) }, by: committer)
    default: return nil
    }
  }

  private func isShared(_ subject: String, by committer: Committer) async throws -> Bool {
    let stores = SchoolStores(self)
    if stores.hasOutbox(subject), try stores.outbox(subject).reference(HubBranch.main) != nil {
      return true
    }
    // Without participants nobody has anything of it.
    guard try !files.participants(of: subject).isEmpty else { return false }
    return try await SubjectExchange(subject, in: self, by: committer).isShared()
  }

  private func use(of mailboxes: [String], by committer: Committer) async throws -> NameUse? {
    if mailboxes.isEmpty { return nil }
    let (stores, files) = (SchoolStores(self), files)
    let hub = try files.school().hub.map { HubAddress($0, relativeTo: root) }
    let folder = try hub?.folder.flatMap { try FolderHub.open($0) }
    for subject in try StudentHoldings.subjects(self) {
      let participants = try files.participants(of: subject).map(\.id)
      for mailbox in mailboxes {
        let use = NameUse(subject: subject, mailbox: mailbox)
        if stores.hasOutbox(subject),
          try stores.outbox(subject).reference(SchoolStores.inboxes + mailbox) != nil
        {
          return use
        }
        if try stores.hasCollected(from: mailbox, in: subject) { return use }
        if try folder?.contains("\(subject)/\(HubLayout.mailbox(mailbox))") == true { return use }
        // What is on a server only the server knows.
        guard folder == nil, hub != nil, participants.contains(mailbox) || mailbox.contains("+")
        else { continue }
        if try await isShared(subject, by: committer) { return use }
      }
    }
    return nil
  }
}

extension SchoolStores {
  fileprivate func hasCollected(from mailbox: String, in subject: String) throws -> Bool {
    guard RepositoryLayout(at: collectedPath(subject)) != nil else { return false }
    return try collected(subject).references(under: "refs/heads/submit").contains {
      CollectedBranch(reference: $0.name)?.mailbox == mailbox
    }
  }
}

extension SchoolStore {
  /// Whether students handed in work under a path of a worksheet, whatever it is now.
  public func hasWork(under path: ContextPath) throws -> Bool {
    let collected = SchoolStores(self).collectedPath(path.subject)
    guard RepositoryLayout(at: collected) != nil else { return false }
    let branch = HubBranch.submission(of: path.work)
    return try !Repository(collected).references(under: branch).isEmpty
  }
}
