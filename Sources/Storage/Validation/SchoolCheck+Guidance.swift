import Model
import PlainYAML
import Text

extension SchoolCheck {
  /// Checks the guidance records of a class.
  func checkGuidance(of schoolClass: String) {
    let file = SchoolPath.guidance(schoolClass)
    guard let records = attempt({ try files.guidance(of: schoolClass) }), !records.isEmpty,
      let students = try? files.students()
    else { return }
    let reasons = GuidanceRecord.reasons + ((try? files.school())?.guidanceReasons ?? [])
    var seen: Set<String> = []
    for (index, record) in records.enumerated() {
      if students[record.student] == nil {
        add(
          file, .unknownStudent, "no student '\(visible(record.student))'",
          hint: closest(record.student, in: students.all.sorted())
            .map { "did you mean '\($0)'?" as Message }
            ?? "correct the name, or remove the record",
          at: [.index(index), "student"])
      }
      if !reasons.contains(record.reason) {
        add(
          file, .unknownReason, "no reason '\(visible(record.reason))'",
          hint: closest(record.reason, in: reasons).map { "did you mean '\($0)'?" as Message }
            ?? "add it to 'guidance-reasons' in school.yaml",
          at: [.index(index), "reason"])
      }
      if !seen.insert(record.id).inserted {
        add(
          file, .duplicateID, "another record also has the id '\(visible(record.id))'",
          hint: "give one of them another id", at: [.index(index), "id"])
      }
    }
  }
}
