import ArgumentParser

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export lists and records.",
    subcommands: [ExportMarks.self, ExportRoster.self, ExportStudent.self])
}
