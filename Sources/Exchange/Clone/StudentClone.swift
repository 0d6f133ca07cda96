import Git
import Glibc
import HubProtocol
import Model
import PlainYAML
import Storage

/// Why a command fails in a student's clone.
public enum CloneError: Error, Hashable, Sendable {
  /// The folder isn't in a clone of a subject.
  case notAClone(String)
  /// The path of a new clone exists.
  case pathExists(String)
  /// The hub has no such subject, or nothing is published in it yet.
  case nothingShared(String)
  /// The hub has no subject at this address. `nearby` holds the subjects with similar names.
  case noSubject(String, nearby: [String])
  /// The clone was made from a bundle, and has no hub.
  case noHub
  /// An unreadable bundle, with its path.
  case file(String, GitError)
  /// Not a bundle from a teacher.
  case noTeacherBundle(String)
  /// A bundle for another student.
  case otherStudent(file: String, student: String)
  /// A bundle of another subject.
  case otherSubject(file: String, subject: String)
  /// The subject was moved to another hub.
  case moved(MovedSubject, subject: String, student: String, isNew: Bool)
  /// The clone's hub doesn't exist any more.
  case hubIsGone(String)
  /// A served hub no longer authorizes the student.
  case nothingForYou(subject: String)
  /// The student has no mailbox.
  case noParticipant(String, subject: String)
  /// The teacher removed this student from the subject.
  case removed(subject: String)
  /// HEAD is on this branch instead of `mine`.
  case notOnOwnBranch(String?)
  /// A pull has moved files since this commit or time.
  case movedSince(String)
  /// A Git operation is in progress, such as a merge.
  case operationInProgress(String)
  /// The hub's repository now belongs to another school.
  case otherSchool
  /// An answer has changed since it was shown.
  case changedMeanwhile(exercise: String)
  /// The hub has a file at a path of the student's own files, or of Git's.
  case unexpectedFile(String)
  /// A file of the student can't be submitted.
  case unfitFile(TreeFault)
}

/// A student's clone of a subject.
public final class StudentClone {
  /// The references of a clone.
  enum Ref {
    static let mine = "refs/heads/mine"
    /// The commit of the subject in the work tree.
    static let published = "refs/teachkit/published"
    /// The inbox that the student has seen.
    static let inbox = "refs/teachkit/inbox"
    /// The commits of the subject and the inbox whose news was reported to the student.
    static let reportedSubject = "refs/teachkit/reported/subject"
    static let reportedInbox = "refs/teachkit/reported/inbox"
    /// The activity in the last bundle.
    static let bundledActivity = "refs/teachkit/activity"
    static let fetchedSubject = "refs/remotes/subject/main"

    /// The submissions of a work.
    static func submission(_ path: ContextPath) -> String {
      HubBranch.submission(of: path.work)
    }

    /// A branch of a mailbox, as last fetched.
    static func fetched(_ branch: String, from remote: String) -> String {
      "refs/remotes/\(remote)/" + branch.dropFirst("refs/heads/".count)
    }
  }

  /// The folder, an absolute path.
  public let root: String
  public let subject: String
  public let student: String
  public let repository: Repository
  /// The files that were changed on opening, to complete a killed command.
  public internal(set) var finished: [FileOutcome] = []
  /// Repairs and problems found on opening.
  public internal(set) var recoveryNotices: [RecoveryNotice] = []
  let now: Instant
  /// Whether this process holds the clone's lock.
  var isLocked = false
  private var cachedFiles: (commit: ObjectID, files: SchoolFiles)?
  /// The receipt times of a mailbox, cached.
  var cachedTimes: (tip: ObjectID, times: [ObjectID: Instant])?

  /// Opens the clone at or above a folder, and completes a killed command.
  ///
  /// - Parameter now: the current time.
  /// - Throws: `CloneError.notAClone`, `GitError`.
  public convenience init(above folder: String, now: Instant) throws {
    guard let root = StudentClone.root(above: folder) else { throw CloneError.notAClone(folder) }
    try self.init(root: root, now: now)
    recover()
  }

  /// The folder of the clone at or above a folder, without opening it.
  ///
  /// A clone without its `subject.yaml` is recognised by its repository.
  public static func root(above folder: String) -> String? {
    RootSearch.find(above: folder) { root in
      hasSubject(root)
        || RepositoryLayout(at: root)?.setting("teachkit.subject") != nil
    }
  }

  private static func hasSubject(_ root: String) -> Bool {
    access(root + "/subject.yaml", F_OK) == 0
  }

  /// Whether the published files seem to be in the work tree.
  public var hasSubject: Bool { StudentClone.hasSubject(root) }

  init(root: String, now: Instant) throws {
    repository = try Repository(root)
    guard let subject = try repository.setting("teachkit.subject"),
      let student = try repository.setting("teachkit.student")
    else { throw CloneError.notAClone(root) }
    self.root = root
    self.subject = subject
    self.student = student
    self.now = now
  }

  // MARK: Published files

  /// The commit of the subject in the work tree; nil before the first pull.
  func published() throws -> ObjectID? { try repository.reference(Ref.published) }

  /// The published files, regardless of changes in the work tree.
  public var files: SchoolFiles {
    get throws {
      guard let commit = try published() else { throw CloneError.nothingShared(subject) }
      if let cachedFiles, cachedFiles.commit == commit { return cachedFiles.files }
      let files = try self.files(at: commit)
      cachedFiles = (commit, files)
      return files
    }
  }

  func files(at commit: ObjectID) throws -> SchoolFiles {
    SchoolFiles(
      CommitTree(repository: repository, tree: try repository.commit(commit).tree),
      layout: .clone(subject: subject))
  }

  /// All worksheets, sorted by path.
  public func worksheets() throws -> [Worksheet] {
    let files = try files
    return try files.worksheets(below: ContextPath(subject: subject)).map {
      try files.worksheet($0)
    }
  }

  /// The student's inbox.
  public func inbox() throws -> Inbox { try inbox(at: repository.reference(Ref.inbox)) }

  func inbox(at commit: ObjectID?) throws -> Inbox {
    guard let commit else { return Inbox() }
    return try Inbox(
      CommitTree(repository: repository, tree: try repository.commit(commit).tree))
  }

  // MARK: Committer

  /// Git's configured identity, or else the student's identifier.
  func committer() throws -> Committer {
    let identity = try repository.identity()
    let offset = (try? files.zone())?.offset(at: now) ?? 0
    return Committer(
      name: identity?.name ?? student, mail: identity?.email ?? "\(student)@\(subject)",
      time: now, offset: offset / 60)
  }

  // MARK: Mailboxes

  /// The name of the remote for a mailbox.
  func remoteName(of mailbox: String) -> String {
    mailbox == student ? "mailbox" : "group-" + mailbox
  }

  /// The mailbox for submissions of a worksheet.
  func mailbox(of entry: Inbox.Entry?) -> String { entry?.mailbox ?? student }

  /// The subject's location.
  func hub() throws -> HubLayout {
    guard let address = try repository.setting("teachkit.hub") else { throw CloneError.noHub }
    return HubLayout(root: HubAddress(address, relativeTo: root))
  }
}
