import Model
import PlainYAML
import Text

extension QuestionReading {
  /// Reads the scoring of a `multiple` exercise: `scoring`, `wrong-choice` and `floor`, or `partial`
  /// of earlier versions.
  func scoring() -> ChoiceScoring {
    let isWhole = fields.flag("partial") == false
    var scoring = ChoiceScoring(
      fields.oneOf("scoring", ChoiceScoring.Rule.self) ?? (isWhole ? .allOrNone : .rightMinusWrong))
    scoring.wrongChoice = fields.read("wrong-choice", "share from 0 to 1") { text in
      Rational(text: text).flatMap { $0.isNegative || $0 > .one ? nil : $0 }
    }
    switch fields.text("floor") {
    case nil, "yes", "true": break
    case "no", "false": scoring.floor = nil
    default:
      scoring.floor = fields.read("floor", "share from -100% to 0, or yes or no") { text in
        Rational(text: text).flatMap { $0 > .zero || $0 < -Rational.one ? nil : $0 }
      }
    }
    if fields.reading.strictness == .school { refuseIdleFields(of: scoring) }
    return scoring
  }

  /// Reports fields that would have no effect, or contradict each other.
  private func refuseIdleFields(of scoring: ChoiceScoring) {
    let rule = scoring.rule.rawValue
    func refuse(_ field: String, _ message: Message, _ hint: Message) {
      fields.fault(.scoring, message, hint: hint, at: fields.value(field))
    }
    if fields.value("partial") != nil, fields.value("scoring") != nil {
      refuse("partial", "'partial' can't be combined with 'scoring'", "remove `partial`")
    }
    if fields.value("wrong-choice") != nil, scoring.rule != .negative {
      refuse(
        "wrong-choice", "'wrong-choice' has no effect with `scoring: \(rule)`",
        "write `scoring: negative`, or remove it")
    }
    if fields.value("floor") != nil, !scoring.rule.canGoBelowZero {
      refuse(
        "floor", "'floor' has no effect with `scoring: \(rule)`",
        "write `scoring: negative`, or remove it")
    }
    if fields.value("wrong") != nil, scoring.canGoBelowZero {
      refuse("floor", "'floor' can't be combined with 'wrong'", "remove one of them")
    }
    if fields.value("points").flatMap({ Rational(text: $0.scalar ?? "") }) == .zero {
      for field in ["wrong-choice", "floor"] where fields.value(field) != nil {
        refuse(field, "'\(field)' has no effect without points", "write `points: 1`, or remove it")
      }
    }
  }
}
