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
    } catch let error as GitError where error.code == .notFound && !error.isHubsRefusal {
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

  /// Moves a branch of a mailbox forwards.
  ///
  /// - Parameter there: where the mailbox's branches are, as they were just fetched.
  func push(
    _ update: RefUpdate, to mailbox: String, knowing there: [String: ObjectID]
  ) throws -> PushResult.Fate {
    let results = try remote(mailbox, knowing: there)
      .push([update], from: repository, atomic: true)
    return results.first?.fate ?? .refused("the hub did not answer")
  }

  /// - Parameter mailbox: nil for the subject itself.
  private func remote(
    _ mailbox: String?, knowing there: [String: ObjectID]? = nil
  ) throws -> any Remote {
    switch source {
    case .file(let handout):
      return handout.remote(mailbox)
    case .hub(let layout):
      let address = mailbox.map(layout.mailbox) ?? layout.subjectRepository
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
