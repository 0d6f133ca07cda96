import Course
import Git
import HubProtocol
import PlainYAML
import Sandbox
import Text

// Explanations of the modules' errors. A command that can explain an error better catches it.

extension GitError: Explainable {
  var failures: [Failure] {
    let (id, hint) = consequence
    if let reply {
      let place = path.map { Failure.Place(path: $0) }
      guard let known = HubReply(reply) else {
        return [Failure(id, Message(verbatim: reply.text), at: place, hint: hint)]
      }
      if known == .refused {
        return [Failure(id, Message(verbatim: reply.words), at: place, hint: hint)]
      }
      let failure = known.failure
      return [Failure(failure.id, failure.message, at: place, hint: failure.hint)]
    }
    // libgit2's message is about one of its settings.
    let message = code == .notOwner ? "it belongs to another user" : plainMessage
    return [Failure(id, message, at: path.map { Failure.Place(path: $0) }, hint: hint)]
  }

  /// Our own message for a failed login to a web server.
  private var plainMessage: Message {
    guard code == .authentication, path?.hasPrefix("http") == true else {
      return message
    }
    return message.text.hasPrefix("could not read")
      ? "the server requires a name and a password"
      : "the server rejected the name or the password"
  }

  private var consequence: (FailureID, hint: Message?) {
    switch code {
    case .notFound, .unborn: (.notFound, nil)
    case .exists, .conflict: (.createOperationFailed, nil)
    case .locked:
      (.isLocked, owner.map { "wait for process \($0) to finish, then try again" })
    case .busyOperation: (.isLocked, "finish it first; see 'git status'")
    case .replied: (.failedSharing, nil)
    case .modified: (.updateOperationFailed, nil)
    case .notOwner:
      (
        .noWritePermission,
        """
        work in your own clone; if it is yours, \
        \(shellCommand("git", "config", "--global", "--add", "safe.directory", path ?? "FOLDER")) \
        allows it
        """
      )
    case .permission: (.noWritePermission, "check the permissions there")
    case .readOnly: (.noWritePermission, "the disk is mounted read-only")
    case .unsupportedFormat:
      (.wrongRepository, "it was created by a newer Git in an unsupported format")
    case .corrupt: (.objectIsFaulty, Self.repairHint(of: path ?? ""))
    case .partial:
      (
        .wrongRepository,
        """
        it is a partial clone: \
        \(shellCommand("git", "-C", path ?? ".", "fetch", "--refetch", "--no-filter")) \
        fetches the rest
        """
      )
    case .remoteIsDamaged:
      (
        .objectIsFaulty,
        """
        ask the hub's administrator to restore a backup or move it aside; then the teacher's \
        'teachkit hub restore' restores the collected work
        """
      )
    case .hostile:
      (.objectIsFaulty, "it was not read; ask the hub's administrator to check it")
    case .limit: (.objectIsFaulty, nil)
    case .invalid: (.valueIsFaulty, nil)
    case .noSpace: (.ioFailure, "free disk space, then try again")
    case .remoteDiskIsFull: (.failedSharing, "tell your teacher or the hub's administrator")
    case .networkUnavailable: (.networkUnavailable, nil)
    case .connectionFailed, .timedOut: (.networkFailure, nil)
    case .authentication:
      (
        .notAuthenticated,
        path?.hasPrefix("http") == true
          ? """
          on a terminal, Git asks for them, and `git config --global credential.helper store` stores them; \
          the administrator can reset them
          """ : "check the key that `ssh` uses"
      )
    case .insecureKeyPermissions(let file):
      (.notAuthenticated, "run \(shellCommand("chmod", "600", file)) to protect it")
    case .untrustedHost:
      (
        .untrustedHost,
        "this may be a forged server: ask the hub's administrator before you continue"
      )
    case .lockedKey:
      (
        .notAuthenticated,
        "load it into an agent: `eval $(ssh-agent)`, then \(shellCommand("ssh-add", path ?? "KEY"))"
      )
    case .unknownHost:
      (
        .failedSharing,
        """
        run `\(command ?? "ssh HOST")` once, and answer 'yes' if \
        it shows the hub's key
        """
      )
    case .programMissing: (.notConfigured, "install it; see 'teachkit doctor'")
    case .other: (.ioFailure, nil)
    }
  }
}

extension GitError {
  /// The hint for a damaged repository: a school's stores can be rebuilt.
  fileprivate static func repairHint(of path: String) -> Message {
    for (store, command) in [("outbox", "share"), ("collected", "collect")] {
      let parts = path.split(separator: "/")
      guard let place = parts.firstIndex(of: Substring(store)), place > 0, place + 1 < parts.count,
        parts[place - 1] == "teachkit"
      else { continue }
      let subject = parts[place + 1].prefix { $0 != "." }
      let start = place > 1 && parts[place - 2] == ".git" ? place - 2 : place - 1
      return """
        move '\(parts[start...(place + 1)].joined(separator: "/"))' away, then run \
        'teachkit \(command) \(subject)' to create it again
        """
    }
    return "'git fsck' lists the damage; restore it from a backup"
  }
}

extension SandboxMissing: Explainable {
  var failures: [Failure] {
    let reason =
      message.split(whereSeparator: \.isNewline).first.map { ": \(visible(String($0)))" } ?? ""
    return [
      Failure(
        .noSandbox, "cannot run students' programs safely\(reason)",
        hint: """
          install bubblewrap and allow user namespaces, or run them without any protection by\
           '--sandbox none'
          """)
    ]
  }
}
