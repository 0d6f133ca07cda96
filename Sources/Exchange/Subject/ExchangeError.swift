import Git
import Model

/// Why a subject can't be shared, collected or audited.
public enum ExchangeError: Error, Hashable, Sendable {
  /// `school.yaml` names no hub.
  case noHub
  /// The school has no commits yet.
  case nothingCommitted
  /// The subject has no participants.
  case noParticipants(subject: String)
  /// The subject was never shared on this hub.
  case notShared(subject: String, hub: String)
  /// The hub lost the subject, which was shared before.
  case hubIsGone(subject: String, hub: String)
  /// The subject was moved to another hub.
  case moved(subject: String, hub: String, to: String)
  /// A colleague shared from a commit that is missing here: `source`, in hexadecimal. Pull their
  /// commits of the school first.
  case colleagueIsAhead(source: String)
  /// The hub belongs to another school.
  case otherSchool(hub: String)
  /// A branch of the teachers has a commit that no teacher published.
  case foreignCommit(repository: String, branch: String, commit: ObjectID)
  /// The hub's branch differs from what was pushed.
  case objectIsFaultyAfterPush(repository: String, branch: String)
  /// The hub refused a branch, with its reason.
  case refused(repository: String, reason: String)
  /// The hub has newer work in a mailbox than the restored work.
  case hubIsNewer(repository: String)
  /// Submissions can't be restored on a hub, because the files of an invalid attempt weren't collected.
  case incomplete(_ work: String, of: String, attempt: ObjectID)
  /// A served hub has no such repository, or doesn't authorize us as a teacher.
  case noTeacher(hub: String)
  /// The server has no such repository, and doesn't create it automatically.
  case noRepository(String)
  /// The path of a student's bundle is taken.
  case fileIsTaken(String)
  /// A repository of the hub can't be used.
  case hub(repository: String, GitError)
}

/// A notice that is shown once per school.
public enum ExchangeNotice: String, Hashable, Sendable {
  /// Anyone who can read the hub's folder can read every mailbox, including grades.
  case folderHasNoAccessControl = "folder-hub"
  /// The hub's folder belongs to no group, so only its owner can access it.
  case folderIsForOneUser = "folder-hub-group"
  /// The same, when grades are returned for the first time.
  case gradesInFolder = "folder-hub-grades"
}
