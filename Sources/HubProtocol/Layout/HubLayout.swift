import Model

/// The repositories of one subject on a hub.
public struct HubLayout: Hashable, Sendable {
  /// `<hub>/<subject>`, the address that students clone.
  public let root: HubAddress

  /// - Parameter root: the subject's address, `<hub>/<subject>`.
  public init(root: HubAddress) { self.root = root }

  public init(hub: HubAddress, subject: String) { self.init(root: hub.appending(subject)) }

  /// The last component of the address: the subject's identifier.
  public var subject: String {
    root.text.split(separator: "/").last.map(String.init) ?? root.text
  }

  /// The published calendar, a file of the subject.
  public static let calendar = "calendar.ics"

  /// The repository that all participants can read, below ``root``.
  public static let subjectRepository = "subject.git"
  /// The teacher's repository on a served hub, below ``root``.
  public static let desk = "desk.git"
  /// The folder of all mailboxes, below ``root``.
  public static let mailboxes = "mailboxes"
  /// The folder of addresses for leaving, below ``root``: the same mailboxes on a served hub, but
  /// only for leave notices.
  public static let leaving = "leaving"
  /// The push option with which a teacher replaces history.
  public static let purgeOption = "purge"
  /// The mailbox of a student or group, below ``root``.
  public static func mailbox(_ name: String) -> String { "\(mailboxes)/\(name).git" }

  /// The repository that all participants can read.
  public var subjectRepository: HubAddress { root.appending(HubLayout.subjectRepository) }
  /// The teacher's repository on a served hub.
  public var desk: HubAddress { root.appending(HubLayout.desk) }
  /// The mailbox of a student or group.
  public func mailbox(_ name: String) -> HubAddress { root.appending(HubLayout.mailbox(name)) }

  /// The address for a student's leave notice, even with read-only access.
  public func leaving(_ student: String) -> HubAddress {
    root.appending("\(HubLayout.leaving)/\(student).git")
  }

  /// The mailbox of a folder in ``mailboxes``; nil for other folders.
  public static func mailbox(ofFolder name: String) -> String? {
    guard name.hasSuffix(".git") else { return nil }
    let mailbox = String(name.dropLast(4))
    return isMailbox(mailbox) ? mailbox : nil
  }

  /// The name of a group's mailbox: `7b+red`.
  public static func mailbox(ofGroup group: String, in schoolClass: String) -> String {
    "\(schoolClass)+\(group)"
  }

  /// Whether a name is a valid mailbox name: a student's identifier, or a class and a group.
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

/// The full names of branches on a hub.
public enum HubBranch {
  /// The published subject, in `subject.git`.
  public static let main = "refs/heads/main"
  /// The teacher's messages to a mailbox.
  public static let inbox = "refs/heads/inbox"
  /// A student's activity, questions and leave notices.
  public static let progress = "refs/heads/progress"
  /// The receipts of a mailbox, written by the hub.
  public static let receipts = "refs/heads/receipts"
  /// The participants, on the desk.
  public static let access = "refs/heads/access"
  /// The prefix of the hub's own branches on the desk.
  public static let hubPrefix = "refs/heads/hub/"
  /// The joined and left students, on the desk.
  public static let people = hubPrefix + "people"
  /// The prefix of received branches on the desk.
  public static let received = "refs/heads/in/"
  /// The prefix of outgoing branches on the desk.
  public static let outgoing = "refs/heads/out/"
  /// The prefix of branches that `hub restore` pushes.
  public static let restored = "refs/heads/restore/"
  /// The prefix of submissions.
  public static let submissions = "refs/heads/submit/"
  /// The prefix of marks for collected submissions, which can't be withdrawn: of a work in a
  /// mailbox, and of a mailbox on the desk.
  public static let collected = "refs/heads/collected/"

  /// The branch of a submission: `submit/fractions.adding`.
  ///
  /// - Parameter work: the path below the subject, with slashes.
  public static func submission(of work: String) -> String {
    submissions + dotted(work)
  }

