import Glibc
import Text

/// A failure in a repository, in a file next to it, or with a remote.
public struct GitError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure that callers distinguish.
  public enum Code: Hashable, Sendable {
    /// No such repository, object, reference, path or setting.
    case notFound
    /// It already exists.
    case exists
    /// Another process holds a lock.
    case locked
    /// A reference has changed unexpectedly.
    case modified
    /// Two names conflict, such as `a` and `a/b`.
    case conflict
    /// The repository belongs to another user.
    case notOwner
    /// The repository has an unsupported format.
    case unsupportedFormat
    /// An object, index or pack is damaged.
    case corrupt
    /// The repository is a partial clone, and a needed object was not fetched.
    case partial
    /// The remote's data is missing or damaged.
    case remoteIsDamaged
    /// HEAD names a branch without commits.
    case unborn
    /// A merge, rebase or similar operation is in progress.
    case busyOperation
    /// The other side answered with a code: see ``GitError/reply``.
    case replied
    /// The disk or the user's quota is full.
    case noSpace
    /// The other side's disk is full.
    case remoteDiskIsFull
    /// The file system is mounted read-only.
    case readOnly
    /// The operating system refused access.
    case permission
    /// An invalid name or value.
    case invalid
    /// Forbidden content in a folder hub, such as a symlink or alternates.
    case hostile
    /// Too many objects, bytes or levels.
    case limit
    /// The host name can't be resolved, or there is no network.
    case networkUnavailable
    /// The connection was refused, timed out or was cut.
    case connectionFailed
    /// The server refused our credentials.
    case authentication
    /// `ssh` ignored a private key because others can read it.
    case insecureKeyPermissions(file: String)
    /// A key needs a passphrase, and there is no terminal.
    case lockedKey
    /// The server's key or certificate has changed or isn't trusted.
    case untrustedHost
    /// The server's key is unknown.
    case unknownHost
    /// A program timed out.
    case timedOut
    /// A required program isn't installed.
    case programMissing
    /// Other failures: libgit2's return code, `errno`, or an exit status.
    case other(Int32)
  }

  public let code: Code
  /// The error message in English, without the path.
  public let message: Message
  /// The affected file or folder, if there is one.
  public let path: String?
  /// The process that holds the lock, if known.
  public let owner: Int32?
  /// The command that fixes it, if known.
  public let command: String?

  /// The other side's answer, if it is one with a code.
  public let reply: RemoteReply?

  public init(
    _ code: Code, _ message: Message, path: String? = nil, owner: Int32? = nil,
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
    self.init(.replied, Message(verbatim: reply.text), path: path, reply: reply)
  }

  public var description: String {
    path.map { "\(message): \($0)" } ?? message.text
  }

  /// A failed system call, described by its `errno`.
  static func system(
    _ doing: Message, path: String? = nil, number: Int32 = errno
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
