import Model
import PlainYAML

extension Change {
  /// Imports a roster: new students, changed fields, and class memberships.
  ///
  /// - Parameter departing: whether class members who aren't in the list leave the class.
  public func enroll(_ plan: RosterPlan, departing: Bool) throws {
    let changed = plan.entries.filter { !$0.isNew && !$0.changes.isEmpty }
    let new = plan.entries.filter(\.isNew)
    for entry in new {
      if let problem = Identifier.problem(in: entry.id, for: .student) {
        throw ChangeError.identifier(entry.id, problem)
      }
    }
    let changes = Dictionary(
      changed.map { ($0.id, $0.changes) }, uniquingKeysWith: { $0 + $1 })
    try edit(SchoolPath.students) { document in
      let edited = try document.changingEntries(Set(changes.keys)) { id, document in
        try (changes[id] ?? []).reduce(document) { document, change in
          try document.setting(
            [.key(id), .key(change.field)], to: change.value, order: Schema.student.map(\.name))
        }
      }
      return try edited.setting(
        new.map { entry in
          .init(entry.id, .flow(.fields(entry.changes.map { ($0.field, $0.value) })))
        })
    }
    for (schoolClass, students) in grouped(
      plan.entries.flatMap { entry in entry.joins.map { ($0, entry.id) } })
    {
      try addStudents(students, to: schoolClass)
    }
    if !departing { return }
    for (schoolClass, students) in grouped(plan.absences.map { ($0.schoolClass, $0.id) }) {
      try removeStudents(students, from: schoolClass)
    }
  }

  /// The students of each class, in the order in which they come.
  private func grouped(_ members: [(schoolClass: String, id: String)]) -> [String: [String]] {
    Dictionary(grouping: members, by: \.schoolClass).mapValues { $0.map(\.id) }
  }
}

extension RosterPlan.FieldChange {
  /// The new value in the field's notation.
  fileprivate var value: Value {
    let shape = Schema.student.first { $0.name == field }?.shape
    return shape == .word ? .plain(new) : .scalar(new)
  }
}
