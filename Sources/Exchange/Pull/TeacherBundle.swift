import Git
import HubProtocol
import Model

/// A teacher's bundle: a subject, with the inbox of one student or of everyone.
public struct TeacherBundle {
  /// Its path.
  public let path: String
  public let subject: String
  /// The recipient; nil for all participants.
  public let student: String?
  private let bundle: Bundle

  /// - Throws: `CloneError.file` if it is unreadable, `.noTeacherBundle` for another bundle.
  public init(_ path: String) throws(CloneError) {
    self.path = path
    do {
      bundle = try Bundle(at: path)
    } catch {
      throw .file(path, error)
    }
    let branches = bundle.references.compactMap { BundleBranch($0.name) }
    let mailboxes = branches.compactMap { branch in
      if case .inbox(let mailbox) = branch.content { mailbox } else { nil }
    }
    guard let main = branches.first(where: { $0.content == .main }), mailboxes.count == 1 else {
      throw CloneError.noTeacherBundle(path)
    }
    subject = main.subject
    student = mailboxes[0] == BundleBranch.everyone ? nil : mailboxes[0]
  }

  /// Whether a path leads to a file, which can't be a hub.
  public static func isOne(_ path: String) -> Bool {
    path.hasSuffix(".bundle") || DurableFile.isFile(path)
  }

  /// The subject's repository or a mailbox, as on a hub. Other mailboxes are empty.
  func remote(_ mailbox: String?) -> BundleRemote {
    guard let mailbox else {
      return BundleRemote(
        bundle, at: path, naming: [BundleBranch(.main, of: subject).name: HubBranch.main])
    }
    if let student, student != mailbox { return BundleRemote(bundle, at: path, naming: [:]) }
    let inbox = BundleBranch(.inbox(student ?? BundleBranch.everyone), of: subject).name
    return BundleRemote(bundle, at: path, naming: [inbox: HubBranch.inbox])
  }
}
