import Git
import HubProtocol
import Model

/// A student's access to a hub or bundle: fetches the subject and mailboxes, and pushes to
/// mailboxes.
struct HubAccess {
  /// The source.
  enum Source {
    case hub(HubLayout)
    case file(TeacherBundle)
  }

  /// Git's setting for the SSH command, which a clone may set.
  static let sshCommand = "core.sshCommand"

  let source: Source
  let repository: Repository

  /// Fetches and checks the latest commit of the subject.
  ///
  /// - Returns: nil if nothing was published.
  /// - Throws: `GitError`, `TreeFault`.
  func fetchSubject() throws -> ObjectID? {
    try remote(nil).fetch(
      [FetchedRef(HubBranch.main, to: StudentClone.Ref.fetchedSubject, mayRewind: true)],
      into: repository, limits: .standard
    ) { commit, source in
      _ = try PublishedTree(try source.commit(commit).tree, in: source)
    }[0]
  }

  /// The same; a missing repository means that nothing was published, except on a served hub, which
  /// doesn't reveal other people's repositories.
  func subject() throws -> ObjectID? {
    do {
      return try fetchSubject()
    } catch let error as GitError where error.code == .notFound {
      return nil
    }
  }

  /// Fetches a mailbox: the inbox, submissions and receipts.
  ///
  /// - Parameter name: the local name of the remote.
  /// - Returns: the commits by full branch name.
  func fetchMailbox(_ mailbox: String, as name: String) throws -> [String: ObjectID] {
    let found = try remote(mailbox).fetchAll(
      under: "refs/heads", into: repository, limits: .standard,
      to: { StudentClone.Ref.fetched($0, from: name) },
      check: { reference, source in
        // Submissions are checked when they are used: an invalid attempt doesn't affect the rest.
        guard reference.name == HubBranch.inbox else { return }
        try TreeRules.published.check(try source.commit(reference.id).tree, in: source)
      })
    return Dictionary(found.map { ($0.name, $0.id) }, uniquingKeysWith: { $1 })
  }

  /// The commit of a mailbox's inbox, in one request; nil if there is none.
  func inbox(of mailbox: String) throws -> ObjectID? {
    try remote(mailbox).references(under: "refs/heads").first { $0.name == HubBranch.inbox }?.id
  }

  /// A hub's reply to a push.
  struct Answer {
    let outcome: PushResult.Outcome
    /// When the hub took it; nil if it doesn't say.
    var receivedAt: Instant?
    /// The code with which the hub refused it; nil if it gave none that is known here.
    var reply: HubReply?
  }

  /// Fast-forwards a branch of a mailbox.
  ///
  /// - Parameters:
  ///   - others: branches that move at the same time, or not at all.
  ///   - there: the mailbox's branches, as just fetched.
  ///   - leaving: whether to use the mailbox's leave address on a served hub.
  func push(
    _ update: RefUpdate, with others: [RefUpdate] = [], to mailbox: String,
    knowing branches: [String: ObjectID], leaving: Bool = false
  ) throws -> Answer {
    let results = try remote(mailbox, knowing: branches, leaving: leaving)
      .push([update] + others, from: repository, atomic: true)
    guard let result = results.first else {
      return Answer(outcome: .refused("the hub did not answer"))
    }
    let receipts = result.messages.compactMap { line -> Instant? in
      guard case .received(let branch, let at)? = HubReply(line: line),
        "refs/heads/" + branch == update.name
      else { return nil }
      return at
    }
    return Answer(
      outcome: result.readableOutcome, receivedAt: receipts.first, reply: result.hubReply)
  }

  /// Whether the hub writes receipts, so that its clock counts.
  ///
  /// - Parameter there: the branches of the mailbox.
  func givesReceipts(_ branches: [String: ObjectID]) -> Bool {
    if branches[HubBranch.receipts] != nil { return true }
    // Before the first receipt, a served hub is recognised by its refusal of foreign repositories.
    guard case .hub(let layout) = source, layout.root.folder == nil else { return false }
    do {
      _ = try ProgramRemote(
        layout.desk.text, sshCommand: try repository.setting(Self.sshCommand)
      ).references(under: "refs/heads")
      return false
    } catch {
      return error.isHubsRefusal
    }
  }

  /// - Parameter mailbox: nil for the subject.
  private func remote(
    _ mailbox: String?, knowing branches: [String: ObjectID]? = nil, leaving: Bool = false
  ) throws -> any Remote {
    switch source {
    case .file(let bundle):
      return bundle.remote(mailbox)
    case .hub(let layout):
      let address =
        mailbox.map(leaving ? layout.leaving : layout.mailbox) ?? layout.subjectRepository
      // Everything below the subject's folder is untrusted.
      if case .folder(let root) = layout.root {
        return FolderRemote(
          String(address.text.dropFirst(root.count + 1)), in: try HubFolder(root))
      }
      return try ProgramRemote(
        address.text, knowing: branches, sshCommand: try repository.setting(Self.sshCommand))
    }
  }
}
