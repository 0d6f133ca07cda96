import Git
import HubProtocol
import Model
import Storage

/// Fetching and applying news.
extension StudentClone {
  /// Fetched data that isn't in the work tree yet.
  private struct Fetched {
    let subject: ObjectID
    let inboxCommit: ObjectID
    let inbox: Inbox
    /// Attempts by work, from the mailbox of the work.
    var submissions: [String: ObjectID] = [:]
    /// The branches of the student's mailbox.
    let branches: [String: ObjectID]
  }

  /// Applies published files, the inbox and submissions from elsewhere to the work tree.
  ///
  /// The student's own files are committed first. Changed published files are kept as `NAME.mine`;
  /// the student's changes in `work/` aren't touched.
  /// - Parameter handout: a bundle to use instead of the hub.
  /// - Throws: `CloneError`, `GitError`, `TreeFault`, `FaultyFiles`; then nothing has changed.
  public func pull(from bundle: TeacherBundle? = nil) throws -> PullReport {
    try locked {
      if try published() != nil { try checkOwnBranch() }
      let fetched = try reaching { try fetch(from: bundle) }
      if fetched.inbox.state == .removed {
        guard try published() != nil else { throw CloneError.removed(subject: subject) }
        var report = PullReport()
        report.isRemoved = true
        return report
      }
      try record("Work of \(student)")
      let report = try apply(fetched)
      try markReported()
      // A failure doesn't matter: the next time sends it.
      if bundle == nil { _ = try? sendActivity(fetched.branches, hubAccess()) }
      return report
    }
  }

