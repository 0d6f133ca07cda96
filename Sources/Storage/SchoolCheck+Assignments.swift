import Model
import PlainYAML
import Text

/// Assignments: who and what they name, and whether two give the same.
extension SchoolCheck {
  func checkAssignment(_ id: String) throws {
    let file = SchoolPath.assignment(id)
    guard let assignment = attempt({ try files.assignment(id) }),
      let roster = try? files.roster()
    else { return }
    for (index, text) in assignment.to.enumerated() where roster.who(text) == nil {
      let known = roster.students.keys.sorted() + roster.classes.keys.sorted()
      add(
        file, "unknown-recipient", "there is no student, class or group '\(text)'",
        hint: closest(text, in: known).map { "did you mean '\($0)'?" },
        at: [.key("to"), .index(index)])
    }
    for (index, path) in assignment.work.enumerated() {
      guard try files.exists(path) else {
        add(
          file, "unknown-work", "there is no context '\(path)'",
          at: [.key("work"), .index(index)])
        continue
      }
      if let context = try? files.context(path), !context.assignable {
        add(
          file, "not-assignable", "'\(path)' says `assignable: no`",
          at: [.key("work"), .index(index)])
      }
    }
  }

  func checkDoubleAssignments() throws {
    guard let roster = try? files.roster(), let assignments = try? files.assignments() else {
      return
    }
    var givers: [String: String] = [:]
    for assignment in assignments where assignment.state == .active {
      let members = Set(
        assignment.to.compactMap { roster.who($0) }
          .flatMap { roster.members(of: $0, everyone: []) })
      for work in assignment.work {
        for member in members.sorted() {
          guard let other = givers.updateValue(assignment.id, forKey: "\(work)\n\(member)"),
            other != assignment.id
          else { continue }
          add(
            SchoolPath.assignment(assignment.id), "assigned-twice",
            "'\(other)' gives \(work) to '\(member)', too",
            hint: "archive one of the two: of two due dates the later holds", .warning)
          break
        }
      }
    }
  }
}
