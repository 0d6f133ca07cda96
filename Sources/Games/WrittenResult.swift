import Model
import Substrings
import Text

/// A number in the form in which it is shown. Wrong answers are written in the same form, which
/// therefore reveals nothing.
public struct WrittenResult: Hashable, Sendable {
  fileprivate enum Form: Hashable, Sendable {
    /// With some digits after the decimal sign.
    case decimal(places: Int, sign: Character)
    case fraction(top: Int, bottom: Int)
  }

  /// As it is shown, in the form's own terms: 50 for `50%`.
  private let number: Rational
  /// The same before rounding.
  private let exact: Rational
  /// The distance within which other numbers count as the result.
  private let tolerance: Rational
  private let form: Form
  private let unit: String?
  private let isPercentage: Bool

  /// A whole number.
  init(_ number: Int) {
    (self.number, exact, tolerance) = (Rational(number), Rational(number), .zero)
    (form, unit, isPercentage) = (.decimal(places: 0, sign: "."), nil, false)
  }

  init(_ key: NumberKey, unit: String?) {
    let hundred = Rational(100)
    let digits = key.written.last == "%" ? key.written.dropLast() : key.written[...]
    if digits.count < key.written.count, let number = Rational(text: digits),
      let form = Form(digits), let tolerance = try? key.tolerance * hundred
    {
      (self.number, exact, self.tolerance, self.form) = (number, number, tolerance, form)
      isPercentage = true
    } else if let form = Form(digits) {
      (number, exact, tolerance, self.form) = (key.value, key.value, key.tolerance, form)
      isPercentage = false
    } else {
      // Numbers such as 7.5e-1, 3½ or 1 1/7 as a short decimal.
      let digits = key.value.description
      number = Rational(text: digits) ?? key.value
      (exact, tolerance) = (key.value, key.tolerance)
      form = Form(digits[...]) ?? .decimal(places: 4, sign: ".")
      isPercentage = false
    }
    self.unit = unit
  }

  var text: String { text(number) }

  /// The whole number that is shown; nil for other forms.
  var wholeNumber: Int? {
    guard case .decimal(places: 0, _) = form, unit == nil, !isPercentage else { return nil }
    return Int(number.description)
  }

  private func text(_ number: Rational) -> String {
    switch form {
    case .decimal(let places, let sign):
      var text = number.decimal(places: places)
      if places > 0 {
        let written = text.firstIndex(of: ".").map { text[$0...].utf8.count - 1 } ?? 0
        if written == 0 { text += "." }
        text += String(repeating: "0", count: places - written)
      }
      return withSuffix(sign == "." ? text : text.replacing(".", with: ","))
    case .fraction(let top, let bottom): return withSuffix("\(top)/\(bottom)")
    }
  }

  private func withSuffix(_ text: String) -> String {
    text + (isPercentage ? "%" : "") + (unit.map { " \($0)" } ?? "")
  }

  /// Whether a typed text is the result, with or without its unit.
  func isWritten(_ text: String) -> Bool {
    var digits = trimmed(text)
    if let unit, foldedForComparison(String(digits)).hasSuffix(foldedForComparison(unit)) {
      digits = trimmed(String(digits.dropLast(unit.count)))
    }
    guard let value = Rational(written: digits) else { return false }
    return isNear(isPercentage ? (try? value * Rational(100)) ?? value : value)
  }

  /// Whether a number, in the form's own terms, counts as the result.
  private func isNear(_ other: Rational) -> Bool {
    guard other != number, let distance = try? (other - exact).magnitude else { return true }
    return distance <= tolerance
  }

  /// Likely mistakes, in groups of one kind.
  func mistakes(_ calculation: Calculation?) -> [[String]] {
    if case .fraction(let top, let bottom) = form {
      let pairs = [
        [(top + 1, bottom), (top - 1, bottom)], [(top, bottom + 1), (top, bottom - 1)],
        [(bottom, top)], [(top + bottom, bottom), (top + 1, bottom + 1), (top, bottom * 2)],
      ]
      return pairs.map { pairs in
        pairs.filter { $0.0 > 0 && $0.1 > 0 && !isNear(top: $0.0, bottom: $0.1) }
          .map { withSuffix("\($0.0)/\($0.1)") }
      }
    }
    let groups = [near(), swapped] + (calculation?.mistakes ?? [neighbours, shifted])
    return groups.map { numbers in
      numbers.filter { $0.isNegative == number.isNegative && !isNear($0) }.map(text)
    }
  }

