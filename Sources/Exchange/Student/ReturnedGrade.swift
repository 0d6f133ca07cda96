import Model
import PlainYAML
import Storage

/// A grade as it came back to the student.
public struct ReturnedGrade: Hashable, Sendable {
  public enum Result: String, CaseIterable, Sendable {
    case correct, partial, wrong, unanswered, unreviewed
  }

  /// What became of one exercise.
  public struct Exercise: Hashable, Sendable {
    public let id: String
    /// nil while it waits for a person.
    public let points: Rational?
    public let max: Rational?
    /// How late it came, where that is told of it alone.
    public let late: Grade.Late?
    public let result: Result?
    /// The student's own answer.
    public let answer: Node?
    /// Only where the subject shows solutions.
    public let solution: Node?
    public let explain: String?
    public let comment: String?
    /// When the student asked what the teacher has answered; nil for nothing.
    public let answered: Instant?
    /// Points by item of the rubric.
    public let rubric: [String: Rational]
    /// What the compiler said of a program.
    public let compiler: String?
    /// What became of a program, by case or test: `case 1`, `ok`.
    public let runs: [Run]

    /// What became of a program in one case or test.
    public struct Run: Hashable, Sendable {
      public let name: String
      public let outcome: CodeOutcome
    }
  }

  public let grade: Grade
  public let comment: String?
  /// Why the work is excused.
  public let excused: String?
  /// Why the teacher set the score by hand.
  public let why: String?
  /// The school mark, where the teacher gives them.
  public let mark: String?
  /// After how many attempts another one is asked for; nil where none is.
  public let again: Int?
  /// Why the answers can't be read.
  public let unreadable: String?
  public let exercises: [Exercise]

  /// Reads `grades/<work>.yaml` of an inbox; nil where it is no grade.
  ///
  /// - Parameter result: exercises with this result are left out.
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
