import ArgumentParser
import Course
import Exchange
import Model
import Reports
import Storage
import Text

struct Status: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show pending work.",
    discussion: """
      In a school: manual changes, drafts, work to share, collect, grade, mark or \
      return, and due dates. In a clone: assigned work with its due date, \
      answers, submissions and grades, sorted by due date, with announcements and what is \
      new since the last report. With '--as student:ID', teachers see this list for a \
      student, based on collected work.

      Example: teachkit status
      """)

  @Flag(help: "Also list archived assignments; in a clone, also unassigned worksheets.")
  var all = false

  static let showsAsStudent = true

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    session.output.isPaged = true
    guard case .school(let root) = try session.place() else { return try showClone(session) }
    if session.viewer != nil {
      let views = try session.studentViews(at: nil)
      let states = try views.flatMap { try $0.workStates(at: nil) }
      let zone = try views.first?.files.zone() ?? .utc
      return reportOthers(states, show(states, in: zone, session), session)
    }
    var status = try SchoolStatus(
      session, try SchoolStore(root: root, damage: session.damage, notify: session.reportRecovery),
      withArchived: all)
    try await status.look()
    session.report(status.table)
    if status.table.rows.isEmpty, status.notes.isEmpty, status.failures.isEmpty {
      session.output.notice("nothing to do")
    }
    for note in status.notes { session.output.notice(note) }
    if let next = status.next { session.output.hint("run \(next) next") }
    try session.report(status.failures, "read")
  }

  private func showClone(_ session: Session) throws {
    let clone = try session.openClone()
    let states = try clone.states()
    let times = TimeWords(zone: try clone.files.zone(), now: session.now)
    let status = StudentStatus(states, times, all: all, isSchool: false)
    // Content that can't be read is reported by the pull that brings it.
    let news = try? clone.unreportedNews()
    session.report(
      CloneStatusReport(
        table: status.table, notices: try clone.notices(),
        news: NewsReport(news?.items ?? [], times, states)))
    if let state = news?.state { try clone.markReported(state) }
    let shown = status.states
    for state in shown where !state.path.isHandout {
      try session.reportUselessAnswers(of: try clone.files.worksheet(state.path), clone)
    }
    reportOthers(states, shown, session)
    if let news, !news.isPulled, !news.items.isEmpty {
      session.output.hint("run 'teachkit pull' to get what is new")
    }
    if let next = states.nextToWorkOn(at: session.now), next.faults.isEmpty {
      let isDone = next.answered >= next.exercises && next.submission?.isCurrent != true
      let verb: Message = isDone ? "submit" : "work"
      session.output.hint("run 'teachkit \(verb)' to continue with \(next.path.work)")
    }
  }

  /// - Returns: the states that are shown.
  private func show(_ states: [WorkState], in zone: Zone, _ session: Session) -> [WorkState] {
    let times = TimeWords(zone: zone, now: session.now)
    let status = StudentStatus(states, times, all: all, isSchool: session.viewer != nil)
    session.report(status.table)
    return status.states
  }

  private func reportOthers(_ states: [WorkState], _ shown: [WorkState], _ session: Session) {
    let others = states.count - shown.count
    if others > 0 {
      session.output.notice(
        others == 1
          ? "1 more worksheet is published: use --all to list it"
          : "\(others) more worksheets are published: use --all to list them")
    } else if states.isEmpty {
      session.output.notice("nothing is published yet")
    }
  }
}