  /// Runs code that needs the hub, and explains a refusal.
  func reaching<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as GitError where error.hubReply == .removed(subject: subject) {
      throw CloneError.removed(subject: subject)
    } catch let error as GitError where error.isHubsRefusal {
      throw try published() == nil
        ? CloneError.nothingShared(subject) : CloneError.nothingForYou(subject: subject)
    }
  }

  private func fetch(from bundle: TeacherBundle?) throws -> Fetched {
    let access = try access(bundle)
    if bundle == nil { try nameRemotes() }
    guard var main = try access.subject() else { throw try nothingThere() }
    let branches = try fetchMailbox(access, student)
    guard let inboxTip = branches[HubBranch.inbox] else {
      throw CloneError.noParticipant(student, subject: subject)
    }
    var commit = inboxTip
    if let bundle { try keepNewer(&main, &commit, than: bundle) }
    var fetched = Fetched(
      subject: main, inboxCommit: commit, inbox: try inbox(at: commit), branches: branches)
    for (branch, tip) in branches {
      guard let work = HubBranch.work(of: branch),
        mailbox(of: fetched.inbox.entries[work]) == student
      else { continue }
      fetched.submissions[work] = tip
    }
    for (group, works) in groups(in: fetched.inbox) {
      if bundle == nil { try addRemote(of: group) }
      // A group's mailbox may be newer than the assignment that names it.
      let tips = try? access.fetchMailbox(group, as: remoteName(of: group))
      for (branch, tip) in tips ?? [:] {
        guard let work = HubBranch.work(of: branch), works.contains(work) else { continue }
        fetched.submissions[work] = tip
      }
    }
    return fetched
  }

  /// The access to the hub, or to a bundle.
  private func access(_ bundle: TeacherBundle?) throws -> HubAccess {
    guard let bundle else { return try hubAccess() }
    if bundle.subject != subject {
      throw CloneError.otherSubject(file: bundle.path, subject: bundle.subject)
    }
    if let other = bundle.student, other != student {
      throw CloneError.otherStudent(file: bundle.path, student: other)
    }
    return HubAccess(source: .file(bundle), repository: repository)
  }

  /// The access to the hub.
  ///
  /// - Throws: `CloneError.moved` if the subject was moved to another hub.
  func hubAccess() throws -> HubAccess {
    let layout = try hub()
    if let path = layout.root.folder, DurableFile.exists(path),
      let moved = try MovedSubject(in: HubFolder(path))
    {
      throw CloneError.moved(
        moved, subject: subject, student: student, isNew: try published() == nil)
    }
    return HubAccess(source: .hub(layout), repository: repository)
  }

  /// Keeps local data if a bundle is older, because bundles can be read in any order. A class
  /// bundle never replaces the student's own inbox.
  private func keepNewer(
    _ main: inout ObjectID, _ inbox: inout ObjectID, than bundle: TeacherBundle
  ) throws {
    func isOlder(_ candidate: ObjectID, than current: ObjectID) throws -> Bool {
      if try repository.isAncestor(candidate, of: current) { return true }
      return try repository.commit(candidate).committer.seconds
        < repository.commit(current).committer.seconds
    }
    if let current = try published(), try isOlder(main, than: current) { main = current }
    guard let current = try repository.reference(Ref.inbox) else { return }
    let isOwn =
      try CommitTree(repository: repository, tree: repository.commit(current).tree)
      .bytes(at: "participant.yaml") != nil
    if try isOwn && bundle.student == nil || isOlder(inbox, than: current) { inbox = current }
  }

  /// Group mailboxes with their work.
  private func groups(in inbox: Inbox) -> [String: Set<String>] {
    var groups: [String: Set<String>] = [:]
    for (work, entry) in inbox.entries {
      guard let mailbox = entry.mailbox, mailbox != student, HubLayout.isMailbox(mailbox) else {
        continue
      }
      groups[mailbox, default: []].insert(work)
    }
    return groups
  }

  func fetchMailbox(_ access: HubAccess, _ mailbox: String) throws -> [String: ObjectID] {
    do {
      return try access.fetchMailbox(mailbox, as: remoteName(of: mailbox))
    } catch let error as GitError where error.isMissing {
      guard try access.subject() != nil else { throw try nothingThere() }
      throw CloneError.noParticipant(student, subject: subject)
    }
  }

  /// A new clone's subject was never shared; that of an existing clone is gone.
  private func nothingThere() throws -> CloneError {
    try published() == nil ? .nothingShared(subject) : .hubIsGone(hub().root.text)
  }

  /// Applies fetched data to the work tree.
  private func apply(_ fetched: Fetched) throws -> PullReport {
    let oldCommit = try published()
    let new = try files(at: fetched.subject)
    let old = try oldCommit.map { try files(at: $0) }
    if let old, try old.school().uid != new.school().uid { throw CloneError.otherSchool }
    let worksheets = try worksheets(in: new)
    // An interrupted pull may not have reported its news.
    let reported = try reportedBeforePull()
    let oldWorksheets =
      reported.subject == fetched.subject
      ? worksheets : try reported.subject.map { try self.worksheets(in: files(at: $0)) }
    let oldInbox = try inbox(at: reported.inbox)

    var plan = PullPlan(self)
    let names = try WorkNames(of: subject, in: new)
    for path in worksheets.map(\.path) { try plan.follow(path, from: names.names(of: path)) }
    for (work, tip) in fetched.submissions.sorted(by: { $0.key < $1.key }) {
      let path =
        names[work]
        ?? ContextPath(subject: subject, components: work.split(separator: "/").map(String.init))
      // A submission under a former name counts until there is one under the new name.
      if path.work != work, fetched.submissions[path.work] != nil { continue }
      try plan.mergeEarlier(path, from: tip, worksheets.first { $0.path == path })
    }
    try plan.publish(try tree(of: oldCommit), try tree(of: fetched.subject))
    plan.move(Ref.published, to: fetched.subject)
    plan.move(Ref.inbox, to: fetched.inboxCommit)
    try plan.writeObjects()

    var report = PullReport()
    if try oldCommit != fetched.subject || repository.reference(Ref.inbox) != fetched.inboxCommit {
      report.unknown = fetched.inbox.unknown.union(new.notices.map(\.file)).sorted()
    }
    report.files = try carryOut(plan.journal)
    report.merged = plan.merged
    report.restored = plan.restored
    report.keptAnswers = plan.keptAnswers
    report.refused = plan.refused
    report.news = PullReport.news(
      (oldWorksheets ?? [], oldInbox), (worksheets, fetched.inbox), of: subject,
      names, at: now)
    return report
  }

  func worksheets(in files: SchoolFiles) throws -> [Worksheet] {
    try files.worksheets(below: ContextPath(subject: subject)).map { try files.worksheet($0) }
  }

  private func tree(of commit: ObjectID?) throws -> PublishedTree {
    guard let commit else { return PublishedTree() }
    return try PublishedTree(try repository.commit(commit).tree, in: repository)
  }

  /// Names the hub's repositories for users of plain Git.
  private func nameRemotes() throws {
    try set("remote.subject.url", try hub().subjectRepository.text)
    try set("remote.subject.fetch", "+refs/heads/main:\(Ref.fetchedSubject)")
    try addRemote(of: student)
  }

  func addRemote(of mailbox: String) throws {
    let name = remoteName(of: mailbox)
    try set("remote.\(name).url", try hub().mailbox(mailbox).text)
    try set("remote.\(name).fetch", "+refs/heads/*:refs/remotes/\(name)/*")
    try set("remote.\(name).push", "refs/heads/submit/*:refs/heads/submit/*")
  }

  private func set(_ key: String, _ value: String) throws {
    if try repository.setting(key) != value { try repository.set(key, to: value) }
  }
}
