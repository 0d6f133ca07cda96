import ArgumentParser

struct Remind: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remind",
    abstract: "Set reminders.",
    subcommands: [RemindClosing.self, RemindDue.self, RemindFire.self, RemindToday.self])
}
