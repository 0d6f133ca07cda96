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

  @Argument(help: "The hub's folder.") var folder: String
  @Argument(help: "The subject.") var subject: String
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let hub = try ServedHub(folder)
    guard let program = NotifyProgram(hub.settings.notify, in: hub.folder.path),
      let place = HubPlace(path: "\(subject)/desk.git")
    else {
      return
    }
    var changes: [ShareNews.Change] = []
    while let line = session.input.line() {
      if let change = ShareNews.Change(line: line) { changes.append(change) }
    }
    do {
      let news = try ShareNews(changes, of: subject, on: hub)
      if news.items.isEmpty { return }
      if let problem = try program.run(input: Array(json(news).document.utf8)) {
        HubLog(hub).add(problem, doing: "notify", at: place)
      }
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
