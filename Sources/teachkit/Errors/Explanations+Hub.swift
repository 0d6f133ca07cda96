import Course
import Git
import HubProtocol
import Model
import Storage
import Text

extension HubError: Explainable {
  var failures: [Failure] {
    switch self {
    case .noHub(let path):
      [
        Failure(
          .notFound, "'\(path)' is not a hub",
          hint: "\(shellCommand("teachkit", "hub", "init", path)) creates one")
      ]
    case .isThere(let path):
      [
        Failure(
          .createOperationFailed, "'\(path)' is not empty",
          hint: "choose a new folder")
      ]
    case .belongs(let owner, let path, let we):
      [
        Failure(
          .noWritePermission,
          "'\(visible(path))' belongs to '\(visible(owner))', but you are '\(visible(we))'",
          hint: we == "root"
            ? "run it as that user: 'sudo -Hu \(visible(owner)) teachkit hub …'"
            : """
            run it as '\(visible(owner))', or give the hub away: \
            \(shellCommand("sudo", "chown", "-R", we, path))
            """)
      ]
    case .settings(let path, let line, let column, let message):
      [
        Failure(
          .objectIsFaulty, message,
          at: .init(path: path, line: line, column: column))
      ]
    case .key(let fault): [fault.failure(of: nil)]
    case .keyIsTaken(let principal):
      [
        Failure(
          .addOperationFailed, "the key already belongs to \(principal.words)",
          hint: "a key belongs to one person; create another with 'ssh-keygen -t ed25519'")
      ]
    case .keyBoundElsewhere(let hub, let file, let line):
      [
        Failure(
          .addOperationFailed,
          hub.map { "OpenSSH already uses the key for '\(visible($0))'" }
            ?? "OpenSSH already uses the key for something else",
          at: .init(path: file, line: line),
          hint: hub.map { !DurableFile.exists($0) } ?? false
            ? "that hub no longer exists: remove the line"
            : """
            OpenSSH uses the first line with a key: use another key, or a separate user for each \
            hub
            """)
      ]
    case .noSuchKey:
      [
        Failure(
          .notFound, "no such key is authorized",
          hint: "'teachkit hub status' lists the keys")
      ]
    case .notAllowed, .readOnly, .removed, .pending, .full, .tooManyConnections, .invitation,
      .fault,
      .push(.closed), .push(.busy):
      [reply.failure]
    case .archiveOption(let option):
      [Failure(.commandIsFaulty, "unsupported archive option '\(visible(option))'")]
    case .push(let fault): [Failure(.failedSharing, fault.words)]
    }
  }
}

/// A size such as `1.5 MB`, rounded up.
func megabytes(_ bytes: Int) -> String {
  let tenths = (bytes >> 20) * 10 + ((bytes & (1 << 20 - 1)) * 10 + (1 << 20 - 1)) >> 20
  return tenths % 10 == 0 ? "\(tenths / 10) MB" : "\(tenths / 10).\(tenths % 10) MB"
}

extension Principal {
  var words: Message {
    switch self {
    case .teacher: "a teacher"
    case .student(let id): "'\(id)'"
    case .invited(let subject, _): "an invitee of '\(subject)'"
    }
  }
}

extension InvitationFault {
  var failure: Failure {
    if self != .slip { return HubError.invitation(self).reply.failure }
    return Failure(
      .valueIsFaulty, "the code after '@' is mistyped",
      hint: "compare it with the link that you received, letter by letter")
  }
}

extension KeyFault {
  /// - Parameter file: the path of the key, as given.
  func failure(of file: String?) -> Failure {
    Failure(
      .valueIsFaulty, words, at: file.map { .init(path: $0) }, hint: hint(for: file ?? "KEY"))
  }

