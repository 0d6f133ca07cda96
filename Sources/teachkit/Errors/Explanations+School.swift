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
        .objectIsFaulty, message, at: place,
        hint: hint)
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
          .notFound, "no object '\(path)'",
          hint: suggestion.map { "did you mean '\($0)'?" } ?? "'teachkit list' shows all objects")
      ]
    case .ambiguous(let path, let candidates):
      [
        Failure(
          .valueIsFaulty, "'\(path)' is ambiguous",
          hint: "one of \(candidates.map { "'\($0)'" }.joined(separator: ", "))")
      ]
    case .incomplete(let path, let whole):
      [Failure(.valueIsFaulty, "'\(path)' is not a full path", hint: "write '\(whole)'")]
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
      [Failure(.parentObjectIsFaulty, "'\(path)' is invalid; the errors are below")]
        + faults.flatMap(\.failures)
    case .identifier(let id, let problem):
      [Failure(.valueIsFaulty, "'\(id)' \(problem.words)", hint: problem.hint)]
    case .taken(let id, let kind):
      [
        Failure(
          .createOperationFailed,
          "'\(id)' is already the id of \(kind)",
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
          hint: "run 'teachkit add \(student) --to \(schoolClass)' first")
      ]
    case .testStudent(let student, let schoolClass):
      [
        Failure(
          .addOperationFailed,
          "cannot add '\(student)' to the class '\(schoolClass)': it is a test student",
          hint: "test students get the work of all classes of their subjects")
      ]
    case .inUse(let path, let file):
      [
        Failure(
          .createOperationFailed, "'\(file)' refers to '\(path)', which would be removed",
          hint: "run 'teachkit delete \(path)' first, which removes the reference")
      ]
    case .formerName(let name, let other):
      [
        Failure(
          .noWritePermission,
          "'\(other)' was once called '\(name)': submissions under that name belong to it",
          hint: "choose another identifier")
      ]
    case .hasSubmissions(let path, let ledger):
      [
        Failure(
          .noWritePermission,
          "cannot rename '\(path)': work was submitted under this name",
          at: .init(path: ledger),
          hint: "change its title instead: 'teachkit set \(path) title=…'")
      ]
    case .answered(let path, let ledger):
      [
        Failure(
          .noWritePermission,
          "cannot move '\(path)': work was submitted for it",
          at: .init(path: ledger), hint: "create a new worksheet at the destination instead")
      ]
    case .withinItself(let path):
      [Failure(.valueIsFaulty, "cannot move '\(path)' into itself")]
    case .unfitPlace(let place, let path):
      [
        Failure(
          .valueIsFaulty,
          place.map { "cannot move '\(path)' to '\($0)'" } ?? "cannot move '\(path)'",
          hint: """
            move chapters and worksheets into chapters and subjects, exercises into \
            worksheets; for students, use 'teachkit add' and 'remove'
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
    case .operationInProgress(let name):
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
          .updateOperationFailed, "the file is not in this sparse checkout", at: .init(path: $0),
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
        $0.id, "cannot complete an interrupted change: \($0.message)", at: $0.place,
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
          .valueIsFaulty, error.message,
          hint: error.hint)
      ]
    case .containsNUL:
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
