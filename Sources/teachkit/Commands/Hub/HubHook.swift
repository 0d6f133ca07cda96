import ArgumentParser
import Course
import Git
import Glibc
import HubProtocol
import HubServer
import Substrings
import Text

extension HookName: ExpressibleByArgument {}

struct HubHook: Command {
  static let configuration = CommandConfiguration(
    commandName: "hook",
    abstract: "Check or accept a push to a hub. Run by Git.",
    discussion: "Example: teachkit hub hook pre-receive",
    shouldDisplay: false)

  @Argument(help: "The name of Git's hook.") var name: HookName
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    // The limits are for Git, which reads data that hasn't been checked yet.
    ResourceBounds.raise(RLIMIT_DATA)
    ResourceBounds.raise(RLIMIT_CPU)
    switch name {
    case .preReceive: try check(session)
    case .procReceive: try updateBranches(session)
    }
  }

  private func check(_ session: Session) throws {
    let variable = session.surroundings.variable
    var lines: [String] = []
    while let line = session.input.line() { lines.append(line) }
    let options = [variable("GIT_PUSH_OPTION_0")].compactMap(\.self)
    do {
      let push = try openPush(lines, options, session)
      do {
        try push.check(
          quarantine: variable("GIT_QUARANTINE_PATH"), now: push.hub.settings.clock ?? session.now)
      } catch let error where !(error is HubError) {
        HubLog(push.hub).add(error, doing: "check a push", by: push.principal, at: push.place)
        throw HubError.fault
      }
    } catch let error as HubError {
      try refuse(error, session)
    }
  }

  /// - Throws: `HubError`.
  private func openPush(
    _ lines: [String], _ options: [String], _ session: Session
  ) throws(HubError) -> Push {
    do {
      return try Push(variable: session.surroundings.variable, lines: lines, options: options)
    } catch {
      throw error as? HubError ?? .fault
    }
  }

  /// Writes a reply, which Git shows to the client after 'remote:', and ends.
  private func refuse(_ error: HubError, _ session: Session) throws -> Never {
    for line in error.lines { session.output.notice(Message(verbatim: line)) }
    throw NegativeAnswer()
  }

  /// Reads the branches from Git, updates them, and reports the result for each.
  private func updateBranches(_ session: Session) throws {
    func summarize(_ lines: [String]) {
      session.output.print(PacketLines.text(of: lines), terminator: "")
      session.output.flush()
    }
    func group() throws -> [String] { try PacketLines.group(session.input.bytes) }
    let hasOptions = try group().contains { $0.contains("push-options") }
    summarize(["version=1" + (hasOptions ? "\0push-options" : "")])
    let lines = try group()
    let options = hasOptions ? try group() : []
    let push: Push
    do throws(HubError) {
      push = try openPush(lines, options, session)
    } catch {
      try refuse(error, session)
    }
    do {
      try push.move()
    } catch let error as GitError {
      let reason: String
      switch error.code {
      case .locked: reason = HubReply.busy.line
      // The same words as Git's if another push was faster.
      case .modified, .exists: reason = "failed to update ref"
      default:
        HubLog(push.hub).add(error, doing: "update branches", by: push.principal, at: push.place)
        reason = (error.code == .noSpace ? HubReply.diskFull : .hubFault).line
      }
      return summarize(push.branches.map { "ng \($0) \(reason)" })
    }
    // The branches are updated even if the rest fails; the next push completes it.
    defer { summarize(push.branches.map { "ok \($0)" }) }
    // Git shows this to the client.
    do {
      for receipt in try push.finish() {
        for line in receipt.lines() { session.output.notice(Message(verbatim: line)) }
      }
    } catch {
      HubLog(push.hub).add(error, doing: "finish a push", by: push.principal, at: push.place)
    }
    push.startNotification(session.surroundings.variable)
  }
}