  private var words: Message {
    switch self {
    case .isEmpty: "the file contains no key"
    case .isPrivate: "this is a private key"
    case .isPuTTYKey: "this is a PuTTY file with a private key"
    case .otherFormat(let format): "unsupported key format \(format)"
    case .several: "the file contains several keys"
    case .hasOptions: "unexpected text before the key"
    case .kind(let kind): "unsupported key type '\(kind)'"
    case .tooShort(let bits): "an RSA key of \(bits) bits is too weak"
    case .damaged(let reason): "invalid key: \(reason)"
    }
  }

  private func hint(for file: String) -> Message? {
    switch self {
    case .isPrivate:
      """
      keep it secret and use the file that ends in '.pub'; \
      \(shellCommand("ssh-keygen", "-y", "-f", file)) prints its contents
      """
    case .isPuTTYKey:
      """
      keep it secret; PuTTYgen shows the public key, and \
      \(shellCommand("puttygen", "-L", file)) prints it
      """
    case .otherFormat(let format):
      "\(shellCommand("ssh-keygen", "-i", "-m", format, "-f", file)) converts it"
    case .several: "add them one by one"
    case .hasOptions: "use the line as 'ssh-keygen' wrote it: type, key, comment"
    case .kind, .tooShort: "create one with 'ssh-keygen -t ed25519'"
    case .isEmpty: nil
    case .damaged: "copy the whole line of the file that ends in '.pub'"
    }
  }
}

extension PushFault {
  var words: Message {
    switch self {
    case .branch(let name): "\(visible(name)): this branch can't be pushed"
    case .deleted(let name): "\(visible(name)): branches can't be deleted"
    case .noWork(let name, let nearest):
      nearest.map { "no worksheet '\(visible(name))', did you mean '\(visible($0))'?" }
        ?? "no worksheet '\(visible(name))'"
    case .tooMany(let most): "a push can update at most \(most) branches"
    case .notFastForward(let name):
      "\(visible(name)): it doesn't continue the previous submission"
    case .closed, .busy, .collected, .overtaken: HubError.push(self).reply.failure.message
    case .tree(let name, let fault): "\(visible(name)): \(fault.words)"
    case .attempt(let name, .unexpected(let file)):
      """
      \(visible(name)): unexpected file '\(visible(file))': remove it, or move it into \
      'work'
      """
    case .attempt(let name, .changedPublished(let file)):
      """
      \(visible(name)): '\(visible(file))' was never published in this form: \
      remove it, or restore the teacher's version with '\(Self.taking(file, of: name))'
      """
    case .attempt(let name, .otherSchool):
      "\(visible(name)): this submission is for another school: submit from this school's clone"
    case .tooManyAttempts(let name, let most):
      "\(visible(name)): no more than \(most) attempts are allowed: ask your teacher"
    case .object(let name, let error): "\(visible(name)): \(error.message)"
    case .older(let fault, let commit, let replacement):
      """
      \(fault.words), in the older commit \(commit.short): submit without that commit with \
      '\(replacement.command)'
      """
    case .access(let line):
      line.map { "access: invalid line '\(visible($0))'" } ?? "access: invalid file"
    case .restored(let name): "\(visible(name)): it was not written by a hub"
    case .notLeaving: "only a leave notice can be pushed here"
    case .noKeys: "the hub has no key file yet: add a key with 'teachkit hub add-key'"
    case .otherSchool: "this hub serves another school"
    case .noSchool: "subject.yaml doesn't name its school"
    }
  }

  /// The Git command that restores a published file of a branch's work.
  private static func taking(_ file: String, of branch: String) -> Message {
    let work = HubBranch.work(of: "refs/heads/" + branch).map { "\($0)/" } ?? ""
    return "git checkout origin/main -- \(visible(work + file))"
  }
}

extension PushFault.Replacement {
  /// The Git command that creates and pushes the replacement commit.
  fileprivate var command: String {
    let parent = on.map { " -p \($0.short)" } ?? ""
    let commit = "$(git commit-tree -m again\(parent) \(tree.short))"
    return "git push mailbox \(commit):refs/heads/\(branch)"
  }
}
