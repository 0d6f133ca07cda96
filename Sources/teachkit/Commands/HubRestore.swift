import ArgumentParser
import Exchange
import Model
import Reports
import Storage

struct HubRestore: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Bring back a hub that was lost, from the school and what was collected.",
    discussion: """
      Run it in the school. A server gets an empty hub first, with 'teachkit hub init' and a teacher's \
      key. Then subject, mailboxes and inboxes are shared anew, and what was collected goes back into \
      the mailboxes: on a hub that 'teachkit hub' serves with its receipts, and with the keys of those \
      whom it let in, as the last 'collect' saw them. What came after that students hand in again. \
      Where nothing was lost it does nothing.

      Example: teachkit hub restore math
      """)

  @Argument(
    help: "The subjects; all that somebody takes part in unless given.",
    completion: Candidates.subjects.completion)
  var subjects: [String] = []
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let school = try session.openSchool()
    let publishing = try Publishing(session, school)
    let files = school.files
    let wanted =
      subjects.isEmpty
      ? try files.subjectIDs().filter { try !files.participants(of: $0).isEmpty }
      : try subjects.map { try WorkSelection.root($0, in: files).subject }
    var table = Table("restored", [.init("mailbox"), .init("handIns", isNumber: true)])
    var failures: [Failure] = []
    var asking: [String] = []
    var known: Set<String> = []
    for subject in wanted {
      let report = try await publishing.exchange(subject).restoreHub()
      publishing.tell(report.shared, of: subject)
      if let former = report.former {
        publishing.tell(former, of: subject, isMove: true)
        failures += publishing.failures(leaving: former)
      }
      for (mailbox, handIns) in report.restored {
        table.append([Cell("\(subject)/mailboxes/\(mailbox)"), Cell(handIns)])
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
    // A key opens the whole hub.
    for subject in asking {
      let keyless = try files.participants(of: subject)
        .filter { $0.state == .accepted && !known.contains($0.id) }.map(\.id)
      if keyless.isEmpty { continue }
      session.output.notice("\(subject): the hub knows no key of \(named(keyless))")
      session.output.hint(
        "'teachkit invite \(subject) \(keyless.count == 1 ? keyless[0] : "WHO")' lets them in")
    }
    session.report(table)
    if !failures.isEmpty { throw AnswerIsNo(failures: failures) }
  }
}
