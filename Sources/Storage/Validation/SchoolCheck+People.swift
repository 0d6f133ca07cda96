import Model
import PlainYAML
import Text

/// Checks of students, classes, groups, and the participants of subjects.
extension SchoolCheck {
  func checkStudents() {
    guard let roster = attempt({ try files.roster() }) else { return }
    let file = SchoolPath.students
    var names: [String: String] = [:]
    var owners: [String: String] = [:]
    for id in roster.students.all {
      if let other = names.updateValue(id, forKey: Identifier.folded(id)) {
        add(
          file, .duplicateID, "'\(other)' and '\(id)' differ only in case",
          hint: "rename one of them", at: [.key(id)])
      }
      let student = roster.students[id]
      for (field, value) in [("login", student?.login), ("alias", student?.alias)] {
        guard let value, let other = owners.updateValue(id, forKey: "\(field) \(value)") else {
          continue
        }
        add(
          file, .sharedLogin, "'\(other)' also has the \(field) '\(visible(value))'",
          hint: "give each student a different one", at: [.key(id), .key(field)])
      }
    }
    checkNumbers(roster)
  }

  /// Each class numbers its students separately.
  private func checkNumbers(_ roster: Roster) {
    for schoolClass in roster.classes.values.sorted(by: { $0.id < $1.id }) {
      var owners: [Int: String] = [:]
      for id in schoolClass.students {
        guard let number = roster.students[id]?.number,
          let other = owners.updateValue(id, forKey: number), other != id
        else { continue }
        add(
          SchoolPath.students, .sharedNumber,
          "'\(other)' also has the number \(number) in '\(schoolClass.id)'",
          hint: "give each student a different one", at: [.key(id), "number"])
      }
    }
  }

  func checkStaff() throws {
    let file = SchoolPath.staff
    guard let staff = attempt({ try files.staff() }) else { return }
    checkSiblings(staff.members.map(\.id), in: file)
    for member in staff.members {
      for (index, path) in (member.work ?? []).enumerated() where try !files.exists(path) {
        add(
          file, .unknownWork, "no context '\(path)'", hint: try meant(path),
          at: [.key(member.id), .key("work"), .index(index)])
      }
    }
  }

  /// A student in one group of `create group --into` can't be in another one.
  private func checkTeams(of schoolClass: SchoolClass, in file: String) {
    var teams: [String: String] = [:]
    for group in schoolClass.groups {
      guard let name = group.id.dealtName else { continue }
      for (index, student) in group.students.enumerated() {
        guard let other = teams.updateValue(group.id, forKey: "\(name)/\(student)"),
          other != group.id
        else { continue }
        add(
          file, .twoTeams, "'\(student)' is also in '\(other)'",
          hint: """
            remove them from one group, or form all groups again: 'teachkit create group \
            \(schoolClass.id)/\(name) --into … --replace'
            """,
          at: [.key("groups"), .key(group.id), .index(index)])
      }
    }
  }

  func checkClass(_ id: String) {
    guard let schoolClass = attempt({ try files.schoolClass(id) }),
      let roster = try? files.roster()
    else { return }
    let file = SchoolPath.schoolClass(id)
    if roster.students[id] != nil {
      add(file, .sharedID, "a student also has the id '\(id)'", hint: "rename one of them")
    }
    checkList(
      schoolClass.students, .unknownStudent, "student", in: file, at: [.key("students")],
      known: Set(roster.students.all))
    for (index, id) in schoolClass.students.enumerated() where roster.students.isTest(id) {
      add(
        file, .testStudent, "'\(id)' is a test student and counts in no class",
        hint: "remove it: test students get the work of all classes of their subjects",
        at: [.key("students"), .index(index)], edit: .remove)
    }
    checkSiblings(schoolClass.groups.map(\.id), in: file)
    checkTeams(of: schoolClass, in: file)
    let members = Set(schoolClass.students)
    // A misspelled student may still be in the class.
    let isSure = schoolClass.students.allSatisfy { roster.students[$0] != nil }
    for group in schoolClass.groups {
      let place: [Step] = [.key("groups"), .key(group.id)]
      checkTwice(group.students, in: file, at: place)
      for (index, student) in group.students.enumerated() where !members.contains(student) {
        let isKnown = roster.students[student] != nil
        add(
          file, .notInClass, "'\(student)' is in the group but not in the class",
          hint: isKnown
            ? "remove the student from the group, or add them to the class"
            : closest(student, in: schoolClass.students).map { "did you mean '\($0)'?" as Message },
          at: place + [.index(index)],
          edit: isKnown && isSure || gone.contains(student) ? .remove : nil)
      }
    }
    if let zone = schoolClass.zone, (try? files.zone(zone)) == nil {
      add(
        file, .zone, "no time zone '\(visible(zone))'",
        hint: "use a name such as Europe/Berlin", at: [.key("zone")])
    }
  }

  func checkParticipants(of id: String) {
    guard let participants = attempt({ try files.participants(of: id) }),
      let roster = try? files.roster()
    else { return }
    for participant in participants.entries where roster.students[participant.id] == nil {
      add(
        SchoolPath.participants(id), .unknownStudent,
        "no student '\(participant.id)'",
        hint: closest(participant.id, in: roster.students.all.sorted())
          .map { "did you mean '\($0)'?" as Message }
          ?? "add the student with 'teachkit create student'",
        at: [.key(participant.id)], edit: gone.contains(participant.id) ? .remove : nil)
    }
  }

  /// Checks a list of names, each of which must be known and appear once.
  func checkList(
    _ names: [String], _ rule: Rule, _ kind: String, in file: String, at place: [Step],
    known: Set<String>
  ) {
    checkTwice(names, in: file, at: place)
    for (index, name) in names.enumerated() where !known.contains(name) {
      let sorted = known.sorted()
      add(
        file, rule, "no \(kind) '\(visible(name))'",
        hint: closest(name, in: sorted).map { "did you mean '\($0)'?" as Message }
          ?? "add it with 'teachkit create \(kind)'",
        at: place + [.index(index)],
        edit: respelled(name, as: sorted).map { .set(.scalar($0)) }
          ?? (rule == .unknownStudent && gone.contains(name) ? .remove : nil))
    }
  }

  func checkTwice(_ names: [String], in file: String, at place: [Step]) {
    guard Set(names).count < names.count else { return }
    var seen: Set<String> = []
    for (index, name) in names.enumerated() where !seen.insert(name).inserted {
      add(
        file, .duplicateEntry, "'\(visible(name))' appears twice",
        hint: "remove one of them", at: place + [.index(index)], edit: .remove)
    }
  }
}
