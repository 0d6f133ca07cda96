import Git
import Hub
import Model

/// A student's way to the hub, or to a file that stands for it: what is fetched from the subject and
/// the mailboxes, and what is pushed to a mailbox.
struct HubAccess {
  /// Where it leads.
  enum Source {
    case hub(HubLayout)
    case file(Handout)
  }

  /// Git's setting of how `ssh` is run, which a clone may have for itself.
  static let sshCommand = "core.sshCommand"

  let source: Source
  let repository: Repository

  /// The newest commit of the subject, fetched and checked.
  ///
  /// - Returns: nil where nothing was published.
  /// - Throws: `GitError`, `TreeFault`.
  func fetchSubject() throws -> ObjectID? {
    try remote(nil).fetch(
      [FetchedRef(HubBranch.main, to: StudentClone.Ref.fetchedSubject, mayRewind: true)],
      into: repository, limits: .standard
    ) { commit, source in
      _ = try PublishedTree(try source.commit(commit).tree, in: source)
    }[0]
  }

  /// The same; an absent repository is one in which nothing was published, unless a served hub says so:
  /// that tells nobody what it has for others.
  func subject() throws -> ObjectID? {
    do {
      return try fetchSubject()
    } catch let error as GitError where error.code == .notFound {
      return nil
    }
  }

  /// The inbox of a mailbox, what was handed in to it, and what a served hub proves of that.
  ///
  /// - Parameter name: how the remote is called here.
  /// - Returns: the tips by full name of branch.
  func fetchMailbox(_ mailbox: String, as name: String) throws -> [String: ObjectID] {
    let found = try remote(mailbox).fetchAll(
      under: "refs/heads", into: repository, limits: .standard,
      to: { StudentClone.Ref.fetched($0, from: name) },
      check: { reference, source in
        // What was handed in is checked when it is looked at: one bad attempt spoils nothing else.
        guard reference.name == HubBranch.inbox else { return }
        try TreeRules.published.check(try source.commit(reference.id).tree, in: source)
      })
    return Dictionary(found.map { ($0.name, $0.id) }, uniquingKeysWith: { $1 })
  }

  /// What a hub says to a push.
  struct Answer {
    let fate: PushResult.Fate
    /// When the hub took it; nil if it doesn't say.
    var receivedAt: Instant?
    /// The code with which the hub refused it; nil if it gave none that is known here.
    var reply: HubReply?
  }

  /// Moves a branch of a mailbox forwards.
  ///
  /// - Parameters:
  ///   - there: where the mailbox's branches are, as they were just fetched.
  ///   - leaving: whether it goes by the mailbox's door out, on a hub that is served.
  func push(
    _ update: RefUpdate, to mailbox: String, knowing there: [String: ObjectID],
    leaving: Bool = false
  ) throws -> Answer {
    let results = try remote(mailbox, knowing: there, leaving: leaving)
      .push([update], from: repository, atomic: true)
    guard let result = results.first else {
      return Answer(fate: .refused("the hub did not answer"))
    }
    let receipts = result.said.compactMap { line -> Instant? in
      guard case .received(let branch, let at)? = HubReply(line: line),
        "refs/heads/" + branch == update.name
      else { return nil }
      return at
    }
    return Answer(fate: result.readableFate, receivedAt: receipts.first, reply: result.hubReply)
  }

  /// Whether the hub is one that gives receipts, so that its clock counts.
  ///
  /// - Parameter there: the branches of the mailbox.
  func keepsTime(_ there: [String: ObjectID]) -> Bool {
    if there[HubBranch.receipts] != nil { return true }
    // Before the first receipt it is known by how it refuses what isn't a student's.
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

  /// - Parameter mailbox: nil for the subject itself.
  private func remote(
    _ mailbox: String?, knowing there: [String: ObjectID]? = nil, leaving: Bool = false
  ) throws -> any Remote {
    switch source {
    case .file(let handout):
      return handout.remote(mailbox)
    case .hub(let layout):
      let address =
        mailbox.map(leaving ? layout.leaving : layout.mailbox) ?? layout.subjectRepository
      // Below the subject's folder nothing is trusted.
      if case .folder(let root) = layout.root {
        return FolderRemote(
          String(address.text.dropFirst(root.count + 1)), in: try HubFolder(root))
      }
      return try ProgramRemote(
        address.text, knowing: there, sshCommand: try repository.setting(Self.sshCommand))
    }
  }
}
