import Exchange
import Git
import Grading
import Model
import PlainYAML
import Storage

extension GradeRun {
  /// The inputs of one student's grade for a worksheet.
  public struct Work: Sendable {
    public let student: String
    public let terms: Terms
    /// The attempts on this machine, oldest first.
    public let chain: [Submission]
    /// Why the attempts can't be read, if so; then `chain` is empty.
    public let damage: GitError?
    public let arrivals: [Arrival]
    public let marks: Marks
    /// The records that all this was read from.
    let source: WorkSource

    /// The submissions for which points were given, by exercise, if the marks don't name them yet.
    func pins(by assessment: Assessment) -> [String: String] {
      assessment.verdicts.reduce(into: [:]) { pins, verdict in
        let exercise = verdict.exercise
        if marks.given(for: exercise) != nil, marks.marked[exercise] == nil {
          pins[exercise] = Marks.name(of: verdict.commit)
        }
      }
    }

    /// The submission to record for points given now for an exercise.
    public func submission(toMark exercise: String, by assessment: Assessment) -> String {
      let verdict = assessment.verdicts.first { $0.exercise == exercise }
      let commit = verdict?.commit ?? assessment.grade.commit
      if case .markedBefore? = verdict?.reason { return Marks.name(of: commit) }
      return verdict?.markedFor ?? marks.marked[exercise] ?? Marks.name(of: commit)
    }
  }

  /// The participants whose work is processed.
  public enum Who: Sendable {
    /// Those who count.
    case counting
    /// All with access, including test students.
    case everyone
    case only(Set<String>)
  }

  private func students(_ who: Who) -> [String] {
    switch who {
    case .counting: participants.counting.map(\.id)
    case .everyone: participants.current.map(\.id)
    case .only(let ids): participants.current.map(\.id).filter(ids.contains)
    }
  }

  /// Returns each participant's work on a worksheet, possibly empty.
  ///
  /// - Parameter isKnown: selects work that isn't needed, so that its attempts aren't read.
  public func works(
    on worksheet: Worksheet, of who: Who,
    except isKnown: (WorkSource) -> Bool = { _ in false }
  ) throws -> [Work] {
    let path = worksheet.path
    let (records, marks) = (try files.received(path), try files.marks(path))
    let received = ReceivedWork(records)
    let names = names.names(of: path)
    let tips = try submissions?.tips(at: names) ?? [:]
    var wanted: [(student: String, terms: Terms, source: WorkSource)] = []
    for participant in students(who) {
      let terms = book.terms(for: participant, worksheet, rules: rules)
      if share?.contains(path, of: terms.mailbox) == false { continue }
      let boxes = received.mailboxes(of: participant, today: terms.mailbox)
      let source = WorkSource(
        student: participant, mailboxes: boxes, tips: boxes.map { tips[$0] ?? [] },
        records: records, received: received, marks: marks[participant])
      if !isKnown(source) { wanted.append((participant, terms, source)) }
    }
    let mailboxes = Set(wanted.flatMap { $0.source.mailboxes })
    let attempts = try submissions?.attempts(at: names) { mailboxes.contains($0) } ?? [:]
    let left = wanted.isEmpty ? nil : try budget?.left(before: path, in: files)
    return wanted.map { student, terms, source in
      var terms = terms
      if let left, let budget = terms.late.budget {
        let rest = left(student)
        if rest.seconds < budget.seconds { terms.limitBudget(to: rest) }
      }
      let given = source.marks.map { Marks($0) } ?? Marks()
      // Work that was assigned again counts, although the student knows the solutions.
      let solved = given.solved.flatMap { $0 < terms.again ?? $0 ? nil : $0 }
      if terms.afterSolutions == .ignored { terms.solved = solved }
      var (chain, damage): ([Submission], GitError?) = ([], nil)
      do throws(GitError) {
        chain = try Submissions.attempts(
          of: student, today: terms.mailbox, among: attempts, received)
      } catch {
        damage = error
      }
      return Work(
        student: student, terms: terms, chain: chain, damage: damage,
        arrivals: source.arrivals, marks: given, source: source)
    }
  }

  /// The submissions to record for points given now, by student and exercise; without students
  /// whose submissions are missing here or damaged.
  public func submissions(
    toMark worksheet: Worksheet, of students: Set<String>
  ) throws -> [String: [String: String]] {
    let grader = try Grader(worksheet)
    var found: [String: [String: String]] = [:]
    for work in try works(on: worksheet, of: .only(students)) {
      if try isAbsent(work.arrivals, besides: work.chain) { continue }
      var failures = StudentFailures()
      guard
        let assessment = try failures.attempt(
          work.student, { try assess(work, grader, worksheet) })
      else { continue }
      for exercise in worksheet.exercises.map(\.id) {
        // The attempt that counts may have no answer, while a possibly better one waits.
        let waiting = ([assessment] + assessment.rivals.reversed())
          .first { $0.verdicts.contains { $0.exercise == exercise && $0.points == nil } }
        found[work.student, default: [:]][exercise] =
          work.submission(toMark: exercise, by: waiting ?? assessment)
      }
    }
    return found
  }
}
