import Glibc
import Model
import Reports
import Text

/// One run of a command: where it runs, what time it is, and how it talks.
final class Session {
  let surroundings: Surroundings
  let output: Output
  let input: Input
  /// The clock.
  let clock: WallClock
  /// The random source.
  var random: RandomSource
  /// Where the command runs: an absolute path, after `-C`.
  let directory: String
  let format: Format
  /// Whose eyes a teacher looks through; nil for the teacher's own.
  let viewer: Viewer?
  /// Whether the command can show a school as its viewer sees it.
  let showsAsStudent: Bool

  /// - Parameter formats: what the command has.
  /// - Throws: `Failure` where the options fit neither each other nor the machine.
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
        .valueIsFaulty, "this command has no format '\(format.rawValue)'",
        hint: "it has " + formats.map { "'\($0.rawValue)'" }.joined(separator: ", "))
    }
    directory = try Session.enter(common.folders)
  }

  var now: Instant { clock.now }

  /// Answers with `report` in the format that was asked for.
  func report(_ report: some Report) {
    output.print(rendered(report, as: format, layout: output.layout), terminator: "")
  }

  /// A report in one of its formats; as text where it has no other of that kind.
  func rendered(_ report: any Report, as format: Format, layout: Layout) -> String {
    let found: String? =
      switch format {
      case .text: nil
      case .json: report.json.document
      case .csv: report.csv ?? report.json.document
      case .html: report.html
      case .github: report.github
      case .junit: report.junit
      case .tap: report.tap
      case .markdown: report.markdown
      }
    return found ?? report.text(format == .text ? layout : .pipe)
  }

  /// Asks a yes/no question.
  /// - Returns: nil where nobody can be asked: there is no terminal.
  func confirm(_ question: String) -> Bool? {
    guard surroundings.inputIsTerminal, surroundings.errorIsTerminal else { return nil }
    while true {
      output.ask("\(question) [y/n] ")
      switch input.line()?.lowercased() {
      case "y", "yes": return true
      case "n", "no", nil: return false
      default: continue
      }
    }
  }

  /// Asks a yes/no question where somebody can be asked, and ends the command where the answer is no:
  /// with exit code 1, as after every no.
  ///
  /// - Parameter otherwise: what to say then.
  func agree(_ question: String, otherwise: String) throws {
    guard confirm(question) == false else { return }
    output.notice(otherwise)
    throw AnswerIsNo()
  }

  /// Reads one line, in a pipe too; on a terminal after `prompt`.
  /// - Returns: nil at the end of the input.
  func readLine(_ prompt: String) -> String? { readLine(prompt, input.line) }

  /// Reads a line that may be as long as a text, in a pipe too; on a terminal after `prompt`.
  ///
  /// On a terminal `endTyping()` comes after the last of them.
  func typeLine(_ prompt: String) -> InputLine {
    guard surroundings.inputIsTerminal, surroundings.errorIsTerminal else {
      return readLine(prompt, input.next)
    }
    output.ask(prompt)
    let line = TypedLine(
      after: prompt, width: surroundings.width, isPlain: surroundings.isPlainTerminal)
    return input.typed(line, after: prompt) { output.ask($0) }
  }

  /// Gives the terminal back to its own way of editing lines.
  func endTyping() { input.endTyping() }

  /// Ends as Ctrl-C ends a run.
  func interrupt() {
    output.flush()
    endTyping()
    _ = signal(SIGINT, SIG_DFL)
    raise(SIGINT)
  }

  private func readLine<Line>(_ prompt: String, _ read: () -> Line) -> Line {
    if surroundings.inputIsTerminal { output.ask(prompt) } else { output.flush() }
    return read()
  }

  /// Starts to show how far `work` is, on a terminal.
  func progress(_ work: String, of total: Int) -> Progress {
    Progress(work, of: total, on: output)
  }

  /// Enters each of `folders` from the one before, as `git -C` does.
  private static func enter(_ folders: [String]) throws -> String {
    for folder in folders where !folder.isEmpty && chdir(folder) != 0 {
      throw Failure(
        .notFound, "can't enter the folder '\(folder)': \(String(cString: strerror(errno)))")
    }
    guard let path = getcwd(nil, 0) else {
      throw Failure(
        .ioFailure, "can't tell the current folder: \(String(cString: strerror(errno)))")
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
