import Course
import Grading
import Model
import Reports
import Text

/// The results of one group of students on a worksheet.
struct WorkStatistics {
  let worksheet: Worksheet
  /// The name of the group; nil for all.
  let group: String?
  let found: Statistics

  /// The number of students who submitted or were marked.
  var count: Int { found.scores?.count ?? 0 }

  var json: JSONValue {
    [
      "path": .string("\(worksheet.path)"), "title": .string(worksheet.context.title),
      "group": .text(group), "max": .number(found.maximum),
      "students": .object(
        Statistics.Category.allCases.map { .init($0.rawValue, ids(found.students[$0])) }),
      "scores": found.scores.map { scores in
        [
          "count": .integer(scores.count), "mean": .number(scores.mean),
          "median": .number(scores.median), "deviation": .rounded(scores.deviation),
          "lowest": .number(scores.lowest), "highest": .number(scores.highest),
        ]
      } ?? nil,
      "histogram": .array(
        found.histogram.map {
          ["from": .number($0.lower), "to": .number($0.upper), "students": ids($0.students)]
        }),
      "exercises": .array(
        zip(worksheet.exercises, found.exercises).map { exercise, found in
          [
            "id": .string(exercise.id), "points": .number(exercise.points),
            "students": .object(
              Verdict.Outcome.allCases.map { .init($0.rawValue, ids(found.students[$0])) }),
            "mean": .number(found.mean), "discrimination": .rounded(found.discrimination),
            "wrongAnswers": .array(
              found.wrongAnswers.map {
                ["answer": .string($0.answer), "students": ids($0.students)]
              }),
          ]
        }),
    ]
  }

  private func ids(_ students: [String]?) -> JSONValue {
    .array((students ?? []).map { .string($0) })
  }

  /// A row for each exercise.
  var exercises: Table {
    let outcomes = Verdict.Outcome.allCases
    var table = Table(
      "exercise-statistics",
      [.init("exercise"), .init("count", isNumber: true, isShown: false)]
        + outcomes.map { .init($0.rawValue, title: $0.title, isNumber: true) }
        + [
          .init("mean", isNumber: true), .init("points", title: "Max", isNumber: true),
          .init("discrimination", isNumber: true),
        ])
    for (exercise, found) in zip(worksheet.exercises, found.exercises) {
      table.append(
        [Cell(exercise.id), Cell(found.count)]
          + outcomes.map { outcome in
            let share = found.share(of: outcome)
            return Cell(
              .integer(found.students[outcome]?.count ?? 0),
              shown: share.flatMap { $0.isZero ? nil : Percent.text($0, of: .one) } ?? "")
          } + [
            .figure(found.mean), .points(exercise.points),
            .figure(
              found.discrimination.flatMap { Rational(rounding: $0) },
              tone: found.discrimination.map { $0 < 0 } == true ? .warning : .plain),
          ])
    }
    return table
  }

  func text(_ layout: Layout, names: [String: String], width: Int) -> String {
    var lines = [
      layout.paint(visible("\(worksheet.path)" + (group.map { " of \($0)" } ?? "")), .strong),
      standings,
    ]
    guard let scores = found.scores else { return lines.joined(separator: "\n") + "\n" }
    let share = Percent.text(scores.mean, of: found.maximum).map { " (\($0))" } ?? ""
    var figures = [
      "mean \(scores.mean.decimal(places: 2)) of \(found.maximum)\(share)",
      "median \(scores.median.decimal(places: 2))",
    ]
    if let spread = scores.deviation.flatMap({ Rational(rounding: $0) }) {
      figures.append("spread \(spread.decimal(places: 2))")
    }
    figures.append(
      "from \(scores.lowest.decimal(places: 2)) to \(scores.highest.decimal(places: 2))")
    lines.append(figures.joined(separator: " · "))
    lines.append("")
    for bin in found.histogram {
      let label =
        "\(Percent.text(bin.lower, of: .one) ?? "")–\(Percent.text(bin.upper, of: .one) ?? "")"
      let bar = String(repeating: "█", count: barLength(bin.students.count, width: width))
      lines.append(
        padded(label, to: 8, .right)
          + (bin.students.isEmpty ? "" : "  \(layout.paint(bar, .good)) \(bin.students.count)"))
    }
    lines.append("")
    var text = lines.joined(separator: "\n") + "\n" + exercises.text(layout)
    for found in found.exercises {
      let lines = studentLines(found, names)
      if lines.isEmpty { continue }
      text += "\n" + layout.paint(visible(found.exercise), .strong) + "\n"
      for line in lines {
        text += wrapped("  " + line, to: max(width, 20)).joined(separator: "\n  ") + "\n"
      }
    }
    return text
  }

  /// A text such as `20 graded, 1 waiting, 3 missing`.
  var standings: String {
    let parts = Statistics.Category.allCases.compactMap { standing in
      found.students[standing].map { "\($0.count) \(standing.rawValue)" }
    }
    return parts.isEmpty ? "no recipients" : parts.joined(separator: ", ")
  }

  /// The length of a bar: one cell for each student, if they fit.
  private func barLength(_ count: Int, width: Int) -> Int {
    let most = found.histogram.map(\.students.count).max() ?? 0
    let room = max(10, min(width - 20, 60))
    return most <= room ? count : max(1, count * room / most)
  }

  private func studentLines(_ found: ExerciseStatistics, _ names: [String: String]) -> [String] {
    func list(_ students: [String]) -> String {
      students.map { visible(names[$0] ?? $0) }.joined(separator: ", ")
    }
    var lines = Verdict.Outcome.allCases.filter { $0 != .correct }.compactMap { outcome in
      found.students[outcome].map { "\(outcome.title.text.lowercased()): \(list($0))" }
    }
    lines += found.wrongAnswers.prefix(3).filter { $0.students.count > 1 }.map {
      "'\(visible($0.answer))' \($0.students.count) times: \(list($0.students))"
    }
    return lines
  }
}

extension Verdict.Outcome {
  /// The title of a column or a part of a bar.
  var title: Message {
    switch self {
    case .correct: "Right"
    case .partial: "Partly"
    case .wrong: "Wrong"
    case .unanswered: "Unanswered"
    case .unreviewed: "Waits"
    }
  }
}

extension JSONValue {
  /// A figure rounded to 4 decimals, or null.
  static func rounded(_ number: Double?) -> JSONValue {
    .number(number.flatMap { Rational(rounding: $0) })
  }
}

extension Cell {
  /// A computed figure with 2 decimals.
  static func figure(_ number: Rational?, tone: Tone = .plain) -> Cell {
    guard let number else { return nil }
    return Cell(.decimal(number.description), shown: number.decimal(places: 2), tone: tone)
  }
}
