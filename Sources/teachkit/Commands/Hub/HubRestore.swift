import ArgumentParser
import Course
import Exchange
import Model
import Reports
import Storage
import Text

struct HubRestore: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Recover a lost hub from the school and the collected work.",
    discussion: """
      Run this in the school. On a server, first create an empty hub with 'teachkit hub \
      init', and add a teacher's key. Shares the subjects, mailboxes and inboxes again, \
      and puts collected work back into the mailboxes. If 'teachkit hub' serves the \
      hub, also restores its receipts and the students' keys, as of the last 'collect'. \
      Students must submit later work again. If nothing was lost, it does nothing.

      Example: teachkit hub restore math
      """)

  @Argument(
    help: "The subjects; by default, all with participants.",
    completion: Candidates.subjects.completion)
  var subjects: [String] = []
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let school = try session.openSchool()
    let publishing = try Publishing(session, school)
    let files = school.files
    let wanted =
      subjects.isEmpty
      ? try files.subjectIDs().filter { try !files.participants(of: $0).entries.isEmpty }
      : try subjects.map { try WorkSelection.root($0, in: files).subject }
    var table = Table(
      "restored", [.init("mailbox"), .init("handIns", title: "Submissions", isNumber: true)])
    var failures: [Failure] = []
    var asking: [String] = []
    var known: Set<String> = []
    for subject in wanted {
      let report: RestoreReport
      do {
        report = try await publishing.exchange(subject).restoreHub()
      } catch let error as any Explainable {
        if wanted.count == 1 { throw error }
        failures += error.failures
        continue
      }
      publishing.summarize(report.shared, of: subject)
      if let former = report.former {
        publishing.summarize(former, of: subject, isMove: true)
        failures += publishing.failures(leaving: former)
      }
      for (mailbox, submissions) in report.restored {
        table.append([Cell("\(subject)/mailboxes/\(mailbox)"), Cell(submissions)])
      }
      if report.restored.isEmpty, report.left.isEmpty {
        session.output.notice("\(subject): no work was missing")
      }
      if let some = report.known {
        asking.append(subject)
        known.formUnion(some)
      }
      failures += (report.shared.failed + report.left).flatMap(\.error.failures)
    }
    // A key gives access to the whole hub.
    for subject in asking {
      let keyless = try files.participants(of: subject).counting
        .filter { $0.state == .accepted && !known.contains($0.id) }.map(\.id)
      if keyless.isEmpty { continue }
      session.output.notice("\(subject): the hub has no key for \(named(keyless))")
      session.output.hint(
        "invite them: 'teachkit invite \(subject) \(keyless.count == 1 ? keyless[0] : "WHO")'")
    }
    session.report(table)
    if !failures.isEmpty { throw NegativeAnswer(failures: failures) }
  }
}
