import ArgumentParser

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write lists and records for other programs and people.",
    subcommands: [ExportMarks.self, ExportRoster.self, ExportStudent.self])
}
