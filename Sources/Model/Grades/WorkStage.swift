/// The state of a student's work, as both sides show it.
public enum WorkStage: String, CaseIterable, Sendable {
  /// Nothing happened yet.
  case new
  /// Activity was recorded, and nothing is answered.
  case opened
  /// There are answers that weren't submitted.
  case working
  /// The student marked it as done, and submitted nothing.
  case done
  /// An attempt was submitted that wasn't returned yet.
  case submitted
  case returned
  /// Returned with a request for another attempt.
  case again = "try-again"
  /// Excused, and returned as such.
  case excused
  /// Nothing was submitted, and the work is closed.
  case closed
  /// Nothing was submitted or marked as done, and the assignment is archived.
  case archived
}

/// The facts that decide the state of a student's work. A teacher doesn't know unsubmitted answers.
public struct WorkFacts: Hashable, Sendable {
  /// Whether it can be submitted at all: it is neither for viewing nor for practice.
  public var acceptsSubmissions = true
  /// Whether activity was recorded.
  public var isOpened = false
  /// Whether there are answers that may not be submitted yet.
  public var isBegun = false
  public var isDone = false
  /// Whether an attempt was submitted that no returned grade covers.
  public var isSubmitted = false
  public var isReturned = false
  public var isExcused = false
  /// Whether another attempt was requested, or the work was assigned again, and none was submitted
  /// since.
  public var isAskedForAgain = false
  /// Whether the assignment is archived.
  public var isArchived = false
  /// Whether an attempt can still be submitted, and is expected.
  public var isToDo = false
  public var isClosed = false

  public init() {}

  public var stage: WorkStage {
    if acceptsSubmissions {
      if isSubmitted { return .submitted }
      if isAskedForAgain, isToDo { return .again }
      if isReturned {
        if isExcused { return .excused }
        return isBegun && isToDo && !isAskedForAgain ? .working : .returned
      }
    }
    if isDone { return .done }
    if isArchived { return .archived }
    if acceptsSubmissions, isClosed { return .closed }
    if isBegun { return .working }
    return isOpened ? .opened : .new
  }
}
