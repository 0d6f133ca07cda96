import Model

/// A number within the tolerance, compared exactly, whatever the notation: all or none.
///
/// If the exercise has a unit, it may precede or follow the number, with or without a space; its case
/// counts (`mW` is not `MW`). The right number without the unit gets the unit credit. A number with other
/// words is wrong if a unit is required, because they are another unit. An answer without digits is wrong.
/// Any other answer that isn't a number waits for marks: it may be right in another notation (`1.234,5`).
struct NumberChecker: Checker {
  private let lowest: Rational
  private let highest: Rational
  private let reader: NumberReader
  private let unitCredit: Rational

  init(_ exercise: String, _ key: NumberKey, unit: String?) throws(KeyProblem) {
    do {
      // Precomputed bounds, so that no answer can overflow the arithmetic.
      lowest = try key.value - key.tolerance.magnitude
      highest = try key.value + key.tolerance.magnitude
    } catch {
      throw KeyProblem(exercise: exercise, kind: .outOfRange)
    }
    reader = NumberReader(unit: unit)
    unitCredit = min(max(key.unitCredit, .zero), .one)
  }

  func credit(for answer: AnswerValue) -> Credit {
    guard case .text(let answer) = answer else { return .wrongShape(.text) }
    switch reader.read(answer) {
    case .number(let value, .missing):
      return .share(isRight(value) ? unitCredit : .zero, .unitMissing)
    case .number(let value, _): return .unlessWrong(isRight(value))
    case .otherUnit: return .share(.zero, .otherUnit)
    case .unreadable:
      let hasNumber = answer.unicodeScalars.contains { $0.properties.numericType != nil }
      return hasNumber ? .unreviewed(.unreadable) : .share(.zero, .unreadable)
    }
  }

  private func isRight(_ value: Rational) -> Bool { lowest <= value && value <= highest }
}
