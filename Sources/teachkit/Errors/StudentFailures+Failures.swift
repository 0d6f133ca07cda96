import Course
import Exchange
import Model
import Storage
import Text

extension StudentFailures {
  /// The maximum number of listed reasons.
  private static let most = 20

  /// One failure for each reason, with the affected students and works; the first few reasons, and
  /// the students with others.
  ///
  /// - Parameter verb: the command's verb, as in "cannot grade math/one of 'ada'".
  func failures(_ verb: String) -> [Failure] {
    var order: [Failure] = []
    var affected: [Failure: (students: [String], paths: [String])] = [:]
    for item in items {
      guard let reason = explain(item.error).failures.first else { continue }
      if affected[reason] == nil { order.append(reason) }
      var known = affected[reason] ?? ([], [])
      if !known.students.contains(item.student) { known.students.append(item.student) }
      if let path = item.path.map({ "\($0)" }), !known.paths.contains(path) {
        known.paths.append(path)
      }
      affected[reason] = known
    }
    let others = Set(order.dropFirst(Self.most).flatMap { affected[$0]?.students ?? [] }).sorted()
    let rest =
      others.isEmpty
      ? []
      : [Failure(order[0].id, "cannot \(verb) other work of \(named(others))", hint: order[0].hint)]
    return order.prefix(Self.most).map { reason in
      let (students, paths) = affected[reason] ?? ([], [])
      let work = paths.count == 1 ? paths[0] : paths.isEmpty ? "the work" : named(paths)
      return Failure(
        reason.id, "cannot \(verb) \(work) of \(named(students)): \(reason.message)",
        at: reason.place, hint: reason.hint)
    } + rest
  }
}

extension Session {
  /// Ends a command whose other results are valid with exit code 1 if some students failed.
  func report(_ failures: StudentFailures, _ verb: String) throws {
    if !failures.isEmpty { throw NegativeAnswer(failures: failures.failures(verb)) }
  }
}
