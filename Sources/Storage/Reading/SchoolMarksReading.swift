import Model
import PlainYAML
import Text

extension FieldReader {
  /// The weight of a worksheet.
  func weight() -> Rational? {
    read("weight", "weight such as 2 or 0.5") { text in
      Rational(text: text).flatMap { $0.isNegative ? nil : $0 }
    }
  }

  /// The marks with the least share of the points for each.
  func scale() -> MarkScale? {
    var steps: [MarkScale.Step] = []
    for entry in entries("scale") ?? [] {
      let mark = visible(entry.key)
      guard let least = entry.value.scalar.flatMap({ Rational(text: $0) }), !least.isNegative,
        least <= .one
      else {
        fault(
          .notAValue, "the mark '\(mark)' has no share of the points",
          hint: "write the least share, such as `\(mark): 92%`", at: entry.value)
        continue
      }
      if let other = steps.first(where: { $0.least == least }) {
        fault(
          .notAValue, "the marks '\(visible(other.mark))' and '\(mark)' have the same share",
          hint: "give each mark a different share", at: entry.value)
      }
      steps.append(MarkScale.Step(mark: entry.key, least: least))
    }
    let rises = zip(steps, steps.dropFirst()).map { $0.least < $1.least }
    if let place = rises.firstIndex(where: { $0 != rises[0] }) {
      let mark = visible(steps[place + 1].mark)
      fault(
        .notAValue, "the share of the mark '\(mark)' is out of order",
        hint:
          "write the marks from best to worst, each with a lower share than the one before",
        at: entries("scale")?.first { $0.key == steps[place + 1].mark }?.value)
    }
    return steps.isEmpty ? nil : MarkScale(steps)
  }

  /// The terms of the school year.
  func schoolTerms() -> [SchoolTerm] {
    var terms: [SchoolTerm] = []
    for entry in entries("terms") ?? [] {
      guard let days = entry.value.scalar.flatMap({ SchoolClass.days($0) }) else {
        fault(
          .notAValue, "the term '\(visible(entry.key))' has no range of dates",
          hint: "write `\(visible(entry.key)): 2026-08-15..2027-01-29`", at: entry.value)
        continue
      }
      if let other = terms.first(where: { $0.days.overlaps(days) }) {
        fault(
          .notAValue,
          "the terms '\(visible(other.id))' and '\(visible(entry.key))' overlap",
          hint: "let one begin after the other ends", at: entry.value)
      }
      terms.append(SchoolTerm(id: entry.key, days: days))
    }
    return terms.sorted { $0.days.lowerBound < $1.days.lowerBound }
  }
}
