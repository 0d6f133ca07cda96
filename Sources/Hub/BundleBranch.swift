import Model

/// A branch in a file that goes from hand to hand in place of a hub. Its name says what it is and
/// whose: `refs/heads/math/inbox/ada`.
public struct BundleBranch: Hashable, Sendable {
  /// What a branch of a file is.
  public enum Content: Hashable, Sendable {
    /// The published subject.
    case main
    /// What the teacher says to a mailbox, or to ``everyone``.
    case inbox(String)
    /// Work that a mailbox hands in: its branch there, `refs/heads/submit/fractions.adding`.
    case submission(String, mailbox: String)
  }

  /// The place of a mailbox's name in a file for all participants; nobody can have it.
  public static let everyone = "everyone"

  public let subject: String
  public let content: Content

  public init(_ content: Content, of subject: String) {
    self.subject = subject
    self.content = content
  }

  /// - Parameter name: in full; nil comes of one that is not of this kind.
  public init?(_ name: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 4, parts[0] == "refs", parts[1] == "heads",
      Identifier.problem(in: parts[2], for: .subject) == nil
    else { return nil }
    subject = parts[2]
    switch (parts[3], parts.count) {
    case ("main", 4): content = .main
    case ("inbox", 5): content = .inbox(parts[4])
    case ("submit", 6):
      content = .submission(HubBranch.submissions + parts[4], mailbox: parts[5])
    default: return nil
    }
  }

  /// In full.
  public var name: String {
    let folder = "refs/heads/\(subject)/"
    switch content {
    case .main: return folder + "main"
    case .inbox(let mailbox): return "\(folder)inbox/\(mailbox)"
    case .submission(let branch, let mailbox):
      return "\(folder)\(branch.dropFirst("refs/heads/".count))/\(mailbox)"
    }
  }
}
