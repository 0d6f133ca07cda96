import Synchronization

/// A text for users: a template with arguments, such as `no student '{}'` with `adda`.
///
/// It is written like a string. Because the template is kept apart, a translation only needs a
/// table of templates; so far there is English and a pseudo-language for tests.
public struct Message: Hashable, Sendable {
  fileprivate enum Piece: Hashable, Sendable {
    case words(String)
    case argument(String)
    case message(Message)
  }

  fileprivate var pieces: [Piece] = []

  /// A message without translatable words, such as a name or the output of another program.
  public init(verbatim text: String) { pieces = text.isEmpty ? [] : [.argument(text)] }

  /// A message from a constant that can't be written as a literal here.
  public init(template: String) { pieces = template.isEmpty ? [] : [.words(template)] }

  /// The words, with `{}` in place of each argument.
  public var template: String {
    pieces.map { if case .words(let words) = $0 { words } else { "{}" } }.joined()
  }

  /// The rendered arguments.
  public var arguments: [String] {
    pieces.compactMap {
      switch $0 {
      case .words: nil
      case .argument(let text): text
      case .message(let message): message.text
      }
    }
  }

  public var isEmpty: Bool { pieces.isEmpty }

  /// The text in the language of the run.
  public var text: String {
    let isPseudo = Message.isPseudo.load(ordering: .relaxed)
    var hasWords = false
    let text = pieces.map {
      switch $0 {
      case .words(let words):
        hasWords = hasWords || words.contains(where: \.isLetter)
        return isPseudo ? Message.accented(words) : words
      case .argument(let text): return text
      case .message(let message): return message.text
      }
    }.joined()
    return isPseudo && hasWords ? "[\(text)]" : text
  }

  /// Returns the message with `transform` applied to all its arguments.
  public func mapArguments(_ transform: (String) -> String) -> Message {
    var result = self
    result.pieces = pieces.map {
      switch $0 {
      case .words: $0
      case .argument(let text): .argument(transform(text))
      case .message(let message): .message(message.mapArguments(transform))
      }
    }
    return result
  }

  public static func += (message: inout Message, more: Message) { message.pieces += more.pieces }

  // MARK: Language

  private static let isPseudo = Atomic(false)

  /// Sets the language of the run: `xx` for templates in brackets and with accents, else English.
  public static func setLanguage(_ code: String?) {
    isPseudo.store(code == "xx", ordering: .relaxed)
  }

  private static let accents = Dictionary(
    uniqueKeysWithValues: zip("aceinorsuzACEINORSUZ", "áçéíñóřšúžÁÇÉÍÑÓŘŠÚŽ"))

  private static func accented(_ text: String) -> String {
    String(text.map { accents[$0] ?? $0 })
  }
}

extension Message: CustomStringConvertible {
  public var description: String { text }

  /// Whether users see the same text.
  public static func == (first: Message, second: Message) -> Bool { first.text == second.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Message: ExpressibleByStringInterpolation {
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(.words(literal)) }
    }

    public mutating func appendInterpolation(_ message: Message) {
      pieces.append(.message(message))
    }

    @_disfavoredOverload
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      pieces.append(.argument(value.description))
    }
  }

  public init(stringLiteral value: String) { self.init(template: value) }
  public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }
}

extension Sequence<Message> {
  /// Joins messages into one.
  public func joined(separator: String) -> Message {
    var result = Message(verbatim: "")
    for message in self {
      if !result.isEmpty { result += Message(verbatim: separator) }
      result += message
    }
    return result
  }
}
