import Exchange
import Git
import Grading
import Model
import Substrings
import Text

extension ExchangeError: Explainable {
  var failures: [Failure] {
    switch self {
    case .noHub:
      [
        Failure(
          .noHub, "the school has no hub to share on",
          hint: "name a folder with 'teachkit share SUBJECT --hub ../hub'")
      ]
    case .nothingCommitted:
      [Failure(.failedSharing, "nothing is committed in the school yet")]
    case .nobody(let subject):
      [
        Failure(
          .commandIsFaulty, "'\(subject)' has nobody to share it with yet",
          hint: "name a class, group or student: 'teachkit share \(subject) --with 7b'")
      ]
    case .notShared(let subject, let hub):
      [
        Failure(
          .noSharedData, "'\(subject)' is not shared on \(visible(hub))",
          hint: "'teachkit share \(subject)' comes first; for files of students there is "
            + "'teachkit collect \(subject) --bundle FILE'")
      ]
    case .hubIsGone(let subject, let hub):
      [
        Failure(
          .noHub, "'\(subject)' was shared before, and is not on the hub any more",
          at: .init(path: hub),
          hint: "is its disk or network folder there? 'teachkit hub restore \(subject)' brings "
            + "back what was lost, 'teachkit share \(subject) --hub FOLDER' begins elsewhere")
      ]
    case .moved(let subject, let hub, let address):
      [
        Failure(
          .hubIsNewer, "'\(subject)' has moved to \(visible(address))", at: .init(path: hub),
          hint: "bring the school up to date: 'git pull'; "
            + "'teachkit share \(subject) --hub FOLDER' would go back to this folder")
      ]
    case .colleagueIsAhead(let source):
      [
        Failure(
          .hubIsNewer,
          "the hub has what a colleague shared from \(source.prefix(10)), which is not in this school",
          hint: "bring the school up to date first: 'git pull', or 'git fetch --unshallow' in a "
            + "shallow clone")
      ]
    case .otherSchool(let hub):
      [
        Failure(
          .failedSharing, "the hub \(visible(hub)) belongs to another school",
          hint: "a hub serves one school: name another folder with --hub")
      ]
    case .foreignCommit(let repository, let branch, let commit):
      [
        Failure(
          .failedSharing,
          "'\(branch.dropFirst("refs/heads/".count))' holds \(commit), which no teacher published",
          at: .init(path: repository),
          hint: "'teachkit audit' lists what is foreign; 'teachkit share SUBJECT --purge' begins "
            + "anew without it")
      ]
    case .objectIsFaultyAfterPush(let repository, let branch):
      [
        Failure(
          .objectIsFaultyAfterPush,
          "'\(branch.dropFirst("refs/heads/".count))' on the hub is not what was written",
          at: .init(path: repository))
      ]
    case .refused(let repository, let reason):
      [
        Failure(
          .failedSharing, "the hub refused: \(visible(reason))", at: .init(path: repository),
          hint: "ask whoever runs the hub")
      ]
    case .hubIsNewer(let repository):
      [
        Failure(
          .failedSharing, "the hub has later work, and keeps it", at: .init(path: repository),
          hint: "'teachkit collect --accept-rewind' takes it alone: what it lacks counts no more")
      ]
    case .fileIsTaken(let path):
      [
        Failure(
          .createOperationFailed, "this is there already, and nothing that you handed out",
          at: .init(path: path), hint: "move it away, or name another folder")
      ]
    case .noTeacher(let hub):
      [
        Failure(
          .noWritePermission, "there is no hub at this place where you are a teacher",
          at: .init(path: hub),
          hint: "compare the address; on the server, "
            + (hub.lowercased().hasPrefix("http")
              ? "'teachers' in hub.yaml names who is one"
              : "'teachkit hub status' lists whose keys open it"))
      ]
    case .noRepository(let repository):
      [
        Failure(
          .failedSharing, "the hub has no such repository", at: .init(path: repository),
          hint: "make it there, empty, and share again")
      ]
    case .hub(let repository, let error):
      error.failures.map { failure in
        Failure(
          failure.id, failure.message, at: failure.place ?? .init(path: repository),
          hint: error.code == .notFound && repository.hasPrefix("/")
            ? "it is damaged: remove the folder, and share again; what was collected stays"
            : failure.hint)
      }
    }
  }
}

