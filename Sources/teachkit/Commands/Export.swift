import ArgumentParser

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write lists and records for other programs and people.",
    subcommands: [ExportRoster.self, ExportStudent.self])
}
