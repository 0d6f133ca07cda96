import Course
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
    case .noParticipants(let subject):
      [
        Failure(
          .commandIsFaulty, "'\(subject)' has no participants yet",
          hint: "name a class, group or student: 'teachkit share \(subject) --with 7b'")
      ]
    case .notShared(let subject, let hub):
      [
        Failure(
          .noSharedData, "'\(subject)' is not shared on \(visible(hub))",
          hint: """
            run 'teachkit share \(subject)' first; to collect students' files, use \
            'teachkit collect \(subject) --bundle FILE'
            """)
      ]
    case .hubIsGone(let subject, let hub):
      [
        Failure(
          .noHub, "'\(subject)' is no longer on the hub",
          at: .init(path: hub),
          hint: """
            check its disk or network folder; 'teachkit hub restore \(subject)' restores a lost \
            hub, 'teachkit share \(subject) --hub FOLDER' creates a new one
            """)
      ]
    case .moved(let subject, let hub, let address):
      [
        Failure(
          .hubIsNewer, "'\(subject)' has moved to \(visible(address))", at: .init(path: hub),
          hint: """
            update the school with 'git pull', or use \
            'teachkit share \(subject) --hub FOLDER' to return to this folder
            """)
      ]
    case .colleagueIsAhead(let source):
      [
        Failure(
          .hubIsNewer,
          "a colleague shared from commit \(source.prefix(10)), which is missing in this school",
          hint: """
            run 'git pull' first, or 'git fetch --unshallow' in a shallow \
            clone
            """)
      ]
    case .otherSchool(let hub):
      [
        Failure(
          .failedSharing, "the hub \(visible(hub)) belongs to another school",
          hint: "a hub serves a single school; choose another folder with --hub")
      ]
    case .foreignCommit(let repository, let branch, let commit):
      [
        Failure(
          .failedSharing,
          "'\(branch.dropFirst("refs/heads/".count))' contains commit \(commit), which was not published from this school",
          at: .init(path: repository),
          hint: """
            'teachkit audit' lists foreign content; 'teachkit share SUBJECT --purge' removes \
            it
            """)
      ]
    case .objectIsFaultyAfterPush(let repository, let branch):
      [
        Failure(
          .objectIsFaultyAfterPush,
          "'\(branch.dropFirst("refs/heads/".count))' on the hub differs from the pushed branch",
          at: .init(path: repository))
      ]
    case .refused(let repository, let reason):
      [
        Failure(
          .failedSharing, "the hub refused: \(visible(reason))", at: .init(path: repository),
          hint: "ask the hub's administrator")
      ]
    case .hubIsNewer(let repository):
      [
        Failure(
          .failedSharing, "the hub has newer work", at: .init(path: repository),
          hint:
            "'teachkit collect --accept-rewind' accepts its state; missing work no longer counts"
        )
      ]
    case .incomplete(let work, let mailbox, let attempt):
      [
        Failure(
          .failedSharing,
          """
          cannot restore \(work) of \
          '\(mailbox)': the files of the invalid attempt \(attempt.short) were never \
          collected
          """,
          hint: """
            collected work still counts; ask '\(mailbox)' to run 'teachkit submit' again
            """)
      ]
    case .fileIsTaken(let path):
      [
        Failure(
          .createOperationFailed, "the file already exists and isn't one of your bundles",
          at: .init(path: path), hint: "move it away, or choose another folder")
      ]
    case .noTeacher(let hub):
      [
        Failure(
          .noWritePermission, "no such hub, or you aren't one of its teachers",
          at: .init(path: hub),
          hint: hub.lowercased().hasPrefix("http")
            ? "check the address; on the server, 'teachers' in hub.yaml lists the teachers"
            : "check the address; on the server, 'teachkit hub status' lists the authorized keys")
      ]
    case .noRepository(let repository):
      [
        Failure(
          .failedSharing, "the hub has no such repository", at: .init(path: repository),
          hint: "create it there, empty, and share again")
      ]
    case .hub(let repository, let error):
      error.failures.map { failure in
        Failure(
          failure.id, failure.message, at: failure.place ?? .init(path: repository),
          hint: error.code == .notFound && repository.hasPrefix("/")
            ? "it is damaged: remove the folder and share again; collected work stays"
            : failure.hint)
      }
    }
  }
}

