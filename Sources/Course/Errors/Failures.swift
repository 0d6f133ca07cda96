import Text

/// The kinds of failure.
///
/// Programs read their names; the table below maps them to exit codes and hints.
public enum FailureID: String, CaseIterable, Sendable {
  case checksFailed, belowMinimum, partlyFailed
  case commandIsFaulty, valueIsFaulty
  case objectIsFaulty, parentObjectIsFaulty, objectIsFaultyAfterPush, invalidModification
  case notFound, wrongRepository, noSharedData, fetchSortTypeNotAvailable
  case networkUnavailable, networkFailure, failedSharing, untrustedHost, providerFailed
  case internalError
  case createOperationFailed, addOperationFailed
  case ioFailure
  case updateOperationFailed, deleteOperationFailed, hubIsNewer, isLocked
  case noWritePermission, closed, invitationExpired, notAuthenticated
  case notConfigured, noHub, noSandbox

  /// The exit code, and the default hint for failures without their own.
  private var consequence: (exitCode: Int32, hint: Message?) {
    switch self {
    case .checksFailed, .belowMinimum, .partlyFailed: (1, nil)
    case .commandIsFaulty, .valueIsFaulty: (64, nil)
    case .objectIsFaulty, .invalidModification: (65, nil)
    case .parentObjectIsFaulty: (65, nil)
    case .objectIsFaultyAfterPush:
      (65, "the hub's content differs from your push: share again, then run 'teachkit audit'")
    case .notFound: (66, nil)
    case .wrongRepository:
      (66, "run the command inside a school or clone, or specify the folder with -C")
    case .noSharedData: (66, "ask your teacher to share the subject")
    case .fetchSortTypeNotAvailable: (66, nil)
    case .networkUnavailable: (69, "check the connection and try again")
    case .networkFailure: (69, "try again later")
    case .failedSharing, .untrustedHost, .providerFailed: (69, nil)
    case .internalError: (70, "this is a bug in teachkit: please report the command you ran")
    case .createOperationFailed, .addOperationFailed: (73, nil)
    case .ioFailure: (74, nil)
    case .updateOperationFailed, .deleteOperationFailed:
      (75, "check the current content, then try again")
    case .hubIsNewer: (75, "pull the school first")
    case .isLocked: (75, "another teachkit or git process is running here: try again later")
    case .noWritePermission, .closed, .invitationExpired, .notAuthenticated: (77, nil)
    case .notConfigured: (78, nil)
    case .noHub: (78, "set one with 'teachkit share SUBJECT --hub FOLDER'")
    case .noSandbox: (78, "install bubblewrap, or see 'teachkit doctor'")
    }
  }

  public var exitCode: Int32 { consequence.exitCode }
  public var hint: Message? { consequence.hint }
}

/// Several failures that stopped a command. All are listed; the first one determines the exit code.
public struct Failures: Error {
  public let list: [Failure]

  public init(list: [Failure]) {
    self.list = list
  }
}
