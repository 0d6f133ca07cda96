import CMarkdown
import Text

/// A line of rendered text for a terminal.
public struct TextLine: Hashable, Sendable {
  public enum Style: Sendable {
    case plain, strong, emphasis, code, quiet
  }

  /// A part of a line in one style.
  public struct Span: Hashable, Sendable {
    public var text: String
    public let style: Style
  }

  public internal(set) var spans: [Span] = []

  /// The line without styles.
  public var text: String { spans.map(\.text).joined() }

  mutating func append(_ text: some StringProtocol, _ style: Style) {
    if text.isEmpty { return }
    if let last = spans.indices.last, spans[last].style == style {
      spans[last].text += text
    } else {
      spans.append(Span(text: String(text), style: style))
    }
  }

  func after(_ start: TextLine) -> TextLine { TextLine(spans: start.spans + spans) }

  /// Text as typed, wrapped.
  static func plain(_ text: String, width: Int, _ style: Style = .plain) -> [TextLine] {
    wrapped(text, to: width).map { line in
      line.isEmpty ? TextLine() : TextLine(spans: [Span(text: line, style: style)])
    }
  }
}

/// Renders the tree of a text for a terminal: lists with bullets, code indented, emphasis as styles.
struct TerminalText {
  typealias Node = OpaquePointer

  /// The columns of a line.
  var width: Int
  /// How deeply the blocks are nested.
  private var depth = 0
  /// Deeper levels are shown as plain text, so that no text exhausts the stack.
  private static let deepest = 20
  /// Replaces the markers in text, and in code, where formulas stay as typed.
  let filled: (String) -> String
  let asTyped: (String) -> String

  init(
    width: Int, filled: @escaping (String) -> String, asTyped: @escaping (String) -> String
  ) {
    (self.width, self.filled, self.asTyped) = (width, filled, asTyped)
  }

  mutating func lines(of document: Node) -> [TextLine] { blocks(in: document) }

  // MARK: Blocks

  /// - Parameter isTight: whether no blank lines separate the blocks.
  private mutating func blocks(in parent: Node, isTight: Bool = false) -> [TextLine] {
    if depth > Self.deepest { return TextLine.plain(plainText(of: parent), width: width) }
    var lines: [TextLine] = []
    for node in Self.children(of: parent) {
      let block = block(node)
      if block.isEmpty { continue }
      if !lines.isEmpty, !isTight { lines.append(TextLine()) }
      lines += block
    }
    return lines
  }

