import Course
import Glibc
import Model
import Reports
import Storage
import Text

/// One run of a command: its folder, clock, input and output.
final class Session {
  let surroundings: Surroundings
  let output: Output
  let input: Input
  let clock: WallClock
  var random: RandomSource
  /// The absolute working folder, after `-C`.
  let directory: String
  let format: Format
  /// The student whose view a teacher requests; nil for the teacher's own view.
  let viewer: Viewer?
  /// Whether the command supports `--as`.
  let showsAsStudent: Bool

  /// - Parameter formats: the formats that the command supports.
  /// - Throws: `Failure` if the options are invalid for the command or this machine.
  init(
    _ common: CommonOptions, formats: [Format], showsAsStudent: Bool = false,
    in surroundings: Surroundings, output: Output
  ) throws {
    self.surroundings = surroundings
    self.output = output
    output.isQuiet = common.quiet
    output.setColors(common.color)
    clock = try WallClock(surroundings)
    random = try RandomSource(surroundings, now: clock.now)
    input = Input()
    viewer = common.viewer
    self.showsAsStudent = showsAsStudent
    format = common.format
    guard formats.contains(format) else {
      throw Failure(
        .valueIsFaulty, "unsupported format '\(format.rawValue)'",
        hint: "choose one of \(formats.map { "'\($0.rawValue)'" }.joined(separator: ", "))")
    }
    if format == .xlsx, surroundings.outputIsTerminal {
      throw Failure(
        .commandIsFaulty, "cannot show an Excel file in a terminal",
        hint: "write it to a file: add '> table.xlsx'")
    }
    directory = try Session.enter(common.folders)
  }

  var now: Instant { clock.now }

  /// The damaged lines of the school's grades that the command read.
  var damage: DamageLog { output.damage }

  /// The school's language, or else that of the user.
  private var language: String? {
    if let school = try? schoolFiles().school() { return school.language }
    let variable = ["LC_ALL", "LC_NUMERIC", "LANG"].lazy.compactMap(surroundings.variable).first
    return variable.map { String($0.prefix { $0 != "." && $0 != "@" }) }
  }

  /// Prints `report` in the requested format.
  func report(_ report: some Report) {
    if format == .xlsx, let table = report.spreadsheet {
      let zone = (try? schoolFiles().zone()) ?? .utc
      return output.print(bytes: table.xlsx(in: zone))
    }
    output.print(rendered(report, as: format, layout: output.layout), terminator: "")
  }

  /// Renders a report in a format; as text if it doesn't support a format of that kind.
  func rendered(_ report: any Report, as format: Format, layout: Layout) -> String {
    let found: String? =
      switch format {
      case .text: nil
      case .json: report.json.document
      case .csv: report.spreadsheet?.csv() ?? report.json.document
      case .excelCSV:
        report.spreadsheet?.csv(.excel(language: language)) ?? report.json.document
      // Excel files aren't text.
      case .xlsx: nil
      case .html: report.html
      case .github: report.github
      case .junit: report.junit
      case .tap: report.tap
      case .markdown: report.markdown
      }
    return found ?? report.text(format == .text ? layout : .pipe)
  }

  /// Asks a yes/no question; Return alone means no.
  ///
  /// - Returns: nil without a terminal.
  func confirm(_ question: Message) -> Bool? {
    guard surroundings.inputIsTerminal, surroundings.errorIsTerminal else { return nil }
    while true {
      output.ask("\(question) [y/N] ")
      switch input.line()?.lowercased() {
      case "y", "yes": return true
      case "n", "no", "", nil: return false
      default: continue
      }
    }
  }

  /// Asks a yes/no question if there is a terminal. A no ends the command with exit code 1.
  ///
  /// - Parameter otherwise: the message after a no.
  func requireConfirmation(_ question: Message, otherwise: Message) throws {
    guard confirm(question) == false else { return }
    output.notice(otherwise)
    throw NegativeAnswer()
  }

  /// Asks whether to go on despite a probable mistake. Without a terminal, `--yes` is necessary.
  ///
  /// - Parameters:
  ///   - problem: the probable mistake, as a sentence without its full stop.
  ///   - action: the action in question, such as "assign it".
  ///   - otherwise: the message after a no.
  /// - Throws: a `Failure` without a terminal, and `NegativeAnswer` after a no.
  func requireConfirmation(
    despite problem: Message, to action: String, otherwise: Message
  ) throws {
    switch confirm("\(problem). Do you want to \(action) anyway?") {
    case true?: return
    case false?:
      output.notice(otherwise)
      throw NegativeAnswer()
    case nil:
      throw Failure(.valueIsFaulty, problem, hint: "use --yes to \(action) anyway")
    }
  }

  /// Reads one line, also from a pipe; on a terminal after `prompt`.
  ///
  /// - Returns: nil at the end of the input.
  func readLine(_ prompt: Message) -> String? { readLine(prompt, input.line) }

  /// Reads a line of any length, also from a pipe; on a terminal after `prompt`.
  ///
  /// On a terminal, call `endTyping()` after the last one.
  func typeLine(_ prompt: Message) -> InputLine {
    guard surroundings.inputIsTerminal, surroundings.errorIsTerminal else {
      return readLine(prompt, input.next)
    }
    input.startTyping()
    output.ask(prompt)
    let line = TypedLine(
      after: prompt.text, width: surroundings.width, isPlain: surroundings.isPlainTerminal)
    return input.typed(line, after: prompt.text) { output.show($0) }
  }

  /// Restores the terminal's own line editing.
  func endTyping() { input.endTyping() }

  /// Whether a signal ends the run, as when the terminal is closed; no more can be typed then.
  var isEnding: Bool { KeyMode.endingSignal != nil }

  /// Ends the run as Ctrl-C does, or with the signal that arrived while the user typed.
  func interrupt() {
    output.flush()
    endTyping()
    let number = KeyMode.endingSignal ?? SIGINT
    _ = signal(number, SIG_DFL)
    raise(number)
  }

  private func readLine<Line>(_ prompt: Message, _ read: () -> Line) -> Line {
    if surroundings.inputIsTerminal { output.ask(prompt) } else { output.flush() }
    return read()
  }

  /// Starts a progress line for `work`, on a terminal.
  func progress(_ work: Message, of total: Int) -> Progress {
    Progress(work, of: total, on: output)
  }

  /// Enters each of `folders`, relative to the previous one, as `git -C` does.
  private static func enter(_ folders: [String]) throws -> String {
    for folder in folders where !folder.isEmpty && chdir(folder) != 0 {
      throw Failure(
        .notFound, "cannot enter folder '\(folder)': \(String(cString: strerror(errno)))")
    }
    guard let path = getcwd(nil, 0) else {
      throw Failure(
        .ioFailure, "cannot determine the current folder: \(String(cString: strerror(errno)))")
    }
    defer { free(path) }
    guard let text = String(validatingCString: path) else {
      throw Failure(
        .notFound,
        "cannot work in '\(visible(String(cString: path)))': the path isn't valid UTF-8",
        hint: "rename the folder, or work in another one")
    }
    return text
  }
}