  /// The mark for the collected part of a submission branch: `collected/fractions.adding`.
  public static func collected(on branch: String) -> String {
    collected + branch.dropFirst(submissions.count)
  }

  /// Whether a branch of a mailbox marks the collected part of a submission branch.
  public static func isMark(_ branch: String) -> Bool {
    branch.hasPrefix(collected) && work(of: submissions + branch.dropFirst(collected.count)) != nil
  }

  /// The mailbox of a mark on the desk; nil for other branches.
  public static func mailbox(ofCollected branch: String) -> String? {
    guard branch.hasPrefix(collected) else { return nil }
    let mailbox = String(branch.dropFirst(collected.count))
    return HubLayout.isMailbox(mailbox) ? mailbox : nil
  }

  /// A path below a subject with dots instead of slashes.
  public static func dotted(_ work: String) -> String {
    String(work.map { $0 == "/" ? "." : $0 })
  }

  /// The name of a branch without `refs/heads/`.
  public static func short(_ branch: String) -> String {
    String(branch.dropFirst("refs/heads/".count))
  }

  /// The branch that restores a branch of the desk.
  public static func restored(_ branch: String) -> String { restored + short(branch) }

  /// The branch of the desk that another one restores; nil for other branches.
  public static func origin(ofRestored branch: String) -> String? {
    guard branch.hasPrefix(restored) else { return nil }
    let origin = "refs/heads/" + branch.dropFirst(restored.count)
    let isKnown =
      origin == people || mailbox(ofReceived: origin) != nil || delivery(of: origin) != nil
    return isKnown ? origin : nil
  }

  /// The mailbox and branch of a submission stored as `submit/<work>/<mailbox>`; nil for other
  /// branches.
  public static func delivery(of branch: String) -> (mailbox: String, branch: String)? {
    guard let slash = branch.lastIndex(of: "/") else { return nil }
    let (submission, mailbox) = (
      String(branch[..<slash]), String(branch[branch.index(after: slash)...])
    )
    return work(of: submission) != nil && HubLayout.isMailbox(mailbox) ? (mailbox, submission) : nil
  }

  /// The mailbox of a received branch of the desk; nil for other branches.
  public static func mailbox(ofReceived branch: String) -> String? {
    guard branch.hasPrefix(received) else { return nil }
    let mailbox = String(branch.dropFirst(received.count))
    return HubLayout.isMailbox(mailbox) ? mailbox : nil
  }

  /// The mailbox of an outgoing branch of the desk; nil for other branches.
  public static func mailbox(ofOutgoing branch: String) -> String? {
    guard branch.hasPrefix(outgoing) else { return nil }
    let mailbox = String(branch.dropFirst(outgoing.count))
    return HubLayout.isMailbox(mailbox) ? mailbox : nil
  }

  /// The work of a submission branch, with slashes.
  ///
  /// - Returns: nil for other branches and invalid paths.
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

/// The keys of trailers in exchanged commits.
public enum HubTrailer {
  /// The commit of the school that was published.
  public static let source = "Teachkit-Source"
  /// The submitted work, with slashes.
  public static let work = "Teachkit-Work"
  /// The branch that a receipt is for: `submit/fractions.adding`.
  public static let branch = "Teachkit-Branch"
  /// The author of the push that a receipt is for.
  public static let pusher = "Teachkit-Pusher"
  /// The commit of the subject's `main` that the student had.
  public static let base = "Teachkit-Base"
  /// The attempt that a commit withdraws.
  public static let withdraws = "Teachkit-Withdraws"
  /// The collected commit when an attempt was withdrawn.
  public static let collected = "Teachkit-Collected"
  /// The last collected receipt of a mailbox, in a mark on the desk.
  public static let receipt = "Teachkit-Receipt"
  /// The unique id of the school.
  public static let school = "Teachkit-School"
}