  /// Further numbers, ever more distant.
  ///
  /// - Parameter distance: at least 1.
  func distant(_ distance: Int) -> [String] {
    if case .fraction(let top, let bottom) = form {
      let pairs = [(top + distance, bottom), (top, bottom + distance)]
      return pairs.filter { !isNear(top: $0.0, bottom: $0.1) }
        .map { withSuffix("\($0.0)/\($0.1)") }
    }
    return near(distance).filter { $0.isNegative == number.isNegative }.map(text)
  }

  private func isNear(top: Int, bottom: Int) -> Bool {
    Rational(Int128(top), over: Int128(bottom)).map(isNear) ?? true
  }

  /// One unit of the last place, and enough of them to leave the tolerance.
  private func near(_ count: Int = 1) -> [Rational] {
    guard case .decimal(let places, _) = form,
      let step = Rational(1, over: power(10, min(places, 9))),
      // Such a step leaves the tolerance for certain.
      let least = try? tolerance + step,
      let units = try? least / step
    else { return [] }
    let whole = Rational(Int(units.decimal(places: 0)) ?? 1)
    return [count, -count].compactMap { count in
      try? number + step * whole * Rational(count)
    }
  }

  /// With two neighbouring digits in each other's place.
  private var swapped: [Rational] {
    guard case .decimal(let places, _) = form else { return [] }
    let digits = Array(text(number.magnitude).utf8.filter { $0 & 0xF0 == 0x30 && $0 < 0x3A })
    let value = digits.reduce(Rational.zero) { sum, digit in
      (try? sum * Rational(10) + Rational(Int(digit & 15))) ?? sum
    }
    guard !value.isZero, let scale = Rational(1, over: power(10, min(places, 9))) else {
      return []
    }
    return digits.indices.dropFirst().compactMap { place in
      var other = digits
      other.swapAt(place - 1, place)
      // A number of several digits doesn't begin with 0.
      if other.count > places + 1, other[0] == 0x30 { return nil }
      guard let whole = Int(String(decoding: other, as: UTF8.self)),
        let moved = try? Rational(whole) * scale
      else { return nil }
      return number.isNegative ? -moved : moved
    }
  }

  private var neighbours: [Rational] {
    [10, -10, 2, -2].compactMap { try? number + Rational($0) }
  }

  /// With the decimal sign in another place.
  private var shifted: [Rational] {
    guard case .decimal(let places, _) = form else { return [] }
    var numbers = [try? number * Rational(10)]
    if let tenth = try? number / Rational(10),
      Rational(text: tenth.decimal(places: places)) == tenth
    {
      numbers.append(tenth)
    }
    return numbers.compactMap(\.self)
  }
}

extension WrittenResult.Form {
  /// The form of a number; nil if it is neither a decimal nor a fraction of whole numbers.
  fileprivate init?(_ text: Substring) {
    let digits = text.first == "-" ? text.dropFirst() : text
    func isNumber(_ text: Substring) -> Bool {
      !text.isEmpty && text.utf8.count <= 9 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    if isNumber(digits) {
      self = .decimal(places: 0, sign: ".")
    } else if let mark = digits.firstIndex(where: { $0 == "." || $0 == "," }) {
      let decimals = digits[digits.index(after: mark)...]
      guard isNumber(digits[..<mark]), isNumber(decimals) else { return nil }
      self = .decimal(places: decimals.utf8.count, sign: digits[mark])
    } else if let bar = digits.firstIndex(of: "/"), digits.count == text.count {
      let (top, bottom) = (digits[..<bar], digits[digits.index(after: bar)...])
      guard isNumber(top), isNumber(bottom), let top = Int(top), let bottom = Int(bottom),
        top > 0, bottom > 0
      else { return nil }
      self = .fraction(top: top, bottom: bottom)
    } else {
      return nil
    }
  }
}

extension Calculation {
  /// Likely wrong results: those of neighbouring numbers, and of another operation.
  fileprivate var mistakes: [[Rational]] {
    let neighbours: [Int]
    let others: [Int]
    switch operation {
    case .plus: (neighbours, others) = ([result + 10, result - 10], [left * right, left - right])
    case .minus: (neighbours, others) = ([result + 10, result - 10], [left + right])
    case .times:
      neighbours = [
        (left + 1) * right, (left - 1) * right, left * (right + 1), left * (right - 1),
      ]
      others = [left + right]
    case .dividedBy: (neighbours, others) = ([result + 2, result - 2], [left - right])
    }
    return [neighbours.map { Rational($0) }, others.map { Rational($0) }]
  }
}

private func power(_ base: Int128, _ exponent: Int) -> Int128 {
  (0..<exponent).reduce(1) { product, _ in product * base }
}

private func trimmed(_ text: String) -> Substring {
  var rest = text.drop(while: \.isWhitespace)
  while rest.last?.isWhitespace == true { rest.removeLast() }
  return rest
}
