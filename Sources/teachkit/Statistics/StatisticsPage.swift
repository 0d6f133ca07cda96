import Course
import Grading
import Markdown
import Model
import Reports

/// Statistics as a page: figures, a histogram, a bar for each exercise, and names on demand.
extension StatisticsReport {
  var html: String? {
    var body = "<h1>\(Page.escaped(title))</h1>\n<p class=\"quiet\">\(Page.escaped(made))</p>\n"
    if sections.count != 1 { body += overview.rowsAsHTML }
    for section in sections { body += html(section) }
    body += """
      <footer class="quiet">
      <p>Spread is the sample standard deviation. Discrimination is the corrected item–total
      correlation (corrected point-biserial): the correlation of the points for an exercise with the
      points for all others, from −1 to 1. Above 0.3, an exercise separates strong from weak students
      well; check exercises below 0.</p>
      </footer>
      """
    return Page(title, style: Self.style, body: body).text
  }

  private func html(_ section: WorkStatistics) -> String {
    let (worksheet, found) = (section.worksheet, section.found)
    let name = worksheet.context.title + (section.group.map { " · \($0)" } ?? "")
    var html = "<section>\n"
    if sections.count > 1 { html += "<h2>\(Page.escaped(name))</h2>\n" }
    html += "<p class=\"quiet\">"
    html += Page.escaped("\(worksheet.path)") + " · " + section.standings + "</p>\n"
    guard let scores = found.scores else { return html + "</section>\n" }
    let figures = [
      ("Mean", scores.mean.decimal(places: 2), Percent.text(scores.mean, of: found.maximum)),
      ("Median", scores.median.decimal(places: 2), Percent.text(scores.median, of: found.maximum)),
      (
        "Spread", scores.deviation.flatMap { Rational(rounding: $0)?.decimal(places: 2) } ?? "–",
        nil
      ),
      ("Lowest", scores.lowest.decimal(places: 2), Percent.text(scores.lowest, of: found.maximum)),
      (
        "Highest", scores.highest.decimal(places: 2),
        Percent.text(scores.highest, of: found.maximum)
      ),
      ("Possible", "\(found.maximum)", nil),
    ]
    html +=
      "<dl>"
      + figures.map { title, value, share in
        "<div><dt>\(title)</dt><dd>\(value)\(share.map { " <small>\($0)</small>" } ?? "")</dd></div>"
      }.joined() + "</dl>\n"
    html += histogram(found, scores)
    html +=
      "<div class=\"legend\">"
      + Verdict.Outcome.allCases.map {
        "<span><i class=\"\($0.rawValue)\"></i>\($0.title)</span>"
      }.joined() + "</div>\n"
    for (exercise, found) in zip(worksheet.exercises, found.exercises) {
      html += self.html(exercise, found)
    }
    let missing = [Statistics.Category.missing, .awaited, .waiting, .excused, .unreadable]
    html += missing.compactMap { standing in
      found.students[standing].map {
        "<p><b>\(standing.rawValue.prefix(1).uppercased() + standing.rawValue.dropFirst())</b> \(list($0))</p>\n"
      }
    }.joined()
    return html + "</section>\n"
  }

  private func histogram(_ found: Statistics, _ scores: Distribution) -> String {
    func place(_ score: Rational) -> Double {
      (try? score / found.maximum)?.approximation ?? 0
    }
    return Plot.histogram(
      found.histogram.map { bin in
        let range = [bin.lower, bin.upper].map { Percent.text($0, of: .one) ?? "" }
        return .init(
          count: bin.students.count,
          hint: "\(range.joined(separator: "–")): \(bin.students.map(name).joined(separator: ", "))"
        )
      }, from: "0", to: "\(found.maximum) points",
      marks: [
        .init(place: place(scores.mean), label: "mean \(scores.mean.decimal(places: 2))"),
        .init(place: place(scores.median), label: "median \(scores.median.decimal(places: 2))"),
      ]) + "\n"
  }

