import Exchange
import Git
import Hub
import Model
import Text

extension MovedSubject {
  /// How to get there: by an invitation where it takes one.
  fileprivate func hint(for student: String, isNew: Bool) -> String {
    let isByLink = isServed && !address.lowercased().hasPrefix("http")
    let link = "join with the link that your teacher sends, 'teachkit clone LINK'"
    if isNew {
      return isByLink
        ? link : shellCommand("teachkit", "clone", address, "--student", student) + " starts there"
    }
    let along = shellCommand("git", "config", "teachkit.hub", address) + " takes this clone there"
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
        hint: "change into one, name it with -C, or start one with 'teachkit clone'")
    case .placeTaken(let path):
      Failure(
        .createOperationFailed, "'\(path)' is there already",
        hint: "name another folder: 'teachkit clone SOURCE FOLDER'")
    case .nothingShared(let subject):
      Failure(.noSharedData, "'\(subject)' is not shared there")
    case .noSubject(let place, let nearby):
      Failure(
        .noSharedData, "nothing is shared in '\(visible(place))'",
        hint: nearby.isEmpty
          ? "check the place, or ask your teacher"
          : closest(place, in: nearby).map { "did you mean '\(visible($0))'?" }
            ?? "what is shared is in \(named(nearby))")
    case .noHub:
      Failure(
        .noHub, "this clone came from a file, and knows no hub",
        hint: "'teachkit pull FILE' takes what is new from another one; 'teachkit submit --bundle "
          + "FILE' writes one for your teacher")
    case .file(let path, let error):
      Failure(
        error.code == .notFound ? .notFound : .objectIsFaulty,
        "\(visible(path)): \(visible(error.message))",
        hint: error.code == .notFound ? nil : "ask your teacher for it again")
    case .noHandout(let path):
      Failure(
        .objectIsFaulty, "'\(visible(path))' is no file with a subject for a student",
        hint: "a teacher makes one with 'teachkit share SUBJECT --bundle DIR'")
    case .otherStudent(let file, let student):
      Failure(
        .noWritePermission, "'\(visible(file))' is for '\(visible(student))'",
        hint: "ask your teacher for your own")
    case .otherSubject(let file, let subject):
      Failure(
        .wrongRepository, "'\(visible(file))' is for the subject '\(subject)'",
        hint: "\(shellCommand("teachkit", "clone", file)) starts with that one")
    case .moved(let moved, let subject, let student, let isNew):
      Failure(
        .noHub, "'\(subject)' has moved to \(visible(moved.address))",
        hint: moved.hint(for: student, isNew: isNew))
    case .hubIsGone(let place):
      Failure(
        .wrongRepository, "the hub is not there: '\(place)'",
        hint: "is its disk or network folder there? 'git config teachkit.hub PLACE' names another")
    case .nothingForYou(let subject):
      Failure(
        .noWritePermission, "the hub has nothing of '\(subject)' for you any more",
        hint: "what you fetched stays yours; ask your teacher whether you still take part")
    case .noParticipant(let student, let subject):
      Failure(
        .noWritePermission, "'\(student)' is no participant of '\(subject)'",
        hint:
          "check the id, and on a server whose key or password you use; or ask your teacher to add you"
      )
    case .removed(let subject):
      Failure(
        .noWritePermission, "you are no participant of '\(subject)' any more",
        hint: "what you fetched stays yours; ask your teacher about anything else")
    case .notOnOwnBranch(let branch):
      Failure(
        .wrongRepository,
        branch.map { "the clone is at the branch '\($0.dropFirst("refs/heads/".count))'" }
          ?? "the clone is at no branch",
        hint: "'git switch mine' goes back to your own")
    case .operationUnderWay(let operation):
      Failure(
        .isLocked, "Git is in the middle of a \(operation)",
        hint: "finish it first: 'git status' tells how")
    case .otherSchool:
      Failure(
        .failedSharing, "another school shares its subject in this place now",
        hint: "clone it into a new folder; this one stays as it is")
    case .changedMeanwhile(let exercise):
      Failure(.updateOperationFailed, "the answer to '\(exercise)' was changed meanwhile")
    case .unexpectedFile(let path):
      Failure(
        .objectIsFaulty, "the hub has a file in a place that is yours", at: .init(path: path),
        hint: "nothing was changed; tell your teacher")
    case .unfitFile(let fault):
      Failure(
        .objectIsFaulty, "this can't be handed in: \(fault.words)",
        hint: fault.kind.cure)
    }
  }
}

