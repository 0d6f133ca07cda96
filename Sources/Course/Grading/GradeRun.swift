import Exchange
import Git
import Grading
import Model
import PlainYAML
import Storage

/// Grades all submissions for some worksheets and updates their ledgers.
///
/// Reads the school's files and collected submissions, never the hub. Without changes, grading
/// again writes nothing.
public struct GradeRun {
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
    /// Students whose grade was removed because the work is no longer assigned to them.
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

  public let files: SchoolFiles
  public let submissions: Submissions?
  public let book: AssignmentBook
  private let zone: Zone
  private let names: WorkNames
  public let reader: AnswerReader
  public let participants: ParticipantList
  public let rules: WorkRules
  private let budget: TermBudget?
  private let code: CodeLibrary?
  /// The share of submissions to grade; nil for all.
  public var share: GradeShare?

  /// - Parameters:
  ///   - files: the school's files used for grading.
  ///   - code: the known results of students' programs.
  public init(
    subject: String, _ files: SchoolFiles, _ submissions: Submissions?, _ code: CodeLibrary? = nil
  ) throws {
    self.files = files
    self.submissions = submissions
    self.code = code
    book = try files.book()
    zone = try files.zone()
    names = try WorkNames(of: subject, in: files)
    reader = AnswerReader(submissions?.versions, names)
    participants = try files.participants(of: subject)
    rules = try files.subject(subject).rules
      .over(WorkRules(late: try files.school().late))
    budget = try TermBudget(of: subject, files, book, rules)
  }

  /// The inputs of one student's grade for a worksheet.
  public struct Work: Sendable {
    public let student: String
    public let terms: Terms
    /// The attempts on this machine, oldest first.
    public let chain: [Submission]
    /// The reason why the attempts can't be read, if so; then `chain` is empty.
    public let damage: GitError?
    public let arrivals: [Arrival]
    public let marks: Marks
    /// The records that all this was read from.
    let source: WorkSource

