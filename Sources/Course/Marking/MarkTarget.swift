import Exchange
import Model
import Storage
import Text

/// The target of a marking command: a worksheet, or one of its exercises.
public struct MarkTarget {
  public let worksheet: Worksheet
  public let exercise: Exercise?

  /// - Throws: `Failure` if the object can't be graded.
  public init(_ path: String, in files: SchoolFiles) throws {
    let object = try Locator(files).find(path, among: [.subject, .context, .exercise])
    guard let context = object.context, try files.isWorksheet(context) else {
      throw Failure(
        .valueIsFaulty, "'\(object)' isn't a worksheet",
        hint: "run 'teachkit list \(object)' to see its content")
    }
    worksheet = try files.worksheet(context)
    exercise = if case .exercise(_, let id) = object { worksheet.exercise(id) } else { nil }
    if worksheet.isPractice {
      throw Failure(.valueIsFaulty, "cannot mark '\(context)': practice isn't graded")
    }
  }

  /// Finds a field by its name: `essay.clarity`, or only `clarity` if the target is the essay.
  public func field(_ name: String) throws -> MarkField {
    if let exercise, let field = worksheet.markField("\(exercise.id).\(name)") { return field }
    if let field = worksheet.markField(name) { return field }
    throw Failure(
      .valueIsFaulty, "no mark field '\(name)' in '\(worksheet.path)'",
      hint: didYouMean(name, among: worksheet.markFieldNames)
        ?? "available fields: \(worksheet.markFieldNames.joined(separator: ", "))")
  }
}

extension Worksheet {
  /// Turns input for a field into a decision; empty input removes the earlier one.
  ///
  /// - Throws: `Failure` for invalid points.
  public func decision(_ field: MarkField, _ text: String) throws -> Marking.Decision {
    if text.allSatisfy(\.isWhitespace) { return .init(field, nil) }
    guard field.isNumber else { return .init(field, text.trimmingLineEnds) }
    guard let points = Rational(written: text), !text.utf8.contains(UInt8(ascii: "%")) else {
      throw Failure(
        .valueIsFaulty, "invalid points '\(text)'", hint: "write a number such as 1.5")
    }
    if points.isNegative, !canCostPoints(field) {
      throw Failure(.valueIsFaulty, "'\(field.name)' can't be negative")
    }
    // As the ledger returns it, so that the same input again changes nothing.
    return .init(field, points.exact)
  }

  /// Whether a wrong answer can cost points.
  private func canCostPoints(_ field: MarkField) -> Bool {
    if case .points(let id) = field { exercise(id)?.canGoBelowZero == true } else { false }
  }

  /// Returns a warning if the points exceed the maximum.
  public func excess(_ decision: Marking.Decision) -> Message? {
    guard let most = most(for: decision.field),
      let points = decision.text.flatMap({ Rational(text: $0) }), points > most
    else { return nil }
    return "\(decision.field.name): \(points) points exceed the maximum of \(most)"
  }
}
