import ArgumentParser
import Course
import Exchange
import Git
import Model
import Storage
import Text

struct Diff: Command {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show changes to objects, or to your answers in a clone.",
    discussion: """
      Without options, shows uncommitted manual changes. '--since' and '--until' \
      accept a commit from 'log', a tag or a time ('yesterday', '3d' ago, 2026-11-20); '--change' \
      shows a single commit. With a path, shows only changes to that object and everything below \
      it: fields, grades, marks and received work; for a student, also all entries for them. In a \
      clone, shows the answers and files that changed after your last submission.

      Example: teachkit diff math/fractions --since yesterday
      """)

  @Argument(
    help: "An object; by default, all.", completion: Candidates.content.completion)
  var path: String?
  @Option(help: ArgumentHelp("Compare with this version.", valueName: "when")) var since: String?
  @Option(help: ArgumentHelp("Compare this version instead of the current one.", valueName: "when"))
  var until: String?
  @Option(help: ArgumentHelp("Show only this commit.", valueName: "commit")) var change: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    session.output.isPaged = true
    if case .clone = try session.place() { return try compare(session.openClone(), session) }
    let store = try session.openSchool()
    guard change == nil || since == nil && until == nil else {
      throw Failure(.commandIsFaulty, "'--change' can't be combined with '--since' or '--until'")
    }
    let new = try (change ?? until).map { try store.commit(at: $0, now: session.now) }
    let old = try old(before: new, in: store, session)
    var differences = try store.differences(from: old, to: new)
    if let path {
      let whole: String
      do {
        whole = "\(try Locator(store.files).find(path))"
      } catch let error as LookupError {
        // A deleted object is known only by its whole path.
        guard case .unknown = error, differences.contains(where: { $0.concerns(path) }) else {
          throw error
        }
        whole = path
      }
      differences = differences.filter { $0.concerns(whole) }
    }
    if differences.isEmpty {
      session.output.notice("no changes")
      if since == nil, new == nil {
        session.output.hint("'--since yesterday' shows older changes, 'teachkit log' shows commits")
      }
    }
    let zone = (try? store.files.zone()) ?? .utc
    session.report(DifferenceReport(differences: differences, zone: zone))
  }

  /// Shows a student's changes after the last submission.
  private func compare(_ clone: StudentClone, _ session: Session) throws {
    guard change == nil, since == nil, until == nil else {
      throw Failure(
        .commandIsFaulty, "a clone can be compared only with the last submission",
        hint: "run 'teachkit log' to see the history")
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
    if differences.isEmpty { session.output.notice("no changes after the last submission") }
    session.report(DifferenceReport(differences: differences, zone: try clone.files.zone()))
  }

  /// The earlier commit to compare with; nil for the time before the school was created.
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
