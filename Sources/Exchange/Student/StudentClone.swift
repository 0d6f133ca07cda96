import Git
import Glibc
import Hub
import Model
import PlainYAML
import Storage

/// Why something can't be done in a student's clone.
public enum CloneError: Error, Hashable, Sendable {
  /// No clone of a subject here.
  case notAClone(String)
  /// There is something at the place of a new clone.
  case placeTaken(String)
  /// The hub has no such subject, or nothing was published in it yet.
  case nothingShared(String)
  /// There is no subject at this place, which was named to be cloned; where there are some nearby.
  case noSubject(String, nearby: [String])
  /// The clone was made from a file, and no hub was named since.
  case noHub
  /// A file, at this path, that can't be read.
  case file(String, GitError)
  /// A file that is none of those which a teacher gives out.
  case noHandout(String)
  /// A file that is for another student.
  case otherStudent(file: String, student: String)
  /// A file of another subject than the clone's.
  case otherSubject(file: String, subject: String)
  /// The subject is shared elsewhere now.
  case moved(MovedSubject, subject: String, student: String, isNew: Bool)
  /// The hub that the clone was made from isn't there.
  case hubIsGone(String)
  /// A served hub has nothing for the student any more.
  case nothingForYou(subject: String)
  /// There is no mailbox for this student.
  case noParticipant(String, subject: String)
  /// The teacher took this student out of the subject.
  case removed(subject: String)
  /// HEAD is not at the branch `mine`; where it is.
  case notOnOwnBranch(String?)
  /// Something of Git's own is under way, such as a merge.
  case operationUnderWay(String)
  /// The hub's repository now belongs to another school.
  case otherSchool
  /// An answer was changed by somebody else since it was shown.
  case changedMeanwhile(exercise: String)
  /// The hub has a file where the student's own are, or Git's.
  case unexpectedFile(String)
  /// A file of the student's can't be handed in.
  case unfitFile(TreeFault)
}

/// A student's clone of a subject.
public final class StudentClone {
  /// Branches and other references of a clone.
  enum Ref {
    static let mine = "refs/heads/mine"
    /// The commit of the subject whose files are in the work tree.
    static let published = "refs/teachkit/published"
    /// The inbox that the student has been told of.
    static let inbox = "refs/teachkit/inbox"
    static let fetchedSubject = "refs/remotes/subject/main"

    /// What was handed in, attempt by attempt.
    static func submission(_ path: ContextPath) -> String {
      HubBranch.submission(of: path.work)
    }

    /// A branch of a mailbox as it was last fetched.
    static func fetched(_ branch: String, from remote: String) -> String {
      "refs/remotes/\(remote)/" + branch.dropFirst("refs/heads/".count)
    }
  }

  /// The folder, an absolute path.
  public let root: String
  public let subject: String
  public let student: String
  public let repository: Repository
  /// What was done to files on opening, where a command had been killed in the middle.
  public internal(set) var finished: [FileOutcome] = []
  /// What opening repaired, and what it couldn't finish.
  public internal(set) var recoveryNotices: [RecoveryNotice] = []
  let now: Instant
  /// Whether this process holds the clone's lock.
  var isLocked = false
  private var cachedFiles: (commit: ObjectID, files: SchoolFiles)?
  /// When the hub took what, by the receipts of one mailbox.
  var cachedTimes: (tip: ObjectID, times: [ObjectID: Instant])?

  /// Opens the clone at or above a folder, and finishes what a killed command left.
  ///
  /// - Parameter now: the time at which it is used.
  /// - Throws: `CloneError.notAClone`, `GitError`.
  public convenience init(above folder: String, now: Instant) throws {
    guard let root = StudentClone.root(above: folder) else { throw CloneError.notAClone(folder) }
    try self.init(root: root, now: now)
    recover()
  }

  /// The folder of the clone at or above a folder, without opening anything.
  ///
  /// One whose `subject.yaml` was deleted is known by what its repository says.
  public static func root(above folder: String) -> String? {
    RootSearch.find(above: folder) { root in
      hasSubject(root)
        || RepositoryLayout(at: root)?.setting("teachkit.subject") != nil
    }
  }

  private static func hasSubject(_ root: String) -> Bool {
    access(root + "/subject.yaml", F_OK) == 0
  }

  /// Whether the published files lie in the work tree as far as can be seen at once.
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

  // MARK: What was published

  /// The commit of the subject that the work tree shows; nil before the first pull.
  func published() throws -> ObjectID? { try repository.reference(Ref.published) }

  /// The published files, whatever the student did to those in the work tree.
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

  /// All worksheets, in order of path.
  public func worksheets() throws -> [Worksheet] {
    let files = try files
    return try files.worksheets(below: ContextPath(subject: subject)).map {
      try files.worksheet($0)
    }
  }

  /// What the student has been told by the teacher.
  public func inbox() throws -> Inbox { try inbox(at: repository.reference(Ref.inbox)) }

  func inbox(at commit: ObjectID?) throws -> Inbox {
    guard let commit else { return Inbox() }
    return try Inbox(
      CommitTree(repository: repository, tree: try repository.commit(commit).tree))
  }

  // MARK: Who commits

  /// Git's configured identity, else the student's identifier.
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

  /// The mailbox that a worksheet is handed in to.
  func mailbox(of entry: Inbox.Entry?) -> String { entry?.mailbox ?? student }

  /// Where the subject is shared.
  func hub() throws -> HubLayout {
    guard let address = try repository.setting("teachkit.hub") else { throw CloneError.noHub }
    return HubLayout(root: HubAddress(address, relativeTo: root))
  }
}
