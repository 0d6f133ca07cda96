import Course
import Exchange
import Glibc
import Model
import Reports
import Storage
import Text

/// Reads a student's input for one question.
struct WorkEntry {
  /// The input.
  enum Reply {
    case answer(AnswerValue, then: WorkSession.Move)
    case wrong(AnswerProblem)
    case move(WorkSession.Move)
    case hint, clear
  }
  /// A line of input: a text or a command.
  private enum Line {
    case text(String)
    case other(Reply)
    /// Ctrl-C, with the text so far.
    case interrupted(String)
  }

  let session: Session
  let exercise: Exercise
  let width: Int

  /// The hint, and for numbers the accepted notations.
  var hint: Message {
    var notations: Message = ""
    if case .number = exercise.question {
      notations = "\nType a number as 3, 0.75, 3/4, 1 1/2, 75%, 7.5e-1 or 1 000."
    }
    guard let hint = exercise.hint else { return "No hint.\(notations)" }
    let lines = wrapped("Hint: \(visible(hint, keepingLines: true))", to: width)
      .map { session.output.layout.paint($0, .warning) }
    return Message(verbatim: "\(lines.joined(separator: "\n"))\(notations)")
  }

  /// - Parameter previous: the answer so far.
  func read(keeping previous: AnswerValue?) throws -> Reply {
    switch exercise.question {
    case .gaps(let gaps, _): return gapTexts(gaps, previous)
    case .file, .code:
      switch line("Return to continue> ") {
      case .other(let typed): return typed
      case .interrupted: return .move(.interrupt)
      case .text: return .wrong(.isAFile(exercise.question.files.joined(separator: ", ")))
      }
    case .essay:
      switch line("> ") {
      case .other(let typed): return typed
      case .interrupted(let first): return essay([first], after: previous, isLeaving: true)
      case .text("e") where canEdit: return try edited(previous)
      case .text(let first): return essay([first], after: previous)
      }
    default:
      switch line("> ") {
      case .other(let typed): return typed
      case .interrupted: return .move(.interrupt)
      case .text(let text):
        do throws(AnswerProblem) {
          let answer = try AnswerInput.read([text], for: exercise, keeping: previous)
          return .answer(answer, then: .next)
        } catch {
          return .wrong(error)
        }
      }
    }
  }

  /// Reads a line. A leading backslash turns a command into text.
  private func line(_ prompt: Message) -> Line {
    switch session.typeLine(prompt) {
    case .text(let line): return Self.meaning(of: line)
    case .notText: return .other(.wrong(.notText))
    case .end: return .other(.move(.leave))
    case .interrupted(let typed): return .interrupted(typed)
    }
  }

  private static func meaning(of line: String) -> Line {
    switch line.filter({ !$0.isWhitespace }) {
    case "", "-": .other(.move(.next))
    case "<": .other(.move(.back))
    case "?": .other(.hint)
    case "!": .other(.clear)
    case "q": .other(.move(.leave))
    default: .text(line.hasPrefix("\\") ? String(line.dropFirst()) : line)
    }
  }

  /// Asks for each gap. Filled gaps are kept if the student leaves.
  private func gapTexts(_ gaps: [Gap], _ previous: AnswerValue?) -> Reply {
    var filled: [String: String] = [:]
    if case .mapping(let entries) = previous { filled = entries }
    let before = filled
    var end = WorkSession.Move.next
    var rest = gaps[...]
    asking: while let gap = rest.first {
      switch line("\(visible(gap.name))> ") {
      case .text(let text): filled[gap.name] = text
      case .other(.move(.next)): break
      case .other(.hint):
        session.output.print(hint)
        continue asking
      case .other(.move(let move)):
        end = move
        break asking
      case .interrupted:
        end = .interrupt
        break asking
      case .other(let typed): return typed
      }
      rest = rest.dropFirst()
    }
    return filled == before ? .move(end) : .answer(.mapping(filled), then: end)
  }

  /// Reads lines up to a single `.` or the end of the input. `<` and `q` keep them, too.
  ///
  /// - Parameters:
  ///   - lines: the lines that were already read.
  ///   - previous: the earlier answer, which stays above the lines if a signal ends the run.
  ///   - isLeaving: whether Ctrl-C was typed; a second one discards the text.
  private func essay(
    _ lines: [String], after previous: AnswerValue?, isLeaving: Bool = false
  ) -> Reply {
    var lines = lines
    var isText = true
    var isLeaving = isLeaving
    var end = WorkSession.Move.next
    reading: while true {
      if session.isEnding {
        if lines.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { return .move(.interrupt) }
        if case .text(let before) = previous { lines = [before, ""] + lines }
        end = .interrupt
        break
      }
      if isLeaving {
        if lines.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { return .move(.interrupt) }
        session.output.print(
          "Type a line with a single '.' to keep the text, or Ctrl-C again to discard it.")
      }
      switch session.typeLine("> ") {
      case .text("."), .end: break reading
      case .text(let line):
        switch Self.meaning(of: line) {
        case .other(.move(let move)) where move != .next:
          end = move
          break reading
        case .other(.clear): return .clear
        case .other(.hint): session.output.print(hint)
        case .text(let text): lines.append(text)
        default: lines.append(line)
        }
      case .notText: isText = false
      case .interrupted(let rest):
        if isLeaving, !session.isEnding { return .move(.interrupt) }
        if !rest.isEmpty { lines.append(rest) }
        isLeaving = true
        continue
      }
      isLeaving = false
    }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    guard isText else { return .wrong(.notText) }
    return .answer(.text(lines.joined(separator: "\n")), then: end)
  }

  // MARK: The editor

  private var canEdit: Bool { session.surroundings.inputIsTerminal && session.editor != nil }

  /// Lets the student write in their editor.
  private func edited(_ previous: AnswerValue?) throws -> Reply {
    var text = ""
    if case .text(let before) = previous { text = before + "\n" }
    guard let edited = try session.edit(text) else { return .move(.next) }
    return edited.allSatisfy(\.isWhitespace)
      ? .clear : .answer(.text(edited.trimmingLineEnds), then: .next)
  }
}

extension Session {
  /// The command of the user's editor.
  var editor: String? { surroundings.variable("VISUAL") ?? surroundings.variable("EDITOR") }

  /// Lets the user edit a text in their editor.
  ///
  /// - Returns: nil if they have none, or if it failed.
  func edit(_ text: String) throws -> String? {
    endTyping()
    return try editor.flatMap { try ExternalEditor(command: $0).edit(text) }
  }
}
