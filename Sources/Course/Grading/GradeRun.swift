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
  public let files: SchoolFiles
  public let submissions: Submissions?
  public let book: AssignmentBook
  private let zone: Zone
  let names: WorkNames
  public let reader: AnswerReader
  public let participants: ParticipantList
  public let rules: WorkRules
  let budget: TermBudget?
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

  /// Whether a collected submission is missing here, because another machine collected it or a
  /// store was lost.
  func isAbsent(
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

extension Assessment {
  /// Whether the grade contains everything to report.
  fileprivate var isSettled: Bool {
    grade.state != .unreadable && grade.changed.isEmpty && !verdicts.contains(where: \.isChanged)
  }
}

extension Marks {
  /// Whether a teacher's decision affects the grade.
  fileprivate var isDecided: Bool {
    !points.isEmpty || !rubric.isEmpty || override != nil || excused != nil
  }
}
