import Git
import Hub
import Model
import PlainYAML
import Storage
import Substrings

/// Where a student stands.
extension StudentClone {
  /// Every worksheet, and what else was given, with where the student stands, in order of path.
  public func states() throws -> [WorkState] {
    let inbox = try inbox()
    return try worksheets().map { try state(of: $0, inbox) } + inbox.handouts(in: subject)
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
      // A slip in one worksheet's answers stands in the way of that worksheet alone.
      faults = faulty.faults
    }
    return WorkState(
      worksheet, terms: inbox.entries[work], rules: try files.subject(subject).rules,
      zone: try files.zone(), answered: answered, faults: faults,
      handIn: try handIn(
        worksheet.path, to: mailbox(of: inbox.entries[work]), returned: inbox.grades[work]),
      returned: inbox.grades[work])
  }

  /// What would come back for what is answered so far, solutions and all: of practice alone is
  /// enough published for it.
  public func checked(_ worksheet: Worksheet, _ grade: Grade) throws -> ReturnedGrade? {
    let file = GradeFile(
      worksheet: worksheet, grade: grade, marks: Marks(), answers: try answers(worksheet).nodes,
      unreadable: nil, files: try workFiles(of: worksheet), showsSolutions: true)
    return ReturnedGrade(try Document(file.bytes).root, leavingOut: .unanswered)
  }

  /// What a hub proves to have taken, from every mailbox, newest first; what is no proof says nothing.
  public func receipts() throws -> [ReceiptChain.Receipt] {
    try repository.references(under: "refs/remotes").filter { $0.name.hasSuffix("/receipts") }
      .flatMap { (try? ReceiptChain(to: $0.id, in: repository))?.receipts ?? [] }
      .sorted { $0.at > $1.at }
  }

  /// When the hub took a commit that was handed in, as far as its receipts have been fetched.
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

  /// Whether the clock of the hub says when something was handed in, as far as is known here.
  public func hasReceipts() throws -> Bool {
    try repository.references(under: "refs/remotes").contains { $0.name.hasSuffix("/receipts") }
  }

  /// What was handed in last to a mailbox; nil for nothing.
  private func handIn(
    _ path: ContextPath, to mailbox: String, returned: ReturnedGrade?
  ) throws -> WorkState.HandIn? {
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
      // What can't be handed in is not what was.
    }
    return WorkState.HandIn(
      attempt: attempts.count,
      at: try receivedAt(last.id, in: mailbox) ?? Instant(seconds: last.committer.seconds),
      commit: last.id,
      isOutdated: isOutdated,
      isDelivered: try attempts.count <= returned?.grade.attempts ?? returned?.grade.attempt ?? 0
        || isOnHub(tip))
  }

  /// Whether the hub has a commit of a `submit/…`, as far as is known here; yes where there is none.
  private func isOnHub(_ tip: ObjectID) throws -> Bool {
    guard try repository.setting("teachkit.hub") != nil else { return true }
    let there = try repository.references(under: "refs/remotes")
      .filter { $0.name.contains("/submit/") }.map(\.id)
    return try there.contains(tip) || there.contains { try repository.isAncestor(tip, of: $0) }
  }

  /// What was handed in last to a mailbox. What was handed in with another group is that one's.
  func submissionTip(of path: ContextPath, to mailbox: String) throws -> ObjectID? {
    try repository.reference(Ref.submission(path))
      .flatMap { try isElsewhere($0, path, than: mailbox) ? nil : $0 }
  }

  /// Whether it was handed in to another mailbox alone, as before the student changed groups.
  private func isElsewhere(
    _ tip: ObjectID, _ path: ContextPath, than mailbox: String
  ) throws -> Bool {
    let branch = Ref.submission(path)
    let here = Ref.fetched(branch, from: remoteName(of: mailbox))
    func isPart(_ other: ObjectID) throws -> Bool {
      try other == tip || repository.isAncestor(other, of: tip)
    }
    if let known = try repository.reference(here), try isPart(known) { return false }
    let suffix = "/" + branch.dropFirst("refs/heads/".count)
    return try repository.references(under: "refs/remotes").contains {
      try $0.name.hasSuffix(suffix) && $0.name != here && isPart($0.id)
    }
  }
}
