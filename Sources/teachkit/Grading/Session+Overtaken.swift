import Course
import Model
import Text

extension Session {
  /// Reports answers that wait because the worksheet changed after them.
  func report(
    overtaken: [(student: String, exercise: String, change: WorksheetChange)], of path: ContextPath
  ) {
    var known: Set<String> = []
    for (_, exercise, change) in overtaken {
      guard known.insert("\(exercise) \(change)").inserted else { continue }
      let students = overtaken.filter { $0.exercise == exercise && $0.change == change }
        .map(\.student)
      output.notice(
        """
        \(path)/\(visible(exercise)): the answer of \(named(students)) needs manual marking: \
        \(change.words)
        """)
    }
  }
}
