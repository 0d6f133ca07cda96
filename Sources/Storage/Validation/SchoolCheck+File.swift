import Model
import PlainYAML
import Text

extension SchoolCheck {
  /// Checks one file, including whether the objects that it names exist. Files outside the school's
  /// formats are only read.
  public func check(file: String) throws {
    let parts = file.split(separator: "/").map(String.init)
    switch (parts.first, parts.last) {
    case _ where file == SchoolPath.school:
      attempt { _ = try files.school() }
      attempt { _ = try files.zone() }
    case _ where file == SchoolPath.languages: checkLanguages()
    case _ where file == SchoolPath.students: checkStudents()
    case _ where file == SchoolPath.staff: try checkStaff()
    case _ where file == SchoolPath.announcements: try checkAnnouncements()
    case (SchoolPath.classes, "class.yaml") where parts.count == 3: checkClass(parts[1])
    case (SchoolPath.classes, "guidance.yaml") where parts.count == 3: checkGuidance(of: parts[1])
    case (SchoolPath.subjects, "subject.yaml") where parts.count == 3:
      try checkSubject(parts[1], alone: true)
    case (SchoolPath.subjects, "participants.yaml") where parts.count == 3:
      checkParticipants(of: parts[1])
    case (SchoolPath.subjects, "context.yaml"), (SchoolPath.subjects, "worksheet.yaml"):
      guard let path = ContextPath(SchoolPath.object(of: file)) else { return checkText(file) }
      try checkContext(path, alone: true)
    case (SchoolPath.assignments, let name?) where parts.count == 2 && name.hasSuffix(".yaml"):
      try checkAssignment(name.droppingEnding)
    case ("marks", _), ("received", _), ("grades", _), ("activity", _): try checkLedger(file, parts)
    default: checkText(file)
    }
  }

  /// Looks at the languages that the school adds.
  func checkLanguages() {
    attempt {
      guard let document = try files.document(at: SchoolPath.languages) else { return }
      var table = LanguageTable()
      try table.add(document.bytes, file: SchoolPath.languages)
    }
  }

  private func checkText(_ file: String) {
    if file.hasSuffix(".yaml") { attempt { _ = try files.document(at: file) } }
  }

  private func checkLedger(_ file: String, _ parts: [String]) throws {
    let path = ContextPath(parts.dropFirst().joined(separator: "/").droppingEnding)
    if parts.first == "grades", let path { return checkGrades(of: path) }
    checkStudents(in: file)
    guard parts.first == "marks", let path, try files.isWorksheet(path),
      let worksheet = try? files.worksheet(path)
    else { return }
    checkMarks(of: worksheet)
  }
}

extension Change {
  /// Returns the faults of a changed file: new ones that the change adds, and old ones.
  ///
  /// New ones include warnings; old ones are only errors. Both are in the order of the text.
  public func faults(in file: String) throws -> (new: [Fault], old: [Fault]) {
    func faults(_ source: any FileSource, isBrief: Bool = false) throws -> [Fault] {
      let check = SchoolCheck(SchoolFiles(source, isBrief: isBrief))
      try check.check(file: file)
      return check.faults.filter { $0.file == file }
    }
    let after = try faults(self)
    if after.isEmpty { return ([], []) }
    // Line numbers may have changed.
    let before = Set(try faults(source, isBrief: true).map { [$0.rule.id, $0.message.text] })
    let isOld = { (fault: Fault) in before.contains([fault.rule.id, fault.message.text]) }
    return (
      after.filter { !isOld($0) }, after.filter { isOld($0) && $0.severity == .error }
    )
  }
}

extension String {
  /// The text without `.yaml`.
  fileprivate var droppingEnding: String { hasSuffix(".yaml") ? String(dropLast(5)) : self }
}