  private func html(_ exercise: Exercise, _ found: ExerciseStatistics) -> String {
    let outcomes = Verdict.Outcome.allCases
    let parts = outcomes.map { outcome in
      let students = found.students[outcome] ?? []
      return (
        style: outcome.rawValue, count: students.count,
        hint: "\(outcome.title): \(students.map(name).joined(separator: ", "))"
      )
    }
    let right = found.share(of: .correct).flatMap { Percent.text($0, of: .one) } ?? "–"
    let tells = found.discrimination.flatMap { Rational(rounding: $0)?.decimal(places: 2) } ?? "–"
    let isOdd = found.discrimination.map { $0 < 0 } ?? false
    var html = "<details><summary><b>\(Page.escaped(exercise.id))</b>\(Plot.stack(parts))"
    html +=
      "<span>\(right) correct</span><span\(isOdd ? " class=\"odd\"" : "")>discr. \(tells)</span>"
    html +=
      "</summary>\n<div class=\"quiet prompt\" dir=\"auto\">\(RichText.html(exercise.prompt))</div>\n"
    for outcome in outcomes {
      guard let students = found.students[outcome] else { continue }
      html += "<p><i class=\"\(outcome.rawValue)\"></i><b>\(outcome.title) \(students.count)</b> "
      html += list(students) + "</p>\n"
    }
    if !found.wrongAnswers.isEmpty {
      html +=
        "<table><tr><th>Common wrong answers</th><th class=\"number\"></th><th>From</th></tr>\n"
      for wrong in found.wrongAnswers.prefix(5) {
        html += "<tr><td>\(escapedWithFormulas(wrong.answer))</td><td class=\"number\">"
        html += "\(wrong.students.count)</td><td>\(list(wrong.students))</td></tr>\n"
      }
      html += "</table>\n"
    }
    return html + "</details>\n"
  }

  private func name(_ student: String) -> String { names[student] ?? student }

  private func list(_ students: [String]) -> String {
    students.map { Page.escaped(name($0)) }.joined(separator: ", ")
  }

  static let style = """
    :root { color-scheme: light dark; --text: #1d2129; --quiet: #666d78; --back: #fff;
      --card: #f4f5f7; --line: #d9dce1; --correct: #2a8f6d; --partial: #e0b23c; --wrong: #d2603a;
      --unanswered: #b4b9c2; --unreviewed: #7a83c9; --bar: #4a7fb5; }
    @media (prefers-color-scheme: dark) { :root { --text: #e6e8ec; --quiet: #9aa2ae; --back: #15181d;
      --card: #20242b; --line: #363c46; --correct: #3fae88; --partial: #d8ae45; --wrong: #dd7350;
      --unanswered: #5f6672; --unreviewed: #8d95dd; --bar: #6a9fd4; } }
    body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back);
      max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
    h1, h2 { line-height: 1.2; margin: 0; } section { margin: 1.5rem 0 3rem; }
    .quiet { color: var(--quiet); margin: .2rem 0 1rem; } footer { font-size: .85rem; }
    dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: .6rem; }
    dl div { background: var(--card); border-radius: .5rem; padding: .6rem .8rem; }
    dt { font-size: .8rem; color: var(--quiet); } dd { margin: 0; font-size: 1.3rem; }
    small { font-size: .85rem; color: var(--quiet); }
    .histogram { width: 100%; margin: 1rem 0; } .histogram text { font-size: 12px; fill: var(--quiet); }
    .end { text-anchor: end; } .grid { stroke: var(--line); } .bar { fill: var(--bar); }
    .mark { stroke: var(--text); stroke-dasharray: 4 3; }
    .legend { display: flex; flex-wrap: wrap; gap: 0 1.2rem; font-size: .85rem; margin: .5rem 0; }
    i { display: inline-block; width: .8em; height: .8em; border-radius: .2em; margin-right: .4em; }
    details { border-top: 1px solid var(--line); padding: .4rem 0; break-inside: avoid; }
    summary { display: grid; grid-template-columns: 9rem 1fr 6rem 6rem; gap: 1rem;
      align-items: center; cursor: pointer; list-style: none; overflow-wrap: anywhere; }
    summary b::before { content: "▸"; display: inline-block; width: 1.1em; color: var(--quiet); }
    details[open] > summary b::before { content: "▾"; }
    details .prompt { margin: .3rem 0 .6rem 1.1rem; } details .prompt p { margin: .3rem 0; }
    summary span { text-align: right; font-variant-numeric: tabular-nums; }
    .stack { width: 100%; height: 1.2rem; border-radius: .3rem; } details p { margin: .3rem 0 .3rem 1.1rem; }
    details table { margin-left: 1.1rem; width: calc(100% - 1.1rem); }
    table { border-collapse: collapse; width: 100%; margin: .6rem 0; font-size: .95rem; }
    th { text-align: left; font-weight: 600; } td, th { border-top: 1px solid var(--line);
      padding: .3rem .6rem .3rem 0; vertical-align: top; overflow-wrap: anywhere; }
    .number { text-align: right; width: 1%; white-space: nowrap; font-variant-numeric: tabular-nums; }
    .odd { color: var(--wrong); font-weight: 600; }
    .correct { fill: var(--correct); } i.correct { background: var(--correct); }
    .partial { fill: var(--partial); } i.partial { background: var(--partial); }
    .wrong { fill: var(--wrong); } i.wrong { background: var(--wrong); }
    .unanswered { fill: var(--unanswered); } i.unanswered { background: var(--unanswered); }
    .unreviewed { fill: var(--unreviewed); } i.unreviewed { background: var(--unreviewed); }
    @media (max-width: 40rem) { summary { grid-template-columns: 1fr 1fr; }
      .stack { grid-row: 2; grid-column: 1 / 3; } }
    @media print { body { margin: 0; max-width: none; font-size: 10.5pt; }
      * { print-color-adjust: exact; }
      details::details-content { content-visibility: visible; block-size: auto; } }
    """
}
