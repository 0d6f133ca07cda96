import ArgumentParser
import Hub
import Model
import Reports

struct HubStatus: Command {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show what a hub holds: repositories, sizes, last receipts, keys.",
    discussion: "Example: teachkit hub status /srv/hub")

  @Argument(help: "The hub.", completion: .directory) var folder: String
  @Option(
    help: ArgumentHelp(
      "Where OpenSSH reads keys; ~/.ssh/authorized_keys, or where the first is.", valueName: "file")
  )
  var authorizedKeys: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let hub = try ServedHub(session.hubFolder(folder).text, isLookedAt: true)
    let keys = try session.authorizedKeys(authorizedKeys, of: hub).entries()
    let inventory = try hub.inventory()
    session.report(HubReport(hub.path, inventory, try KeyReport(keys)))
    for item in inventory {
      guard let most = item.most, item.bytes >= most / 10 * 9 else { continue }
      session.output.notice(
        "\(item.place.path) has \(megabytes(item.bytes)) of the \(megabytes(most)) that 'mailbox' in "
          + "hub.yaml allows")
    }
  }
}

/// What a hub holds.
private struct HubReport: Report {
  private let path: String
  private let repositories: Table
  private let keys: KeyReport

  init(_ path: String, _ found: [ServedHub.Inventory], _ keys: KeyReport) {
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
  }

  func text(_ layout: Layout) -> String {
    [repositories.text(layout), keys.text(layout)].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  var json: JSONValue {
    Self.envelope(
      "hub", "hub",
      [
        "path": .string(path), "repositories": repositories.list, "keys": keys.list,
      ])
  }
}
