import ArgumentParser
import Exchange
import Git
import Model
import Reports
import Storage

struct Log: Command {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Show what was changed, newest first.",
    discussion: """
      With a path, what was changed in that object and below it, also under another name and before \
      it was deleted. In a clone it tells, too, what the hub received and when, as its receipts \
      prove that 'pull' brought.

      Example: teachkit log math/fractions -n 10
      """)

  static let formats: [Format] = [.text, .json, .csv]

  @Argument(
    help: "Whose history; everything unless given.", completion: Candidates.content.completion)
  var path: String?
  @Option(
    name: [.customShort("n"), .customLong("number")], help: "At most this many changes.")
  var number: Int?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    session.output.isPaged = true
    if let number, number < 0 {
      throw Failure(.valueIsFaulty, "'\(number)' is no number of changes")
    }
    let (changes, files) = try open(session)
    let zone = (try? files.zone()) ?? .utc
    var table = Table(
      "history",
      [
        .init("time"), .init("change"), .init("who"), .init("version"),
        .init("command", isShown: false), .init("paths", isShown: false),
      ])
    for change in try self.changes(changes, files) {
      table.append(change.cells(in: zone))
    }
    session.report(table)
  }

  /// What is gone has a history, too.
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
        try SchoolStore.files(at: root, notify: session.sayRecovery)
      )
    case .clone:
      let clone = try session.openClone()
      return (ChangeHistory(clone.repository, receipts: try clone.receipts()), try clone.files)
    }
  }
}
