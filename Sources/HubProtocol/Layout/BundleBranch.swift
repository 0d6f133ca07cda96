import Model

/// A branch in a bundle. Its name includes its content and owner: `refs/heads/math/inbox/ada`.
public struct BundleBranch: Hashable, Sendable {
  /// The content of a branch.
  public enum Content: Hashable, Sendable {
    /// The published subject.
    case main
    /// The inbox of a mailbox, or of ``everyone``.
    case inbox(String)
    /// A submission of a mailbox, with its branch there, such as
    /// `refs/heads/submit/fractions.adding`.
    case submission(String, mailbox: String)
    /// The activity that a student reports.
    case progress(String)
  }

  /// Replaces the mailbox name in a bundle for all participants; no mailbox can have this name.
  public static let everyone = "everyone"

  public let subject: String
  public let content: Content

  public init(_ content: Content, of subject: String) {
    self.subject = subject
    self.content = content
  }

  /// - Parameter name: the full name; nil is returned for other branches.
  public init?(_ name: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 4, parts[0] == "refs", parts[1] == "heads",
      Identifier.problem(in: parts[2], for: .subject) == nil
    else { return nil }
    subject = parts[2]
    switch (parts[3], parts.count) {
    case ("main", 4): content = .main
    case ("inbox", 5): content = .inbox(parts[4])
    case ("progress", 5): content = .progress(parts[4])
    case ("submit", 6):
      content = .submission(HubBranch.submissions + parts[4], mailbox: parts[5])
    default: return nil
    }
  }

  /// The full name.
  public var name: String {
    let folder = "refs/heads/\(subject)/"
    switch content {
    case .main: return folder + "main"
    case .inbox(let mailbox): return "\(folder)inbox/\(mailbox)"
    case .progress(let mailbox): return "\(folder)progress/\(mailbox)"
    case .submission(let branch, let mailbox):
      return "\(folder)\(branch.dropFirst("refs/heads/".count))/\(mailbox)"
    }
  }
}
