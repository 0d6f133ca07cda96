import ArgumentParser
import Course
import Text

/// The report of a failed run.
struct Explanation {
  let failures: [Failure]
  let exitCode: Int32
  /// Whether the printed results are valid despite the failure, in whole or in part.
  var resultsAreValid = false
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
  case let error as ValidationError:
    failures = [Failure(.commandIsFaulty, Message(template: error.message))]
  default: failures = [Failure(.internalError, "unexpected: \(String(describing: error))")]
  }
  let first = failures.first ?? Failure(.internalError, "unknown error")
  return Explanation(
    failures: failures.isEmpty ? [first] : failures, exitCode: first.id.exitCode,
    resultsAreValid: error is SharingFailed)
}
