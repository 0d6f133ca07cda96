import Model
import Text

extension WorksheetChange {
  /// Why the answer to a changed exercise isn't graded, for teachers.
  public var words: String {
    switch self {
    case .entries:
      "the worksheet changed after the answer, and it is unclear what the answer means now"
    case .type: "the exercise had another type when it was answered"
    case .files: "the exercise asked for another file when it was answered"
    case .version: "the answer is for a version of the worksheet that isn't known here"
    }
  }
}

extension Session {
  /// Reports answers that wait because the worksheet changed after them.
  public func report(
    overtaken: [(student: String, exercise: String, change: WorksheetChange)], of path: ContextPath
  ) {
    var known: Set<String> = []
    for (_, exercise, change) in overtaken {
      guard known.insert("\(exercise) \(change)").inserted else { continue }
      let students = overtaken.filter { $0.exercise == exercise && $0.change == change }
        .map(\.student)
      output.notice(
        "\(path)/\(visible(exercise)): the answer of \(named(students)) needs manual marking: "
          + change.words)
    }
  }
}
