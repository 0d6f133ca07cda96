import Course
import Exchange
import Git
import Model
import Storage
import Text

/// Does the steps of a plan. A step that fails doesn't stop the others.
final class TickRun {
  private let session: Session
  private let school: SchoolStore
  private let publishing: Publishing
  private(set) var failures: [Failure] = []
  /// What changed, and what failed for the first time, for a notification.
  private(set) var news: [Message] = []
  /// The subjects that can't be collected now.
  private var uncollected: Set<String> = []

  init(_ session: Session, _ school: SchoolStore) throws {
    self.session = session
    self.school = school
    publishing = try Publishing(session, school)
  }

  /// The plan for now, with the state that counts what colleagues did.
  static func plan(_ school: SchoolStore, at now: Instant) throws -> (TickPlan, TickState) {
    let files = school.files
    var state = TickState(of: school)
    try state.note(ChangeHistory(school.repository), of: files, until: now)
    return (TickPlan(try TickMoments(files).moments, state, at: now), state)
  }

  /// Does a step, and reports what was done.
  ///
  /// - Parameter state: receives the result. A step that depends on a failed one is left for the
  ///   next run.
  func perform(_ step: TickStep, noting state: inout TickState) async {
    let subjects = step.kind == .remind ? Set(step.works.map(\.subject)) : [step.name]
    if step.kind != .publish, !uncollected.isDisjoint(with: subjects) { return }
    do {
      let result = try await result(of: step)
      let line: Message = "\(step.words): \(result.words)"
      session.output.notice(line)
      if result.isNews { news.append(line) }
      state.succeeded(step, at: session.now)
    } catch {
      if step.kind == .collect { uncollected.insert(step.name) }
      let all = explain(error).failures
      failures += all.map { failure in
        Failure(
          failure.id, "\(step.words): \(failure.message)", at: failure.place, hint: failure.hint)
      }
      let isKnown = state.failures[step.key] != nil
      if !isKnown { news += all.prefix(1).map { "\(step.words) failed: \($0.message)" } }
      state.failed(step, all.first?.message.text ?? "it failed", at: session.now)
    }
  }

  /// What a step did.
  private struct Result {
    let words: Message
    /// Whether it changed something.
    let isNews: Bool
  }

  private func result(of step: TickStep) async throws -> Result {
    switch step.kind {
    case .publish: try await publish(step)
    case .collect: try await collect(step.name)
    case .grade: try await grade(step.name)
    case .returning: try await returnGrades(step)
    case .remind: try await remind(step)
    }
  }

  private func publish(_ step: TickStep) async throws -> Result {
    let exchange = publishing.exchange(step.name)
    guard try await exchange.isToBeSharedAgain() else {
      return Result(words: "not shared", isNews: false)
    }
    let report = try await exchange.share(publishing: step.works)
    note(report.failed.flatMap(\.error.failures) + report.unwritable.failures("share"), step)
    let words: Message =
      if !report.appeared.isEmpty {
        "now visible: \(named(report.appeared.map(\.work)))"
      } else {
        report.isUnchanged ? "nothing new" : "updated"
      }
    return Result(words: words, isNews: !report.appeared.isEmpty)
  }

  @discardableResult
  private func collect(_ subject: String) async throws -> Result {
    try session.followRenames(in: subject, of: school, by: publishing.committer)
    let report = try await publishing.exchange(subject).collect()
    note(report.failures, .init(.collect, subject, at: session.now))
    let students = try school.files.students()
    let count = report.arrived.count { !students.isTest($0.mailbox) }
    return Result(
      words: "\(count) new in \(counted(report.mailboxes, "mailbox", "mailboxes"))",
      isNews: count > 0)
  }

  private func grade(_ subject: String) async throws -> Result {
    let outcomes = try await GradeCommand.outcomes(of: subject, in: school, session)
    var failed = StudentFailures()
    for outcome in outcomes { failed.add(outcome.failures) }
    note(failed.failures("grade"), .init(.grade, subject, at: session.now))
    let count = outcomes.reduce(0) { $0 + $1.counting.changed.count }
    return Result(
      words: count == 0 ? "nothing changed" : counted(count, "new grade", "new grades"),
      isNews: count > 0)
  }

  private func returnGrades(_ step: TickStep) async throws -> Result {
    let works = Set(step.works)
    let outdated = try GradeRun.outdated(
      works, of: step.name, in: school, CodeLibrary(in: school, school.files, session))
    let report = try await publishing.exchange(step.name).returnGrades(
      of: works, keepingBack: outdated)
    if let error = report.failure { throw SharingFailed(subject: step.name, error: error) }
    note(report.failures.failures("return"), step)
    let count = report.returned.count
    return Result(
      words: count == 0 ? "nothing new" : counted(count, "grade", "grades"), isNews: count > 0)
  }

  /// Sends the reminders of an assignment by mail.
  private func remind(_ step: TickStep) async throws -> Result {
    // Students who have just submitted get no reminder.
    for subject in Set(step.works.map(\.subject)).sorted() { try await collect(subject) }
    let files = school.files
    let assignment = try files.assignment(String(step.name.split(separator: "/").last ?? ""))
    let mails = try DueMails(assignment, files, step, at: session.now)
    let notifier = try session.notifier(for: files.school(), school.repository)
    let (sent, failed) = notifier.mail(mails.reminders)
    if let first = failed.first, sent == 0 { throw first }
    note(failed, step)
    _ = try school.change("tick", step.name, by: publishing.committer) { change in
      change.summary = "remind of \(step.name)"
      try change.noteReminder(of: assignment.id, at: step.at)
    }
    let without = mails.withoutAddress.count
    let missing: Message =
      without == 0 ? "" : ", \(counted(without, "student has", "students have")) no address"
    return Result(words: "\(counted(sent, "mail", "mails"))\(missing)", isNews: sent > 0)
  }

  /// Reports failures that a repetition wouldn't change.
  private func note(_ failures: [Failure], _ step: TickStep) {
    self.failures += failures
  }
}

extension TickStep {
  /// `collect math`
  var words: String { key }
}
