import ArgumentParser

/// What every command takes, before the verb or after it.
struct CommonOptions: ParsableArguments {
  @Option(
    name: .customShort("C"),
    help: ArgumentHelp("Run as if started in this folder.", valueName: "folder"),
    completion: .directory)
  var folders: [String] = []

  @Option(
    help: ArgumentHelp("How results are written.", valueName: "format"),
    completion: .list(Format.allCases.map(\.rawValue)))
  var format: Format = .text

  @Flag(name: [.short, .long], help: "Say nothing but errors.")
  var quiet = false

  @Option(help: ArgumentHelp("When to use colours.", valueName: "when"))
  var color: ColorUse = .auto

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("Show what this student sees, as 'student:ID'.", valueName: "viewer"),
    completion: Candidates.viewers.completion)
  var viewer: Viewer?

  /// Those of the options before a verb that take a value, for finding the verb.
  static let namesWithValue: Set<String> = [
    "-C", "--format", "--color", "--as", "--generate-completion-script",
  ]
}

/// How results are written.
enum Format: String, CaseIterable, ExpressibleByArgument {
  case text, json, csv, html, github, junit, tap, markdown

  /// What help says: that of most commands. Those of the others are put in its place.
  static let allValueStrings = ["text", "json"]
}

enum ColorUse: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

/// Whose eyes a teacher looks through.
enum Viewer: Hashable, Sendable, ExpressibleByArgument {
  case student(String)

  init?(argument: String) {
    guard argument.hasPrefix("student:"), argument.utf8.count > 8 else { return nil }
    self = .student(String(argument.dropFirst(8)))
  }
}