extension UnpublishableFile: Explainable {
  var failures: [Failure] {
    [
      Failure(
        .objectIsFaulty, "cannot publish this: it \(kind.words)",
        at: .init(path: path), hint: "rename it, or pack it into one file")
    ]
  }
}

extension CollectReport {
  /// The maximum number of reported failures per mailbox.
  private static let most = 20

  /// The refused submissions: the first few of each mailbox, and the number of others.
  var failures: [Failure] {
    var counts: [String: Int] = [:]
    let known = refused.filter { refusal in
      counts[refusal.mailbox, default: 0] += 1
      return counts[refusal.mailbox, default: 0] <= Self.most
    }
    let rest = counts.filter { $0.value > Self.most }.sorted { $0.key < $1.key }
    return known.map(\.failure)
      + rest.map { mailbox, count in
        Failure(
          .objectIsFaulty, "\(visible(mailbox)): \(count - Self.most) more were refused",
          hint: "check the mailbox")
      }
  }
}

extension CollectReport.Refused {
  /// The reason, with a hint.
  var failure: Failure {
    let standing = standing
    if !isPast { return standing }
    return Failure(
      standing.id, standing.message, at: standing.place,
      hint: "that attempt is skipped; a later one was collected")
  }

  private var standing: Failure {
    let place = branch.map { "\(mailbox): \($0)" } ?? mailbox
    switch problem {
    case .tree(let fault):
      return Failure(
        .objectIsFaulty, "\(visible(place)): \(fault.words)",
        hint: "it was not collected; ask the student to submit again without it")
    case .object(let error):
      return Failure(
        .objectIsFaulty, "\(visible(place)): \(visible(error.message))",
        hint: "it was not collected; check the mailbox")
    case .tooManyAttempts(let leftOut):
      return Failure(
        .objectIsFaulty,
        """
        \(visible(place)): \(counted(leftOut, "attempt", "attempts")) left out: at most \
        \(SubmissionLimits.recordedAttempts) of a worksheet are recorded
        """,
        hint: "ask the student to submit less often")
    case .withdrawnTooLate:
      return Failure(
        .objectIsFaulty, "\(visible(place)): an attempt was withdrawn after it was collected",
        hint: "it still counts; 'teachkit return --again' asks for another one")
    case .rest:
      return Failure(
        .objectIsFaulty, "\(visible(place)): some work is still to be collected",
        hint: "collect again")
    case .record(let reason):
      return Failure(
        .objectIsFaulty, "\(visible(place)): cannot record the submission: \(visible(reason))",
        hint: "'teachkit check' shows the problem with the ledger")
    case .activity(let reason):
      return Failure(
        .objectIsFaulty, "\(visible(place)): cannot read the activity: \(visible(reason))",
        hint: "the student's teachkit writes it again with the next 'teachkit pull'")
    case .leaderboardChoice(let reason):
      return Failure(
        .objectIsFaulty,
        "\(visible(place)): cannot read the choice about the leaderboard: \(visible(reason))",
        hint: "ask the student to run 'teachkit leaderboard --hide' or '--show' again")
    case .unexpected(let name):
      return Failure(
        .objectIsFaulty, "\(visible(place)): unexpected file '\(visible(name))'",
        hint: "a submission contains answers.yaml, activity.yaml and work/")
    case .changedPublished(let name):
      return Failure(
        .objectIsFaulty, "\(visible(place)): '\(visible(name))' was never published in this form",
        hint:
          "it was not collected; ask the student to submit again without it, or with your version")
    case .otherSchool:
      return Failure(
        .objectIsFaulty, "\(visible(place)) is for another school",
        hint: "it was made in that school's clone; ask for work from your school's clone")
    case .rewound:
      return Failure(
        .objectIsFaulty, "\(visible(place)) lost work that was collected from it",
        hint:
          """
          collected work stays; find out who changed the hub. 'teachkit hub restore' restores the\
           missing work if the hub has nothing newer; 'teachkit collect --accept-rewind' accepts\
           the hub's state
          """
      )
    case .absent:
      return Failure(
        .notFound, "\(visible(place)) has no mailbox on the hub",
        hint: "run 'teachkit share' to create it")
    case .vanished:
      return Failure(
        .objectIsFaulty, "\(visible(place)) disappeared from the hub",
        hint: branch == nil
          ? """
          collected work stays; 'teachkit hub restore' restores it, 'teachkit collect \
          --accept-rewind' accepts the loss, and the work no longer counts
          """
          : """
          collected work stays, and the student can submit again; 'teachkit collect \
          --accept-rewind' accepts the loss, and the work no longer counts
          """)
    case .file(let error):
      let isGone = error.code == .notFound
      return Failure(
        isGone ? .notFound : .objectIsFaulty, "\(visible(place)): \(visible(error.message))",
        hint: isGone ? nil : "ask the student to send it again")
    case .missingStudent:
      return Failure(
        .objectIsFaulty, "\(visible(place)) doesn't name its student",
        hint: "name the student with --from")
    case .otherSubject(let subject):
      return Failure(
        .objectIsFaulty, "\(visible(place)) is for the subject '\(subject)'",
        hint: "use 'teachkit collect \(subject) --bundle …'")
    case .unrelatedHistory(let owner):
      return Failure(
        .objectIsFaulty,
        "\(visible(place)): the bundle doesn't continue the collected work",
        hint: "the bundle is from '\(visible(owner))': omit --from")
    case .noSubmissions:
      return Failure(
        .objectIsFaulty, "\(visible(place)) contains no submission",
        hint: "students create one with 'teachkit submit --bundle FILE'")
    case .noMailbox(let subject) where mailbox.contains("+"):
      let group = visible(mailbox.replacing("+", with: "/"))
      return Failure(
        .objectIsFaulty, "'\(group)' has no participants in '\(subject)'",
        hint:
          """
          'teachkit add \(group) --to \(subject)' adds them; 'teachkit restore classes/\(group)' \
          restores a deleted group
          """)
    case .noMailbox(let subject):
      return Failure(
        .objectIsFaulty, "'\(visible(mailbox))' is not a participant",
        hint: "name the student with --from, or add them with 'teachkit add … --to \(subject)'")
    case .branchName:
      return Failure(.objectIsFaulty, "\(visible(place)): invalid branch name")
    case .readOnly:
      return Failure(.noWritePermission, "\(visible(place)): this student has read-only access")
    case .mailbox(let error):
      let first = error.failures[0]
      // The path is not a file.
      let id = error.code == .conflict ? .objectIsFaulty : first.id
      return Failure(
        id, "\(visible(place)): \(first.message)", at: first.place, hint: first.hint)
    }
  }
}

