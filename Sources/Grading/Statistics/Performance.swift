import Model

/// One student's result, as input for statistics.
public struct Performance: Hashable, Sendable {
  public let student: String
  public let grade: Grade
  /// In the worksheet's order; empty if the work is missing, excused or unreadable.
  public let verdicts: [Verdict]
  /// The answers as text, by exercise.
  public let answers: [String: String]
  /// Whether the student can still submit and hasn't.
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
