/// A formula in a subset of LaTeX, which docs/formats.md lists.
public struct Formula: Hashable, Sendable {
  /// A part of a formula.
  indirect enum Node: Hashable, Sendable {
    case row([Node])
    case number(String)
    /// A variable, or an upright name such as `sin`.
    case name(String, isUpright: Bool)
    case sign(String, Sign)
    case words(String)
    case fraction(Node, Node, hasLine: Bool)
    case root(Node, index: Node?)
    case scripts(Node, below: Node?, above: Node?)
    /// Text between brackets that grow with it; an empty bracket is invisible.
    case fenced(String, Node, String)
    /// A base with a mark above it, such as a bar or an arrow.
    case marked(Node, String)
    case space
    case grid([[Node]], open: String, close: String)
  }

  /// The role of a sign, which decides about the space around it.
  enum Sign: Hashable, Sendable {
    case plain, binary, relation, opening, closing, punctuation
    /// A sum, an integral or the like, with bounds.
    case large
  }

  let root: Node

  /// Why a text isn't a formula that can be shown.
  public enum Fault: Error, Hashable, Sendable {
    /// A command that isn't supported: `\foo`.
    case unknownCommand(String)
    case unbalanced
    case incomplete
    case tooLong
  }

  /// The most characters of a formula.
  public static let longest = 2000

  /// - Parameter source: the text between the dollar signs.
  public init(_ source: String) throws(Fault) {
    if source.utf8.count > Formula.longest { throw .tooLong }
    var parser = FormulaParser(source)
    root = try parser.whole()
  }
}
