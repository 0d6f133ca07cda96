import Course
import Exchange
import Git
import HubProtocol
import Model
import Storage
import Text

/// The words for a hub's replies: for the hub's own output, and for the user of a client.
extension HubReply {
  var failure: Failure {
    let another: Message = "ask your teacher for a new one"
    let ownKey: Message = "use your own key: '--key FILE'"
    return switch self {
    case .notFound:
      Failure(
        .noWritePermission, "no such repository, or no access to it", hint: "check the address"
      )
    case .readOnly:
      Failure(.noWritePermission, "you have read-only access", hint: "ask your teacher")
    case .removed(let subject):
      Failure(
        .noWritePermission, "you are no longer a participant of '\(visible(subject))'",
        hint: "ask your teacher")
    case .pending(let subject):
      Failure(
        .noWritePermission, "you haven't joined '\(visible(subject))' yet",
        hint: "join with the link that your teacher sent: 'teachkit clone LINK'")
    case .closed(let branch, let at, let zone):
      Failure(
        .closed,
        "\(visible(branch)) closed on \(((try? zone.flatMap(ZoneFile.zone)) ?? .utc).text(at))",
        hint: SubmitError.askForTime)
    case .collected(let branch):
      Failure(
        .invalidModification, "\(visible(branch)): the attempt was already collected",
        hint: SubmitError.askToReturn)
    case .overtaken(let mailbox):
      Failure(
        .isLocked, "'\(visible(mailbox))' has just withdrawn an attempt", hint: "collect again")
    case .mailboxFull(let bytes, let limit):
      Failure(
        .failedSharing,
        "your mailbox has \(megabytes(bytes)) of the \(megabytes(limit)) limit",
        hint: "tell your teacher or the hub's administrator")
    case .diskFull:
      Failure(
        .failedSharing, "the hub's disk is full",
        hint: "tell your teacher or the hub's administrator")
    case .busy:
      Failure(
        .isLocked, "another push to the same repository is in progress",
        hint: "try again in a minute")
    case .tooManyConnections(let limit):
      Failure(
        .isLocked, "there are already \(limit) connections with your key",
        hint: "wait until they end, then try again")
    case .idle(let seconds):
      Failure(.networkFailure, "the connection was idle for \(seconds) seconds")
    case .timedOut(let seconds):
      Failure(.networkFailure, "the connection lasted longer than \(seconds) seconds")
    case .hubFault:
      Failure(
        .failedSharing, "the hub has a problem",
        hint: "try again later, or tell the hub's administrator to read its log")
    case .refused: Failure(.failedSharing, "the hub refused it")
    case .invitationUnknown:
      Failure(.noWritePermission, "this invitation is no longer valid", hint: another)
    case .invitationUsed:
      Failure(.noWritePermission, "this invitation was already used", hint: another)
    case .invitationExpired(let at):
      Failure(.invitationExpired, "this invitation expired on \(at)", hint: another)
    case .invitationOfAnother(let student):
      Failure(
        .noWritePermission, "this invitation isn't for '\(student)', whose key you have",
        hint: ownKey)
    case .keyOfAnother:
      Failure(.noWritePermission, "this key belongs to another user", hint: ownKey)
    case .keyBoundElsewhere:
      Failure(
        .noWritePermission, "this key already gives access to something else on this server",
        hint: "\(ownKey), or ask for a separate user for each hub")
    case .keyUnproven:
      Failure(.noWritePermission, "the request isn't signed with its key", hint: ownKey)
    case .studentMissing:
      Failure(
        .noWritePermission, "this link is for everyone and doesn't identify you",
        hint: "add --student ID, and --name for your teacher")
    case .studentTaken(let student):
      Failure(
        .noWritePermission, "another person has already asked to join as '\(student)'",
        hint: "choose another id")
    case .tooManyRequests:
      Failure(.noWritePermission, "too many requests to join are waiting", hint: "ask your teacher")
    case .tooManyRequestsOfClient:
      Failure(
        .noWritePermission, "too many requests to join from this address or with this key",
        hint: "try again tomorrow, or ask your teacher for a personal link")
    case .received(let branch, let at): Failure(.internalError, "\(branch): received \(at)")
    case .joined(let student): Failure(.internalError, "joined as \(student)")
    case .asked(let student): Failure(.internalError, "asked to join as \(student)")
    case .left(let subject): Failure(.internalError, "left \(subject)")
    }
  }

  /// The lines that a hub writes: the code for a client, and the sentence for people.
  func lines(sentence: String? = nil) -> [String] { [line, sentence ?? failure.message.text] }
}

extension HubError {
  /// The lines with which a hub answers.
  var lines: [String] {
    switch reply {
    case .refused: reply.lines(sentence: failures.first?.message.text)
    case let reply: reply.lines()
    }
  }
}
