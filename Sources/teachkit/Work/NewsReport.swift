import Course
import Exchange
import Model
import Reports
import Text

/// What is new for a student, one piece of news per line.
struct NewsReport: Report {
  struct Line: Sendable {
    let what: String
    let path: String?
    /// The text output's replacement for the path.
    var shown: String?
    let words: Message
    let fields: [(String, JSONValue)]

    var title: Message { Message(template: what) }

    /// The line without its kind, for people.
    func text(gap: String) -> String {
      [visible(shown ?? path ?? ""), visible(words.text)].filter { !$0.isEmpty }
        .joined(separator: gap)
    }
  }

  let lines: [Line]

  init(lines: [Line]) { self.lines = lines }

  /// - Parameter states: the states of the clone's work, for titles.
  init(_ news: [PullReport.News], _ times: TimeWords, _ states: [WorkState]) {
    let states = Dictionary(
      states.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    lines = news.map { Self.line($0, times, states) }
  }

  /// The news of a pull, with the work that it restored.
  init(_ report: PullReport, _ times: TimeWords, _ states: [WorkState]) {
    let titles = Dictionary(
      states.map { ($0.path, $0.title) }, uniquingKeysWith: { first, _ in first })
    lines =
      NewsReport(report.news, times, states).lines
      + report.restored.map { path in
        Line(
          what: "handed-in", path: path.work, words: "from elsewhere",
          fields: Self.fields(title: titles[path]))
      }
  }

  func text(_ layout: Layout) -> String {
    let widest = lines.reduce(0) { max($0, displayWidth($1.title.text)) }
    return lines.reduce(into: "") { text, line in
      let what = layout.isTerminal ? padded(line.title.text, to: widest + 2) : "\(line.title)\t"
      text += layout.paint(what, .quiet) + line.text(gap: layout.isTerminal ? "  " : "\t") + "\n"
    }
  }

  var json: JSONValue { Self.envelope("news", "items", items) }

  var items: JSONValue {
    .array(
      lines.map { line in
        let rest = line.fields.map { JSONValue.Member($0.0, $0.1) }
        return .object([.init("what", .string(line.what)), .init("path", .text(line.path))] + rest)
      })
  }

  private static func fields(
    title: String? = nil, due: Instant? = nil, grade: Grade? = nil, from: String? = nil,
    notice: Notice? = nil
  ) -> [(String, JSONValue)] {
    [
      ("title", .text(title)), ("due", .text(due?.description)), ("score", .number(grade?.score)),
      ("max", .number(grade?.max)), ("from", .text(from)), ("text", .text(notice?.text)),
      ("until", .text(notice?.until?.description)),
    ]
  }

  private static func line(
    _ news: PullReport.News, _ times: TimeWords, _ states: [ContextPath: WorkState]
  ) -> Line {
    func due(_ time: Instant?) -> Message {
      time.map { "due \(times.at($0)), \(times.distance(to: $0))" } ?? ""
    }
    func line(
      _ what: String, _ path: ContextPath, _ words: [Message], due: Instant? = nil,
      grade: Grade? = nil, from: String? = nil
    ) -> Line {
      Line(
        what: what, path: path.work, shown: states[path]?.shownPath,
        words: words.filter { !$0.isEmpty }.joined(separator: ", "),
        fields: fields(title: states[path]?.title, due: due, grade: grade, from: from))
    }
    switch news {
    case .worksheet(let path, let title, let time):
      return line("new", path, [Message(verbatim: title), due(time)], due: time)
    case .moved(let path, let former):
      return line("moved", path, ["was \(former.work)"], from: former.work)
    case .withdrawn(let path): return line("withdrawn", path, [])
    case .assigned(let path, let title, let time):
      return line(
        "assigned", path, [Message(verbatim: path.file == nil ? "" : title), due(time)], due: time)
    case .due(let path, let time, _):
      return line("due", path, [time == nil ? "no longer due" : due(time)], due: time)
    case .returned(let path, let returned):
      let grade = returned.grade
      let score: Message = grade.score.map { "\($0) of \(grade.max)" } ?? grade.state.message
      return line(
        "returned", path, [score, returned.again == nil ? "" : "try again"], grade: grade)
    case .notice(let notice): return self.line(notice)
    }
  }

  static func line(_ reminder: DueReminder, _ times: TimeWords, _ states: [WorkState]) -> Line {
    let state = states.first { $0.path == reminder.path }
    let begins = reminder.opens.flatMap { $0 > times.now ? $0 : nil }
    let time = begins ?? reminder.due
    let words: Message =
      "\(begins == nil ? "due" : "begins") \(times.at(time)), \(times.distance(to: time))"
    return Line(
      what: "reminder", path: reminder.path.work, shown: state?.shownPath, words: words,
      fields: fields(title: state?.title, due: reminder.due))
  }

  static func line(_ notice: Notice) -> Line {
    Line(
      what: "announcement", path: nil, words: Message(verbatim: notice.line),
      fields: fields(notice: notice))
  }
}

extension Notice {
  /// The text on one line.
  var line: String { text.split(whereSeparator: \.isNewline).joined(separator: " ") }

  var json: JSONValue {
    [
      "at": .string(at.description), "until": .text(until?.description), "text": .string(text),
    ]
  }
}

/// The state of a student's work, with current announcements and what is new.
struct CloneStatusReport: Report {
  let table: Table
  let notices: [Notice]
  let news: NewsReport

  func text(_ layout: Layout) -> String {
    let new = Set(news.lines.filter { $0.path == nil }.map(\.words.text))
    let standing = notices.filter { !new.contains($0.line) }.map(NewsReport.line)
    let lines = NewsReport(lines: standing + news.lines)
    let parts = [table.text(layout), lines.text(layout)].filter { !$0.isEmpty }
    return parts.joined(separator: layout.isTerminal ? "\n" : "")
  }

  var json: JSONValue {
    [
      "format": 1, "kind": "status", "items": table.list,
      "announcements": .array(notices.map(\.json)), "news": news.items,
    ]
  }

  var spreadsheet: Table? { table }
}
