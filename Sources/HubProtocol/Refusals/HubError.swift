import Text

/// Why a hub refuses a request.
public enum HubError: Error, Hashable, Sendable {
  /// The folder is not a served hub.
  case noHub(String)
  /// The path for a new hub exists.
  case isThere(String)
  /// The hub belongs to another user, who must run the command; `we` is the current user.
  case belongs(to: String, path: String, we: String)
  /// The hub's settings are invalid.
  case settings(path: String, line: Int, column: Int, message: Message)
  /// A public key can't be used.
  case key(KeyFault)
  /// The key already belongs to another principal.
  case keyIsTaken(by: Principal)
  /// OpenSSH uses another line with that key, possibly of another hub.
  case keyBoundElsewhere(hub: String?, file: String, line: Int)
  /// No such key is authorized.
  case noSuchKey
  /// An unknown command, or a missing or forbidden repository; the reply doesn't say which.
  case notAllowed
  /// A participant with read-only access.
  case readOnly
  /// A former participant.
  case removed(subject: String)
  /// An invitee who hasn't joined yet.
  case pending(subject: String)
  /// The invitation can't be used.
  case invitation(InvitationFault)
  /// The mailbox is full, or would be after the push.
  case full(bytes: Int, most: Int)
  /// The principal has too many concurrent connections.
  case tooManyConnections(Int)
  /// A forbidden option of `git archive`.
  case archiveOption(String)
  /// A fault of the hub, described in its log.
  case fault
  /// The push is refused.
  case push(PushFault)
}

/// Why a text isn't a usable public key.
public enum KeyFault: Error, Hashable, Sendable {
  case isEmpty
  /// It is a private key.
  case isPrivate
  /// A PuTTY file, which contains both halves.
  case isPuTTYKey
  /// A public key in another format, with its name for `ssh-keygen -m`.
  case otherFormat(String)
  /// There are several keys in one file.
  case several
  /// There are options before the key type.
  case hasOptions
  /// An unsafe or unknown key type.
  case kind(String)
  /// Too few bits.
  case tooShort(bits: Int)
  /// OpenSSH's message.
  case damaged(String)
}