  private mutating func block(_ node: Node) -> [TextLine] {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_PARAGRAPH: return paragraph(node)
    case CMARK_NODE_HEADING: return paragraph(node, .strong)
    case CMARK_NODE_LIST: return list(node)
    case CMARK_NODE_BLOCK_QUOTE:
      return indented(by: "│ ", "│ ", .quiet) { text in text.blocks(in: node) }
    case CMARK_NODE_CODE_BLOCK:
      let code = Self.trimmed(asTyped(RichText.literal(node)))
      return indented(by: "    ", "    ", .plain) { text in
        TextLine.plain(code, width: text.width, .code)
      }
    case CMARK_NODE_HTML_BLOCK:
      return TextLine.plain(Self.trimmed(filled(RichText.literal(node))), width: width)
    case CMARK_NODE_THEMATIC_BREAK:
      return TextLine.plain(String(repeating: "─", count: min(width, 40)), width: width, .quiet)
    default:
      return RichText.text(cmark_node_get_type_string(node)) == "table"
        ? table(node) : blocks(in: node)
    }
  }

  private mutating func list(_ list: Node) -> [TextLine] {
    let isTight = cmark_node_get_list_tight(list) != 0
    let isOrdered = cmark_node_get_list_type(list) == CMARK_ORDERED_LIST
    var number = Int(cmark_node_get_list_start(list))
    var lines: [TextLine] = []
    for item in Self.children(of: list) {
      let label = isOrdered ? "\(number). " : "• "
      number += 1
      let space = String(repeating: " ", count: displayWidth(label))
      if !lines.isEmpty, !isTight { lines.append(TextLine()) }
      lines += indented(by: label, space, .plain) { text in text.blocks(in: item, isTight: isTight)
      }
    }
    return lines
  }

  /// Lines of a narrower text after an indentation, which can be another one for the first line.
  private mutating func indented(
    by first: String, _ rest: String, _ style: TextLine.Style,
    _ body: (inout TerminalText) -> [TextLine]
  ) -> [TextLine] {
    var inner = self
    inner.width = max(10, width - displayWidth(first))
    inner.depth += 1
    let lines = body(&inner)
    return (lines.isEmpty ? [TextLine()] : lines).enumerated().map { place, line in
      var start = TextLine()
      start.append(place == 0 ? first : rest, style)
      return line.spans.isEmpty && rest.allSatisfy({ $0 == " " }) && place > 0
        ? line : line.after(start)
    }
  }

  /// A table with aligned columns; if it is too wide, its cells are separated by bars only.
  private mutating func table(_ table: Node) -> [TextLine] {
    let rows = Self.children(of: table).map { row in
      Self.children(of: row).map { inline($0).text.filter { !$0.isNewline } }
    }
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? displayWidth($0[column]) : 0 }.max() ?? 0
    }
    let fits = widths.reduce(0, +) + 2 * max(0, count - 1) <= width
    return rows.enumerated().flatMap { place, row in
      let cells = row.enumerated().map { column, cell in
        fits && column < count - 1 ? padded(cell, to: widths[column]) : cell
      }
      return TextLine.plain(
        cells.joined(separator: fits ? "  " : " | "), width: width, place == 0 ? .strong : .plain)
    }
  }

  // MARK: Text in a line

  private func paragraph(_ node: Node, _ style: TextLine.Style = .plain) -> [TextLine] {
    let line = inline(node, style)
    let characters = line.spans.flatMap { span in span.text.map { ($0, span.style) } }
    var rest = characters[...]
    return wrapped(line.text, to: width).map { text in
      var line = TextLine()
      for character in text {
        // Only spaces and line breaks get lost in wrapping.
        while let next = rest.first, next.0 != character { rest.removeFirst() }
        line.append(String(character), rest.popFirst()?.1 ?? .plain)
      }
      return line
    }
  }

  private func inline(_ parent: Node, _ style: TextLine.Style = .plain) -> TextLine {
    var line = TextLine()
    add(parent, style, to: &line)
    return line
  }

  private func add(
    _ parent: Node, _ style: TextLine.Style, to line: inout TextLine, depth: Int = 0
  ) {
    if depth > Self.deepest { return line.append(plainText(of: parent), style) }
    func add(_ node: Node, _ style: TextLine.Style, to line: inout TextLine) {
      self.add(node, style, to: &line, depth: depth + 1)
    }
    for node in Self.children(of: parent) {
      switch cmark_node_get_type(node) {
      case CMARK_NODE_SOFTBREAK: line.append(" ", style)
      case CMARK_NODE_LINEBREAK: line.append("\n", style)
      case CMARK_NODE_CODE: line.append(asTyped(RichText.literal(node)), .code)
      case CMARK_NODE_EMPH: add(node, style == .plain ? .emphasis : style, to: &line)
      case CMARK_NODE_STRONG: add(node, .strong, to: &line)
      case CMARK_NODE_LINK:
        let start = line.text.count
        add(node, style, to: &line)
        let target = filled(RichText.text(cmark_node_get_url(node)))
        let words = line.text.dropFirst(start)
        if target != words, target != "mailto:\(words)", target != "http://\(words)" {
          line.append(" (\(target))", .quiet)
        }
      case CMARK_NODE_IMAGE:
        line.append("[", .quiet)
        add(node, style, to: &line)
        line.append("]", .quiet)
      case CMARK_NODE_TEXT, CMARK_NODE_HTML_INLINE:
        line.append(filled(RichText.literal(node)), style)
      default:
        let isStruck = RichText.text(cmark_node_get_type_string(node)) == "strikethrough"
        if isStruck { line.append("~~", style) }
        add(node, style, to: &line)
        if isStruck { line.append("~~", style) }
      }
    }
  }

  /// The words of a node and its descendants.
  private func plainText(of node: Node) -> String {
    filled(RichText.nodes(of: node).map(RichText.literal).joined())
  }

  private static func children(of node: Node) -> [Node] {
    var children: [Node] = []
    var next = cmark_node_first_child(node)
    while let child = next {
      children.append(child)
      next = cmark_node_next(child)
    }
    return children
  }

  private static func trimmed(_ text: String) -> String {
    var rest = text[...]
    while rest.last?.isNewline == true { rest.removeLast() }
    return String(rest)
  }
}
