import Git
import Hub
import Model
import Storage
import Text

extension HubError: Explainable {
  var failures: [Failure] {
    switch self {
    case .noHub(let path):
      [
        Failure(
          .notFound, "'\(path)' is no hub",
          hint: "\(shellCommand("teachkit", "hub", "init", path)) makes one")
      ]
    case .isThere(let path):
      [
        Failure(
          .createOperationFailed, "there is something in '\(path)' already",
          hint: "name a new folder")
      ]
    case .belongs(let owner, let path, let we):
      [
        Failure(
          .noWritePermission,
          "'\(visible(path))' belongs to '\(visible(owner))', and this runs as '\(visible(we))'",
          hint: we == "root"
            ? "run it as that user: 'sudo -Hu \(visible(owner)) teachkit hub …'"
            : "run it as '\(visible(owner))', or give the hub away: "
              + shellCommand("sudo", "chown", "-R", we, path))
      ]
    case .settings(let path, let line, let column, let message):
      [Failure(.objectIsFaulty, message, at: .init(path: path, line: line, column: column))]
    case .key(let fault): [fault.failure(of: nil)]
    case .keyIsTaken(let party):
      [
        Failure(
          .addOperationFailed, "that key belongs to \(party.words) already",
          hint: "a key is one person's: make another with 'ssh-keygen -t ed25519'")
      ]
    case .keyLeads(let hub, let file, let line):
      [
        Failure(
          .addOperationFailed,
          hub.map { "that key leads to '\(visible($0))' already" }
            ?? "that key leads elsewhere already",
          at: .init(path: file, line: line),
          hint: hub.map { !DurableFile.isThere($0) } ?? false
            ? "OpenSSH goes by the first line with a key: that hub is gone, so remove the line"
            : "OpenSSH goes by the first line with a key: take another key, or give each hub a user "
              + "of its own")
      ]
    case .noSuchKey:
      [
        Failure(
          .notFound, "nobody is let in with such a key",
          hint: "'teachkit hub status' lists the keys")
      ]
    case .notAllowed, .readOnly, .removed, .pending, .full, .tooManyConnections, .invitation, .fault,
      .push(.closed), .push(.busy):
      [reply.failure]
    case .archiveOption(let option):
      [Failure(.commandIsFaulty, "the hub makes no archive with '\(visible(option))'")]
    case .push(let fault): [Failure(.failedSharing, fault.words)]
    }
  }
}

/// `1.5 MB`, never less than it is.
func megabytes(_ bytes: Int) -> String {
  let tenths = (bytes >> 20) * 10 + ((bytes & (1 << 20 - 1)) * 10 + (1 << 20 - 1)) >> 20
  return tenths % 10 == 0 ? "\(tenths / 10) MB" : "\(tenths / 10).\(tenths % 10) MB"
}

extension Party {
  var words: String {
    switch self {
    case .teacher: "a teacher"
    case .student(let id): "'\(id)'"
    case .invited(let subject, _): "somebody who is invited to '\(subject)'"
    }
  }
}

extension InvitationFault {
  var failure: Failure {
    if self != .slip { return HubError.invitation(self).reply.failure }
    return Failure(
      .valueIsFaulty, "the code after '@' is mistyped",
      hint: "compare it with the link that you were given, letter by letter")
  }
}

extension KeyFault {
  /// - Parameter file: where the key was, as it was named.
  func failure(of file: String?) -> Failure {
    Failure(
      .valueIsFaulty, words, at: file.map { .init(path: $0) }, hint: hint(for: file ?? "KEY"))
  }

  private var words: String {
    switch self {
    case .isEmpty: "there is no key in it"
    case .isPrivate: "this is the private half of a key"
    case .isOfPuTTY: "this is a file of PuTTY's, with the private half of a key"
    case .otherFormat(let format): "the key is in the format \(format), which OpenSSH doesn't read"
    case .several: "there are several keys in it"
    case .hasOptions: "something stands before the key"
    case .kind(let kind): "'\(kind)' is no kind of key that is taken"
    case .tooShort(let bits): "an RSA key of \(bits) bits is too weak"
    case .damaged(let reason): "the key can't be read: \(reason)"
    }
  }

