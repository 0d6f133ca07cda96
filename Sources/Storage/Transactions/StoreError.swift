import Git
import Model

/// A reason why a school can't be changed at the moment.
public enum StoreError: Error, Hashable, Sendable {
  /// No school at or above the folder.
  case noSchool(String)
  /// HEAD is detached, so a commit would be lost.
  case detachedHead
  /// A merge or a similar operation is in progress.
  case operationInProgress(String)
  /// Files have manual edits that would have to be committed first, which the caller declined.
  case handEdits([String])
  /// Files with unresolved conflicts would have to be committed first.
  case undecided([String])
  /// A sparse checkout leaves out files that the change is about.
  case notCheckedOut([String])
  /// A file to publish is a hard link, so it has another name elsewhere on the disk.
  case hardLink(String)
}

/// An interrupted change that can't be completed. The school can be read, but not changed until the change is
/// completed or dropped.
public struct UnfinishedChange: Error {
  public let cause: any Error

  public init(cause: any Error) { self.cause = cause }
}

/// A repair, or a problem, found while opening a school.
public enum RecoveryNotice {
  /// The index was damaged, and was rebuilt from the newest commit.
  case repairedIndex
  /// Why an interrupted change can't be completed.
  case unfinished(any Error)
}

/// The committer, with the time.
public struct Committer: Sendable {
  public var name: String
  public var mail: String
  public var time: Instant
  /// The offset from UTC in minutes, positive to the east.
  public var offset: Int

  public init(name: String, mail: String, time: Instant, offset: Int = 0) {
    self.name = name
    self.mail = mail
    self.time = time
    self.offset = offset
  }

  /// The signature in Git's format.
  public var signature: Signature {
    Signature(name: name, email: mail, seconds: time.seconds, offsetMinutes: offset)
  }
}

/// The result of a change.
public struct Committed: Hashable, Sendable {
  public let commit: ObjectID
  /// The files with changes by hand, which were committed first.
  public let handEdits: [String]
  /// The new blob of each file that was written; nil for a removed file.
  public let versions: [String: ObjectID?]
  /// The tags that were created, without `refs/tags/`.
  public var tags: [String] = []
}
