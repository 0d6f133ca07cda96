import Markdown
import Model
import Substrings
import Text

/// An exercise on paper: its text, and room for the answer or the answer itself.
struct ExercisePart {
  let number: Int
  let exercise: Exercise
  /// The starter code of programs, by file name in `work/`.
  let starters: [String: String]
  let words: Words
  let showsAnswers: Bool
  /// Returns the HTML for a picture, given its target and alternative text.
  let picture: (String, String) -> String

  var html: String {
    var html = "<article><div class=\"number\">\(number).</div><div class=\"main\">"
    html += "<div class=\"prompt\" dir=\"auto\">"
    html += RichText.html(exercise.prompt, marks: gaps, picture: picture) + named + "</div>\n"
    html += answer
    if !exercise.rubric.isEmpty { html += rubric }
    if showsAnswers, let hint = exercise.hint {
      html += "<p class=\"quiet\">\(escaped(words[.hint])) "
      html += "<span dir=\"auto\">\(escapedWithFormulas(hint))</span></p>\n"
    }
    if showsAnswers, let explain = exercise.explain {
      html += "<div class=\"explain\" dir=\"auto\">"
      html += RichText.html(explain, picture: picture) + "</div>\n"
    }
    return html + "</div><div class=\"points\">\(points)</div></article>\n"
  }

  /// Pictures that the prompt mentions by name. They are shown if the exercise has an alternative
  /// text, `alt`.
  private var named: String {
    guard let alt = exercise.alt, !exercise.prompt.contains("![") else { return "" }
    return exercise.namedPictures.map { "<p>\(picture($0, alt))</p>" }.joined()
  }

  private var points: String {
    var html = showsAnswers ? "<b>\(exercise.points)</b>" : "<i></i> / \(exercise.points)"
    if exercise.isBonus { html += "<br><small>\(escaped(words[.bonus]))</small>" }
    if !exercise.wrong.isZero {
      html += "<br><small>−\(exercise.wrong) \(escaped(words[.ifWrong]))</small>"
    }
    for note in scoring { html += "<br><small>\(escaped(note))</small>" }
    if showsAnswers { html += "<br><code>\(escaped(exercise.id))</code>" }
    return html
  }

  /// How picks of several choices are scored. Without `wrong-choice`, the cost of one would reveal
  /// how many choices are right.
  private var scoring: [String] {
    guard case .multiple(_, _, let scoring) = exercise.question else { return [] }
    let rule =
      switch scoring.rule {
      case .allOrNone: words[.allOrNone]
      case .rightMinusWrong: words[.rightMinusWrong]
      case .perChoice: words[.eachChoice]
      case .negative:
        scoring.wrongChoice.flatMap { try? $0 * exercise.points }
          .map { "−\($0) \(words[.perWrong])" } ?? words[.wrongCosts]
      }
    return [rule] + (scoring.canGoBelowZero ? [words[.belowZero]] : [])
  }

  // MARK: Answers

  private var answer: String {
    switch exercise.question {
    case .choice(let choices, let answer):
      hint(.pickOne) + list(choices, round: true) { $0.isAnswer(by: answer) }
    case .multiple(let choices, let answers, _):
      hint(.pickAll)
        + list(choices, round: false) { choice in
          answers?.contains { choice.isAnswer(by: $0) } == true
        }
    case .trueFalse(let answer):
      "<ul class=\"choices many\">\(item(words[.yes], round: true, isRight: answer == true))"
        + "\(item(words[.no], round: true, isRight: answer == false))</ul>\n"
    case .number(let key): field(key)
    case .text(let accepted, let match): lines(accepted, match)
    case .gaps: ""
    case .match(let lefts, let rights, let pairs): columns(lefts, rights, pairs)
    case .order(let shown, let solution): hint(.order) + ordered(shown, solution)
    case .essay: showsAnswers ? "" : ruled(2 + 2 * size, atLeast: 5)
    case .file(let name): note(.file, "work/\(name)")
    case .code(let task):
      note(.program, task.files.map { "work/\($0)" }.joined(separator: ", "), task.language)
        + cases(task) + (showsAnswers ? "" : begun(task) + ruled(4 + 2 * size, atLeast: 8))
    }
  }

  private func hint(_ word: Words.Word) -> String {
    showsAnswers ? "" : "<p class=\"quiet\">\(escaped(words[word]))</p>\n"
  }

  private func list(
    _ choices: [Choice], round: Bool, isRight: (Choice) -> Bool
  ) -> String {
    let longest = choices.reduce(0) { max($0, displayWidth($1.text)) }
    let fit = longest <= 12 ? " many" : longest <= 30 ? " two" : ""
    return "<ul class=\"choices\(fit)\">"
      + choices.map { item($0.text, round: round, isRight: isRight($0)) }.joined() + "</ul>\n"
  }

  /// A choice: a text, or a single picture.
  private func pictured(_ text: String) -> String {
    if text.hasPrefix("!["), text.hasSuffix(")"), let middle = text.firstRange(of: "](") {
      let words = text[..<middle.lowerBound].dropFirst(2)
      let target = text[middle.upperBound...].dropLast()
      if !words.contains("]"), !target.contains(where: { $0.isWhitespace || "()".contains($0) }) {
        return picture(String(target), String(words))
      }
    }
    return escapedWithFormulas(text)
  }

