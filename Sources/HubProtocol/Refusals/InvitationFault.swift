import Model

/// Why an invitation can't be used.
public enum InvitationFault: Error, Hashable, Sendable {
  /// The code is mistyped.
  case slip
  /// The invitation doesn't exist, or no longer.
  case unknown
  case used
  case expired(Instant)
  /// The key belongs to someone other than the invitee.
  case ofAnother(Principal)
  /// The named key belongs to another person.
  case keyOfAnother
  /// OpenSSH already uses the key for something else.
  case keyBoundElsewhere
  /// The invitation is open, and the request doesn't name a student.
  case nameless
  /// Another request uses that name.
  case nameIsTaken(String)
  /// There are too many open requests.
  case tooMany
  /// The address or key has used up its requests for a day.
  case tooOften
  /// The request isn't signed by the key that it names.
  case unproven
}
