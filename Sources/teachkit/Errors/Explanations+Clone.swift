import Course
import Exchange
import Git
import HubProtocol
import Model
import Text

extension MovedSubject {
  /// The hint for moving there, with an invitation if necessary.
  fileprivate func hint(for student: String, isNew: Bool) -> Message {
    let isByLink = isServed && !address.lowercased().hasPrefix("http")
    let link: Message = "join with your teacher's invitation link: 'teachkit clone LINK'"
    if isNew {
      return isByLink
        ? link
        : "\(shellCommand("teachkit", "clone", address, "--student", student)) creates a clone"
    }
    let along: Message =
      "\(shellCommand("git", "config", "teachkit.hub", address)) moves this clone"
    return isByLink ? "\(link); then \(along)" : along
  }
}

extension CloneError: Explainable {
  var failures: [Failure] { [failure] }

  private var failure: Failure {
    switch self {
    case .notAClone:
      Failure(
        .wrongRepository, "not inside a clone of a subject",
        hint: "change to one, name it with -C, or create one with 'teachkit clone'")
    case .pathExists(let path):
      Failure(
        .createOperationFailed, "'\(path)' already exists",
        hint: "name another folder: 'teachkit clone SOURCE FOLDER'")
    case .nothingShared(let subject):
      Failure(.noSharedData, "'\(subject)' is not shared on that hub")
    case .noSubject(let place, let nearby):
      Failure(
        .noSharedData, "nothing is shared in '\(visible(place))'",
        hint: nearby.isEmpty
          ? "check the address, or ask your teacher"
          : closest(place, in: nearby).map { "did you mean '\(visible($0))'?" }
            ?? "shared subjects: \(named(nearby))")
    case .noHub:
      Failure(
        .noHub, "this clone was made from a bundle and has no hub",
        hint: """
          use 'teachkit pull FILE' with a new bundle, and 'teachkit submit --bundle FILE' \
          to submit
          """)
    case .file(let path, let error):
      Failure(
        error.code == .notFound ? .notFound : .objectIsFaulty,
        "\(visible(path)): \(visible(error.message))",
        hint: error.code == .notFound ? nil : "ask your teacher to send it again")
    case .noTeacherBundle(let path):
      Failure(
        .objectIsFaulty, "'\(visible(path))' is not a bundle for students",
        hint: "a teacher creates one with 'teachkit share SUBJECT --bundle DIR'")
    case .otherStudent(let file, let student):
      Failure(
        .noWritePermission, "'\(visible(file))' is for '\(visible(student))'",
        hint: "ask your teacher for your own bundle")
    case .otherSubject(let file, let subject):
      Failure(
        .wrongRepository, "'\(visible(file))' is for the subject '\(subject)'",
        hint: "run \(shellCommand("teachkit", "clone", file)) to clone that subject")
    case .moved(let moved, let subject, let student, let isNew):
      Failure(
        .noHub, "'\(subject)' has moved to \(visible(moved.address))",
        hint: moved.hint(for: student, isNew: isNew))
    case .hubIsGone(let place):
      Failure(
        .wrongRepository, "the hub '\(place)' doesn't exist",
        hint: "check its disk or network folder; 'git config teachkit.hub ADDRESS' sets another hub"
      )
    case .nothingForYou(let subject):
      Failure(
        .noWritePermission, "you no longer have access to '\(subject)' on the hub",
        hint: "you keep everything in this clone; ask your teacher whether you still participate")
    case .noParticipant(let student, let subject):
      Failure(
        .noWritePermission, "'\(student)' is not a participant of '\(subject)'",
        hint: student == student.lowercased()
          ? "check the id and your key or password, or ask your teacher to add you"
          : "most ids are in lower case: try '\(student.lowercased())'")
    case .removed(let subject):
      Failure(
        .noWritePermission, "you are no longer a participant of '\(subject)'",
        hint: "you keep everything in this clone; ask your teacher if this is a mistake")
    case .movedSince(let when):
      Failure(
        .invalidModification, "cannot go back to '\(when)': a pull has moved your files since",
        hint: "use 'teachkit restore WORK' to restore a submission")
    case .notOnOwnBranch(let branch):
      Failure(
        .wrongRepository,
        branch.map { "the clone is on the branch '\($0.dropFirst("refs/heads/".count))'" }
          ?? "the clone has a detached HEAD",
        hint: "run 'git switch mine' first")
    case .operationInProgress(let operation):
      Failure(
        .isLocked, "a Git \(operation) is in progress",
        hint: "finish it first; see 'git status'")
    case .otherSchool:
      Failure(
        .failedSharing, "this address now belongs to another school",
        hint: "clone it into a new folder; this clone is kept")
    case .changedMeanwhile(let exercise):
      Failure(.updateOperationFailed, "the answer to '\(exercise)' has changed in the meantime")
    case .unexpectedFile(let path):
      Failure(
        .objectIsFaulty, "the hub has a file at a path reserved for yours", at: .init(path: path),
        hint: "nothing has changed; tell your teacher")
    case .unfitFile(let fault):
      Failure(
        .objectIsFaulty, "cannot submit this: \(fault.words)",
        hint: fault.kind.repairHint)
    }
  }
}