extension UnpublishableFile: Explainable {
  var failures: [Failure] {
    [
      Failure(
        .objectIsFaulty, "students' machines would refuse this: it \(kind.words)",
        at: .init(path: path), hint: "rename it, or pack it into one file")
    ]
  }
}

extension CollectReport {
  /// How many failures of one mailbox are told.
  private static let most = 20

  /// What was not taken: of each mailbox the first few, and how many more there are.
  var failures: [Failure] {
    var counts: [String: Int] = [:]
    let told = refused.filter { one in
      counts[one.mailbox, default: 0] += 1
      return counts[one.mailbox, default: 0] <= Self.most
    }
    let rest = counts.filter { $0.value > Self.most }.sorted { $0.key < $1.key }
    return told.map(\.failure)
      + rest.map { mailbox, count in
        Failure(
          .objectIsFaulty, "\(visible(mailbox)): \(count - Self.most) more were not taken",
          hint: "look at the mailbox")
      }
  }
}

extension CollectReport.Refused {
  /// Why it was not taken, and what to do.
  var failure: Failure {
    let standing = standing
    if !isPast { return standing }
    return Failure(
      standing.id, standing.message, at: standing.place,
      hint: "that attempt is left out; what came after it was taken")
  }

  private var standing: Failure {
    let place = branch.map { "\(mailbox): \($0)" } ?? mailbox
    switch problem {
    case .tree(let fault):
      return Failure(
        .objectIsFaulty, "\(visible(place)): \(fault.words)",
        hint: "it was not taken: ask the student to hand in again, which leaves it out")
    case .object(let error):
      return Failure(
        .objectIsFaulty, "\(visible(place)): \(visible(error.message))",
        hint: "it was not taken: look at the mailbox")
    case .tooManyAttempts(let leftOut):
      return Failure(
        .objectIsFaulty,
        "\(visible(place)): \(counted(leftOut, "attempt", "attempts")) left out: at most "
          + "\(SubmissionLimits.recordedAttempts) of a worksheet are recorded",
        hint: "ask the student to submit less often")
    case .rest:
      return Failure(
        .objectIsFaulty, "\(visible(place)): more is there than is taken at once",
        hint: "collect again")
    case .record(let reason):
      return Failure(
        .objectIsFaulty, "\(visible(place)): cannot record the submission: \(visible(reason))",
        hint: "'teachkit check' shows what is wrong with the ledger")
    case .unexpected(let name):
      return Failure(
        .objectIsFaulty, "\(visible(place)): '\(visible(name))' does not belong there",
        hint: "a submission holds answers.yaml, activity.yaml and work/")
    case .changedPublished(let name):
      return Failure(
        .objectIsFaulty, "\(visible(place)): '\(visible(name))' was never published like this",
        hint: "it was not taken: ask the student to hand in again without it, or with yours")
    case .otherSchool:
      return Failure(
        .objectIsFaulty, "\(visible(place)) is for another school",
        hint: "it was made in that school's clone: ask for what was made in your school's")
    case .rewound:
      return Failure(
        .objectIsFaulty, "\(visible(place)) no longer holds what was collected from it",
        hint:
          "what was collected stays; ask who changed the hub. Where it was set back, 'teachkit hub"
          + " restore' puts back what it lacks, if nothing newer is there; 'teachkit collect"
          + " --accept-rewind' takes what is there alone"
      )
    case .absent:
      return Failure(
        .notFound, "\(visible(place)) has no mailbox on the hub",
        hint: "'teachkit share' makes it, or says why it can't")
    case .vanished:
      return Failure(
        .objectIsFaulty, "\(visible(place)) is gone from the hub",
        hint: branch == nil
          ? "what was collected stays; 'teachkit hub restore' brings it back; 'teachkit collect "
            + "--accept-rewind' leaves it at that: it counts no more"
          : "what was collected stays, and the student can hand in again; 'teachkit collect "
            + "--accept-rewind' leaves it at that: it counts no more")
    case .file(let error):
      let isGone = error.code == .notFound
      return Failure(
        isGone ? .notFound : .objectIsFaulty, "\(visible(place)): \(visible(error.message))",
        hint: isGone ? nil : "ask for it again")
    case .namesNobody:
      return Failure(
        .objectIsFaulty, "\(visible(place)) doesn't say whose work it is",
        hint: "name the student with --from")
    case .otherSubject(let subject):
      return Failure(
        .objectIsFaulty, "\(visible(place)) is for the subject '\(subject)'",
        hint: "'teachkit collect \(subject) --bundle …' takes it")
    case .apart(let owner):
      return Failure(
        .objectIsFaulty,
        "\(visible(place)): what the file holds doesn't go on from what was collected",
        hint: "the file says that it is of '\(visible(owner))': leave out --from")
    case .holdsNoWork:
      return Failure(
        .objectIsFaulty, "nothing is handed in with \(visible(place))",
        hint: "students write a file with 'teachkit submit --bundle FILE'")
    case .noMailbox(let subject) where mailbox.contains("+"):
      let group = visible(mailbox.replacing("+", with: "/"))
      return Failure(
        .objectIsFaulty, "nobody of '\(group)' takes part in '\(subject)'",
        hint:
          "'teachkit add \(group) --to \(subject)' adds them; a group that is gone comes back with "
          + "'teachkit restore classes/\(group)'")
    case .noMailbox(let subject):
      return Failure(
        .objectIsFaulty, "'\(visible(mailbox))' is no participant",
        hint: "say whose work it is with --from, or add them with 'teachkit add … --to \(subject)'")
    case .branchName:
      return Failure(.objectIsFaulty, "\(visible(place)): not the name of any work")
    case .readOnly:
      return Failure(.noWritePermission, "\(visible(place)): this student may only read")
    case .mailbox(let error):
      let first = error.failures[0]
      // Something else than a file is in a file's place.
      let id = error.code == .conflict ? .objectIsFaulty : first.id
      return Failure(
        id, "\(visible(place)): \(first.message)", at: first.place, hint: first.hint)
    }
  }
}

