import Git
import Model

/// Why a subject can't be shared, collected or audited as a whole.
public enum ExchangeError: Error, Hashable, Sendable {
  /// `school.yaml` names no hub.
  case noHub
  /// Nothing was committed in the school yet.
  case nothingCommitted
  /// The subject has no participants.
  case nobody(subject: String)
  /// The subject was never shared on this hub.
  case notShared(subject: String, hub: String)
  /// The subject was shared before, and the hub, at this place, has it no longer.
  case hubIsGone(subject: String, hub: String)
  /// The hub, at this place, was left: the subject is shared elsewhere.
  case moved(subject: String, hub: String, to: String)
  /// The hub has what a colleague shared from a commit that is not here: `source`, in
  /// hexadecimal. Their commits of the school come first.
  case colleagueIsAhead(source: String)
  /// The hub belongs to another school.
  case otherSchool(hub: String)
  /// A branch that only teachers write holds a commit that no teacher published.
  case foreignCommit(repository: String, branch: String, commit: ObjectID)
  /// What the hub has after it was written is not what was written.
  case objectIsFaultyAfterPush(repository: String, branch: String)
  /// The hub refused a branch, and says why.
  case refused(repository: String, reason: String)
  /// What the hub has of a mailbox came after what would be brought back.
  case hubIsNewer(repository: String)
  /// A served hub has nothing at this place, or doesn't take us for a teacher.
  case noTeacher(hub: String)
  /// The hub, a server, has no such repository, and makes none by itself.
  case noRepository(String)
  /// Where a file for a student is to be written is something else.
  case fileIsTaken(String)
  /// A repository of the hub can't be used.
  case hub(repository: String, GitError)
}

/// Something that a user should know, said once in a school.
public enum ExchangeNotice: String, Hashable, Sendable {
  /// Whoever can read the folder of the hub can read every mailbox in it, grades too.
  case folderKeepsNobodyApart = "folder-hub"
  /// The folder of the hub belongs to no group, and so keeps everybody else out.
  case folderIsForOneUser = "folder-hub-group"
  /// As the first, when grades go out for the first time.
  case gradesInFolder = "folder-hub-grades"
}
