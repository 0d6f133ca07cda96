import Course
import Git
import Glibc
import Model
import PlainYAML
import Storage
import Text

extension Fault: Explainable {
  var failures: [Failure] {
    let place = Failure.Place(
      path: file, line: position?.line, column: position?.column, excerpt: line)
    return [
      Failure(
        .objectIsFaulty, Message(verbatim: message), at: place,
        hint: hint.map(Message.init(verbatim:)))
    ]
  }
}

extension FaultyFiles: Explainable {
  var failures: [Failure] { faults.flatMap(\.failures) }
}

extension UnreadableFile: Explainable {
  var failures: [Failure] {
    [
      Failure(
        .ioFailure, "can't read it: \(String(cString: strerror(code)))", at: .init(path: path))
    ]
  }
}

extension MissingObject: Explainable {
  var failures: [Failure] { [Failure(.notFound, "no \(kind) '\(path)'")] }
}

extension LookupError: Explainable {
  var failures: [Failure] {
    switch self {
    case .unknown(let path, let suggestion):
      [
        Failure(
          .notFound, "there is no '\(path)' here",
          hint: suggestion.map { "did you mean '\($0)'?" } ?? "'teachkit list' shows what there is")
      ]
    case .ambiguous(let path, let candidates):
      [
        Failure(
          .valueIsFaulty, "'\(path)' could be \(candidates.count) things",
          hint: "one of \(candidates.map { "'\($0)'" }.joined(separator: ", "))")
      ]
    case .incomplete(let path, let whole):
      [Failure(.valueIsFaulty, "'\(path)' is no whole path", hint: "write '\(whole)'")]
    }
  }
}

extension ChangeError: Explainable {
  var failures: [Failure] {
    switch self {
    case .exists(let path): [Failure(.createOperationFailed, "'\(path)' already exists")]
    case .parentMissing(let kind, let path, let meant):
      [
        Failure(
          .parentObjectIsFaulty, "no \(kind) '\(path)'",
          hint: meant.map { "did you mean '\($0)'?" }
            ?? """
            create it with 'teachkit create \(kind) \
            \(path.dropFirst(path.hasPrefix("classes/") ? 8 : 0))\
            \(kind == "class" || kind == "group" ? "" : " --title TITLE")'
            """)
      ]
    case .parentFaulty(let path, let faults):
      [Failure(.parentObjectIsFaulty, "'\(path)' has faults, listed below")]
        + faults.flatMap(\.failures)
    case .identifier(let id, let problem):
      [Failure(.valueIsFaulty, "'\(id)' \(problem.words)", hint: problem.hint)]
    case .taken(let id, let kind):
      [
        Failure(
          .createOperationFailed,
          "'\(id)' names \(kind) already",
          hint: "choose another identifier")
      ]
    case .tooDeep(let path):
      [Failure(.valueIsFaulty, "'\(path)' is deeper than \(Identifier.deepestContext) levels")]
    case .pathTooLong(let path):
      [
        Failure(
          .valueIsFaulty, "'\(path)' is longer than the \(Identifier.longestPath) bytes of a path")
      ]
    case .notMember(let who, let group): [Failure(.notFound, "'\(who)' is not in '\(group)'")]
    case .notInClass(let student, let schoolClass):
      [
        Failure(
          .addOperationFailed, "'\(student)' is not in the class '\(schoolClass)'",
          hint: "'teachkit add \(student) --to \(schoolClass)' comes first")
      ]
    case .inUse(let path, let file):
      [
        Failure(
          .createOperationFailed, "'\(path)' would go, and is named in '\(file)'",
          hint: "'teachkit delete \(path)' takes it out of there first")
      ]
    case .formerName(let name, let other):
      [
        Failure(
          .noWritePermission,
          "'\(other)' was called '\(name)' once: work handed in under that name is its own",
          hint: "choose another identifier")
      ]
    case .handedIn(let path, let ledger):
      [
        Failure(
          .noWritePermission,
          "'\(path)' is tied to its name: work has been handed in under it",
          at: .init(path: ledger),
          hint: "change what it is called instead: 'teachkit set \(path) title=…'")
      ]
    case .answered(let path, let ledger):
      [
        Failure(
          .noWritePermission,
          "'\(path)' can't go elsewhere: work has been handed in for it",
          at: .init(path: ledger), hint: "make it there anew")
      ]
    case .withinItself(let path):
      [Failure(.valueIsFaulty, "'\(path)' can't go into itself")]
    case .unfitPlace(let place, let path):
      [
        Failure(
          .valueIsFaulty,
          place.map { "'\(path)' can't go to '\($0)'" } ?? "'\(path)' stays where it is",
          hint: """
            chapters and worksheets go into chapters and subjects, exercises into \
            worksheets; 'teachkit add' and 'remove' are for students
            """)
      ]
    }
  }
}

extension StaleVersion: Explainable {
  var failures: [Failure] {
    let id: FailureID = isDeletion ? .deleteOperationFailed : .updateOperationFailed
    guard let now else {
      return [Failure(id, "'\(path)' no longer exists", hint: "'teachkit log' shows why")]
    }
    return [Failure(id, "'\(path)' has changed; its version is now \(now)")]
  }
}

extension StoreError: Explainable {
  var failures: [Failure] {
    switch self {
    case .noSchool: [Failure(.wrongRepository, "not inside a school")]
    case .detachedHead:
      [
        Failure(
          .wrongRepository, "the school has a detached HEAD, so a change would be lost",
          hint: "run 'git switch main' first")
      ]
    case .operationUnderWay(let name):
      [
        Failure(
          .isLocked, "a Git \(name) is in progress in the school",
          hint: "finish it first; 'teachkit status' lists the conflicts")
      ]
    case .handEdits(let paths):
      paths.map {
        Failure(
          .updateOperationFailed, "the file has uncommitted changes",
          at: .init(path: $0), hint: "commit it, or omit --no-commit")
      }
    case .undecided(let paths):
      paths.map {
        Failure(
          .updateOperationFailed, "the file has an unresolved merge conflict", at: .init(path: $0),
          hint: "resolve it in an editor, then run \(shellCommand("git", "add", $0))")
      }
    case .hardLink(let path):
      [
        Failure(
          .updateOperationFailed, "a hard link can't be published", at: .init(path: path),
          hint: "put a copy of the file in its place")
      ]
    case .notCheckedOut(let paths):
      paths.prefix(3).map {
        Failure(
          .updateOperationFailed, "it is left out of this sparse checkout", at: .init(path: $0),
          hint: "check out all files: 'git sparse-checkout disable'")
      }
    }
  }
}

extension UnfinishedChange: Explainable {
  var failures: [Failure] {
    let isForeign = (cause as? GitError)?.code == .unsupportedFormat
    return explain(cause).failures.map {
      Failure(
        $0.id, "cannot finish an interrupted change: \($0.message)", at: $0.place,
        hint: isForeign
          ? "run any command of that version here, or drop the change: 'teachkit doctor --fix'"
          : "fix the cause and try again, or drop the change: 'teachkit doctor --fix'")
    }
  }
}

extension EditError: Explainable {
  var failures: [Failure] {
    switch self {
    case .refused(let error):
      [
        Failure(
          .valueIsFaulty, Message(verbatim: error.message),
          hint: error.hint.map(Message.init(verbatim:)))
      ]
    case .holdsNUL:
      [Failure(.valueIsFaulty, "a text contains the character NUL", hint: "remove it")]
    case .notFound, .notAMapping, .notASequence, .entangled:
      [
        Failure(
          .objectIsFaulty, "cannot edit the file in place",
          hint: "change it in an editor")
      ]
    }
  }
}
