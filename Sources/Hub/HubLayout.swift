import Model

/// The repositories of one subject on a hub.
public struct HubLayout: Hashable, Sendable {
  /// `<hub>/<subject>`, what students clone.
  public let root: HubAddress

  /// - Parameter root: the subject's own address, `<hub>/<subject>`.
  public init(root: HubAddress) { self.root = root }

  public init(hub: HubAddress, subject: String) { self.init(root: hub.appending(subject)) }

  /// The last part of the address: the subject's identifier.
  public var subject: String {
    root.text.split(separator: "/").last.map(String.init) ?? root.text
  }

  /// Where the repository is of what all participants may read, below ``root``.
  public static let subjectRepository = "subject.git"
  /// Where the teacher's own repository is on a hub that is served, below ``root``.
  public static let desk = "desk.git"
  /// The folder of all mailboxes, below ``root``.
  public static let mailboxes = "mailboxes"
  /// The folder of the doors out of mailboxes, below ``root``: the same mailboxes on a hub that is
  /// served, for one who says that they leave and nothing else.
  public static let leaving = "leaving"
  /// The repository between the teacher and one student, or one group, below ``root``.
  public static func mailbox(_ name: String) -> String { "\(mailboxes)/\(name).git" }

  /// The repository of what all participants may read.
  public var subjectRepository: HubAddress { root.appending(HubLayout.subjectRepository) }
  /// The teacher's own repository, which a served hub has.
  public var desk: HubAddress { root.appending(HubLayout.desk) }
  /// The repository between the teacher and one student, or one group.
  public func mailbox(_ name: String) -> HubAddress { root.appending(HubLayout.mailbox(name)) }

  /// Where a student says that they leave, whether or not they may hand in.
  public func leaving(_ student: String) -> HubAddress {
    root.appending("\(HubLayout.leaving)/\(student).git")
  }

  /// The mailbox that a folder in ``mailboxes`` belongs to; nil for anything else.
  public static func mailbox(ofFolder name: String) -> String? {
    guard name.hasSuffix(".git") else { return nil }
    let mailbox = String(name.dropLast(4))
    return isMailbox(mailbox) ? mailbox : nil
  }

  /// The name of a group's mailbox: `7b+red`.
  public static func mailbox(ofGroup group: String, in schoolClass: String) -> String {
    "\(schoolClass)+\(group)"
  }

  /// Whether a name can be a mailbox's: a student's identifier, or a class's and a group's.
  public static func isMailbox(_ name: String) -> Bool {
    let parts = name.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    switch parts.count {
    case 1: return Identifier.problem(in: name, for: .student) == nil
    case 2:
      return Identifier.problem(in: parts[0], for: .schoolClass) == nil
        && Identifier.problem(in: parts[1], for: .group) == nil
    default: return false
    }
  }
}

/// The names of branches on a hub, in full.
public enum HubBranch {
  /// The published subject, in `subject.git`.
  public static let main = "refs/heads/main"
  /// What the teacher says to one mailbox.
  public static let inbox = "refs/heads/inbox"
  /// What a student reports of their activity.
  public static let progress = "refs/heads/progress"
  /// The proofs of what a mailbox received, written by the hub.
  public static let receipts = "refs/heads/receipts"
  /// Who takes part, on the desk.
  public static let access = "refs/heads/access"
  /// What the names of what the hub itself says begin with, on the desk.
  public static let own = "refs/heads/hub/"
  /// Who joined and who left, on the desk.
  public static let people = own + "people"
  /// What the names of what a mailbox received begin with, on the desk.
  public static let received = "refs/heads/in/"
  /// What the names of what a mailbox is to get begin with, on the desk.
  public static let outgoing = "refs/heads/out/"
  /// What the names begin with of what the teacher's side brings back to a hub that was lost.
  public static let restored = "refs/heads/restore/"
  /// What the names of handed-in work begin with.
  public static let submissions = "refs/heads/submit/"

  /// The branch on which work is handed in: `submit/fractions.adding`.
  ///
  /// - Parameter work: the path below the subject, with slashes.
  public static func submission(of work: String) -> String {
    submissions + dotted(work)
  }

  /// A path below a subject with dots for slashes.
  public static func dotted(_ work: String) -> String {
    String(work.map { $0 == "/" ? "." : $0 })
  }

  /// A branch without `refs/heads/`.
  static func short(_ branch: String) -> String { String(branch.dropFirst("refs/heads/".count)) }

  /// Where a branch of the desk is brought that is to come back.
  public static func restored(_ branch: String) -> String { restored + short(branch) }

  /// The branch of the desk that comes back with another; nil where it is no such branch.
  public static func origin(ofRestored branch: String) -> String? {
    guard branch.hasPrefix(restored) else { return nil }
    let origin = "refs/heads/" + branch.dropFirst(restored.count)
    let isKnown =
      origin == people || mailbox(ofReceived: origin) != nil || delivery(of: origin) != nil
    return isKnown ? origin : nil
  }

  /// The mailbox and its branch of work that is kept as `submit/<work>/<mailbox>` with that of all
  /// others; nil where it is no such branch.
  public static func delivery(of branch: String) -> (mailbox: String, branch: String)? {
    guard let slash = branch.lastIndex(of: "/") else { return nil }
    let (own, mailbox) = (String(branch[..<slash]), String(branch[branch.index(after: slash)...]))
    return work(of: own) != nil && HubLayout.isMailbox(mailbox) ? (mailbox, own) : nil
  }

  /// The mailbox whose receipts a branch of the desk has; nil where it is no such branch.
  public static func mailbox(ofReceived branch: String) -> String? {
    guard branch.hasPrefix(received) else { return nil }
    let mailbox = String(branch.dropFirst(received.count))
    return HubLayout.isMailbox(mailbox) ? mailbox : nil
  }

  /// The mailbox that a branch of the desk is for; nil where it is no such branch.
  public static func mailbox(ofOutgoing branch: String) -> String? {
    guard branch.hasPrefix(outgoing) else { return nil }
    let mailbox = String(branch.dropFirst(outgoing.count))
    return HubLayout.isMailbox(mailbox) ? mailbox : nil
  }

  /// The work that is handed in on a branch, with slashes.
  ///
  /// - Returns: nil where the name is no branch for work, or no path that a school can have.
  public static func work(of branch: String) -> String? {
    guard branch.hasPrefix(submissions) else { return nil }
    let dotted = branch.dropFirst(submissions.count)
    guard dotted.utf8.count <= Identifier.longestPath else { return nil }
    let parts = dotted.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= Identifier.deepestContext,
      parts.allSatisfy({ Identifier.problem(in: $0, for: .context) == nil })
    else { return nil }
    return parts.joined(separator: "/")
  }
}

/// Keys of trailers in the messages of commits that are exchanged.
public enum HubTrailer {
  /// The school's commit that something was published from.
  public static let source = "Teachkit-Source"
  /// The work that is handed in, with slashes.
  public static let work = "Teachkit-Work"
  /// The branch that a receipt is for: `submit/fractions.adding`.
  public static let branch = "Teachkit-Branch"
  /// Who pushed what a receipt is for.
  public static let pusher = "Teachkit-Pusher"
  /// The commit of the subject's `main` that the work was done on.
  public static let base = "Teachkit-Base"
  /// The identifier of the school that the work is for.
  public static let school = "Teachkit-School"
}