  private func item(_ text: String, round: Bool, isRight: Bool) -> String {
    let mark = showsAnswers && isRight
    return "<li\(mark ? " class=\"right\"" : "")><span class=\"box\(round ? " round" : "")\">"
      + "\(mark ? "×" : "")</span><span dir=\"auto\">\(pictured(text))</span></li>"
  }

  private func field(_ key: NumberKey?) -> String {
    var value = ""
    if showsAnswers, let key {
      value = escaped(key.written)
      if !key.tolerance.isZero { value += " ± \(key.tolerance)" }
    }
    let unit = exercise.unit.map { " <span dir=\"auto\">\(escaped($0))</span>" } ?? ""
    return "<p class=\"field\"><span class=\"input\" dir=\"ltr\">\(value)</span>\(unit)</p>\n"
  }

  private func lines(_ accepted: [String]?, _ match: TextMatch) -> String {
    guard showsAnswers else { return ruled(exercise.points > Rational(2) ? 2 : 1, atLeast: 1) }
    return "<p class=\"solution\" dir=\"auto\">\(alternatives(accepted ?? [], match))</p>\n"
  }

  private func alternatives(_ accepted: [String], _ match: TextMatch) -> String {
    let tag = match == .pattern ? "code" : "b"
    return accepted.map { "<\(tag)>\(escaped($0))</\(tag)>" }.joined(separator: " / ")
  }

  private var gaps: [(text: String, html: String)] {
    guard case .gaps(let gaps, let match) = exercise.question else { return [] }
    return gaps.map { gap in
      let inside = showsAnswers ? alternatives(gap.accepted, match) : ""
      return ("{{\(gap.name)}}", "<span class=\"gap\">\(inside)</span>")
    }
  }

  private func columns(_ lefts: [String], _ rights: [String], _ pairs: [MatchPair]?) -> String {
    func letter(_ place: Int) -> String { Letters.letter(place) }
    let left = lefts.map { left in
      let right = pairs?.first { $0.left == left }?.right
      let place = right.flatMap { rights.firstIndex(of: $0) }
      let inside = showsAnswers ? place.map(letter) ?? "" : ""
      return
        "<li><span class=\"box\">\(inside)</span><span dir=\"auto\">\(pictured(left))</span></li>"
    }
    let right = rights.enumerated().map { place, text in
      "<li><b>\(letter(place))</b><span dir=\"auto\">\(pictured(text))</span></li>"
    }
    return hint(.match) + "<div class=\"columns\"><ul class=\"items\">\(left.joined())</ul>"
      + "<ul class=\"items\">\(right.joined())</ul></div>\n"
  }

  private func ordered(_ shown: [String], _ solution: [String]?) -> String {
    "<ul class=\"items\">"
      + shown.map { text in
        let place = showsAnswers ? solution?.firstIndex(of: text).map { "\($0 + 1)" } ?? "" : ""
        return
          "<li><span class=\"box\">\(place)</span><span dir=\"auto\">\(pictured(text))</span></li>"
      }.joined() + "</ul>\n"
  }

  private func note(_ word: Words.Word, _ name: String, _ more: String? = nil) -> String {
    "<p class=\"note\">\(escaped(words[word])) <code dir=\"ltr\">\(escaped(name))</code>"
      + (more.map { " (\(escaped($0)))" } ?? "") + "</p>\n"
  }

  /// The files with starter code.
  private func begun(_ task: CodeTask) -> String {
    starters.keys.sorted()
      .filter { name in task.files.contains { name == $0 || name.hasPrefix("\($0)/") } }
      .map { name in
        let head = task.files == [name] ? "" : "<code dir=\"ltr\">work/\(escaped(name))</code>"
        return head + "<pre class=\"begun\" dir=\"ltr\">\(escaped(starters[name] ?? ""))</pre>\n"
      }.joined()
  }

  private func cases(_ task: CodeTask) -> String {
    let shown = task.cases.filter { !$0.isHidden || showsAnswers }
    guard !shown.isEmpty else { return "" }
    let hasArguments = shown.contains { !$0.args.isEmpty }
    func row(_ tag: String, _ cells: [String]) -> String {
      "<tr>" + cells.map { "<\(tag)>\($0)</\(tag)>" }.joined() + "</tr>\n"
    }
    let titles = [words[.input]] + (hasArguments ? [words[.arguments]] : []) + [words[.output]]
    return "<table class=\"cases\">" + row("th", titles.map(escaped))
      + shown.map { found in
        let cells =
          [found.stdin] + (hasArguments ? [found.args.joined(separator: " ")] : [])
          + [found.expect ?? ""]
        return row("td", cells.map { "<pre dir=\"ltr\">\(escaped($0))</pre>" })
      }.joined() + "</table>\n"
  }

  private var rubric: String {
    let items = exercise.rubric.map { item in
      "<span dir=\"auto\">\(escapedWithFormulas(item.title)) "
        + (showsAnswers ? "(<i></i> / \(item.points))" : "(\(item.points))") + "</span>"
    }
    return "<p class=\"criteria\">\(escaped(words[.criteria])): "
      + items.joined(separator: " · ") + "</p>\n"
  }

  /// The points as a whole number, to measure the writing space.
  private var size: Int { Int(exercise.points.decimal(places: 0)) ?? 10 }

  private func ruled(_ count: Int, atLeast least: Int) -> String {
    "<div class=\"lines\">"
      + String(repeating: "<i></i>", count: min(max(count, least), 20)) + "</div>\n"
  }
}

extension Choice {
  fileprivate func isAnswer(by answer: String?) -> Bool { answer == id ?? text || answer == text }
}

/// A, B, C …
public enum Letters {
  /// - Parameter place: from 0; Z is followed by AA, AB and so on.
  public static func letter(_ place: Int) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    let last = String(letters[max(0, place) % letters.count])
    return place < letters.count ? last : letter(place / letters.count - 1) + last
  }
}
