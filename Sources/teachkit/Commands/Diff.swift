import ArgumentParser
import Exchange
import Git
import Model
import Storage

struct Diff: Command {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what has changed, in the words of the domain.",
    discussion: """
      Without a moment it shows what was changed by hand and is not committed yet. '--since' and \
      '--until' take a commit of 'log', a tag or a time ('yesterday', '3d' ago, 2026-11-20), \
      '--change' a single commit. With a path only what concerns that object and what is below it: \
      its fields, its grades, marks and received work; for a student also all lines of theirs. In \
      a clone it shows which answers and files are other than you handed them in last.

      Example: teachkit diff math/fractions --since yesterday
      """)

  @Argument(
    help: "Whose changes; all unless given.", completion: Candidates.content.completion)
  var path: String?
  @Option(help: ArgumentHelp("What it was then.", valueName: "when")) var since: String?
  @Option(help: ArgumentHelp("What it was then, in place of now.", valueName: "when"))
  var until: String?
  @Option(help: ArgumentHelp("What this commit changed.", valueName: "commit")) var change: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    session.output.isPaged = true
    if case .clone = try session.place() { return try compare(session.openClone(), session) }
    let store = try session.openSchool()
    guard change == nil || since == nil && until == nil else {
      throw Failure(.commandIsFaulty, "'--change' stands without '--since' and '--until'")
    }
    let new = try (change ?? until).map { try store.commit(at: $0, now: session.now) }
    let old = try old(before: new, in: store, session)
    var differences = try store.differences(from: old, to: new)
    if let path {
      let whole: String
      do {
        whole = "\(try Locator(store.files).find(path))"
      } catch let error as LookupError {
        // What is gone is known by its whole path alone.
        guard case .unknown = error, differences.contains(where: { $0.concerns(path) }) else {
          throw error
        }
        whole = path
      }
      differences = differences.filter { $0.concerns(whole) }
    }
    if differences.isEmpty {
      session.output.notice("nothing has changed")
      if since == nil, new == nil {
        session.output.hint("'--since yesterday' looks further back, 'teachkit log' shows commits")
      }
    }
    let zone = (try? store.files.zone()) ?? .utc
    session.report(DifferenceReport(differences: differences, zone: zone))
  }

  /// What a student has other than they handed it in.
  private func compare(_ clone: StudentClone, _ session: Session) throws {
    guard change == nil, since == nil, until == nil else {
      throw Failure(
        .commandIsFaulty, "a clone is compared with what was handed in last alone",
        hint: "'teachkit log' shows what was done when")
    }
    var differences: [Difference] = []
    if let path {
      let (worksheet, exercise) = try clone.find(path)
      let object = (["\(worksheet.path.work)"] + (exercise.map { [$0.id] } ?? []))
        .joined(separator: "/")
      differences = try clone.differences(in: worksheet).filter { $0.concerns(object) }
    } else {
      differences = try clone.worksheets().flatMap(clone.differences)
    }
    if differences.isEmpty { session.output.notice("nothing has changed since it was handed in") }
    session.report(DifferenceReport(differences: differences, zone: try clone.files.zone()))
  }

  /// What it is compared with; nil for a school before it was made.
  private func old(
    before new: Commit?, in store: SchoolStore, _ session: Session
  ) throws -> Commit? {
    guard let since else {
      return try new.map { try store.commit(before: $0) } ?? store.newestCommit()
    }
    do {
      return try store.commit(at: since, .release, now: session.now)
    } catch PastError.tooEarly {
      return nil
    }
  }
}
