import ArgumentParser
import Exchange
import Model
import Reports
import Storage

struct Status: Command {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show where you stand.",
    discussion: """
      In a clone: what is assigned, due, answered, handed in and returned; what is due first \
      stands first.

      Example: teachkit status
      """)

  @Flag(help: "In a clone: list what is published without being assigned, too.")
  var all = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let clone = try session.openClone()
    let states = try clone.states()
    let times = TimeWords(zone: try clone.files.zone(), now: session.now)
    let status = StudentStatus(states, times, all: all)
    session.report(status.table)
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
      let verb = next.answered < next.exercises ? "work" : "submit"
      session.output.hint("'teachkit \(verb)' takes \(next.path.work) next")
    }
  }
}
