import ArgumentParser
import Exchange
import Model
import Reports
import Storage

struct Status: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show where you stand.",
    discussion: """
      In a school: what was changed by hand, drafts, what is not shared, collected, graded, marked \
      or returned, and what is due. In a clone: what is assigned, due, answered, handed in and \
      returned; what is due first stands first. With '--as student:ID' a teacher sees that by what \
      was collected.

      Example: teachkit status
      """)

  @Flag(help: "In a clone: list what is published without being assigned, too.")
  var all = false

  static let showsAsStudent = true

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    guard case .school(let root) = try session.place() else { return try showClone(session) }
    if session.viewer != nil {
      let views = try session.studentViews(at: nil)
      let states = try views.flatMap { try $0.workStates(at: nil) }
      let zone = try views.first?.files.zone() ?? .utc
      return tellOthers(states, show(states, in: zone, session), session)
    }
    var status = try SchoolStatus(session, try SchoolStore(root: root, notify: session.sayRecovery))
    try await status.look()
    session.report(status.table)
    if status.table.rows.isEmpty, status.notes.isEmpty {
      session.output.notice("nothing waits for you")
    }
    status.notes.forEach(session.output.notice)
    if let next = status.next { session.output.hint("\(next) comes next") }
  }

  private func showClone(_ session: Session) throws {
    let clone = try session.openClone()
    let states = try clone.states()
    let shown = try show(states, in: clone.files.zone(), session)
    for state in shown where !state.path.isHandout {
      try session.sayUselessAnswers(of: try clone.files.worksheet(state.path), clone)
    }
    tellOthers(states, shown, session)
    if let next = states.nextToWorkOn(at: session.now), next.faults.isEmpty {
      let isDone = next.answered >= next.exercises && next.handIn?.isCurrent != true
      let verb = isDone ? "submit" : "work"
      session.output.hint("'teachkit \(verb)' takes \(next.path.work) next")
    }
  }

  /// - Returns: those that are shown.
  private func show(_ states: [WorkState], in zone: Zone, _ session: Session) -> [WorkState] {
    let times = TimeWords(zone: zone, now: session.now)
    let status = StudentStatus(states, times, all: all, isSchool: session.viewer != nil)
    session.report(status.table)
    return status.states
  }

  private func tellOthers(_ states: [WorkState], _ shown: [WorkState], _ session: Session) {
    let others = states.count - shown.count
    if others > 0 {
      session.output.notice(
        others == 1
          ? "1 more worksheet is published: --all lists it"
          : "\(others) more worksheets are published: --all lists them")
    } else if states.isEmpty {
      session.output.notice("nothing is published yet")
    }
  }
}
