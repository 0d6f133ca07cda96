import Model
import Reports
import Storage

extension GradeRun.Obstacle {
  func words(_ path: ContextPath) -> String {
    switch self {
    case .absent: "was collected and is not here"
    case .unrecorded: "is not written down in '\(SchoolPath.received(path))'"
    case .notRun: "was not run as it was handed in"
    case .notTested: "is tested by a program in 'private', which '--runs' knows nothing of"
    }
  }

  func hint(_ path: ContextPath) -> String {
    switch self {
    case .absent:
      "'teachkit collect \(path.subject)' mends that; where the hub lost it, "
        + "'teachkit hub restore \(path.subject)' in the school that collected it, first"
    case .unrecorded: "'teachkit collect \(path.subject)' mends that"
    case .notRun: "'teachkit grade \(path) --jobs FILE' writes down what is to be run"
    case .notTested: "'teachkit grade \(path)' runs both where there is a sandbox"
    }
  }
}

extension Grades {
  /// What grading came to, worksheet by worksheet; those with nobody to grade are left out.
  static func table(of outcomes: [GradeRun.Outcome]) -> Table {
    var table = Table(
      "graded",
      [
        .init("path"), .init("graded", isNumber: true), .init("waiting", isNumber: true),
        .init("missing", isNumber: true), .init("unreadable", isNumber: true),
        .init("changed", isNumber: true),
      ])
    for outcome in outcomes where !outcome.counts.isEmpty {
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
