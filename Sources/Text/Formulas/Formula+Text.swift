extension Formula {
  /// The formula in one line of Unicode: `x² = (a + b)/2`.
  public var text: String { Self.text(of: root).trimmed }

  private static func text(of node: Node) -> String {
    switch node {
    case .row(let nodes): return text(of: nodes)
    case .number(let text), .name(let text, _), .words(let text): return text
    case .sign(let text, let sign):
      return switch sign {
      case .binary, .relation: " \(text) "
      case .punctuation: "\(text) "
      default: text
      }
    case .fraction(let top, let bottom, true): return "\(atom(top))/\(atom(bottom))"
    case .fraction(let top, let bottom, false):
      return "\(text(of: top).trimmed) over \(text(of: bottom).trimmed)"
    case .root(let inside, let index):
      let sign =
        switch index.map({ text(of: $0).trimmed }) {
        case nil, "2": "√"
        case "3": "∛"
        case "4": "∜"
        case let index?: (script(index, superscripts) ?? "(\(index))") + "√"
        }
      // √(x²), because √x² could be another number.
      if case .scripts = inside { return "\(sign)(\(text(of: inside).trimmed))" }
      return sign + atom(inside)
    case .scripts(let base, let below, let above):
      var result = isCompound(base) ? "(\(text(of: base).trimmed))" : text(of: base)
      if let below { result += script(below, subscripts, "_") }
      if let above { result += script(above, superscripts, "^") }
      if case .sign(_, .large) = base { result += " " }
      if case .name(let name, _) = base, FormulaSymbols.bounded.contains(name) { result += " " }
      return result
    case .fenced(let open, let inside, let close):
      return open + text(of: inside).trimmed + close
    case .marked(let base, let mark):
      let text = text(of: base).trimmed
      guard let combining = combining[mark], text.count == 1 else {
        return mark == "¯" ? "¯(\(text))" : text
      }
      return text + combining
    case .space: return " "
    case .grid(let rows, let open, let close):
      // Aligned equations are one line each; the cells of a matrix are apart.
      let gap = open.isEmpty && close.isEmpty ? " " : ", "
      let lines = rows.map { $0.map { text(of: $0).trimmed }.joined(separator: gap) }
      return open + lines.joined(separator: "; ") + close
    }
  }

  /// The parts of a row. A sign at its beginning, or after another sign, has no space behind it, and
  /// a function has one.
  private static func text(of nodes: [Node]) -> String {
    var result = ""
    for (place, node) in nodes.enumerated() {
      var part = text(of: node)
      if case .sign(let text, .binary) = node, isPrefix(place, nodes) { part = text }
      let last = place > 0 ? nodes[place - 1] : nil
      if isFunction(last), case .sign(_, .opening) = node {
      } else if isFunction(last) {
        part = " " + part
      }
      // Factors beside a fraction or root would read as a part of it.
      if isQuotient(node), isFactor(last) || place + 1 < nodes.count && isFactor(nodes[place + 1]) {
        if case .number = last {} else { part = "(\(part))" }
      }
      if case .root = node, case .number = last { part = " " + part }
      if case .root = last, isFactor(node) { part = "·" + part }
      // A mixed number, and a function after another factor.
      if case .number = last, case .fraction = node { part = " " + part }
      if isFunction(node), last.map(isOperand) == true { part = " " + part }
      result += part
    }
    return result.replacingSpaces
  }

  private static func isPrefix(_ place: Int, _ nodes: [Node]) -> Bool {
    if place == 0 { return true }
    if case .sign(_, let sign) = nodes[place - 1] { return sign != .closing && sign != .plain }
    return false
  }

  private static func isQuotient(_ node: Node) -> Bool {
    if case .fraction(_, _, hasLine: true) = node { return true }
    return false
  }

  /// Whether a part multiplies the one beside it.
  private static func isFactor(_ node: Node?) -> Bool {
    switch node {
    case .number, .fraction, .root, .fenced, .marked: true
    case .scripts(let base, _, _): isFactor(base)
    case .name: !isFunction(node)
    case .sign(_, .opening): true
    default: false
    }
  }

  private static func isFunction(_ node: Node?) -> Bool {
    switch node {
    case .name(let text, _): FormulaSymbols.functions.contains(text)
    case .scripts(let base, _, _): isFunction(base) && !isBounded(base)
    default: false
    }
  }

  private static func isBounded(_ node: Node) -> Bool {
    if case .name(let text, _) = node { return FormulaSymbols.bounded.contains(text) }
    return false
  }

  private static func isOperand(_ node: Node) -> Bool {
    if case .sign(_, let sign) = node { return sign == .closing || sign == .plain }
    if case .space = node { return false }
    return true
  }

  /// A part that needs no brackets in a fraction or root, or else the part in brackets.
  private static func atom(_ node: Node) -> String {
    let text = text(of: node).trimmed
    return isCompound(node) ? "(\(text))" : text
  }

  private static func isCompound(_ node: Node) -> Bool {
    switch node {
    case .row(let nodes):
      // A product of a number and variables: 2x.
      let isProduct = nodes.allSatisfy { node in
        switch node {
        case .number, .name: true
        default: false
        }
      }
      return !(nodes.isEmpty || isProduct && nodes.count <= 1)
    case .fraction: return true
    default: return false
    }
  }

  // MARK: Scripts

  /// A subscript or superscript in small characters, or else behind a sign.
  private static func script(
    _ node: Node, _ table: [Character: Character], _ sign: String
  ) -> String {
    let text = text(of: node).trimmed
    if text.isEmpty { return "" }
    if text == "°" { return text }
    if let small = script(text, table) { return small }
    return text.count == 1 ? sign + text : "\(sign)(\(text))"
  }

  /// A text in small characters; nil if there is none for one of them.
  private static func script(_ text: String, _ table: [Character: Character]) -> String? {
    let small = text.filter { $0 != " " }.map { table[$0] }
    return small.contains(nil) ? nil : String(small.compactMap(\.self))
  }

  private static func pairs(_ from: String, _ to: String) -> [Character: Character] {
    Dictionary(zip(from, to), uniquingKeysWith: { first, _ in first })
  }

  private static let superscripts = pairs(
    "0123456789+−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδθ′",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᶿ′")
  private static let subscripts = pairs(
    "0123456789+−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ")

  private static let combining: [String: String] = [
    "¯": "\u{0304}", "^": "\u{0302}", "→": "\u{20D7}", "˙": "\u{0307}", "¨": "\u{0308}",
    "~": "\u{0303}",
  ]
}

extension String {
  /// Without spaces at its ends.
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// With single spaces, and none before punctuation and closing brackets.
  fileprivate var replacingSpaces: String {
    var result = ""
    for character in self {
      if character == " ", result.last == " " || result.isEmpty { continue }
      if ",;)]".contains(character), result.last == " " { result.removeLast() }
      result.append(character)
    }
    return result
  }
}
