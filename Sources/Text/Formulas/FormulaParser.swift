/// Reads a formula in LaTeX.
struct FormulaParser {
  private var rest: Substring
  private var depth = 0

  private static let deepest = 40

  init(_ source: String) { rest = source[...] }

  mutating func whole() throws(Formula.Fault) -> Formula.Node {
    let row = try row { _ in false }
    if !rest.isEmpty { throw .unbalanced }
    return row
  }

  // MARK: Rows

  /// Reads up to an end that stays in the rest: a closing brace, or one that the caller knows.
  private mutating func row(
    until isEnd: (Substring) -> Bool
  ) throws(Formula.Fault) -> Formula.Node {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest { throw .tooLong }
    var nodes: [Formula.Node] = []
    while true {
      rest = rest.drop(while: \.isWhitespace)
      if rest.isEmpty || rest.first == "}" || isEnd(rest) { break }
      nodes.append(try scripted())
    }
    return nodes.count == 1 ? nodes[0] : .row(nodes)
  }

  /// An atom with its subscript, superscript and primes, in any order.
  private mutating func scripted() throws(Formula.Fault) -> Formula.Node {
    let base: Formula.Node = "^_'".contains(rest.first ?? " ") ? .row([]) : try atom()
    var below: Formula.Node?
    var above: Formula.Node?
    while let next = rest.drop(while: \.isWhitespace).first, "^_'".contains(next) {
      rest = rest.drop(while: \.isWhitespace).dropFirst()
      switch next {
      case "'":
        let count = 1 + rest.prefix { $0 == "'" }.count
        rest = rest.dropFirst(count - 1)
        let primes = Formula.Node.sign(String(repeating: "′", count: count), .plain)
        above = above.map { .row([$0, primes]) } ?? primes
      case "_":
        if below != nil { throw .unbalanced }
        below = try argument()
      default:
        let exponent = try argument()
        above = above.map { .row([$0, exponent]) } ?? exponent
      }
    }
    return below == nil && above == nil ? base : .scripts(base, below: below, above: above)
  }

  /// The argument of a command or script: a group in braces, or one atom.
  private mutating func argument() throws(Formula.Fault) -> Formula.Node {
    rest = rest.drop(while: \.isWhitespace)
    guard let first = rest.first, first != "}" else { throw .incomplete }
    if first.isASCII, first.isNumber {
      rest.removeFirst()
      return .number(String(first))
    }
    return try atom()
  }

  private mutating func atom() throws(Formula.Fault) -> Formula.Node {
    guard let first = rest.first else { throw .incomplete }
    switch first {
    case "{":
      rest.removeFirst()
      let group = try row { _ in false }
      guard rest.popFirst() == "}" else { throw .unbalanced }
      return group
    case "}", "&", "#", "%": throw .unbalanced
    case "\\": return try command()
    case "~":
      rest.removeFirst()
      return .space
    case _ where first.isNumber: return number()
    case _ where first.isLetter:
      rest.removeFirst()
      return .name(String(first), isUpright: false)
    default:
      rest.removeFirst()
      let (text, sign) = FormulaSymbols.signs[first] ?? (String(first), .plain)
      return .sign(text, sign)
    }
  }

  /// Digits, with a decimal point or comma between them.
  private mutating func number() -> Formula.Node {
    var text = ""
    while let next = rest.first {
      // LaTeX's decimal comma.
      if !text.isEmpty, rest.hasPrefix("{,}"), rest.dropFirst(3).first?.isNumber == true {
        rest = rest.dropFirst(3)
        text += ","
        continue
      }
      let isInside =
        (next == "." || next == ",") && !text.isEmpty
        && rest.dropFirst().first?.isNumber == true
      guard next.isNumber || isInside else { break }
      text.append(rest.removeFirst())
    }
    return .number(text)
  }

  // MARK: Commands

