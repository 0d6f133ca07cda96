import ArgumentParser
import Text

/// Every way to fail. Its name is what programs read; the table below says what follows from it.
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

  /// The exit code, and the hint where the failure itself brings none.
  private var consequence: (exitCode: Int32, hint: String?) {
    switch self {
    case .checksFailed, .belowMinimum, .partlyFailed: (1, nil)
    case .commandIsFaulty, .valueIsFaulty: (64, nil)
    case .objectIsFaulty: (65, nil)
    case .parentObjectIsFaulty: (65, nil)
    case .objectIsFaultyAfterPush:
      (65, "what the hub has differs from what was sent: share again, then run 'teachkit audit'")
    case .notFound: (66, nil)
    case .wrongRepository:
      (66, "run it inside a school or a clone, or name its folder with -C")
    case .noSharedData: (66, "nothing is shared here yet: ask your teacher")
    case .fetchSortTypeNotAvailable: (66, nil)
    case .networkUnavailable: (69, "check the connection and try again")
    case .networkFailure: (69, "the hub didn't answer: try again later")
    case .failedSharing, .untrustedHost, .providerFailed: (69, nil)
    case .internalError: (70, "this is a bug in teachkit: please report what you ran")
    case .createOperationFailed, .addOperationFailed: (73, nil)
    case .ioFailure: (74, nil)
    case .updateOperationFailed, .deleteOperationFailed:
      (75, "look at it again, then repeat")
    case .hubIsNewer: (75, "pull the school first")
    case .isLocked: (75, "another teachkit or git is at work here: try again")
    case .noWritePermission, .closed, .invitationExpired, .notAuthenticated: (77, nil)
    case .notConfigured: (78, nil)
    case .noHub: (78, "name one with 'teachkit share SUBJECT --hub FOLDER'")
    case .noSandbox: (78, "install bubblewrap, or see 'teachkit doctor'")
    }
  }

  var exitCode: Int32 { consequence.exitCode }
  var hint: String? { consequence.hint }
}

/// What a run that failed tells.
struct Explanation {
  let failures: [Failure]
  let exitCode: Int32
  /// Whether what the run answered holds all the same: it did its work, or the first part of it.
  var resultsStand = false
}

/// Several failures that stopped a command; all are listed, the first gives the exit code.
struct Failures: Error {
  let list: [Failure]
}

/// The command ran and its answer is no: checks found faults, some of many failed. What it printed
/// stays printed, the failures are listed.
struct AnswerIsNo: Error {
  static let exitCode: Int32 = 1
  var failures: [Failure] = []
}

/// An error of a module that can tell what went wrong. The conformances are the table that turns
/// errors into words.
protocol Explainable: Error {
  var failures: [Failure] { get }
}

/// Turns what a command threw into words and an exit code.
func explain(_ error: any Error) -> Explanation {
  let failures: [Failure]
  switch error {
  case let answer as AnswerIsNo:
    return Explanation(
      failures: answer.failures, exitCode: AnswerIsNo.exitCode, resultsStand: true)
  case let failure as Failure: failures = [failure]
  case let several as Failures: failures = several.list
  case let error as any Explainable: failures = error.failures
  case let error as ValidationError: failures = [Failure(.commandIsFaulty, error.message)]
  default: failures = [Failure(.internalError, "unexpected: \(error)")]
  }
  let first = failures.first ?? Failure(.internalError, "failed without a reason")
  return Explanation(
    failures: failures.isEmpty ? [first] : failures, exitCode: first.id.exitCode,
    resultsStand: error is SharingFailed)
}

/// "did you mean 'half'?" where one of `candidates` is near to `word`.
func didYouMean(_ word: String, among candidates: some Sequence<String>) -> String? {
  closest(word, in: candidates).map { "did you mean '\($0)'?" }
}
