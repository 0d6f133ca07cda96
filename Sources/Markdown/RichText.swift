import CMarkdown
import Glibc
import Substrings
import Text

/// Text in Markdown, with GitHub's tables, strikethrough and bare links, as HTML.
///
/// Only the parser's tree becomes HTML: HTML in the text is shown as typed, links must lead to
/// `http:`, `https:` or `mailto:`, and `picture` renders pictures. Formulas between `$` become MathML. A line break stays unless the line was full.
public struct RichText {
  /// Returns the HTML for a picture, given its target and alternative text.
  private let picture: (String, String) -> String
  /// The HTML fragments that replace the markers in the tree.
  private var inserts: [String] = []
  /// The sources of formulas, by the number of their marker.
  private var formulas: [Int: String] = [:]

  /// - Parameters:
  ///   - marks: texts to replace, with their HTML.
  ///   - picture: returns the HTML for a picture, given its target and alternative text.
  public static func html(
    _ text: String, marks: [(text: String, html: String)] = [],
    picture: @escaping (_ target: String, _ words: String) -> String = { escaped($1) }
  ) -> String {
    var rich = RichText(picture: picture)
    return rich.rendered(shown(text), marks)
  }

  /// The text as lines for a terminal.
  ///
  /// - Parameters:
  ///   - names: texts to show as they are, such as the names of gaps.
  ///   - width: the maximum number of columns of a line.
  public static func lines(_ text: String, keeping names: [String] = [], width: Int) -> [TextLine] {
    var rich = RichText { _, words in words }
    return rich.lines(visible(text, keepingLines: true), names, width: max(20, width))
  }

  private init(picture: @escaping (String, String) -> String) { self.picture = picture }

  private mutating func rendered(
    _ text: String, _ marks: [(text: String, html: String)]
  ) -> String {
    var source = SourceText(text)
    for mark in marks { source.replace(mark.text, with: insert(mark.html)) }
    source.replaceFormulas { formula($0, isDisplayed: $1) }
    source.keepLineBreaks()
    let html = RichText.parse(source) { document, parser -> String? in
      for node in RichText.nodes(of: document).reversed() { replace(node) }
      let extensions = cmark_parser_get_syntax_extensions(parser)
      guard let html = cmark_render_html(document, CMARK_OPT_DEFAULT, extensions) else {
        return nil
      }
      defer { free(html) }
      return filled(UnsafeRawBufferPointer(start: html, count: strlen(html)))
    }
    return html ?? escaped(text)
  }

  private mutating func lines(_ text: String, _ names: [String], width: Int) -> [TextLine] {
    var source = SourceText(text)
    for name in names { source.replace(name, with: insert(name)) }
    source.replaceFormulas { formula, isDisplayed in
      let sign = isDisplayed ? "$$" : "$"
      formulas[inserts.count] = sign + formula + sign
      return insert((sign + formula + sign).withReadableFormulas)
    }
    source.keepLineBreaks()
    let rich = self
    return RichText.parse(source) { document, _ in
      var text = TerminalText(
        width: width, filled: { rich.filled($0) }, asTyped: { rich.filled(rich.asTyped($0)) })
      return text.lines(of: document)
    } ?? TextLine.plain(text, width: width)
  }

  /// Parses a text and passes its tree to `body`; nil if memory is exhausted.
  private static func parse<Result>(
    _ source: SourceText, _ body: (Node, OpaquePointer) -> Result?
  ) -> Result? {
    guard let parser = RichText.parser() else { return nil }
    defer { cmark_parser_free(parser) }
    let bytes = source.bytes
    bytes.withUnsafeBytes { buffer in
      cmark_parser_feed(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    guard let document = cmark_parser_finish(parser) else { return nil }
    defer { cmark_node_free(document) }
    return body(document, parser)
  }

  /// A marker for a formula: MathML, or the text as typed if it can't be shown.
  private mutating func formula(_ source: String, isDisplayed: Bool) -> String {
    let sign = isDisplayed ? "$$" : "$"
    formulas[inserts.count] = sign + source + sign
    if let formula = try? Formula(source) { return insert(formula.mathML(isBlock: isDisplayed)) }
    return insert("<span class=\"formula\">\(escaped(sign + source + sign))</span>")
  }

  /// A parser with the extensions.
  private static func parser() -> OpaquePointer? {
    let options = CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE
    guard let parser = cmark_parser_new(options) else { return nil }
    for name in extensions {
      cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name))
    }
    return parser
  }

  /// Registers the extensions once, for all threads.
  private static let extensions: [String] = {
    cmark_gfm_core_extensions_ensure_registered()
    return ["table", "strikethrough", "autolink"]
  }()

