import ArgumentParser
import Course
import Git
import HubProtocol
import HubServer
import Reports
import Text

struct HubNotify: Command {
  static let configuration = CommandConfiguration(
    commandName: "notify",
    abstract: "Run a hub's program for new data. Run by 'hub hook'.",
    discussion: "Example: teachkit hub notify ~/hub math",
    shouldDisplay: false)

  /// The time limit of the program in seconds.
  private static let limit = 60.0

  @Argument(help: "The hub's folder.") var folder: String
  @Argument(help: "The subject.") var subject: String
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let hub = try ServedHub(folder)
    let words = hub.settings.notify
    guard let program = words.first, let place = HubPlace(path: "\(subject)/desk.git") else {
      return
    }
    var changes: [ShareNews.Change] = []
    while let line = session.input.line() {
      if let change = ShareNews.Change(line: line) { changes.append(change) }
    }
    do {
      let news = try ShareNews(changes, of: subject, on: hub)
      if news.items.isEmpty { return }
      let result = try Subprocess(
        program, Array(words.dropFirst()), folder: hub.folder.path,
        input: Array(json(news).document.utf8), timeout: Self.limit
      ).run()
      if result.succeeded { return }
      let reason =
        switch result.status {
        case .exited(let code): "exit code \(code)"
        case .signalled(let signal): "signal \(signal)"
        case .timedOut: "no end after \(Int(Self.limit)) seconds"
        }
      let line = result.errorText.split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
      HubLog(hub).add("'\(program)': \(reason)\(line)", doing: "notify", at: place)
    } catch {
      HubLog(hub).add(error, doing: "notify", at: place)
    }
  }

  private func json(_ news: ShareNews) -> JSONValue {
    [
      "format": 1, "kind": "share", "subject": .string(news.subject), "title": .text(news.title),
      "news": .array(
        news.items.map { item, participants in
          [
            "what": .string(item.what.rawValue), "path": .text(item.path),
            "title": .text(news.title(of: item)), "due": .text(item.due),
            "text": .text(item.text), "participants": .array(participants.map { .string($0) }),
          ]
        }),
      "participants": .array(news.participants.map { .string($0) }),
    ]
  }
}
