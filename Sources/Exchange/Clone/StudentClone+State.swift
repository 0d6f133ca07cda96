import Git
import HubProtocol
import Model
import PlainYAML
import Storage
import Substrings

/// The state of the student's work.
extension StudentClone {
  /// The states of all worksheets and other assigned work, sorted by path.
  public func states() throws -> [WorkState] {
    let inbox = try inbox()
    return try worksheets().map { try state(of: $0, inbox) } + handouts(inbox)
  }

  /// The states of assigned files, and of assignments without work.
  private func handouts(_ inbox: Inbox) throws -> [WorkState] {
    try inbox.handouts(in: subject).map { path, terms in
      WorkState(
        handout: path, terms: terms, activity: try activityTimes(at: ActivityPlace(path)))
    }
  }

  public func state(of worksheet: Worksheet) throws -> WorkState {
    try state(of: worksheet, try inbox())
  }

  func state(of worksheet: Worksheet, _ inbox: Inbox) throws -> WorkState {
    let files = try files
    let work = worksheet.path.work
    var (answered, faults) = (0, [Fault]())
    do {
      answered = try self.answered(worksheet).count
    } catch let faulty as FaultyFiles {
      // A mistake in one worksheet's answers only affects that worksheet.
      faults = faulty.faults
    }
    return WorkState(
      worksheet, terms: inbox.entries[work], rules: try files.subject(subject).rules,
      zone: try files.zone(), answered: answered, faults: faults,
      submission: try lastSubmission(
        worksheet.path, to: mailbox(of: inbox.entries[work]), returned: inbox.grades[work]),
      returned: inbox.grades[work],
      activity: try activityTimes(at: ActivityPlace(worksheet.path)))
  }

  /// The feedback on the current answers, with solutions; only practice has its answers published.
  public func checked(_ worksheet: Worksheet, _ grade: Grade) throws -> ReturnedGrade? {
    let file = GradeFile(
      worksheet: worksheet, grade: grade, marks: Marks(), answers: try answers(worksheet).nodes,
      unreadable: nil, files: try workFiles(of: worksheet), showsSolutions: true)
    return ReturnedGrade(try Document(file.bytes).root, leavingOut: .unanswered)
  }

  /// The hub's receipts of all mailboxes, latest first; invalid ones are ignored.
  public func receipts() throws -> [ReceiptChain.Receipt] {
    try repository.references(under: "refs/remotes").filter { $0.name.hasSuffix("/receipts") }
      .flatMap { (try? ReceiptChain(to: $0.id, in: repository))?.receipts ?? [] }
      .sorted { $0.at > $1.at }
  }

  /// The time of the hub's receipt for a submitted commit, if it was fetched.
  func receivedAt(_ commit: ObjectID, in mailbox: String) throws -> Instant? {
    let branch = Ref.fetched(HubBranch.receipts, from: remoteName(of: mailbox))
    guard let tip = try repository.reference(branch) else { return nil }
    if cachedTimes?.tip != tip {
      let receipts = (try? ReceiptChain(to: tip, in: repository))?.receipts ?? []
      cachedTimes = (
        tip,
        Dictionary(receipts.map { ($0.commit, $0.at) }, uniquingKeysWith: { first, _ in first })
      )
    }
    return cachedTimes?.times[commit]
  }

  /// Whether the hub is known to write receipts.
  public func hasReceipts() throws -> Bool {
    try repository.references(under: "refs/remotes").contains { $0.name.hasSuffix("/receipts") }
  }

  /// The last submission to a mailbox; nil for none.
  private func lastSubmission(
    _ path: ContextPath, to mailbox: String, returned: ReturnedGrade?
  ) throws -> WorkState.LastSubmission? {
    guard let tip = try submissionTip(of: path, to: mailbox) else { return nil }
    let attempts = try AttemptFiles.attempts(to: tip, in: repository)
    guard let last = attempts.first else { return nil }
    var isOutdated = true
    do {
      let batch = ObjectBatch()
      if let tree = try submissionTree(path, in: batch) {
        isOutdated = try !AttemptFiles.areSame(tree, in: batch, last.tree, in: repository)
      }
    } catch CloneError.unfitFile {
      // Files that can't be submitted count as changed.
    }
    return WorkState.LastSubmission(
      attempt: attempts.count,
      at: try receivedAt(last.id, in: mailbox) ?? Instant(seconds: last.committer.seconds),
      commit: last.id,
      isOutdated: isOutdated,
      isDelivered: try attempts.count <= returned?.grade.attempts ?? returned?.grade.attempt ?? 0
        || isOnHub(tip))
  }

  /// Whether the hub is known to have a commit of a `submit/…` branch; true without a hub.
  private func isOnHub(_ tip: ObjectID) throws -> Bool {
    guard try repository.setting("teachkit.hub") != nil else { return true }
    let references = try repository.references(under: "refs/remotes")
      .filter { $0.name.contains("/submit/") }.map(\.id)
    return try references.contains(tip)
      || references.contains { try repository.isAncestor(tip, of: $0) }
  }

  /// The last submission to a mailbox, without those of another group.
  func submissionTip(of path: ContextPath, to mailbox: String) throws -> ObjectID? {
    try repository.reference(Ref.submission(path))
      .flatMap { try isElsewhere($0, path, than: mailbox) ? nil : $0 }
  }

  /// Whether it was only submitted to another mailbox, before the student changed groups.
  private func isElsewhere(
    _ tip: ObjectID, _ path: ContextPath, than mailbox: String
  ) throws -> Bool {
    let branch = Ref.submission(path)
    let fetched = Ref.fetched(branch, from: remoteName(of: mailbox))
    func isPart(_ other: ObjectID) throws -> Bool {
      try other == tip || repository.isAncestor(other, of: tip)
    }
    if let known = try repository.reference(fetched), try isPart(known) { return false }
    let suffix = "/" + branch.dropFirst("refs/heads/".count)
    return try repository.references(under: "refs/remotes").contains {
      try $0.name.hasSuffix(suffix) && $0.name != fetched && isPart($0.id)
    }
  }
}
