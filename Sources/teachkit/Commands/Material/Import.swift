import ArgumentParser

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import lists and material.",
    subcommands: [ImportMarks.self, ImportRoster.self, ImportSubject.self, ImportWorksheet.self])
}
