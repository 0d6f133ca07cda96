import HubProtocol
import Model
import PlainYAML
import Storage
import Text

/// Messages of students on the branch `progress`: questions and activity.
extension SubjectExchange {
  /// New questions about returned exercises.
  func asked(
    _ readings: [MailboxReading], _ names: WorkNames, _ files: SchoolFiles,
    _ report: inout CollectReport
  ) throws -> [CollectReport.AskedQuestion] {
    var known: [ContextPath: (worksheet: Worksheet, marks: Ledger)] = [:]
    var found: [CollectReport.AskedQuestion] = []
    for reading in readings {
      for (path, entries) in Dictionary(grouping: reading.requests, by: { names[$0.work] }) {
        guard let path else { continue }
        let read =
          try known[path]
          ?? report.reportingFaults { (try files.worksheet(path), try files.marks(path)) }
        guard let work = read else { continue }
        known[path] = work
        guard let marks = work.marks[reading.mailbox].map({ Marks($0) }), marks.returned != nil
        else { continue }
        var room = RequestFile.room - marks.asked.values.reduce(0) { $0 + $1.text.utf8.count }
        for entry in entries {
          guard let exercise = work.worksheet.exercise(everCalled: entry.exercise)?.id else {
            continue
          }
          let request = Marks.Request(
            text: entry.request.text, at: min(entry.request.at, now),
            answered: marks.asked[exercise]?.answered)
          if let last = marks.asked[exercise], last.at >= request.at || last.text == request.text {
            continue
          }
          room -= request.text.utf8.count
          if room < 0 { break }
          found.append(
            .init(student: reading.mailbox, path: path, exercise: exercise, request: request))
        }
      }
    }
    return found.sorted { ($0.student, $0.path, $0.exercise) < ($1.student, $1.path, $1.exercise) }
  }

  /// The published file that a student names; nil for anything else, which could be any path.
  private func handedOut(
    _ work: String, _ names: WorkNames, _ files: SchoolFiles
  ) throws -> ContextPath? {
    guard let path = names.file(work), try files.isHandedOut(path) else { return nil }
    return path
  }

  /// Reported activity that differs from the recorded one. Students with `progress: no` are left
  /// out.
  func newActivity(
    _ readings: [MailboxReading], _ names: WorkNames, _ files: SchoolFiles,
    _ report: inout CollectReport
  ) throws -> [CollectReport.NewActivity] {
    let readings = readings.filter { $0.activity != nil }
    if readings.isEmpty { return [] }
    let students = try files.roster().students
    var ledgers: [ContextPath: Ledger] = [:]
    var found: [CollectReport.NewActivity] = []
    for reading in readings {
      guard let activity = reading.activity, students[reading.mailbox]?.progress == true else {
        continue
      }
      for problem in activity.problems {
        report.refused.append(
          .init(
            mailbox: reading.mailbox, branch: "progress", problem: .activity(problem.text),
            isPast: false))
      }
      for (work, summary) in activity.summaries {
        guard let path = try names[work] ?? handedOut(work, names, files) else { continue }
        let ledger =
          try ledgers[path] ?? report.reportingFaults { try files.activity(path) } ?? Ledger()
        ledgers[path] = ledger
        let summary = summary.clamped(to: now)
        if ledger.holds(summary.value, for: reading.mailbox) { continue }
        // Bundles arrive in any order.
        let last = ledger[reading.mailbox].flatMap { ActivitySummary($0) }?.at
        if !reading.isRead, let last, last >= summary.at { continue }
        found.append(.init(student: reading.mailbox, path: path, summary: summary))
      }
    }
    return found.sorted { ($0.student, $0.path) < ($1.student, $1.path) }
  }
}
