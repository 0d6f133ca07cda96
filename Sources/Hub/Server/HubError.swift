/// Why a hub's server refuses what it is asked for.
public enum HubError: Error, Hashable, Sendable {
  /// The folder is no hub that is served.
  case noHub(String)
  /// There is something already where a hub was to be made.
  case isThere(String)
  /// The hub is another user's, under whom it is to be looked after; which of us are, and which is theirs.
  case belongs(to: String, path: String, we: String)
  /// The hub's settings can't be used.
  case settings(path: String, line: Int, column: Int, message: String)
  /// A public key can't be used, and why.
  case key(KeyFault)
  /// The key opens the hub for somebody else already.
  case keyIsTaken(by: Party)
  /// OpenSSH goes by another line with that key: perhaps one that leads to another hub.
  case keyLeads(hub: String?, file: String, line: Int)
  /// No key of that kind is there.
  case noSuchKey
  /// A command that is not one of Git's three services, or a place that isn't there for whoever asks:
  /// which of these it is, is not told.
  case notAllowed
  /// A participant who may read alone.
  case readOnly
  /// One who was a participant.
  case removed(subject: String)
  /// One who is invited and hasn't joined.
  case pending(subject: String)
  /// Nobody can join so.
  case invitation(InvitationFault)
  /// The mailbox holds all that it may, or would with what is pushed to it.
  case full(bytes: Int, most: Int)
  /// The principal has as many connections as it may have at a time.
  case tooManyConnections(Int)
  /// An option with which no archive is made here.
  case archiveOption(String)
  /// Something is wrong on the hub itself; its log says what.
  case fault
  /// Why a push is refused, for whoever pushes.
  case push(PushFault)
}

/// Why a text is no public key to let somebody in with.
public enum KeyFault: Error, Hashable, Sendable {
  case isEmpty
  /// It is the half that is to be kept secret.
  case isPrivate
  /// A file of PuTTY's, with both halves.
  case isOfPuTTY
  /// A public key in a format that `ssh-keygen -m` calls so.
  case otherFormat(String)
  /// There are several keys in one file.
  case several
  /// Something stands before the kind of key.
  case hasOptions
  /// A kind that is not safe, or not known.
  case kind(String)
  /// Fewer bits than are safe.
  case tooShort(bits: Int)
  /// What OpenSSH says.
  case damaged(String)
}
