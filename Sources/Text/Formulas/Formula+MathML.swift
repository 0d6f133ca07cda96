extension Formula {
  /// The formula as MathML Core.
  ///
  /// - Parameter isBlock: whether it stands on a line of its own.
  public func mathML(isBlock: Bool = false) -> String {
    "<math\(isBlock ? " display=\"block\"" : "")>\(Self.content(of: root, isBlock))</math>"
  }

  private static func content(of node: Node, _ isBlock: Bool) -> String {
    func inner(_ node: Node) -> String { content(of: node, isBlock) }
    switch node {
    case .row(let nodes): return "<mrow>\(nodes.map(inner).joined())</mrow>"
    case .number(let text): return "<mn>\(text)</mn>"
    case .name(let text, let isUpright):
      let style = isUpright && text.count == 1 ? " mathvariant=\"normal\"" : ""
      return "<mi\(style)>\(markup(text))</mi>"
    case .sign(let text, let sign):
      let attributes =
        switch sign {
        case .opening, .closing: " stretchy=\"false\""
        case .large: isBlock ? " largeop=\"true\"" : ""
        default: ""
        }
      return "<mo\(attributes)>\(markup(text))</mo>"
    case .words(let text): return "<mtext>\(markup(text))</mtext>"
    case .fraction(let top, let bottom, let hasLine):
      return "<mfrac\(hasLine ? "" : " linethickness=\"0\"")>\(inner(top))\(inner(bottom))</mfrac>"
    case .root(let inside, nil): return "<msqrt>\(inner(inside))</msqrt>"
    case .root(let inside, let index?): return "<mroot>\(inner(inside))\(inner(index))</mroot>"
    case .scripts(let base, let below, let above):
      let name = element(base, below != nil, above != nil, isBlock)
      return "<\(name)>\(inner(base))\(below.map(inner) ?? "")\(above.map(inner) ?? "")</\(name)>"
    case .fenced(let open, let inside, let close):
      return "<mrow>\(fence(open))\(inner(inside))\(fence(close))</mrow>"
    case .marked(let base, let mark):
      return "<mover accent=\"true\">\(inner(base))<mo>\(mark)</mo></mover>"
    case .space: return "<mspace width=\"0.5em\"></mspace>"
    case .grid(let rows, let open, let close):
      let cells = rows.map { row in
        "<mtr>\(row.map { "<mtd>\(inner($0))</mtd>" }.joined())</mtr>"
      }.joined()
      return "<mrow>\(fence(open))<mtable>\(cells)</mtable>\(fence(close))</mrow>"
    }
  }

  private static func fence(_ bracket: String) -> String {
    bracket.isEmpty ? "" : "<mo fence=\"true\" stretchy=\"true\">\(markup(bracket))</mo>"
  }

  /// The element of a base with scripts: beside it, or below and above it.
  private static func element(
    _ base: Node, _ hasBelow: Bool, _ hasAbove: Bool, _ isBlock: Bool
  ) -> String {
    let isBounded =
      switch base {
      case .sign(let text, .large): isBlock && text != "∫"
      case .name(let text, _): isBlock && FormulaSymbols.bounded.contains(text)
      default: false
      }
    if hasBelow, hasAbove { return isBounded ? "munderover" : "msubsup" }
    if hasBelow { return isBounded ? "munder" : "msub" }
    return isBounded ? "mover" : "msup"
  }
}
