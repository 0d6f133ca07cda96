import Exchange
import Model
import PlainYAML
import Reports
import Text

/// Formats answers as one line of text.
public enum AnswerText {
  /// An answer; gaps and pairs are in the order of the question.
  public static func line(_ answer: AnswerValue, to question: Question) -> String {
    switch answer {
    case .text(let text): return choiceText(text, of: question)
    case .list(let items):
      return items.isEmpty
        ? "none"
        : items.map { choiceText($0, of: question) }
          .joined(separator: separator(of: question))
    case .mapping(let entries):
      return question.keys(of: entries).map { "\($0): \(entries[$0] ?? "")" }
        .joined(separator: ", ")
    case .other: return ("(unreadable)" as Message).text
    }
  }

  /// A returned answer or solution.
  public static func line(_ node: Node?, to question: Question?) -> String? {
    node.flatMap { line(value: Value($0), to: question) }
  }

  /// A solution in the shape of an answer; nil without a value.
  public static func line(value: Value, to question: Question?) -> String? {
    switch value {
    case .null: return nil
    case .flow(let inner): return line(value: inner, to: question)
    case .scalar(let text), .plain(let text):
      return question.map { choiceText(text, of: $0) } ?? text
    case .sequence(let items):
      let texts = items.compactMap { line(value: $0, to: question) }
      return texts.isEmpty ? "none" : texts.joined(separator: separator(of: question))
    case .mapping(let entries):
      return entries.map { entry in
        var texts = [entry.value]
        if case .sequence(let items) = entry.value { texts = items }
        let words = texts.compactMap { line(value: $0, to: nil) }
        return "\(entry.key): \(words.joined(separator: " or "))"
      }
      .joined(separator: ", ")
    }
  }

  /// A value of a file as JSON: text, lists and objects of text.
  public static func json(_ node: Node?) -> JSONValue {
    switch node?.content {
    case nil, .null: nil
    case .scalar(let text): .string(text)
    case .sequence(let items): .array(items.map { json($0) })
    case .mapping(let entries): .object(entries.map { .init($0.key, json($0.value)) })
    }
  }

  /// An answer as JSON.
  public static func json(_ answer: AnswerValue?) -> JSONValue {
    switch answer {
    case nil, .other: nil
    case .text(let text): .string(text)
    case .list(let items): .array(items.map { .string($0) })
    case .mapping(let entries):
      .object(entries.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })
    }
  }

  /// The text of a choice that is stored by its identifier.
  private static func choiceText(_ text: String, of question: Question) -> String {
    switch question {
    case .choice(let choices, _), .multiple(let choices, _, _):
      choices.first { $0.id == text }?.text ?? text
    default: text
    }
  }

  private static func separator(of question: Question?) -> String {
    switch question {
    case .order: " → "
    case .text: " or "
    default: ", "
    }
  }
}
