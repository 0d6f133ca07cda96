import Git
import Storage

/// The stores in which a school keeps what goes out and what came in, each a repository of its own
/// for a subject.
///
/// No object moves between them, the school and the hub by fetch or alternates. They may be lost at
/// any time: they are made again from the school and the hub.
public struct SchoolStores: Sendable {
  /// What is public: `main`, and `inbox/<mailbox>` for every mailbox.
  static let inboxes = "refs/heads/inbox/"

  /// Where `main` was on the hub when it was last brought there.
  static let delivered = "refs/delivered/main"

  /// There as long as not everything in the outbox is known to have reached the hub.
  static let unfinished = "refs/unfinished/main"

  private let folder: String

  public init(_ school: SchoolStore) { folder = school.folder }

  /// Where everything is that was ever published of a subject.
  func outbox(_ subject: String) throws(GitError) -> Repository {
    try SchoolStores.open(outboxPath(subject))
  }

  /// Whether this school has published a subject.
  public func hasOutbox(_ subject: String) -> Bool {
    RepositoryLayout(at: outboxPath(subject)) != nil
  }

  func outboxPath(_ subject: String) -> String { "\(folder)/outbox/\(subject).git" }

  /// Where everything is that was collected: `submit/<work>/<mailbox>`.
  func collected(_ subject: String) throws(GitError) -> Repository {
    try SchoolStores.open(collectedPath(subject))
  }

  func collectedPath(_ subject: String) -> String { "\(folder)/collected/\(subject).git" }

  /// Where what a served hub received is kept as it came: `in/<mailbox>`. Nothing of it is believed.
  func deskPath(_ subject: String) -> String { "\(folder)/desk/\(subject).git" }

  /// Where what comes through the network waits until it is checked.
  var quarantine: String { "\(folder)/quarantine" }

  /// Whether something was fetched of a desk.
  func hasDesk(_ subject: String) -> Bool { RepositoryLayout(at: deskPath(subject)) != nil }

  /// Opens a store; makes it where there is none.
  ///
  /// Whoever moves many references in it holds ``lock()``.
  static func open(_ path: String) throws(GitError) -> Repository {
    let store =
      RepositoryLayout(at: path) == nil
      ? try Repository.create(path, bare: true, durability: .ordered) : try Repository(path)
    store.isAlone = true
    return store
  }

  /// Whether a notice was not given yet in this school; it counts as given from now on.
  public func isFirst(_ notice: ExchangeNotice) throws(GitError) -> Bool {
    let path = "\(folder)/notices/\(notice.rawValue)"
    if try DurableFile.read(path) != nil { return false }
    try DurableFile.makeFolder("\(folder)/notices")
    try DurableFile.write([], to: path)
    return true
  }

  /// Keeps another process from sharing or collecting at the same time.
  public func lock() throws(GitError) -> ProcessLock {
    try DurableFile.makeFolder(folder)
    return try ProcessLock("\(folder)/exchange.lock", patience: 10)
  }

  /// The same, or nil on a disk that can't be written to, on which nobody can share or collect.
  func lockIfWritable() throws(GitError) -> ProcessLock? {
    do {
      return try lock()
    } catch {
      if error.code == .permission || error.code == .readOnly { return nil }
      throw error
    }
  }
}

/// The name of a collected branch in the store.
struct CollectedBranch: Hashable {
  let mailbox: String
  /// As in the mailbox: `refs/heads/submit/fractions.adding`.
  let branch: String

  init(mailbox: String, branch: String) {
    self.mailbox = mailbox
    self.branch = branch
  }

  /// Takes the name of a branch, and of what is kept of one.
  init?(reference: String) {
    let parts = reference.split(separator: "/")
    guard parts.count == 5 || parts.count == 6, parts[2] == "submit" else { return nil }
    mailbox = String(parts[4])
    branch = "refs/heads/submit/\(parts[3])"
  }

  /// All students' branches of one work lie together, so that many move with few folders.
  var reference: String { "\(branch)/\(mailbox)" }

  /// Where it is written down which tip the mailbox need not have: it was accepted to be gone, or
  /// came another way.
  static let gone = "refs/gone"
  var referenceWhenGone: String {
    CollectedBranch.gone + reference.dropFirst("refs/heads".count)
  }

  /// Where the hub was last with a branch of which it need not have the tip.
  static let hub = "refs/hub"
  var referenceOnHub: String { CollectedBranch.hub + reference.dropFirst("refs/heads".count) }

  /// Where attempts are that came another way than those of the branch, and count beside them: in
  /// another file, or in one where those are from the hub.
  static let beside = "refs/beside"
  /// Where attempts are kept that a hub was accepted to have no more: they count no more.
  static let rewound = "refs/rewound"

  /// The folder for what a branch had and has no more: ``beside`` or ``rewound``.
  func folder(_ kind: String) -> String { kind + reference.dropFirst("refs/heads".count) }
}

/// An attempt that could not be taken, below later ones that could: the store has its commit
/// without its files, and a reference says so.
struct SkippedAttempt: Hashable {
  static let references = "refs/skipped"

  let mailbox: String
  let commit: ObjectID

  init(mailbox: String, commit: ObjectID) {
    self.mailbox = mailbox
    self.commit = commit
  }

  init?(reference: String) {
    let parts = reference.split(separator: "/")
    guard parts.count == 4, parts[1] == "skipped", let id = ObjectID(String(parts[3])) else {
      return nil
    }
    mailbox = String(parts[2])
    commit = id
  }

  var reference: String { "\(SkippedAttempt.references)/\(mailbox)/\(commit)" }
}
