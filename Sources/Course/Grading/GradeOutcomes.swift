import Model
import Reports
import Storage
import Text

extension GradeRun.Obstacle {
  public func words(_ path: ContextPath) -> Message {
    switch self {
    case .absent: "was collected but isn't on this machine"
    case .unrecorded: "isn't recorded in '\(SchoolPath.received(path))'"
    case .notRun: "wasn't run in its submitted version"
    case .notTested: "needs a test program in 'private', which '--runs' doesn't cover"
    case .failed: "couldn't be graded for a shard"
    }
  }

  public func hint(_ path: ContextPath) -> Message {
    switch self {
    case .absent:
      """
      run 'teachkit collect \(path.subject)'; if the hub lost it, first run \
      'teachkit hub restore \(path.subject)' in the school that collected it
      """
    case .unrecorded: "run 'teachkit collect \(path.subject)'"
    case .notRun: "run 'teachkit grade \(path) --jobs FILE' to write the missing jobs"
    case .notTested: "run 'teachkit grade \(path)' on a machine with a sandbox"
    case .failed: "grade that shard again, and merge the new file"
    }
  }
}

extension GradeRun {
  /// The results by worksheet; worksheets without students to grade are omitted.
  public static func table(of outcomes: [GradeRun.Outcome]) -> Table {
    var table = Table(
      "graded",
      [
        .init("path"), .init("graded", isNumber: true), .init("waiting", isNumber: true),
        // Also work that isn't due yet.
        .init("missing", title: "Not submitted", isNumber: true),
        .init("unreadable", isNumber: true),
        .init("changed", isNumber: true),
      ])
    for outcome in outcomes.map(\.counting) where !outcome.counts.isEmpty {
      func count(_ states: Grade.State...) -> Cell {
        Cell(states.reduce(0) { $0 + (outcome.counts[$1] ?? 0) })
      }
      table.append([
        Cell(outcome.path.description), count(.graded, .excused), count(.partial),
        count(.missing), count(.unreadable), Cell(outcome.changed.count),
      ])
    }
    return table
  }
}
