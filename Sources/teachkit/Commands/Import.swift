import ArgumentParser

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take over lists and material from elsewhere.",
    subcommands: [ImportMarks.self, ImportRoster.self, ImportSubject.self, ImportWorksheet.self])
}
