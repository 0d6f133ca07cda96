import Model

/// Two whole numbers and an operation, such as `6 × 7`.
public struct Calculation: Hashable, Sendable {
  public enum Operation: Hashable, Sendable {
    case plus, minus, times, dividedBy
  }

  public let left: Int
  public let operation: Operation
  public let right: Int
  /// The sign as its author writes it: `×` or `·`, `÷` or `:`.
  let sign: Character
  public let result: Int

  /// - Returns: nil if the result is negative or not a whole number.
  init?(_ left: Int, _ sign: Sign, _ right: Int) {
    switch sign.operation {
    case .plus: result = left + right
    case .minus: result = left - right
    case .times: result = left * right
    case .dividedBy:
      guard right != 0, left.isMultiple(of: right) else { return nil }
      result = left / right
    }
    guard result >= 0 else { return nil }
    (self.left, self.right) = (left, right)
    (operation, self.sign) = (sign.operation, sign.shown)
  }

  /// Reads a prompt such as `6 · 7`, `6 x 7 =` or `6 × 7 = ?`.
  public init?(prompt: String) {
    var scanner = CalculationScanner(prompt)
    guard let left = scanner.number(), let sign = scanner.sign(), let right = scanner.number()
    else { return nil }
    scanner.skip("=")
    scanner.skip("?")
    guard scanner.isAtEnd else { return nil }
    self.init(left, sign, right)
  }

  /// The calculation as a question: `6 × 7`.
  public var prompt: String { "\(left) \(sign) \(right)" }

  /// An identifier such as `6x7` or `42:6`.
  public var id: String {
    let sign =
      switch operation {
      case .plus: "+"
      case .minus: "-"
      case .times: "x"
      case .dividedBy: ":"
      }
    return "\(left)\(sign)\(right)"
  }
}

extension Calculation {
  /// A sign of an operation.
  struct Sign: Hashable, Sendable {
    let operation: Operation
    let shown: Character

    init?(_ character: Character) {
      switch character {
      case "+": (operation, shown) = (.plus, "+")
      case "-", "\u{2212}", "\u{2013}": (operation, shown) = (.minus, "\u{2212}")
      case "x", "X", "*", "×", "\u{2715}": (operation, shown) = (.times, "×")
      case "·", "\u{22C5}": (operation, shown) = (.times, "·")
      case "/", "÷": (operation, shown) = (.dividedBy, "÷")
      case ":": (operation, shown) = (.dividedBy, ":")
      default: return nil
      }
    }
  }
}

/// Reads numbers, ranges and signs of operations from a text.
struct CalculationScanner {
  /// The most digits of a number: a product of two such numbers fits into an `Int`.
  static let mostDigits = 7

  private var rest: Substring

  init(_ text: String) { rest = withPlainDigits(text)[...] }

  var isAtEnd: Bool {
    mutating get {
      skipSpaces()
      return rest.isEmpty
    }
  }

  private mutating func skipSpaces() { rest = rest.drop(while: \.isWhitespace) }

  /// Skips a character if it comes next.
  @discardableResult
  mutating func skip(_ character: Character) -> Bool {
    skipSpaces()
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads a number without a sign.
  mutating func number() -> Int? {
    skipSpaces()
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard digits.utf8.count <= Self.mostDigits, let number = Int(digits) else { return nil }
    rest = rest.dropFirst(digits.count)
    return number
  }

  mutating func sign() -> Calculation.Sign? {
    skipSpaces()
    guard let sign = rest.first.flatMap(Calculation.Sign.init) else { return nil }
    rest.removeFirst()
    return sign
  }

  /// Reads a number or a range such as `1-10`, written without spaces.
  mutating func range() -> ClosedRange<Int>? {
    guard let start = number() else { return nil }
    guard let dash = rest.first, dash == "-" || dash == "\u{2013}" || dash == "\u{2212}",
      rest.dropFirst().first?.isNumber == true
    else { return start...start }
    rest.removeFirst()
    guard let end = number(), start <= end else { return nil }
    return start...end
  }

  /// Reads ranges with commas between them.
  mutating func ranges() -> [ClosedRange<Int>]? {
    var ranges: [ClosedRange<Int>] = []
    repeat {
      guard let range = range() else { return nil }
      ranges.append(range)
    } while skip(",")
    return ranges
  }
}