  private mutating func command() throws(Formula.Fault) -> Formula.Node {
    rest.removeFirst()
    guard let first = rest.first else { throw .incomplete }
    guard first.isASCII, first.isLetter else {
      rest.removeFirst()
      if FormulaSymbols.escaped.contains(first) {
        return .sign(String(first), first == "{" ? .opening : first == "}" ? .closing : .plain)
      }
      if ", ;:!".contains(first) { return first == "!" ? .row([]) : .space }
      throw .unknownCommand("\\\(first)")
    }
    let name = String(rest.prefix { $0.isASCII && $0.isLetter })
    rest = rest.dropFirst(name.count)
    if let (text, sign) = FormulaSymbols.commands[name] { return .sign(text, sign) }
    if let letter = FormulaSymbols.letters[name] {
      return .name(letter, isUpright: letter.first?.isUppercase == true)
    }
    if FormulaSymbols.functions.contains(name) { return .name(name, isUpright: true) }
    if let mark = FormulaSymbols.marks[name] { return .marked(try argument(), mark) }
    switch name {
    case "frac", "dfrac", "tfrac", "cfrac":
      let top = try argument()
      return .fraction(top, try argument(), hasLine: true)
    case "binom", "dbinom", "tbinom":
      let top = try argument()
      return .fenced("(", .fraction(top, try argument(), hasLine: false), ")")
    case "sqrt": return try squareRoot()
    case "left": return try fenced()
    case "begin": return try grid()
    case "text", "textrm", "mbox", "textbf", "textit": return .words(try words())
    case "mathrm", "operatorname", "mathbf", "mathit", "mathsf":
      return .name(try words(), isUpright: name != "mathit")
    case "mathbb": return .name(try blackboard(), isUpright: true)
    case "quad", "qquad", "enspace", "thinspace": return .space
    case "displaystyle", "textstyle", "limits", "nolimits", "big", "Big", "bigg", "Bigg", "bigl",
      "bigr", "Bigl", "Bigr":
      return .row([])
    default: throw .unknownCommand("\\\(name)")
    }
  }

  private mutating func squareRoot() throws(Formula.Fault) -> Formula.Node {
    var index: Formula.Node?
    if rest.first == "[" {
      rest.removeFirst()
      index = try row { $0.first == "]" }
      guard rest.popFirst() == "]" else { throw .unbalanced }
    }
    return .root(try argument(), index: index)
  }

  private mutating func fenced() throws(Formula.Fault) -> Formula.Node {
    let opening = try bracket()
    let inside = try row { $0.hasPrefix("\\right") && !$0.hasPrefix("\\rightarrow") }
    guard rest.hasPrefix("\\right") else { throw .unbalanced }
    rest = rest.dropFirst("\\right".count)
    return .fenced(opening, inside, try bracket())
  }

  /// A bracket after `\left` or `\right`; empty for a dot.
  private mutating func bracket() throws(Formula.Fault) -> String {
    rest = rest.drop(while: \.isWhitespace)
    guard let first = rest.popFirst() else { throw .incomplete }
    if first == "." { return "" }
    if first != "\\" {
      guard "()[]|/<>".contains(first) else { throw .unbalanced }
      return first == "<" ? "⟨" : first == ">" ? "⟩" : String(first)
    }
    if let brace = rest.first, "{}|".contains(brace) {
      rest.removeFirst()
      return brace == "|" ? "‖" : String(brace)
    }
    let name = String(rest.prefix { $0.isASCII && $0.isLetter })
    guard let (text, _) = FormulaSymbols.commands[name] else { throw .unknownCommand("\\\(name)") }
    rest = rest.dropFirst(name.count)
    return text
  }

  /// Plain text in braces.
  private mutating func words() throws(Formula.Fault) -> String {
    rest = rest.drop(while: \.isWhitespace)
    guard rest.popFirst() == "{", let end = rest.firstIndex(where: { $0 == "}" || $0 == "{" }),
      rest[end] == "}"
    else { throw .unbalanced }
    let text = String(rest[..<end])
    rest = rest[end...].dropFirst()
    return text
  }

  private mutating func blackboard() throws(Formula.Fault) -> String {
    let letter = try words()
    guard let found = FormulaSymbols.blackboard[letter] else {
      throw .unknownCommand("\\mathbb{\(letter)}")
    }
    return found
  }

  /// Rows of cells: a matrix, cases, or aligned equations.
  private mutating func grid() throws(Formula.Fault) -> Formula.Node {
    let kind = try words()
    guard let (open, close) = FormulaSymbols.grids[kind] else {
      throw .unknownCommand("\\begin{\(kind)}")
    }
    var rows: [[Formula.Node]] = [[]]
    while true {
      let cell = try row {
        $0.first == "&" || $0.hasPrefix("\\\\") || $0.hasPrefix("\\end")
      }
      rows[rows.count - 1].append(cell)
      if rest.first == "&" {
        rest.removeFirst()
      } else if rest.hasPrefix("\\\\") {
        rest = rest.dropFirst(2)
        rows.append([])
      } else if rest.hasPrefix("\\end") {
        rest = rest.dropFirst("\\end".count)
        guard try words() == kind else { throw .unbalanced }
        if rows.last == [.row([])] { rows.removeLast() }
        return .grid(rows, open: open, close: close)
      } else {
        throw .unbalanced
      }
    }
  }
}
