import ArgumentParser
import Course
import HubProtocol
import HubServer
import Model
import Reports
import Text

struct HubStatus: Command {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show a hub's repositories, sizes, last receipts, keys and recent problems.",
    discussion: "Example: teachkit hub status /srv/hub")

  @Argument(help: "The hub.", completion: .directory) var folder: String
  @Option(
    help: ArgumentHelp(
      "The authorized_keys file; by default, of the first key or in ~/.ssh.", valueName: "file")
  )
  var authorizedKeys: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    session.output.isPaged = true
    let hub = try ServedHub(session.hubFolder(folder).text, isLookedAt: true)
    let keys = try session.authorizedKeys(authorizedKeys, of: hub).entries()
    let inventory = try hub.inventory()
    let problems = try HubLog(hub).recent(5)
    session.report(HubReport(hub.path, inventory, try KeyReport(keys), problems))
    if !problems.isEmpty { session.output.hint("'hub.log' in the hub's folder has all problems") }
    for item in inventory {
      guard let most = item.most, item.bytes >= most / 10 * 9 else { continue }
      session.output.notice(
        """
        \(item.place.path) uses \(megabytes(item.bytes)) of the \(megabytes(most)) that \
        'mailbox' in hub.yaml allows
        """)
    }
  }
}

/// The contents of a hub.
private struct HubReport: Report {
  private let path: String
  private let repositories: Table
  private let keys: KeyReport
  private let problems: Table

  init(
    _ path: String, _ found: [ServedHub.Inventory], _ keys: KeyReport, _ entries: [HubLog.Entry]
  ) {
    self.path = path
    self.keys = keys
    repositories = Table(
      "repositories",
      [
        .init("repository"), .init("bytes", isNumber: true), .init("packs", isNumber: true),
        .init("received"), .init("state"),
      ],
      rows: found.map { item in
        [
          Cell(item.place.path), Cell(item.bytes), Cell(item.packs),
          Cell(item.received?.description), Cell(item.state?.rawValue),
        ]
      })
    problems = Table(
      "problems",
      [.init("time"), .init("principal"), .init("repository"), .init("problem")],
      rows: entries.map {
        [Cell($0.time), Cell($0.principal), Cell($0.repository), Cell($0.problem)]
      })
  }

  func text(_ layout: Layout) -> String {
    [repositories.text(layout), keys.text(layout), problems.text(layout)].filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  var json: JSONValue {
    Self.envelope(
      "hub", "hub",
      [
        "path": .string(path), "repositories": repositories.list, "keys": keys.list,
        "problems": problems.list,
      ])
  }
}
