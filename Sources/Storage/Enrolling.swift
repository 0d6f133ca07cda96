import Model
import PlainYAML

extension Change {
  /// Takes over a list of students: who is new, fields that changed, who comes into a class.
  ///
  /// - Parameter departing: whether members of a class who are not in the list leave it.
  public func enroll(_ plan: RosterPlan, departing: Bool) throws {
    let changed = plan.entries.filter { !$0.isNew && !$0.changes.isEmpty }
    let new = plan.entries.filter(\.isNew)
    for entry in new {
      if let problem = Identifier.problem(in: entry.id, for: .student) {
        throw ChangeError.identifier(entry.id, problem)
      }
    }
    try edit(SchoolPath.students) { document in
      let edited = try changed.reduce(document) { document, entry in
        try entry.changes.reduce(document) { document, change in
          try document.setting(
            [.key(entry.id), .key(change.field)], to: change.value,
            order: Schema.student.map(\.name))
        }
      }
      return try edited.setting(
        new.map { entry in
          .init(entry.id, .flow(.fields(entry.changes.map { ($0.field, $0.value) })))
        })
    }
    for entry in plan.entries {
      for schoolClass in entry.joins { try addStudent(entry.id, to: schoolClass) }
    }
    if !departing { return }
    for absence in plan.absences {
      try removeStudent(absence.id, from: absence.schoolClass)
    }
  }
}

extension RosterPlan.FieldChange {
  /// The new value as the field is written.
  fileprivate var value: Value {
    let shape = Schema.student.first { $0.name == field }?.shape
    return shape == .word ? .plain(new) : .scalar(new)
  }
}
