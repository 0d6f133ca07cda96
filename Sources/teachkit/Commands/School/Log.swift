import ArgumentParser
import Course
import Exchange
import Git
import Model
import Reports
import Storage
import Text

struct Log: Command {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Show the history of changes, newest first.",
    discussion: """
      With a path, shows the changes of that object and its contents, \
      including those under other names and before it was deleted. In a clone, \
      also shows what the hub received and when, based on its receipts.

      Example: teachkit log math/fractions -n 10
      """)

  static let formats = Format.table

  @Argument(
    help: "The object; by default, everything.", completion: Candidates.content.completion)
  var path: String?
  @Option(
    name: [.customShort("n"), .customLong("number")], help: "The maximum number of changes.")
  var number: Int?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    session.output.isPaged = true
    if let number, number < 0 {
      throw Failure(.valueIsFaulty, "invalid number of changes '\(number)'")
    }
    let (changes, files) = try open(session)
    let zone = (try? files.zone()) ?? .utc
    var table = Table(
      "history",
      [
        .init("time"), .init("change"), .init("who", title: "Author"), .init("version"),
        .init("command", isShown: false), .init("paths", isShown: false),
      ])
    for change in try self.changes(changes, files) {
      table.append(change.cells(in: zone))
    }
    session.report(table)
  }

  /// Includes the history of deleted objects.
  private func changes(
    _ history: ChangeHistory, _ files: SchoolFiles
  ) throws -> [ChangeHistory.Change] {
    let limit = number ?? .max
    guard let path else { return try history.of(nil, in: files, limit: limit) }
    do {
      let locator = Locator(files)
      return try history.of(locator.shown(try locator.find(path)), in: files, limit: limit)
    } catch let error as LookupError {
      guard case .unknown = error else { throw error }
      let found = try history.of(path, in: files, limit: limit)
      guard found.contains(where: { $0.isAbout(path) || $0.command == nil }) else { throw error }
      return found
    }
  }

  private func open(_ session: Session) throws -> (ChangeHistory, SchoolFiles) {
    switch try session.place() {
    case .school(let root):
      return (
        ChangeHistory(try Repository(root)),
        try SchoolStore.files(at: root, notify: session.reportRecovery)
      )
    case .clone:
      let clone = try session.openClone()
      return (ChangeHistory(clone.repository, receipts: try clone.receipts()), try clone.files)
    }
  }
}