extension TreeFault {
  /// A description, with a visible and shortened path.
  var words: Message {
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
        "invalid pattern '\(visible(pattern))': \(message)"
      case .outOfRange: "its points are out of range"
      }
    return [
      Failure(
        .objectIsFaulty, "'\(exercise)': \(message)", hint: "'teachkit check' shows the location")
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
  /// A description that follows a path.
  fileprivate var words: Message {
    switch self {
    case .gitFolder: "is a reserved name of Git"
    case .gitModules: "would add another repository"
    case .dots: "is not a file name"
    case .emptyName: "has no name"
    case .separator: "has a slash in its name"
    case .duplicate: "is a duplicate name"
    case .fileAndFolder: "is the name of a file and a folder"
    case .sameAs(let other): "equals '\(visible(other))' on many machines"
    case .unsorted: "is not sorted correctly in its folder"
    case .symlink: "is a symbolic link"
    case .submodule: "is another repository"
    case .controlCharacter: "has a control or bidirectional character in its name"
    case .notText: "has a name that isn't UTF-8"
    case .nameTooLong: "has a name that is too long"
    case .reservedName: "has a name that Windows reserves"
    case .trailingDot: "has a name that ends with a dot or a space"
    case .nestedRepository: "is a nested repository"
    case .tooDeep: "is nested too deeply"
    case .tooManyFiles(let limit): "exceeds the limit of \(limit) files"
    case .tooManyBytes(let limit): "exceeds the limit of \(megabytes(limit))"
    case .wrongObject: "has a different type than in its folder"
    }
  }
}
