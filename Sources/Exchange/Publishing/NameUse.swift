import Git
import HubProtocol
import Model
import Storage

/// A use of a name outside the school's files, where it can't be changed.
public struct NameUse: Hashable, Sendable {
  public let subject: String
  /// The mailbox of a student or group; nil for the subject.
  public let mailbox: String?

  public init(subject: String, mailbox: String?) {
    self.subject = subject
    self.mailbox = mailbox
  }
}

extension SchoolStore {
  /// Finds the use of an object's name by repositories on the hub, students' clones, or collected
  /// work; nil for none.
  ///
  /// - Parameter committer: the committer.
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
    // Without participants, nobody has a copy.
    guard try !files.participants(of: subject).entries.isEmpty else { return false }
    return try await SubjectExchange(subject, in: self, by: committer).isShared()
  }

  private func use(of mailboxes: [String], by committer: Committer) async throws -> NameUse? {
    for mailbox in mailboxes {
      if let use = try knownUse(of: mailbox) { return use }
    }
    // Only the server knows its own repositories.
    guard try files.school().hub.map({ HubAddress($0, relativeTo: root).folder == nil }) == true
    else { return nil }
    for subject in try StudentData.subjects(self) {
      let participants = Set(try files.participants(of: subject).entries.map(\.id))
      for mailbox in mailboxes where participants.contains(mailbox) || mailbox.contains("+") {
        if try await isShared(subject, by: committer) {
          return NameUse(subject: subject, mailbox: mailbox)
        }
      }
    }
    return nil
  }

  /// Finds the use of a mailbox, as far as this machine and a hub's folder know.
  ///
  /// - Parameter isByWork: whether only collected work counts.
  public func knownUse(of mailbox: String, byWork isByWork: Bool = false) throws -> NameUse? {
    let stores = SchoolStores(self)
    let folder = try files.school().hub.flatMap { HubAddress($0, relativeTo: root).folder }
      .flatMap { try FolderHub.open($0) }
    for subject in try StudentData.subjects(self) {
      let isShared =
        try !isByWork
        && (stores.hasOutbox(subject)
          && stores.outbox(subject).reference(SchoolStores.inboxes + mailbox) != nil
          || folder?.contains("\(subject)/\(HubLayout.mailbox(mailbox))") == true)
      if try isShared || stores.hasCollected(from: mailbox, in: subject) {
        return NameUse(subject: subject, mailbox: mailbox)
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
  /// Whether there are submissions under a path of a worksheet.
  public func hasWork(under path: ContextPath) throws -> Bool {
    let collected = SchoolStores(self).collectedPath(path.subject)
    guard RepositoryLayout(at: collected) != nil else { return false }
    let branch = HubBranch.submission(of: path.work)
    return try !Repository(collected).references(under: branch).isEmpty
  }

  /// Whether there are submitted answers to an exercise of a worksheet.
  public func hasAnswers(to exercise: String, in path: ContextPath) throws -> Bool {
    guard try hasWork(under: path) else { return false }
    let submissions = try Submissions(of: path.subject, in: self)
    let names = try WorkNames(of: path.subject, in: files).names(of: path)
    // Damaged submissions may have answers, too.
    return try submissions.attempts(at: names).values.contains { attempts in
      guard let attempts = try? attempts.get() else { return true }
      return attempts.contains { attempt in
        guard let answers = try? submissions.answers(of: attempt.commit) else { return true }
        guard case .answers(let answers) = answers else { return false }
        return answers[exercise] != nil
      }
    }
  }
}