extension TreeFault {
  /// What is wrong in a tree, with the path made visible, and cut where nobody would read on.
  var words: String {
    let start = path.unicodeScalars.prefix(100)
    let isWhole = start.endIndex == path.unicodeScalars.endIndex
    return "'\(visible(String(start)))\(isWhole ? "" : "…")' \(kind.words)"
  }
}

extension KeyProblem: Explainable {
  var failures: [Failure] {
    let message =
      switch kind {
      case .noSuchChoice(let answer): "the answer '\(visible(answer))' is not among the choices"
      case .faultyPattern(let pattern, let message, _):
        "the pattern '\(visible(pattern))' can't be read: \(message)"
      case .outOfRange: "its points are out of range"
      }
    return [
      Failure(.objectIsFaulty, "'\(exercise)': \(message)", hint: "'teachkit check' shows where")
    ]
  }
}

extension RationalOverflow: Explainable {
  var failures: [Failure] {
    [
      Failure(
        .objectIsFaulty, "the points of a worksheet are out of range",
        hint: "use points with fewer digits")
    ]
  }
}

extension TreeFault.Kind {
  /// What the rule says, to stand behind a path.
  fileprivate var words: String {
    switch self {
    case .gitFolder: "is a name that Git keeps for itself"
    case .gitModules: "would bring in another repository"
    case .dots: "is no name of a file"
    case .emptyName: "has no name"
    case .separator: "has a slash in its name"
    case .duplicate: "is there twice"
    case .fileAndFolder: "is a file and a folder"
    case .sameAs(let other): "is the same as '\(visible(other))' on many machines"
    case .unsorted: "is not in its place in its folder"
    case .symlink: "is a symbolic link"
    case .submodule: "is another repository"
    case .controlCharacter: "has a control or direction character in its name"
    case .notText: "has a name that is no text"
    case .nameTooLong: "has a name that is too long"
    case .reservedName: "has a name that Windows keeps for a device"
    case .trailingDot: "has a name that ends with a dot or a space"
    case .nestedRepository: "is a repository within the work"
    case .tooDeep: "is too deep in folders"
    case .tooManyFiles(let limit): "is beyond the \(limit) files allowed"
    case .tooManyBytes(let limit): "is beyond the \(megabytes(limit)) allowed"
    case .wrongObject: "is not what the folder says it is"
    }
  }
}
