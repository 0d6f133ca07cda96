import Git
import Model

/// Why a push is refused.
public indirect enum PushFault: Error, Hashable, Sendable {
  /// A replacement commit without forbidden ancestors.
  public struct Replacement: Hashable, Sendable {
    /// The tree of the pushed commit.
    public let tree: ObjectID
    /// The current commit of the branch; nil for none.
    public let on: ObjectID?
    public let branch: String

    public init(tree: ObjectID, on: ObjectID?, branch: String) {
      self.tree = tree
      self.on = on
      self.branch = branch
    }
  }

  /// This branch can't be pushed.
  case branch(String)
  case deleted(String)
  /// The work was never published; with the most similar published name.
  case noWork(String, nearest: String?)
  /// Too many branches.
  case tooMany(Int)
  /// Not a fast-forward.
  case notFastForward(String)
  /// The work is closed.
  case closed(String, at: Instant, zone: String?)
  case tree(String, TreeFault)
  case attempt(String, AttemptFault)
  /// The hub has accepted the maximum number of pushes for one work.
  case tooManyAttempts(String, most: Int)
  /// The problem is in an older commit of the push.
  case older(PushFault, commit: ObjectID, replacement: Replacement)
  /// An object is unreadable or invalid.
  case object(String, GitError)
  /// A line of the list of participants is invalid.
  case access(line: String?)
  /// The restored branch was not written by a hub.
  case restored(String)
  /// The leave address only accepts leave notices.
  case notLeaving
  /// Another push to the same repository is running.
  case busy
  /// The withdrawn attempt was collected.
  case collected(String)
  /// A student withdraws an attempt of this mailbox that is to be marked as collected.
  case overtaken(mailbox: String)
  /// There are invitations, but no key file.
  case noKeys
  /// The hub belongs to another school.
  case otherSchool
  /// The published subject doesn't name its school.
  case noSchool
}