  /// All nodes, parents before children.
  static func nodes(of document: Node) -> [Node] {
    guard let iterator = cmark_iter_new(document) else { return [] }
    defer { cmark_iter_free(iterator) }
    var nodes: [Node] = []
    while true {
      let event = cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { return nodes }
      if event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(iterator) {
        nodes.append(node)
      }
    }
  }

  typealias Node = OpaquePointer

  // MARK: The tree

  /// Replaces a node that the renderer must not see by a marker.
  private mutating func replace(_ node: Node) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_IMAGE:
      let words = RichText.nodes(of: node).map(RichText.literal).joined()
      let html = picture(RichText.text(cmark_node_get_url(node)), RichText.withoutMarks(words))
      cmark_node_replace(node, RichText.textNode(insert(html)))
      cmark_node_free(node)
    case CMARK_NODE_LINK: unwrap(node)
    case CMARK_NODE_HTML_INLINE:
      cmark_node_replace(node, RichText.textNode(RichText.literal(node)))
      cmark_node_free(node)
    case CMARK_NODE_HTML_BLOCK:
      var html = escaped(RichText.literal(node))
      while html.last?.isNewline == true { html.removeLast() }
      let paragraph = cmark_node_new(CMARK_NODE_PARAGRAPH)
      cmark_node_append_child(
        paragraph, RichText.textNode(insert("<span class=\"typed\">\(html)</span>")))
      cmark_node_replace(node, paragraph)
      cmark_node_free(node)
    case CMARK_NODE_CODE, CMARK_NODE_CODE_BLOCK:
      cmark_node_set_literal(node, asTyped(RichText.literal(node)))
      if cmark_node_get_type(node) == CMARK_NODE_CODE_BLOCK { cmark_node_set_fence_info(node, "") }
    default: break
    }
  }

  /// Replaces a link by its contents, between markers that make it a link if its target is allowed.
  private mutating func unwrap(_ link: Node) {
    let target = RichText.text(cmark_node_get_url(link))
    let scheme = target.prefix { $0 != ":" }.lowercased()
    let isAllowed = ["http", "https", "mailto"].contains(scheme) && target.contains(":")
    if isAllowed {
      let start = insert("<a href=\"\(escaped(target))\">")
      cmark_node_insert_before(link, RichText.textNode(start))
    }
    while let child = cmark_node_first_child(link) { cmark_node_insert_before(link, child) }
    if isAllowed { cmark_node_insert_before(link, RichText.textNode(insert("</a>"))) }
    cmark_node_unlink(link)
    cmark_node_free(link)
  }

  private static func textNode(_ text: String) -> Node? {
    let node = cmark_node_new(CMARK_NODE_TEXT)
    cmark_node_set_literal(node, text)
    return node
  }

  static func literal(_ node: Node) -> String {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: " "
    default: text(cmark_node_get_literal(node))
    }
  }

  static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }

  // MARK: Markers

  /// The delimiters of a marker: control characters, which `shown` removes from text.
  private static let (opening, closing): (UInt8, UInt8) = (1, 2)

  /// A marker for a fragment of HTML.
  private mutating func insert(_ html: String) -> String {
    inserts.append(html)
    return "\u{1}\(inserts.count - 1)\u{2}"
  }

  /// Code with the formulas as typed.
  private func asTyped(_ code: String) -> String {
    formulas.reduce(code) { code, formula in
      code.replacing("\u{1}\(formula.key)\u{2}", with: formula.value)
    }
  }

  /// Text with its markers replaced.
  private func filled(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBytes { filled($0) }
  }

  /// HTML with its markers replaced.
  private func filled(_ html: UnsafeRawBufferPointer) -> String {
    var result: [UInt8] = []
    var rest = html[...]
    while let start = rest.firstIndex(of: RichText.opening) {
      result += rest[..<start]
      rest = rest[start...].dropFirst()
      guard let end = rest.firstIndex(of: RichText.closing),
        let number = Int(String(decoding: rest[..<end], as: UTF8.self)),
        inserts.indices.contains(number)
      else { continue }
      result += inserts[number].utf8
      rest = rest[end...].dropFirst()
    }
    return String(decoding: result + rest, as: UTF8.self)
  }

  /// Text without markers.
  private static func withoutMarks(_ words: String) -> String {
    var isMark = false
    return String(
      decoding: words.utf8.filter { byte in
        if byte == opening { isMark = true }
        defer { if byte == closing { isMark = false } }
        return !isMark
      }, as: UTF8.self)
  }
}
