import Model
import Storage
import Text

/// Finds the assignment that a path on the command line names: by its own path, or by its work.
public struct AssignmentChoice {
  public let files: SchoolFiles
  /// The state of the assignments to prefer if they are named by their work.
  public let state: Assignment.State

  public init(_ files: SchoolFiles, preferring state: Assignment.State = .active) {
    (self.files, self.state) = (files, state)
  }

  /// - Throws: `LookupError`, or `Failure` if the work has no assignment or several.
  public func find(_ text: String) throws -> Assignment {
    // In lists, an assignment is named by its identifier, which its work often has, too.
    if try files.assignmentIDs().contains(text) { return try files.assignment(text) }
    do {
      let found = try Locator(files).find(text, among: [.assignment, .context])
      if case .assignment(let id) = found { return try files.assignment(id) }
      return try assignment(of: AssignedWork(files: files, wholePathOnly: false).find(text))
    } catch let error as LookupError {
      guard case .unknown = error,
        let path = try? AssignedWork(files: files, wholePathOnly: false).find(text)
      else { throw error }
      return try assignment(of: path)
    }
  }

  /// The latest of the assignments of some work.
  private func assignment(of path: ContextPath) throws -> Assignment {
    let all = try files.assignments().filter { $0.work.contains(path) }
    let preferred = all.filter { $0.state == state }
    let found = preferred.isEmpty ? all : preferred
    let latest = found.compactMap(\.again).max()
    let choice = found.filter { $0.again == latest }
    guard let first = choice.first else {
      throw Failure(
        .notFound, "'\(path)' is not assigned",
        hint: "run 'teachkit list assignments --all' to list assignments")
    }
    if choice.count == 1 { return first }
    throw Failure(
      .valueIsFaulty, "'\(path)' has several assignments",
      hint: "choose one: \(choice.map { "assignments/\($0.id)" }.joined(separator: ", "))")
  }
}
