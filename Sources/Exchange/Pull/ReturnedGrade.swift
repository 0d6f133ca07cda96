import Model
import PlainYAML
import Storage

/// A returned grade.
public struct ReturnedGrade: Hashable, Sendable {
  public enum Result: String, CaseIterable, Sendable {
    case correct, partial, wrong, unanswered, unreviewed
  }

  /// The result of an exercise.
  public struct Exercise: Hashable, Sendable {
    public let id: String
    /// Nil while the exercise waits for marks.
    public let points: Rational?
    public let max: Rational?
    /// Its own lateness, if it differs from that of the whole work.
    public let late: Grade.Late?
    public let result: Result?
    /// Why the answer waits: the teacher changed the exercise after it.
    public let changed: WorksheetChange?
    /// The student's own answer.
    public let answer: Node?
    /// Nil if the subject doesn't show solutions.
    public let solution: Node?
    public let explain: String?
    public let comment: String?
    /// The time of the answered question; nil for none.
    public let answered: Instant?
    /// Points by rubric item.
    public let rubric: [String: Rational]
    /// The compiler's messages.
    public let compiler: String?
    /// The verdicts of a program, by case or test: `case 1`, `ok`.
    public let runs: [Run]

    /// The verdict of a case or test.
    public struct Run: Hashable, Sendable {
      public let name: String
      public let outcome: CodeOutcome
    }
  }

  public let grade: Grade
  public let comment: String?
  /// Why the work is excused.
  public let excused: String?
  /// The reason for the override.
  public let why: String?
  /// The school mark, if there are any.
  public let mark: String?
  /// The number of attempts after which another one is requested; nil for no request.
  public let again: Int?
  /// Why the answers are unreadable.
  public let unreadable: String?
  public let exercises: [Exercise]

  /// Parses `grades/<work>.yaml` of an inbox; nil if it isn't a grade.
  ///
  /// - Parameter result: omits exercises with this result.
  init?(_ node: Node, leavingOut result: Result? = nil) {
    guard let grade = Grade(node) else { return nil }
    self.grade = grade
    comment = node["comment"]?.scalar
    excused = node["excused"]?.scalar
    why = node["why"]?.scalar
    mark = node["mark"]?.scalar
    again = node["again"]?.scalar.flatMap { Int($0) }
    unreadable = node["unreadable"]?.scalar
    exercises = (node["exercises"]?.mapping ?? []).map { entry in
      func number(_ key: String) -> Rational? {
        entry.value[key]?.scalar.flatMap { Rational(exact: $0) }
      }
      return Exercise(
        id: entry.key, points: number("points"), max: number("max"),
        late: Grade.Late(entry.value),
        result: entry.value["result"]?.scalar.flatMap { Result(rawValue: $0) },
        changed: entry.value["changed"]?.scalar.flatMap { WorksheetChange(rawValue: $0) },
        answer: entry.value["answer"], solution: entry.value["solution"],
        explain: entry.value["explain"]?.scalar, comment: entry.value["comment"]?.scalar,
        answered: entry.value["answered"]?.scalar.flatMap { Instant(iso: $0) },
        rubric: Dictionary(
          (entry.value["rubric"]?.mapping ?? []).compactMap { item in
            item.value.scalar.flatMap { Rational(exact: $0) }.map { (item.key, $0) }
          }, uniquingKeysWith: { first, _ in first }),
        compiler: entry.value["compiler"]?.scalar,
        runs: ["cases", "tests"].flatMap { entry.value[$0]?.mapping ?? [] }.compactMap { run in
          run.value.scalar.flatMap { CodeOutcome(rawValue: $0) }.map {
            Exercise.Run(name: run.key, outcome: $0)
          }
        })
    }
    .filter { result == nil || $0.result != result }
  }
}
