import Exchange
import Grading
import Model
import PlainYAML
import Storage

extension GradeRun {
  /// The result of grading one worksheet.
  public struct Outcome {
    public struct Changed {
      public let student: String
      /// The former grade; nil for none.
      public let old: Grade?
      public let new: Grade
    }

    public let path: ContextPath
    public let title: String
    /// The test students among the students below.
    var tests: Set<String> = []
    /// The number of students by the state of their grade, without test students.
    public var counts: [Grade.State: Int] = [:]
    /// New or changed lines of the ledger.
    public var changed: [Changed] = []
    /// Participants without a grade: the work isn't assigned to them, or only for viewing.
    public var ungraded: [String] = []
    /// Students with a removed grade, because the work is no longer assigned to them.
    public var removed: [String] = []
    /// Students whose mailbox was collected, even if it was empty.
    public var collected: Set<String> = []
    /// The computed grades, changed or not.
    public var graded: [(student: String, grade: Grade)] = []
    /// The students whose answers changed since they were marked.
    public var changedSince: [String] = []
    /// The exercises that wait because the worksheet changed after the answer.
    public var overtaken: [(student: String, exercise: String, change: WorksheetChange)] {
      graded.flatMap { student, grade in
        grade.changed.sorted { $0.key < $1.key }.map { (student, $0.key, $0.value) }
      }
    }
    /// Students whose work is unreadable, with the reason.
    public var unreadable: [(student: String, reason: String)] = []
    /// Students whose grade was kept, with the reason.
    public var kept: [(student: String, why: Obstacle)] = []
    /// Students whose kept grade is missing or for another submission, because only program runs
    /// are missing.
    public var awaitingRuns: [String] = []
    /// Students whose work couldn't be processed, so that their grade was kept.
    public var failures = StudentFailures()

    /// Removes the grade of a student to whom the work is no longer assigned.
    public mutating func remove(_ student: String, from ledger: inout Ledger) {
      guard ledger[student] != nil else { return }
      ledger.remove(student)
      removed.append(student)
    }

    /// The outcome for the students who count.
    public var counting: Outcome {
      if tests.isEmpty { return self }
      var outcome = self
      outcome.tests = []
      outcome.changed.removeAll { tests.contains($0.student) }
      outcome.ungraded.removeAll(where: tests.contains)
      outcome.removed.removeAll(where: tests.contains)
      outcome.collected.subtract(tests)
      outcome.graded.removeAll { tests.contains($0.student) }
      outcome.changedSince.removeAll(where: tests.contains)
      outcome.unreadable.removeAll { tests.contains($0.student) }
      outcome.kept.removeAll { tests.contains($0.student) }
      outcome.awaitingRuns.removeAll(where: tests.contains)
      return outcome
    }

    /// The changed grades of test students.
    public var testing: [Changed] { changed.filter { tests.contains($0.student) } }

    public func kept(_ why: Obstacle) -> [String] { kept.filter { $0.why == why }.map(\.student) }
  }

  /// A reason why a grade can't be computed.
  public enum Obstacle: String, CaseIterable {
    /// The collected submission isn't on this machine.
    case absent
    /// The arrival isn't recorded.
    case unrecorded
    /// The result of a program isn't known on this machine.
    case notRun
    /// Likewise, and a program in `private/` tests it, which can't run elsewhere.
    case notTested
    /// The grading of a shard failed.
    case failed
  }
}

extension Ledger {
  /// Sets a student's grade; nil if it was already the same.
  public mutating func update(_ grade: Grade, of student: String) throws -> GradeRun.Outcome
    .Changed?
  {
    let value = grade.value
    if holds(value, for: student) { return nil }
    let old = self[student].flatMap { Grade($0) }
    try set(student, value)
    return .init(student: student, old: old, new: grade)
  }
}

extension Verdict {
  /// Whether the answer changed since it was marked.
  public var isChanged: Bool { if case .markedBefore? = reason { true } else { false } }
}
