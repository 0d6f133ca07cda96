import ArgumentParser
import Exchange
import Reports
import Text

struct Leave: Command {
  static let configuration = CommandConfiguration(
    commandName: "leave",
    abstract: "Take part in a subject no more.",
    discussion: """
      What you have here stays as it is, and what you handed in stays with your teacher. Nothing new \
      comes, and nothing more can be handed in, until your teacher invites you again.

      Example: teachkit leave --yes
      """)

  @Flag(name: [.short, .long], help: "Don't ask.") var yes = false
  @Flag(help: "Only say what would happen.") var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let clone = try session.openClone()
    let subject = visible(clone.subject)
    if !dryRun, !yes {
      try session.agree("Leave '\(subject)'?", otherwise: "you take part as before")
    }
    let isAtOnce = try clone.leave(dryRun: dryRun)
    session.report(
      Statement(
        kind: "leave", sentence: "you \(dryRun ? "would " : "")take part in '\(subject)' no more",
        fields: [
          ("subject", .string(clone.subject)), ("student", .string(clone.student)),
          ("atOnce", .boolean(isAtOnce)), ("dryRun", .boolean(dryRun)),
        ]))
    if dryRun { return }
    if !isAtOnce { session.output.notice("your teacher sees it with the next 'teachkit collect'") }
    session.output.notice(
      "what is in this folder stays yours; what you handed in and your grades stay with your teacher"
    )
  }
}
