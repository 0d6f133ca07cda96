import Model

/// One student's result, as statistics look at it.
public struct Performance: Hashable, Sendable {
  public let student: String
  public let grade: Grade
  /// In the worksheet's order; empty where the work is missing, excused or unreadable.
  public let verdicts: [Verdict]
  /// What was answered, in words, by exercise.
  public let answers: [String: String]
  /// Whether nothing was handed in and the time is not up.
  public let isAwaited: Bool

  public init(
    student: String, grade: Grade, verdicts: [Verdict] = [], answers: [String: String] = [:],
    isAwaited: Bool = false
  ) {
    self.student = student
    self.grade = grade
    self.verdicts = verdicts
    self.answers = answers
    self.isAwaited = isAwaited
  }
}
