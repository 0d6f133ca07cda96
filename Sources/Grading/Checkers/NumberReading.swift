import Model
import Text

/// How an answer to a number exercise uses the unit.
public enum UnitUse: Hashable, Sendable {
  case asked, missing, other
}

extension Exercise {
  /// How an answer uses the required unit; nil if no unit is required, or the answer isn't a
  /// number.
  public func unitUse(in answer: AnswerValue) -> UnitUse? {
    guard case .number = question, case .text(let text) = answer else { return nil }
    let reader = NumberReader(unit: unit)
    guard reader.unit != nil else { return nil }
    return switch reader.read(text) {
    case .number(_, let unit): unit
    case .otherUnit: .other
    case .unreadable: nil
    }
  }
}

/// Reads a number with a unit before or after it.
struct NumberReader: Sendable {
  enum Reading: Hashable {
    case number(Rational, UnitUse)
    /// A number with other words than the unit.
    case otherUnit
    case unreadable
  }

  /// In compact form; nil if no unit is required.
  let unit: String?

  init(unit: String?) {
    self.unit = unit.map(compact).flatMap { $0.isEmpty ? nil : $0 }
  }

  func read(_ answer: String) -> Reading {
    let text = withPlainDigits(answer)
    if let unit, let value = number(in: text, with: unit) { return .number(value, .asked) }
    if let value = Rational(written: text) {
      return .number(value, unit == nil ? .asked : .missing)
    }
    return unit != nil && hasOtherUnit(text) ? .otherUnit : .unreadable
  }

  private func number(in text: String, with unit: String) -> Rational? {
    let readings = [
      removing(unit, from: text, atEnd: true), removing(unit, from: text, atEnd: false),
    ]
    return readings.lazy.compactMap { $0.flatMap { Rational(written: $0) } }.first
  }

  /// Removes characters from one end until the removed part is the unit.
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

  /// Whether the text is a number followed by words without digits.
  private func hasOtherUnit(_ text: String) -> Bool {
    let head = text.prefix { $0.isNumber || "+-\u{2212}.,/% \t".contains($0) }
    let rest = text.dropFirst(head.count)
    return Rational(written: head) != nil && !rest.contains(where: \.isNumber)
  }
}

/// A unit without spaces, in a single presentation (`µ` is `μ`).
private func compact(_ text: String) -> String {
  String(String.UnicodeScalarView(nfkc(text).unicodeScalars.filter { !$0.properties.isWhitespace }))
}
