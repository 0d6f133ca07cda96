import Model

/// A request to the hub itself, not to Git.
public enum PeopleRequest: Hashable, Sendable {
  /// Join a subject with an invitation.
  case join(subject: String, invitation: String)
  /// Leave a subject.
  case leave(subject: String)

  /// Parses ``command``; nil for other commands.
  public init?(command: String) {
    let words = command.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count > 2, words[0] == "teachkit",
      Identifier.problem(in: words[2], for: .subject) == nil
    else { return nil }
    switch (words[1], words.count) {
    case ("join", 4): self = .join(subject: words[2], invitation: words[3])
    case ("leave", 3): self = .leave(subject: words[2])
    default: return nil
    }
  }

  /// The command sent over SSH.
  public var command: String {
    switch self {
    case .join(let subject, let invitation): "teachkit join \(subject) \(invitation)"
    case .leave(let subject): "teachkit leave \(subject)"
    }
  }
}
