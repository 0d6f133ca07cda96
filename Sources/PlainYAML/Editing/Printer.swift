/// Writes values as canonical plain YAML: block style, two spaces per level, quotes only if
/// necessary, text with line breaks as a block scalar.
///
/// Reading the output gives the same value if keys have at most 1,000 characters, lists and
/// mappings are nested at most 32 deep, and no text contains NUL (which becomes U+FFFD).
public enum Printer {
  /// A whole text with `\n` line ends; empty for an empty mapping.
  public static func print(_ value: Value) -> String {
    if case .mapping([]) = value { return "" }
    var text = ""
    if value.isBlock {
      appendBlock(value, column: 0, to: &text)
    } else {
      appendInline(value, column: 2, to: &text)
    }
    return text + "\n"
  }

  /// Appends the lines of a list or mapping, without the indentation of the first one.
  private static func appendBlock(_ value: Value, column: Int, to text: inout String) {
    let lineBreak = "\n" + String(repeating: " ", count: column)
    switch value {
    case .sequence(let items):
      for (index, item) in items.enumerated() {
        if index > 0 { text += lineBreak }
        text += "- "
        if item.isBlock {
          appendBlock(item, column: column + 2, to: &text)
        } else {
          appendInline(item, column: column + 2, to: &text)
        }
      }
    case .mapping(let pairs):
      for (index, pair) in pairs.enumerated() {
        if index > 0 { text += lineBreak }
        text += quoteIfNeeded(pair.key)
        text += ":"
        if pair.value.isBlock {
          text += lineBreak
          text += "  "
          appendBlock(pair.value, column: column + 2, to: &text)
        } else {
          text += " "
          appendInline(pair.value, column: column + 2, to: &text)
        }
      }
    case .null, .scalar, .plain, .flow: break
    }
  }

  /// Appends a value that begins on the line of its key or dash.
  private static func appendInline(_ value: Value, column: Int, to text: inout String) {
    let rendering = Rendering(value, column: column, textColumn: column)
    text += rendering.head ?? ""
    for line in rendering.body {
      text += "\n"
      text += line
    }
  }

  /// A value on one line. Line breaks in text are `\n` in double quotes.
  public static func flow(_ value: Value) -> String {
    var text = ""
    appendFlow(value, to: &text)
    return text
  }

  /// A text, in double quotes if YAML would read it as something else.
  /// - Parameter flow: whether it is inside brackets.
  public static func quoteIfNeeded(_ text: String, flow: Bool = false) -> String {
    Scalar.isPlain(text, inFlow: flow) && !Scalar.hasOtherType(text) ? text : Scalar.quoted(text)
  }

  /// A typed word, quoted only if it could not be read back.
  static func word(_ text: String, flow: Bool) -> String {
    Scalar.isPlain(text, inFlow: flow) && !Scalar.isNull(text) ? text : Scalar.quoted(text)
  }

  private static func appendFlow(_ value: Value, to text: inout String) {
    switch value {
    case .null: text += "~"
    case .scalar(let scalar): text += quoteIfNeeded(scalar, flow: true)
    case .plain(let scalar): text += word(scalar, flow: true)
    case .flow(let value): appendFlow(value, to: &text)
    case .sequence(let items):
      text += "["
      for (index, item) in items.enumerated() {
        if index > 0 { text += ", " }
        appendFlow(item, to: &text)
      }
      text += "]"
    case .mapping(let pairs):
      text += "{"
      for (index, pair) in pairs.enumerated() {
        if index > 0 { text += ", " }
        text += quoteIfNeeded(pair.key, flow: true) + ": "
        appendFlow(pair.value, to: &text)
      }
      text += "}"
    }
  }
}

extension Value {
  /// Whether it is written as lines below its key.
  fileprivate var isBlock: Bool {
    switch self {
    case .sequence(let items): !items.isEmpty
    case .mapping(let pairs): !pairs.isEmpty
    case .null, .scalar, .plain, .flow: false
    }
  }
}

/// A value in block style, as lines without breaks.
struct Rendering {
  /// The part on the line of its key or dash.
  var head: String?
  /// The lines below, indented.
  var body: [String] = []
  /// Whether the body can also start after a dash.
  var isCompact = false

  /// - Parameters:
  ///   - column: the indentation of the lines of a list or mapping.
  ///   - textColumn: the indentation of the lines of a text.
  ///   - quotesText: whether text with line breaks is quoted instead of written below `|`.
  init(_ value: Value, column: Int, textColumn: Int? = nil, quotesText: Bool = false) {
    switch value {
    case .scalar(let text), .plain(let text):
      if !quotesText, let header = Scalar.blockHeader(text) {
        head = header
        body = Scalar.blockLines(text, column: textColumn ?? column + 2)
      } else if case .plain = value {
        head = Printer.word(text, flow: false)
      } else {
        head = Printer.quoteIfNeeded(text)
      }
    case .sequence(let items) where !items.isEmpty:
      isCompact = true
      let indentation = String(repeating: " ", count: column)
      for item in items {
        body += Rendering.item(item, column: column, quotesText: quotesText).lines(indentation)
      }
    case .mapping(let pairs) where !pairs.isEmpty:
      isCompact = true
      let indentation = String(repeating: " ", count: column)
      body.reserveCapacity(pairs.count)
      for pair in pairs {
        let entry = Rendering.entry(pair, column: column, quotesText: quotesText)
        body.append(indentation + (entry.head ?? ""))
        body += entry.body
      }
    case .null, .sequence, .mapping, .flow:
      head = Printer.flow(value)
    }
  }

  private init(head: String, body: [String]) {
    self.head = head
    self.body = body
  }

  /// All lines, with the first one indented.
  func lines(_ indentation: String) -> [String] {
    [indentation + (head ?? "")] + body
  }

  /// An entry of a mapping with keys at `column`.
  static func entry(_ pair: Value.Pair, column: Int, quotesText: Bool) -> Rendering {
    let value = Rendering(
      pair.value, column: column + 2, textColumn: column + 2, quotesText: quotesText)
    let key = Printer.quoteIfNeeded(pair.key) + ":"
    return Rendering(head: key + (value.head.map { " " + $0 } ?? ""), body: value.body)
  }

  /// An item of a list with dashes at `column`.
  static func item(_ value: Value, column: Int, quotesText: Bool) -> Rendering {
    var value = Rendering(
      value, column: column + 2, textColumn: column + 2, quotesText: quotesText)
    if value.isCompact {
      value.head = String(value.body.removeFirst().dropFirst(column + 2))
    }
    return Rendering(head: "- " + (value.head ?? ""), body: value.body)
  }
}
