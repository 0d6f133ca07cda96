import Git
import Glibc
import Storage

/// The repositories next to a school for published and collected work, one of each kind per
/// subject.
///
/// Between them, the school and the hub, no objects are fetched or shared through alternates. They
/// can be lost at any time, and are rebuilt from the school and the hub.
public struct SchoolStores: Sendable {
  /// The published branches: `main`, and `inbox/<mailbox>` for every mailbox.
  static let inboxes = "refs/heads/inbox/"

  /// The commit of `main` that was last pushed to the hub.
  static let delivered = "refs/delivered/main"

  /// The commit of `main` that was last written to bundles.
  static let bundled = "refs/handouts/main"

  /// Exists while parts of the outbox may not have reached the hub.
  static let unfinished = "refs/unfinished/main"

  private let folder: String

  public init(_ school: SchoolStore) { folder = school.folder }

  /// The store of everything that was ever published of a subject.
  func outbox(_ subject: String) throws(GitError) -> Repository {
    try SchoolStores.open(outboxPath(subject))
  }

  /// Whether this school has published a subject.
  public func hasOutbox(_ subject: String) -> Bool {
    RepositoryLayout(at: outboxPath(subject)) != nil
  }

  func outboxPath(_ subject: String) -> String { "\(folder)/outbox/\(subject).git" }

  /// The cached scores of the leaderboard.
  func scoresPath(_ subject: String) -> String { outboxPath(subject) + "/teachkit-scores" }

  /// The store of collected work: `submit/<work>/<mailbox>`.
  func collected(_ subject: String) throws(GitError) -> Repository {
    try SchoolStores.open(collectedPath(subject))
  }

  func collectedPath(_ subject: String) -> String { "\(folder)/collected/\(subject).git" }

  /// The store of a served hub's unverified branches: `in/<mailbox>`.
  func deskPath(_ subject: String) -> String { "\(folder)/desk/\(subject).git" }

  /// The folder for fetched data until it is validated.
  var quarantine: String { "\(folder)/quarantine" }

  /// Whether a desk was ever fetched.
  func hasDesk(_ subject: String) -> Bool { RepositoryLayout(at: deskPath(subject)) != nil }

  /// Opens a store, creating it if necessary.
  ///
  /// Callers that update many references hold ``lock()``.
  static func open(_ path: String) throws(GitError) -> Repository {
    let store =
      RepositoryLayout(at: path) == nil ? try create(path) : try Repository(path)
    store.holdsRepositoryLock = true
    return store
  }

  private static var temporaryFolder: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }

  /// Creates a store. On a read-only disk it is empty, and nothing can be written to it.
  private static func create(_ path: String) throws(GitError) -> Repository {
    do {
      return try Repository.create(path, bare: true, durability: .ordered)
    } catch {
      guard error.code == .readOnly else { throw error }
      let temporary = TemporaryFolder("teachkit-store", in: temporaryFolder)
      defer { temporary.remove() }
      return try Repository.create(temporary.path, bare: true, durability: .ordered)
    }
  }

  /// Whether a notice wasn't shown in this school yet; from now on it counts as shown.
  public func isFirst(_ notice: ExchangeNotice) throws(GitError) -> Bool {
    let path = "\(folder)/notices/\(notice.rawValue)"
    if try DurableFile.read(path) != nil { return false }
    try DurableFile.makeFolder("\(folder)/notices")
    try DurableFile.write([], to: path)
    return true
  }

  /// Excludes concurrent sharing and collecting.
  public func lock() throws(GitError) -> ProcessLock {
    try DurableFile.makeFolder(folder)
    return try ProcessLock("\(folder)/exchange.lock", patience: 10)
  }

  /// The same, or nil on a read-only disk, where sharing and collecting are impossible anyway.
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
  /// The name in the mailbox: `refs/heads/submit/fractions.adding`.
  let branch: String

  init(mailbox: String, branch: String) {
    self.mailbox = mailbox
    self.branch = branch
  }

  /// Parses a reference of the store.
  init?(reference: String) {
    let parts = reference.split(separator: "/")
    guard parts.count == 5 || parts.count == 6, parts[2] == "submit" else { return nil }
    mailbox = String(parts[4])
    branch = "refs/heads/submit/\(parts[3])"
  }

  /// All students' branches of one work are in one folder, so updating many of them writes to few
  /// folders.
  var reference: String { "\(branch)/\(mailbox)" }

  /// Records a tip that the mailbox needn't have: its loss was accepted, or it arrived in another
  /// way.
  static let gone = "refs/gone"
  var referenceWhenGone: String {
    CollectedBranch.gone + reference.dropFirst("refs/heads".count)
  }

  /// The hub's last commit of a branch whose tip it needn't have.
  static let hub = "refs/hub"
  var referenceOnHub: String { CollectedBranch.hub + reference.dropFirst("refs/heads".count) }

  /// Attempts that arrived in another way and count in addition: in another bundle, or in a bundle
  /// if the others are from the hub.
  static let beside = "refs/beside"
  /// Attempts whose loss on the hub was accepted: they don't count.
  static let rewound = "refs/rewound"

  /// The folder for former tips of a branch: ``beside`` or ``rewound``.
  func folder(_ kind: String) -> String { kind + reference.dropFirst("refs/heads".count) }
}

/// An attempt that doesn't count, recorded by a reference: withdrawn, or invalid. Of an invalid
/// attempt, the store has the commit without its files.
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
