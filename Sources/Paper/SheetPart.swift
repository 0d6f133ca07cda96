import Markdown
import Model

/// One worksheet of a printout, as HTML.
struct SheetPart {
  let sheet: PaperSheet
  let words: Words
  let showsAnswers: Bool
  /// The name of its pages in CSS.
  let name: String
  let picture: PictureSource

  /// The footer of each page.
  var footer: String {
    ([sheet.title] + [variant, showsAnswers ? words[.key] : nil].compactMap { $0 })
      .joined(separator: " · ")
  }

  private var variant: String? { sheet.variant.map { "\(words[.variant]) \($0)" } }

  var html: String {
    var html = "<section class=\"sheet\" style=\"page: \(name)\">\n" + head
    let instructions = sheet.instructions.filter { !$0.allSatisfy(\.isWhitespace) }
    if !instructions.isEmpty {
      html += "<div class=\"instructions\" dir=\"auto\">"
      html += instructions.map { RichText.html($0, picture: shown(words: nil)) }.joined()
      html += "</div>\n"
    }
    for (number, exercise) in sheet.worksheet.exercises.enumerated() {
      html +=
        ExercisePart(
          number: number + 1, exercise: exercise, starters: sheet.starters, words: words,
          showsAnswers: showsAnswers, picture: shown(words: exercise.alt)
        ).html
    }
    return html + "</section>\n"
  }

  private var head: String {
    let place = sheet.place.map { "<bdi>\(escaped($0))</bdi>" }.joined(separator: " · ")
    var html = "<header><p class=\"place\">\(place)</p>\n"
    html += "<h1><span dir=\"auto\">\(escaped(sheet.title))</span>"
    if showsAnswers { html += " <span class=\"label\">\(escaped(words[.key]))</span>" }
    if let variant { html += " <span class=\"label\">\(escaped(variant))</span>" }
    html += "</h1>\n"
    if !showsAnswers {
      html += "<div class=\"fields\">"
      for word in [Words.Word.name, .schoolClass, .date] {
        html += "<span>\(escaped(words[word]))<i></i></span>"
      }
      html += "</div>\n"
    }
    return html + "<p class=\"facts\">\(facts)</p></header>\n"
  }

  private var facts: String {
    var facts: [String] = []
    if let total = try? sheet.worksheet.maximum {
      let room = showsAnswers ? "" : "<i></i> / "
      facts.append("\(escaped(words[.points])): \(room)<b>\(total)</b>")
    }
    if let time = sheet.worksheet.context.time {
      let range =
        time.count == 1 ? "\(time.lowerBound)" : "\(time.lowerBound)–\(time.upperBound)"
      facts.append("\(range) \(escaped(words[.minutes]))")
    }
    return facts.map { "<span>\($0)</span>" }.joined(separator: " ")
  }

  /// Returns the HTML for a picture.
  ///
  /// - Parameter alt: the description of a picture without its own.
  private func shown(words alt: String?) -> (String, String) -> String {
    let (path, source) = (sheet.worksheet.path, picture)
    return { target, words in
      let words = words.allSatisfy(\.isWhitespace) ? alt ?? "" : words
      guard let data = source(path, target) else {
        return "<span class=\"missing\">\(escaped(words.isEmpty ? target : words))</span>"
      }
      return "<img src=\"\(escaped(data))\" alt=\"\(escaped(words))\">"
    }
  }
}
