import Git
import Hub
import Model

/// A student's way to the hub: what is fetched from the subject and the mailboxes, and what is
/// pushed to a mailbox.
struct HubAccess {
  let layout: HubLayout
  let repository: Repository

  /// The newest commit of the subject, fetched and checked.
  ///
  /// - Returns: nil where nothing was published.
  /// - Throws: `GitError`, `TreeFault`.
  func fetchSubject() throws -> ObjectID? {
    try remote(layout.subjectRepository).fetch(
      [FetchedRef(HubBranch.main, to: StudentClone.Ref.fetchedSubject, mayRewind: true)],
      into: repository, limits: .standard
    ) { commit, source in
      _ = try PublishedTree(try source.commit(commit).tree, in: source)
    }[0]
  }

  /// The same; an absent repository is one in which nothing was published.
  func subject() throws -> ObjectID? {
    do {
      return try fetchSubject()
    } catch let error as GitError where error.code == .notFound {
      return nil
    }
  }

  /// The inbox and what was handed in to a mailbox.
  ///
  /// - Parameters:
  ///   - name: how the remote is called here.
  ///   - works: what handed-in work is looked for; nil for all.
  /// - Returns: the tips by full name of branch.
  func fetchMailbox(
    _ mailbox: String, as name: String, works: Set<String>? = nil
  ) throws -> [String: ObjectID] {
    let remote = try remote(layout.mailbox(mailbox))
    let there = try remote.references(under: "refs/heads").filter { reference in
      guard let work = HubBranch.work(of: reference.name) else {
        return reference.name == HubBranch.inbox
      }
      return works?.contains(work) ?? true
    }
    let inbox = there.first { $0.name == HubBranch.inbox }?.id
    let wanted = there.map {
      FetchedRef($0.name, to: StudentClone.Ref.fetched($0.name, from: name), mayRewind: true)
    }
    let tips = try remote.fetch(wanted, into: repository, limits: .standard) { commit, source in
      // What was handed in is checked when it is looked at: one bad attempt spoils nothing else.
      guard commit == inbox else { return }
      try TreeRules.published.check(try source.commit(commit).tree, in: source)
    }
    var found: [String: ObjectID] = [:]
    for (reference, tip) in zip(there, tips) { found[reference.name] = tip }
    return found
  }

  /// Moves a branch of a mailbox forwards.
  func push(_ update: RefUpdate, to mailbox: String) throws -> PushResult.Fate {
    let results = try remote(layout.mailbox(mailbox))
      .push([update], from: repository, atomic: true)
    return results.first?.fate ?? .refused("the hub did not answer")
  }

  private func remote(_ address: HubAddress) throws -> any Remote {
    switch layout.root {
    case .folder(let root):
      // Below the subject's folder nothing is trusted.
      FolderRemote(String(address.text.dropFirst(root.count + 1)), in: try HubFolder(root))
    case .server: try ProgramRemote(address.text)
    }
  }
}