  private func hint(for file: String) -> String? {
    switch self {
    case .isPrivate:
      "keep it to yourself, and give the file that ends in '.pub': "
        + "\(shellCommand("ssh-keygen", "-y", "-f", file)) prints what stands there"
    case .isOfPuTTY:
      "keep it to yourself: PuTTYgen shows the public half on top, and "
        + "\(shellCommand("puttygen", "-L", file)) prints it"
    case .otherFormat(let format):
      "\(shellCommand("ssh-keygen", "-i", "-m", format, "-f", file)) prints it as it is needed"
    case .several: "add them one by one"
    case .hasOptions: "give the line as 'ssh-keygen' wrote it: kind, key, comment"
    case .kind, .tooShort: "make one with 'ssh-keygen -t ed25519'"
    case .isEmpty: nil
    case .damaged: "copy the whole line of the file that ends in '.pub'"
    }
  }
}

extension PushFault {
  var words: String {
    switch self {
    case .branch(let name): "\(visible(name)): nothing of that name can be pushed here"
    case .deleted(let name): "\(visible(name)): nothing is deleted here"
    case .noWork(let name, let nearest):
      "there is no worksheet '\(visible(name))'"
        + (nearest.map { ", did you mean '\(visible($0))'?" } ?? "")
    case .tooMany(let most): "more than \(most) branches at once"
    case .notForward(let name):
      "\(visible(name)): it doesn't come after what was handed in before"
    case .closed, .busy: HubError.push(self).reply.failure.message
    case .tree(let name, let fault): "\(visible(name)): \(fault.words)"
    case .attempt(let name, .unexpected(let file)):
      "\(visible(name)): '\(visible(file))' is not part of an answer: leave it out, or move it into "
        + "'work'"
    case .attempt(let name, .changedPublished(let file)):
      "\(visible(name)): '\(visible(file))' is the teacher's, and was never published like this: "
        + "leave it out, or take the teacher's with '\(Self.taking(file, of: name))'"
    case .attempt(let name, .otherSchool):
      "\(visible(name)): what is handed in is for another school: hand in from the clone of this one's"
    case .tooManyAttempts(let name, let most):
      "\(visible(name)): all \(most) attempts that the hub takes are used up: ask your teacher"
    case .object(let name, let error): "\(visible(name)): \(error.message)"
    case .older(let fault, let commit, let again):
      "\(fault.words), in the older commit \(commit.short): hand in without that one, with "
        + "'\(again.command)'"
    case .access(let line):
      line.map { "access: '\(visible($0))' can't be read" } ?? "access: it can't be read"
    case .restored(let name): "\(visible(name)): it isn't what a hub wrote"
    case .notLeaving: "nothing else can be said here than that one leaves"
    case .noKeys: "the hub doesn't know where keys are kept until 'teachkit hub add-key' adds one"
    case .otherSchool: "this hub serves another school"
    case .noSchool: "subject.yaml doesn't say of which school it is"
    }
  }

  /// How who works with Git alone gets a published file of a branch's work again.
  private static func taking(_ file: String, of branch: String) -> String {
    let work = HubBranch.work(of: "refs/heads/" + branch).map { "\($0)/" } ?? ""
    return visible("git checkout origin/main -- \(work)\(file)")
  }
}

extension PushFault.Again {
  /// What makes one commit of it all, and pushes that.
  fileprivate var command: String {
    let parent = on.map { " -p \($0.short)" } ?? ""
    let commit = "$(git commit-tree -m again\(parent) \(tree.short))"
    return "git push mailbox \(commit):refs/heads/\(branch)"
  }
}
