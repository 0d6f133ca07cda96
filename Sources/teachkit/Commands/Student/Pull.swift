import ArgumentParser
import Course
import Exchange
import Model
import Reports
import Storage
import Text

struct Pull: Command {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Get updates: worksheets, due dates, grades.",
    discussion: """
      Replaces published files; if you changed one, your version is kept next to it \
      as NAME.mine. In work/, your changes stay: a newer version of a file is merged \
      if it changes other lines, and skipped otherwise. Reports each update once.

      Example: teachkit pull
      """)

  @Argument(
    help: "A file from your teacher, instead of the hub.",
    completion: .file(extensions: ["bundle"]))
  var file: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let clone = try session.openClone(isPulling: true)
    let report = try clone.pull(
      from: file.map { try TeacherBundle(FolderPath($0, from: session.directory).text) })
    if report.isRemoved { throw CloneError.removed(subject: clone.subject) }
    session.reportFiles(report.files)
    session.reportMerged(report.merged)
    session.reportKeptAnswers(report.keptAnswers)
    for refused in report.refused {
      session.output.notice(
        "\(refused.path.work): cannot use submissions of others: \(refused.fault.words)")
    }
    session.reportUnknownFields(in: report.unknown)
    let times = TimeWords(zone: try clone.files.zone(), now: session.now)
    let states = Dictionary(
      try clone.states().map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    session.report(PullNews(news: PullNews.lines(report, times, states)))
    if report.isEmpty { session.output.notice("already up to date") }
  }
}

/// The updates from a pull, one per line.
private struct PullNews: Report {
  struct Line: Sendable {
    let what: String
    let path: String
    /// The text output's replacement for the path.
    var shown: String?
    let words: Message
    let fields: [(String, JSONValue)]

    var title: Message { Message(template: what) }
  }

  let news: [Line]

  func text(_ layout: Layout) -> String {
    let widest = news.reduce(0) { max($0, displayWidth($1.title.text)) }
    return news.reduce(into: "") { text, line in
      let what = layout.isTerminal ? padded(line.title.text, to: widest + 2) : "\(line.title)\t"
      let gap = layout.isTerminal ? "  " : "\t"
      text += layout.paint(what, .quiet) + visible(line.shown ?? line.path)
      text += line.words.isEmpty ? "\n" : gap + visible(line.words.text) + "\n"
    }
  }

  var json: JSONValue {
    Self.envelope(
      "news", "items",
      .array(
        news.map { line in
          let rest = line.fields.map { JSONValue.Member($0.0, $0.1) }
          return .object(
            [.init("what", .string(line.what)), .init("path", .string(line.path))] + rest)
        }))
  }

  static func lines(
    _ report: PullReport, _ times: TimeWords, _ states: [ContextPath: WorkState]
  ) -> [Line] {
    report.news.map { news in
      func due(_ time: Instant?) -> Message {
        time.map { "due \(times.at($0)), \(times.distance(to: $0))" } ?? ""
      }
      func line(
        _ what: String, _ path: ContextPath, _ words: Message,
        due: Instant? = nil, score: Rational? = nil, max: Rational? = nil, from: String? = nil
      ) -> Line {
        let fields: [(String, JSONValue)] = [
          ("title", .text(states[path]?.title)), ("due", .text(due?.description)),
          ("score", .number(score)),
          ("max", .number(max)), ("from", .text(from)),
        ]
        return Line(
          what: what, path: path.work, shown: states[path]?.shownPath, words: words,
          fields: fields)
      }
      switch news {
      case .worksheet(let path, let title, let time):
        let words = [Message(verbatim: title), due(time)].filter { !$0.isEmpty }.joined(
          separator: ", ")
        return line("new", path, words, due: time)
      case .moved(let path, let former):
        return line("moved", path, "was \(former.work)", from: former.work)
      case .withdrawn(let path): return line("withdrawn", path, "")
      case .assigned(let path, let title, let time):
        let words = [Message(verbatim: path.file == nil ? "" : title), due(time)].filter {
          !$0.isEmpty
        }
        return line("assigned", path, words.joined(separator: ", "), due: time)
      case .due(let path, let time, _):
        return line("due", path, time == nil ? "no longer due" : due(time), due: time)
      case .returned(let path, let returned):
        let grade = returned.grade
        let score: Message = grade.score.map { "\($0) of \(grade.max)" } ?? grade.state.message
        let words: Message = returned.again == nil ? score : "\(score), try again"
        return line("returned", path, words, score: grade.score, max: grade.max)
      }
    }
      + report.restored.map { path in
        Line(
          what: "handed-in", path: path.work, words: "from elsewhere",
          fields: [("title", .text(states[path]?.title))]
            + ["due", "score", "max", "from"].map { ($0, .null) })
      }
  }
}
