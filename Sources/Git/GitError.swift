import Glibc

/// What went wrong in a repository, in a file beside it, or with a remote.
public struct GitError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure that callers tell apart.
  public enum Code: Hashable, Sendable {
    /// No such repository, object, reference, path or setting.
    case notFound
    /// It is there already.
    case exists
    /// Another process holds a lock and kept it.
    case locked
    /// A reference is not where the caller thought it was.
    case modified
    /// Two names can't be there at once, as `a` and `a/b`.
    case conflict
    /// The repository belongs to another user.
    case notOwner
    /// The repository is of a format that isn't supported.
    case unsupportedFormat
    /// An object, index or pack can't be read as what it says it is.
    case corrupt
    /// The repository is a partial clone, and what is needed was not fetched.
    case partial
    /// The other side has lost or damaged what it should send.
    case damagedThere
    /// HEAD names a branch without commits.
    case unborn
    /// A merge, rebase or the like is under way.
    case busyOperation
    /// The other side answered with a code: see ``GitError/reply``.
    case replied
    /// The disk or the user's quota is full.
    case noSpace
    /// The other side's disk is full.
    case noSpaceThere
    /// The file system is mounted for reading only.
    case readOnly
    /// The operating system refused access.
    case permission
    /// A name or a value that Git doesn't allow.
    case invalid
    /// Something in a folder hub that may not be there, such as a symlink or alternates.
    case hostile
    /// More objects, bytes or levels than allowed.
    case limit
    /// The host's name could not be resolved, or there is no network.
    case networkUnavailable
    /// The connection was refused, timed out or was cut.
    case connectionFailed
    /// The server doesn't accept who we are.
    case authentication
    /// A private key that others can read: `ssh` passes over it.
    case openKey(file: String)
    /// A key of ours asks for a passphrase, and there is no terminal.
    case lockedKey
    /// The server's key or certificate is not the one expected.
    case untrustedHost
    /// A server whose key nobody has looked at yet.
    case unknownHost
    /// A program did not end in time.
    case timedOut
    /// A program that is needed isn't installed.
    case programMissing
    /// What has no kind of its own: libgit2's return code, `errno`, or an exit status.
    case other(Int32)
  }

  public let code: Code
  /// What happened, in English, without the path.
  public let message: String
  /// The file or folder concerned, where there is one.
  public let path: String?
  /// The process that holds the lock, where that is known.
  public let owner: Int32?
  /// What a user types to see to it, where that is known.
  public let command: String?

  /// The other side's answer, if it is one with a code.
  public let reply: RemoteReply?

  public init(
    _ code: Code, _ message: String, path: String? = nil, owner: Int32? = nil,
    command: String? = nil, reply: RemoteReply? = nil
  ) {
    self.code = code
    self.message = message
    self.path = path
    self.owner = owner
    self.command = command
    self.reply = reply
  }

  /// An answer of the other side's with a code.
  public init(_ reply: RemoteReply, path: String) {
    self.init(.replied, reply.text, path: path, reply: reply)
  }

  public var description: String {
    path.map { "\(message): \($0)" } ?? message
  }

  /// A failed system call, from its `errno`.
  static func system(
    _ doing: String, path: String? = nil, number: Int32 = errno
  ) -> GitError {
    GitError(
      code(ofErrno: number), "\(doing): \(String(cString: strerror(number)))", path: path)
  }

  static func code(ofErrno number: Int32) -> Code {
    switch number {
    case ENOENT, ENOTDIR: .notFound
    case EEXIST: .exists
    case ENOSPC, EDQUOT: .noSpace
    case EROFS: .readOnly
    case EACCES, EPERM: .permission
    case ELOOP: .hostile
    case ENAMETOOLONG: .invalid
    default: .other(number)
    }
  }
}