extension AdmissionError: Explainable {
  var failures: [Failure] { [failure] }

  private var failure: Failure {
    switch self {
    case .noServer(let place):
      Failure(
        .failedSharing, "nobody can be told at '\(visible(place))' who joins or leaves",
        hint:
          "compare the link with what you were given: it leads to a hub that is served")
    case .noSubject(let place):
      Failure(
        .notFound, "there is no subject at '\(visible(place))'",
        hint: "compare it with what you were given, letter by letter")
    case .notLetIn:
      Failure(
        .notAuthenticated, "the hub lets nobody in with this link",
        hint: "it was used, has expired or was taken back: ask your teacher for another")
    case .reply(let reply): reply.failure
    case .refused(let reason):
      Failure(.noWritePermission, visible(reason), hint: "ask your teacher")
    case .keyCannotSign(let path, let fault):
      Failure(
        .notConfigured, "cannot sign with your SSH key: \(visible(fault.reason))",
        at: .init(path: path),
        hint:
          "\(shellCommand("ssh-keygen", "-y", "-f", path)) prints its public half, which belongs in "
          + "'\(visible(path)).pub'")
    case .noKey(let path):
      Failure(
        .notConfigured, "there is no SSH key that the hub would take",
        at: path.isEmpty ? nil : .init(path: path),
        hint: path.isEmpty
          ? "make one with 'ssh-keygen -t ed25519'"
          : "\(shellCommand("ssh-keygen", "-y", "-f", path)) prints the public half: write that to "
            + "'\(visible(path)).pub'")
    }
  }
}

extension SubmitError: Explainable {
  var failures: [Failure] { [failure] }

  private var failure: Failure {
    switch self {
    case .closed(let path, let at):
      Failure(.closed, "\(path.work) closed on \(at)", hint: Self.askForTime)
    case .noAttemptsLeft(let path, let attempts):
      Failure(
        .noWritePermission,
        "\(path.work) was handed in \(attempts == 1 ? "once" : "\(attempts) times"), "
          + "and that is all it takes",
        hint: "ask your teacher whether one more counts")
    case .nothingAnswered(let path):
      Failure(
        .notFound, "nothing is answered in \(path.work) yet",
        hint: "'teachkit work \(path.work)' asks the questions")
    case .notToHandIn(let path):
      Failure(
        .noWritePermission, "\(path.work) is not to be handed in",
        hint: "it is there to read or to practise: 'teachkit work \(path.work)'")
    case .readOnly(let subject):
      Failure(
        .noWritePermission, "you may read '\(subject)' and not hand in",
        hint: "ask your teacher for the permission to write")
    case .busy(let path):
      Failure(.isLocked, "others hand in \(path.work) at this moment", hint: "try again")
    case .reply(_, let reply): reply.failure
    case .refused(let path, let reason):
      Failure(.failedSharing, "the hub did not take \(path.work): \(reason)")
    case .fileIsTaken(let file):
      Failure(
        .createOperationFailed, "this is there already, and holds something else than your work",
        at: .init(path: file), hint: "name another file")
    case .fileGoesElsewhere(let file, let path):
      Failure(
        .createOperationFailed, "this holds attempts at \(path.work) that are not here",
        at: .init(path: file),
        hint: "were they made on another computer? Name another file: the attempts of both count")
    case .fileIsFull(let file):
      Failure(
        .createOperationFailed, "this would hold more than your teacher can take at once",
        at: .init(path: file), hint: "name another file")
    }
  }

  static let askForTime = "ask your teacher for an extension"
}

extension TreeFault: Explainable {
  var failures: [Failure] {
    [
      Failure(
        .objectIsFaulty, "what the hub has can't be taken: \(words)",
        hint: "nothing was changed; tell your teacher")
    ]
  }
}

extension TreeFault.Kind {
  /// What a student does about it.
  fileprivate var cure: String {
    switch self {
    case .tooManyFiles: "pack them into one, as a ZIP"
    case .tooManyBytes: "leave out what isn't needed"
    case .tooDeep: "\(TreeRules.attempt.depth) folders inside each other are taken: move it up"
    case .nestedRepository, .gitFolder, .gitModules: "move it out of 'work'"
    default: "give it another name"
    }
  }
}