extension AdmissionError: Explainable {
  var failures: [Failure] { [failure] }

  private var failure: Failure {
    switch self {
    case .noServer(let place):
      Failure(
        .failedSharing,
        "'\(visible(place))' is not a served hub, so students can't join or leave there",
        hint:
          "compare the link with the one that you received")
    case .noSubject(let place):
      Failure(
        .notFound, "no subject at '\(visible(place))'",
        hint: "compare it with the link that you received, letter by letter")
    case .notLetIn:
      Failure(
        .notAuthenticated, "the hub rejected this link",
        hint: "it may have been used, expired or withdrawn; ask your teacher for a new one")
    case .reply(let reply): reply.failure
    case .refused(let reason):
      Failure(.noWritePermission, Message(verbatim: visible(reason)), hint: "ask your teacher")
    case .keyCannotSign(let path, let fault):
      Failure(
        .notConfigured, "cannot sign with your SSH key: \(visible(fault.reason))",
        at: .init(path: path),
        hint:
          """
          \(shellCommand("ssh-keygen", "-y", "-f", path)) prints its public key, which belongs in \
          '\(visible(path)).pub'
          """)
    case .noKey(let path):
      Failure(
        .notConfigured, "no usable SSH key",
        at: path.isEmpty ? nil : .init(path: path),
        hint: path.isEmpty
          ? "create one with 'ssh-keygen -t ed25519'"
          : """
          \(shellCommand("ssh-keygen", "-y", "-f", path)) prints the public key: write it to \
          '\(visible(path)).pub'
          """)
    }
  }
}

extension SubmitError: Explainable {
  var failures: [Failure] { [failure] }

  private var failure: Failure {
    switch self {
    case .closed(let path, let at):
      Failure(.closed, "\(path.work) closed on \(at)", hint: Self.askForTime)
    case .archived(let path):
      Failure(
        .closed, "\(path.work) is archived and no longer accepts submissions",
        hint: "ask your teacher to reopen it")
    case .noAttemptsLeft(let path, let attempts):
      Failure(
        .noWritePermission,
        """
        no attempts left for \(path.work): it was submitted \
        \(attempts == 1 ? "once" : "\(attempts) times")
        """,
        hint: "ask your teacher for another attempt")
    case .nothingAnswered(let path):
      Failure(
        .notFound, "no answers in \(path.work) yet",
        hint: "run 'teachkit work \(path.work)' to answer the questions")
    case .notSubmittable(let path):
      Failure(
        .noWritePermission, "\(path.work) needs no submission",
        hint: "it is for reading or practice: 'teachkit work \(path.work)'")
    case .readOnly(let subject):
      Failure(
        .noWritePermission, "you have read-only access to '\(subject)'",
        hint: "ask your teacher for write permission")
    case .busy(let path):
      Failure(
        .isLocked, "other members of your group are submitting \(path.work)", hint: "try again")
    case .notSubmitted(let path):
      Failure(
        .notFound, "\(path.work) has no attempt on the hub",
        hint: "'teachkit status' shows the state of your work")
    case .collected(let path):
      Failure(
        .invalidModification, "\(path.work) was already collected", hint: Self.askToReturn)
    case .reply(let path, .collected): SubmitError.collected(path).failure
    case .reply(_, let reply): reply.failure
    case .refused(let path, let reason):
      Failure(.failedSharing, "the hub refused \(path.work): \(reason)")
    case .fileIsTaken(let file):
      Failure(
        .createOperationFailed, "the file already exists and isn't a bundle with your work",
        at: .init(path: file), hint: "choose another file name")
    case .fileGoesElsewhere(let file, let path):
      Failure(
        .createOperationFailed,
        "the file contains attempts at \(path.work) that this clone doesn't have",
        at: .init(path: file),
        hint: "were they made on another computer? Name another file: the attempts of both count")
    case .fileIsFull(let file):
      Failure(
        .createOperationFailed, "the file would be too large for your teacher to collect",
        at: .init(path: file), hint: "choose another file name")
    }
  }

  static let askToReturn: Message = "ask your teacher for another attempt"
  static let askForTime: Message = "ask your teacher for an extension"
}

extension TreeFault: Explainable {
  var failures: [Failure] {
    [
      Failure(
        .objectIsFaulty, "cannot accept data from the hub: \(words)",
        hint: "nothing has changed; tell your teacher")
    ]
  }
}

extension TreeFault.Kind {
  /// The hint for a student.
  fileprivate var repairHint: Message {
    switch self {
    case .tooManyFiles: "pack them into one, as a ZIP"
    case .tooManyBytes: "remove files that aren't needed"
    case .tooDeep: "\(TreeRules.attempt.depth) nested folders are allowed: move it up"
    case .nestedRepository, .gitFolder, .gitModules: "move it out of 'work'"
    case .sameAs, .duplicate, .fileAndFolder: "rename or delete one of the two"
    default: "give it another name"
    }
  }
}
