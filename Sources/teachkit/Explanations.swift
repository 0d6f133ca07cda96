import Git
import Hub
import PlainYAML
import Sandbox
import Text

// The modules' errors in words, each with what follows from it. A command that knows better what it
// was doing catches the error and says so.

extension Failure {
  /// What is wrong in the file at `path`.
  init(_ error: YAMLError, path: String) {
    self.init(
      .objectIsFaulty, error.message,
      at: Place(
        path: path, line: error.position.line, column: error.position.column, excerpt: error.line),
      hint: error.hint)
  }
}

extension GitError: Explainable {
  var failures: [Failure] {
    let (id, hint) = consequence
    if let reply {
      let place = path.map { Failure.Place(path: $0) }
      guard let known = HubReply(reply) else {
        return [Failure(id, reply.text, at: place, hint: hint)]
      }
      if known == .refused { return [Failure(id, reply.words, at: place, hint: hint)] }
      let failure = known.failure
      return [Failure(failure.id, failure.message, at: place, hint: failure.hint)]
    }
    // What libgit2 says there is about a setting of its own.
    let message = code == .notOwner ? "this is another user's" : plainMessage
    return [Failure(id, message, at: path.map { Failure.Place(path: $0) }, hint: hint)]
  }

  /// A login to a web server in words of our own.
  private var plainMessage: String {
    guard code == .authentication, path?.hasPrefix("http") == true else { return message }
    return message.hasPrefix("could not read")
      ? "the server asks for a name and a password, and there are none"
      : "the server refused the name or the password"
  }

  private var consequence: (FailureID, hint: String?) {
    switch code {
    case .notFound, .unborn: (.notFound, nil)
    case .exists, .conflict: (.createOperationFailed, nil)
    case .locked:
      (.isLocked, owner.map { "process \($0) is at work here: wait for it, then repeat" })
    case .busyOperation: (.isLocked, "finish it first: 'git status' tells how")
    case .replied: (.failedSharing, nil)
    case .modified: (.updateOperationFailed, nil)
    case .notOwner:
      (
        .noWritePermission,
        "work in a clone of your own; where it is yours all the same, "
          + shellCommand("git", "config", "--global", "--add", "safe.directory", path ?? "FOLDER")
          + " tells Git so"
      )
    case .permission: (.noWritePermission, "look at who may read and write there")
    case .readOnly: (.noWritePermission, "the disk is mounted for reading only")
    case .unsupportedFormat:
      (.wrongRepository, "it was made by a newer Git, in a format of its own")
    case .corrupt: (.objectIsFaulty, Self.cure(of: path ?? ""))
    case .partial:
      (
        .wrongRepository,
        "it is a partial clone: "
          + shellCommand("git", "-C", path ?? ".", "fetch", "--refetch", "--no-filter")
          + " fetches the rest"
      )
    case .damagedThere:
      (
        .objectIsFaulty,
        "who runs the hub puts a copy of it back, or moves it aside: then the teacher's "
          + "'teachkit hub restore' brings back what was collected"
      )
    case .hostile:
      (.objectIsFaulty, "nothing of it was read: whoever keeps the hub should look at it")
    case .limit: (.objectIsFaulty, nil)
    case .invalid: (.valueIsFaulty, nil)
    case .noSpace: (.ioFailure, "make room on the disk, then repeat")
    case .noSpaceThere: (.failedSharing, "tell your teacher, or whoever keeps the hub")
    case .networkUnavailable: (.networkUnavailable, nil)
    case .connectionFailed, .timedOut: (.networkFailure, nil)
    case .authentication:
      (
        .notAuthenticated,
        path?.hasPrefix("http") == true
          ? "on a terminal Git asks for them, `git config --global credential.helper store` keeps them, and "
            + "whoever keeps the server can give new ones" : "check the key that `ssh` uses"
      )
    case .openKey(let file):
      (.notAuthenticated, "\(shellCommand("chmod", "600", file)) keeps it to yourself")
    case .untrustedHost:
      (
        .untrustedHost,
        "this may be another server than it says: ask whoever runs the hub before you go on"
      )
    case .lockedKey:
      (
        .notAuthenticated,
        "an agent can know it: `eval $(ssh-agent)`, then \(shellCommand("ssh-add", path ?? "KEY"))"
      )
    case .unknownHost:
      (
        .failedSharing,
        "run `\(command ?? "ssh HOST")` once, and say 'yes' where "
          + "the key that it shows is the hub's"
      )
    case .programMissing: (.notConfigured, "install it, or see 'teachkit doctor'")
    case .other: (.ioFailure, nil)
    }
  }
}

extension GitError {
  /// What to do about a damaged repository: a school's stores are made anew.
  fileprivate static func cure(of path: String) -> String {
    for (store, command) in [("outbox", "share"), ("collected", "collect")] {
      let parts = path.split(separator: "/")
      guard let place = parts.firstIndex(of: Substring(store)), place > 0, place + 1 < parts.count,
        parts[place - 1] == "teachkit"
      else { continue }
      let subject = parts[place + 1].prefix { $0 != "." }
      return "move that folder away: 'teachkit \(command) \(subject)' makes it anew"
    }
    return "'git fsck' lists what is damaged; restore it from a copy"
  }
}

extension SandboxMissing: Explainable {
  var failures: [Failure] {
    let said =
      message.split(whereSeparator: \.isNewline).first.map { ": \(visible(String($0)))" } ?? ""
    return [
      Failure(
        .noSandbox, "students' programs can't be run safely here\(said)",
        hint: "install bubblewrap and allow user namespaces, or run them without any protection by"
          + " '--sandbox none'")
    ]
  }
}
