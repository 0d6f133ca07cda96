import ArgumentParser
import Text

/// The kinds of failure.
///
/// Programs read their names; the table below maps them to exit codes and hints.
enum FailureID: String, CaseIterable, Sendable {
  case checksFailed, belowMinimum, partlyFailed
  case commandIsFaulty, valueIsFaulty
  case objectIsFaulty, parentObjectIsFaulty, objectIsFaultyAfterPush
  case notFound, wrongRepository, noSharedData, fetchSortTypeNotAvailable
  case networkUnavailable, networkFailure, failedSharing, untrustedHost, providerFailed
  case internalError
  case createOperationFailed, addOperationFailed
  case ioFailure
  case updateOperationFailed, deleteOperationFailed, hubIsNewer, isLocked
  case noWritePermission, closed, invitationExpired, notAuthenticated
  case notConfigured, noHub, noSandbox

  /// The exit code, and the default hint for failures without their own.
  private var consequence: (exitCode: Int32, hint: String?) {
    switch self {
    case .checksFailed, .belowMinimum, .partlyFailed: (1, nil)
    case .commandIsFaulty, .valueIsFaulty: (64, nil)
    case .objectIsFaulty: (65, nil)
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

  var exitCode: Int32 { consequence.exitCode }
  var hint: String? { consequence.hint }
}

/// The report of a failed run.
struct Explanation {
  let failures: [Failure]
  let exitCode: Int32
  /// Whether the printed results are valid despite the failure, in whole or in part.
  var resultsAreValid = false
}

/// Several failures that stopped a command. All are listed; the first gives the exit code.
struct Failures: Error {
  let list: [Failure]
}

/// A negative answer of a command that ran: checks found problems, or some of many items failed.
///
/// The printed results stay; the failures are listed.
struct NegativeAnswer: Error {
  static let exitCode: Int32 = 1
  var failures: [Failure] = []
}

/// An error of a module that can describe itself.
///
/// The conformances map errors to messages.
protocol Explainable: Error {
  var failures: [Failure] { get }
}

/// Turns an error into a message and an exit code.
func explain(_ error: any Error) -> Explanation {
  let failures: [Failure]
  switch error {
  case let answer as NegativeAnswer:
    return Explanation(
      failures: answer.failures, exitCode: NegativeAnswer.exitCode, resultsAreValid: true)
  case let failure as Failure: failures = [failure]
  case let several as Failures: failures = several.list
  case let error as any Explainable: failures = error.failures
  case let error as ValidationError: failures = [Failure(.commandIsFaulty, error.message)]
  default: failures = [Failure(.internalError, "unexpected: \(error)")]
  }
  let first = failures.first ?? Failure(.internalError, "unknown error")
  return Explanation(
    failures: failures.isEmpty ? [first] : failures, exitCode: first.id.exitCode,
    resultsAreValid: error is SharingFailed)
}

/// Returns "did you mean 'half'?" if one of `candidates` is similar to `word`.
func didYouMean(_ word: String, among candidates: some Sequence<String>) -> String? {
  closest(word, in: candidates).map { "did you mean '\($0)'?" }
}
