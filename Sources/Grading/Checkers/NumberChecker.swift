import Model
import Text

/// A number within the tolerance, compared exactly, whatever the notation: all or none.
///
/// Where the exercise has a unit, it may stand before or after the number, with or without a
/// space; its case counts (`mW` is not `MW`). The right number without the unit gets the unit
/// credit. A number with other words is wrong where a unit is asked for, since that is another
/// unit. What is no number is wrong where it holds no digit, and waits for a person where it does:
/// it may be right in a notation that the format does not have (`1 1/2`, `1.234,5`, `½`).
struct NumberChecker: Checker {
  private let lowest: Rational
  private let highest: Rational
  private let unit: String?
  private let unitCredit: Rational

  init(_ exercise: String, _ key: NumberKey, unit: String?) throws(KeyProblem) {
    do {
      // Bounds, so that no answer, however fine, meets arithmetic.
      lowest = try key.value - key.tolerance.magnitude
      highest = try key.value + key.tolerance.magnitude
    } catch {
      throw KeyProblem(exercise: exercise, kind: .outOfRange)
    }
    self.unit = unit.map(compact).flatMap { $0.isEmpty ? nil : $0 }
    unitCredit = min(max(key.unitCredit, .zero), .one)
  }

  func credit(for answer: AnswerValue) -> Credit {
    guard case .text(let answer) = answer else { return .wrongShape(.text) }
    let text = withPlainDigits(answer)
    if let unit, let value = number(in: text, with: unit) {
      return .unlessWrong(isRight(value))
    }
    if let value = Rational(text: text) {
      if unit == nil { return .unlessWrong(isRight(value)) }
      return .share(isRight(value) ? unitCredit : .zero, .unitMissing)
    }
    if unit != nil, hasOtherUnit(text) { return .share(.zero, .otherUnit) }
    let hasNumber = answer.unicodeScalars.contains { $0.properties.numericType != nil }
    return hasNumber ? .unreviewed(.unreadable) : .share(.zero, .unreadable)
  }

  private func isRight(_ value: Rational) -> Bool { lowest <= value && value <= highest }

  private func number(in text: String, with unit: String) -> Rational? {
    let readings = [
      removing(unit, from: text, atEnd: true), removing(unit, from: text, atEnd: false),
    ]
    return readings.lazy.compactMap { $0.flatMap { Rational(text: $0) } }.first
  }

  /// Takes characters off one end until what was taken is the unit.
  private func removing(_ unit: String, from text: String, atEnd: Bool) -> Substring? {
    var rest = text[...]
    // A unit may be written with spaces.
    for _ in 0..<(2 * unit.count) where !rest.isEmpty {
      if atEnd { rest.removeLast() } else { rest.removeFirst() }
      let taken = atEnd ? text[rest.endIndex...] : text[..<rest.startIndex]
      if compact(String(taken)) == unit { return rest }
    }
    return nil
  }

  /// Whether the text is a number and then words without a digit.
  private func hasOtherUnit(_ text: String) -> Bool {
    let head = text.prefix { $0.isNumber || "+-\u{2212}.,/% \t".contains($0) }
    let rest = text.dropFirst(head.count)
    return Rational(text: head) != nil && !rest.contains(where: \.isNumber)
  }
}

/// A unit without spaces, in one presentation (`µ` is `μ`).
private func compact(_ text: String) -> String {
  String(String.UnicodeScalarView(nfkc(text).unicodeScalars.filter { !$0.properties.isWhitespace }))
}

/// `text` with the digits of any script and full-width signs as ASCII has them, and every white
/// space a plain space, so that it can be read as a number.
private func withPlainDigits(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 && $0 >= 0x20 }) { return text }
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue {
      result.append(contentsOf: String(Int(digit)).unicodeScalars)
    } else if (0xFF01...0xFF5E).contains(scalar.value),
      let ascii = Unicode.Scalar(scalar.value - 0xFEE0)
    {
      result.append(ascii)
    } else if scalar == "\u{2044}" || scalar == "\u{2215}" {
      result.append("/")
    } else {
      result.append(scalar.properties.isWhitespace ? " " : scalar)
    }
  }
  return String(result)
}
