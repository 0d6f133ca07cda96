import ArgumentParser
import Hub

extension HookName: ExpressibleByArgument {}

struct HubHook: Command {
  static let configuration = CommandConfiguration(
    commandName: "hook",
    abstract: "Check a push to a hub, or follow it up. Git runs it.",
    discussion: "Example: teachkit hub hook pre-receive",
    shouldDisplay: false)

  @Argument(help: "Git's name of it.") var name: HookName
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let variable = session.surroundings.variable
    var lines: [String] = []
    while let line = session.input.line() { lines.append(line) }
    do {
      let push = try Push(variable: variable, lines: lines)
      switch name {
      case .preReceive:
        try push.check(quarantine: variable("GIT_QUARANTINE_PATH"), now: session.now)
      case .postReceive: try push.finish()
      }
    } catch let error as HubError {
      // Git shows it to whoever pushes, after 'remote:'.
      session.output.notice(error.failures.first?.message ?? HubError.nothingHere)
      throw AnswerIsNo()
    }
  }
}