    /// The submissions for which points were given, by exercise, if the marks don't name them yet.
    fileprivate func pins(by assessment: Assessment) -> [String: String] {
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

  /// Grades one worksheet and writes the changed grades to the ledger of a change.
  ///
  /// - Parameter known: the grades that are up to date; new ones are added.
  public func grade(
    _ worksheet: Worksheet, into change: Change, known: KnownGrades? = nil
  ) throws -> Outcome {
    var outcome = Outcome(path: worksheet.path, title: worksheet.context.title)
    let faults = try files.marksFaults(of: worksheet).filter { $0.severity == .error }
    if !faults.isEmpty { throw FaultyFiles(faults: faults) }
    var pins: [String: [String: String]] = [:]
    try change.editGrades(of: worksheet.path) { ledger in
      try assessAll(
        worksheet, of: .everyone, noting: &outcome, known: { known?.state(of: $0, in: ledger) }
      ) { work, assessment in
        let changed = try ledger.update(assessment.grade, of: work.student)
        let pinned = work.pins(by: assessment)
        if !pinned.isEmpty { pins[work.student] = pinned }
        if assessment.isSettled { known?.add(work.source, ledger) }
        return changed
      }
      for student in outcome.ungraded { outcome.remove(student, from: &ledger) }
    }
    outcome.failures.add(try change.pinMarks(of: worksheet.path, to: pins))
    return outcome
  }

  /// Records in the code library which program runs a worksheet's grades depend on.
  public func requestRuns(_ worksheet: Worksheet) throws {
    var outcome = Outcome(path: worksheet.path, title: worksheet.context.title)
    try assessAll(worksheet, of: .everyone, noting: &outcome) { _, _ in nil }
  }

  /// Grades each student with work to grade. A failure of one student doesn't affect others.
  ///
  /// - Parameters:
  ///   - known: returns the state of an unchanged grade, which isn't computed again.
  ///   - keep: stores an assessment, and returns the change of the grade.
  public func assessAll(
    _ worksheet: Worksheet, of who: Who, noting outcome: inout Outcome,
    known: (WorkSource) -> Grade.State? = { _ in nil },
    keep: (Work, Assessment) throws -> Outcome.Changed?
  ) throws {
    let path = worksheet.path
    let grader = try Grader(worksheet)
    let recipients = book.allRecipients(of: path, withArchived: true)
    outcome.tests = Set(participants.testing.map(\.id))
    let tests = outcome.tests
    lazy var grades = Result { try files.grades(path) }
    func add(_ work: Work) throws {
      if let damage = work.damage { throw damage }
      let (student, chain, arrivals) = (work.student, work.chain, work.arrivals)
      if !chain.isEmpty || !arrivals.isEmpty { outcome.collected.insert(student) }
      if let last = chain.last, !arrivals.contains(where: { $0.commit == "\(last.commit)" }) {
        outcome.kept.append((student, .unrecorded))
        return
      }
      if try isAbsent(arrivals, besides: chain) {
        outcome.kept.append((student, .absent))
        return
      }
      let isAwaited = recipients.contains(student) && work.terms.mode != .view
      guard isAwaited || !chain.isEmpty || work.marks.isDecided else {
        outcome.ungraded.append(student)
        return
      }
      let assessment = try assess(work, grader, worksheet)
      let grade = assessment.grade
      let unknown = ([assessment] + assessment.rivals).flatMap(\.verdicts)
        .filter { $0.reason == .notRun }
      if !unknown.isEmpty {
        let areTested = unknown.allSatisfy { worksheet.exercise($0.exercise)?.isTested == true }
        outcome.kept.append((student, areTested ? .notTested : .notRun))
        let known = try grades.get()[student]
        if known?.commit != grade.commit { outcome.awaitingRuns.append(student) }
        return
      }
      if let changed = try keep(work, assessment) { outcome.changed.append(changed) }
      if grade.state == .unreadable, let reason = assessment.unreadable {
        outcome.unreadable.append((student, reason))
      }
      if assessment.verdicts.contains(where: \.isChanged) { outcome.changedSince.append(student) }
      if !tests.contains(student) { outcome.counts[grade.state, default: 0] += 1 }
      outcome.graded.append((student, grade))
    }
    let works = try works(on: worksheet, of: who) { source in
      guard let state = known(source) else { return false }
      if !tests.contains(source.student) { outcome.counts[state, default: 0] += 1 }
      return true
    }
    for work in works {
      do {
        try add(work)
      } catch  where StudentFailures.isPersonal(error) {
        outcome.failures.add(error, of: work.student, at: path)
      }
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

  /// Whether a collected submission is missing here, because another machine collected it or a
  /// store was lost.
  private func isAbsent(
    _ arrivals: [Arrival], besides chain: [Submission]
  ) throws(GitError) -> Bool {
    for commit in arrivals.compactMap(\.commit)
    where !chain.contains(where: { $0.commit.description == commit }) {
      guard let id = ObjectID(commit), try submissions?.contains(id) ?? false else { return true }
    }
    return false
  }

  /// Grades one student's work.
  ///
  /// - Throws: `GitError` if it is damaged.
  public func assess(_ work: Work, _ grader: Grader, _ worksheet: Worksheet) throws -> Assessment {
    if let damage = work.damage { throw damage }
    let takesFiles = worksheet.exercises.contains { !$0.question.files.isEmpty }
    let chain = Dictionary(
      work.chain.map { ($0.commit.description, $0) }, uniquingKeysWith: { first, _ in first })
    var failure: (any Error)?
    let assessment = try grader.assess(
      work.chain.map { Attempt(commit: $0.commit.description, claimed: $0.claimed) },
      received: work.arrivals, terms: work.terms, zone: zone, marks: work.marks
    ) { attempt in
      do {
        guard let submission = chain[attempt.commit], let submissions else {
          return .unreadable("the submission isn't on this machine")
        }
        let commit = submission.commit
        switch try submissions.answers(of: commit) {
        case .answers(let answers):
          let files = takesFiles ? try submissions.digests(of: commit) : [:]
          let translation = try reader.translate(
            answers, of: submission.origin, to: worksheet
          ) { try submissions.files(of: commit) }
          let runs =
            takesFiles
            ? try code?.runs(of: worksheet, files.keys) {
              try submissions.bytes(at: "work/\($0)", of: commit)
            } : nil
          return .answers(
            translation.answers, files: files, runs: runs ?? [:], changed: translation.changed)
        case .unreadable(let why): return .unreadable(why)
        }
      } catch {
        failure = error
        return .unreadable("the submission can't be read")
      }
    }
    if let failure { throw failure }
    return assessment
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

extension Assessment {
  /// Whether the grade contains everything to report.
  fileprivate var isSettled: Bool {
    grade.state != .unreadable && grade.changed.isEmpty && !verdicts.contains(where: \.isChanged)
  }
}

extension Verdict {
  /// Whether the answer changed since it was marked.
  public var isChanged: Bool { if case .markedBefore? = reason { true } else { false } }
}

extension Marks {
  /// Whether a teacher's decision affects the grade.
  fileprivate var isDecided: Bool {
    !points.isEmpty || !rubric.isEmpty || override != nil || excused != nil
  }
}
