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
      returned; what is due first stands first.

      Example: teachkit status
      """)

  @Flag(help: "In a clone: list what is published without being assigned, too.")
  var all = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    guard case .school(let root) = try session.place() else { return try showClone(session) }
    var status = try SchoolStatus(session, try SchoolStore(root: root))
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
    let times = TimeWords(zone: try clone.files.zone(), now: session.now)
    let status = StudentStatus(states, times, all: all)
    session.report(status.table)
    for state in status.states {
      try session.sayUselessAnswers(of: try clone.files.worksheet(state.path), clone)
    }
    let others = states.count - status.states.count
    if others > 0 {
      session.output.notice(
        others == 1
          ? "1 more worksheet is published: --all lists it"
          : "\(others) more worksheets are published: --all lists them")
    } else if states.isEmpty {
      session.output.notice("nothing is published yet")
    }
    if let next = states.nextToWorkOn(at: session.now) {
      let isDone = next.answered >= next.exercises && next.handIn?.isOutdated != false
      let verb = isDone ? "submit" : "work"
      session.output.hint("'teachkit \(verb)' takes \(next.path.work) next")
    }
  }
}
