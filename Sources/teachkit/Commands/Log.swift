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
      With a path, what was changed in that object and below it.

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
    let (root, files) = try open(session)
    let repository = try Repository(root)
    let object = try path.map { try Locator(files).find($0) }
    let zone = (try? files.zone()) ?? .utc
    var table = Table(
      "history",
      [
        .init("time"), .init("change"), .init("who"), .init("version"),
        .init("command", isShown: false), .init("paths", isShown: false),
      ])
    let changes = ChangeHistory(repository)
    for change in try changes.of(object, in: files, limit: number ?? .max) {
      table.append([
        .time(change.time, in: zone), Cell(change.summary), Cell(change.author),
        Cell(.string(change.id.description), shown: change.id.short, tone: .quiet),
        Cell(change.command), Cell(.array(change.paths.map { .string($0) })),
      ])
    }
    session.report(table)
  }

  private func open(_ session: Session) throws -> (root: String, SchoolFiles) {
    switch try session.place() {
    case .school(let root): (root, try SchoolStore.files(at: root))
    case .clone(let root): (root, try session.openClone().files)
    }
  }
}
