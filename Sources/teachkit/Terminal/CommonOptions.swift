import ArgumentParser
import Course

/// The options of every command, accepted before or after the verb.
struct CommonOptions: ParsableArguments {
  @Option(
    name: .customShort("C"),
    help: ArgumentHelp("Run as if started in this folder.", valueName: "folder"),
    completion: .directory)
  var folders: [String] = []

  @Option(
    help: ArgumentHelp("The output format.", valueName: "format"),
    completion: .list(Format.allCases.map(\.rawValue)))
  var format: Format = .text

  @Flag(name: [.short, .long], help: "Print only errors.")
  var quiet = false

  @Option(help: ArgumentHelp("When to use colors.", valueName: "when"))
  var color: ColorUse = .auto

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("Show the view of this student, as 'student:ID'.", valueName: "viewer"),
    completion: Candidates.viewers.completion)
  var viewer: Viewer?

  /// The options before a verb that take a value; used to find the verb.
  static let namesWithValue: Set<String> = [
    "-C", "--format", "--color", "--as", "--generate-completion-script",
  ]
}

/// The output format.
enum Format: String, CaseIterable, ExpressibleByArgument {
  case text, json, csv
  /// CSV for Excel in the school's language.
  case excelCSV = "csv-excel"
  case xlsx, html, github, junit, tap, markdown

  /// The formats of tables.
  static let table: [Format] = [.text, .json, .csv, .excelCSV, .xlsx]

  /// The values that help lists for most commands; for the others they are replaced.
  static let allValueStrings = ["text", "json"]
}

enum ColorUse: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

/// The student whose view a teacher requests with `--as`.
enum Viewer: Hashable, Sendable, ExpressibleByArgument {
  case student(String)

  init?(argument: String) {
    guard argument.hasPrefix("student:"), argument.utf8.count > 8 else { return nil }
    self = .student(String(argument.dropFirst(8)))
  }
}
