import ArgumentParser
import Course
import Exchange
import Reports
import Text

struct Leave: Command {
  static let configuration = CommandConfiguration(
    commandName: "leave",
    abstract: "Leave a subject.",
    discussion: """
      Your files stay on this computer, and your teacher keeps your submissions. You \
      get nothing new and can't submit anything until your teacher invites you again.

      Example: teachkit leave --yes
      """)

  @Flag(name: [.short, .long], help: "Don't ask for confirmation.") var yes = false
  @Flag(help: "Show what would happen, without leaving.") var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let clone = try session.openClone()
    let subject = visible(clone.subject)
    if !dryRun, !yes {
      try session.requireConfirmation("Leave '\(subject)'?", otherwise: "you still participate")
    }
    let isAtOnce = try clone.leave(dryRun: dryRun)
    session.report(
      Statement(
        kind: "leave", sentence: "you \(dryRun ? "would leave" : "left") '\(subject)'",
        fields: [
          ("subject", .string(clone.subject)), ("student", .string(clone.student)),
          ("atOnce", .boolean(isAtOnce)), ("dryRun", .boolean(dryRun)),
        ]))
    if dryRun { return }
    if !isAtOnce { session.output.notice("your teacher sees it with the next 'teachkit collect'") }
    session.output.notice(
      "you keep the files in this folder; your teacher keeps your submissions and grades"
    )
  }
}
