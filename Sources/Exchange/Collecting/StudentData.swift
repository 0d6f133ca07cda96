import Git
import HubProtocol
import Model
import PlainYAML
import Storage

/// The data of a student in a subject outside the school's files: collected work, returned grades,
/// and the mailbox on the hub.
public struct StudentData: Sendable {
  public let subject: String
  public let student: String
  /// The student's submissions by work, oldest first.
  public let submissions: [(work: String, submission: Submission)]
  /// The student's current inbox; nil if there is none.
  public let inbox: FileSet?
  /// The student's mailbox; nil if the school has no hub.
  public let mailbox: HubAddress?
  /// Whether the mailbox exists; nil if only its server knows.
  public let isMailboxThere: Bool?

  private let stores: SchoolStores
  private let hubFolder: String?

  /// The subjects with possible data: those of the school, and those of its stores.
  public static func subjects(_ school: SchoolStore) throws -> [String] {
    let stores = WorkTree(root: school.folder)
    let stored = try ["outbox", "collected"].flatMap { folder in
      try stores.entries(in: folder).filter { $0.kind == .folder && $0.name.hasSuffix(".git") }
        .map { String($0.name.dropLast(4)) }
    }
    return Set(try school.files.subjectIDs() + stored).sorted()
  }

  public init(of student: String, in subject: String, _ school: SchoolStore) throws {
    self.student = student
    self.subject = subject
    stores = SchoolStores(school)
    var submissions: [(work: String, submission: Submission)] = []
    if RepositoryLayout(at: stores.collectedPath(subject)) != nil {
      let repository = try stores.collected(subject)
      let all = Submissions(repository)
      let names = try? WorkNames(of: subject, in: school.files)
      let groups = try school.files.roster().groups(of: .everyone)
        .filter { $0.members.contains(student) }.map(\.mailbox)
      for work in try all.works() {
        // A ledger that can't be read says nothing about groups.
        let ledger = (names?[work]).flatMap { try? school.files.received($0) }
        let received = ReceivedWork(try ledger ?? Ledger())
        let attempts = try all.attempts(at: [work])
        var theirs: [Submission] = []
        for box in Set(received.mailboxes(of: student, today: student) + groups) {
          let chain = try attempts[box]?.get() ?? []
          let times = received.times(
            of: chain.map(\.commit.description), in: box, for: student,
            today: groups.contains(box) ? box : student)
          theirs += zip(chain, times).filter(\.1.isTheirs).map(\.0)
        }
        submissions += theirs.sorted { $0.claimed < $1.claimed }.map { (work, $0) }
      }
    }
    self.submissions = submissions
    inbox = try Self.inbox(of: student, in: subject, stores)

    let hub = try school.files.school().hub.map { HubAddress($0, relativeTo: school.root) }
    let layout = hub.map { HubLayout(hub: $0, subject: subject) }
    mailbox = layout?.mailbox(student)
    hubFolder = hub?.folder
    switch hub {
    case nil: isMailboxThere = false
    case .server: isMailboxThere = nil
    case .folder(let path):
      isMailboxThere =
        try FolderHub.open(path)?.contains("\(subject)/\(HubLayout.mailbox(student))") ?? false
    }
  }

  private static func inbox(of student: String, in subject: String, _ stores: SchoolStores) throws
    -> FileSet?
  {
    guard stores.hasOutbox(subject) else { return nil }
    let outbox = try stores.outbox(subject)
    guard let tip = try outbox.reference(SchoolStores.inboxes + student) else { return nil }
    return FileSet(try outbox.wholeFiles(of: tip))
  }

  /// The files of a submission, by path.
  public func files(of submission: Submission) throws -> [String: [UInt8]] {
    try stores.collected(subject).wholeFiles(of: submission.commit)
  }

  public var isEmpty: Bool {
    submissions.isEmpty && inbox == nil && isMailboxThere != true
  }

  /// Removes all reachable data, also from the disk.
  ///
  /// Stores are rebuilt without the student's branches.
  public func erase() throws {
    let lock = try stores.lock()
    try withExtendedLifetime(lock) {
      let student = student
      // A group's submissions also belong to the others.
      if submissions.contains(where: { $0.submission.mailbox == student }) {
        try SchoolStores.rebuild(stores.collectedPath(subject)) {
          (CollectedBranch(reference: $0)?.mailbox ?? SkippedAttempt(reference: $0)?.mailbox)
            != student
        }
      }
      if inbox != nil {
        let gone = SchoolStores.inboxes + student
        try SchoolStores.rebuild(stores.outboxPath(subject)) { $0 != gone }
      }
      if stores.hasDesk(subject) {
        // Data that was fetched without references is removed, too. So is the hub's list of
        // students, which contains them; the hub sends it again without them.
        let receipts = HubBranch.received + student
        try SchoolStores.rebuild(stores.deskPath(subject)) {
          $0.hasPrefix(HubBranch.received) && $0 != receipts
        }
      }
      try DurableFile.remove(stores.scoresPath(subject))
      try DurableFile.removeFolder("\(stores.quarantine)/\(student).git")
      if isMailboxThere == true, let hubFolder {
        try HubFolder(hubFolder).remove("\(subject)/\(HubLayout.mailbox(student))")
      }
    }
  }
}

extension Repository {
  /// All files of a commit.
  fileprivate func wholeFiles(of commit: ObjectID) throws -> [String: [UInt8]] {
    let tree = try self.commit(commit).tree
    var files: [String: [UInt8]] = [:]
    for file in try self.files(in: tree, below: "") {
      files[file.path] = try self.file(at: file.path, in: tree, limit: .max)
    }
    return files
  }
}

extension SchoolStores {
  /// The number of branches copied at once.
  private static let portion = 200

  /// Keeps some references of a store and deletes every object that only the others could reach.
  static func rebuild(_ path: String, keeping isKept: (String) -> Bool) throws {
    let old = try Repository(path)
    let kept = try old.references(under: "refs").filter { isKept($0.name) }
    // Another attempt can have the same files.
    let absent = Set(
      try kept.filter { SkippedAttempt(reference: $0.name) != nil }
        .map { try old.commit($0.id).tree }.filter { try !old.contains($0) })
    let (fresh, gone) = ("\(path).new", "\(path).old")
    try DurableFile.removeFolder(fresh)
    let new = try Repository.create(fresh, bare: true)
    for start in stride(from: 0, to: kept.count, by: portion) {
      let some = kept[start..<min(start + portion, kept.count)]
      let batch = ObjectBatch()
      try ObjectCopy.copy(
        Set(some.map(\.id)).sorted(), from: old, into: batch, held: .store(new, without: absent),
        limits: .unlimited)
      try batch.write(to: new)
      try new.update(some.map { RefUpdate($0.name, to: $0.id, from: nil) })
    }
    try DurableFile.moveFolder(path, to: gone)
    try DurableFile.moveFolder(fresh, to: path)
    try DurableFile.removeFolder(gone)
    try DurableFile.flushFolder(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
  }
}
