import Text

/// Matches the rows of a roster with the students of a school.
///
/// It avoids mistaken identities: certain matches come first; an e-mail address or number (which
/// siblings may share, and which may change each year) only counts if the given name matches; and
/// doubtful cases are reported or refused.
struct RosterMatching {
  /// The properties for comparing rows and students, in normalized form.
  private struct Features {
    let name: String?
    let given: String
    let email: String?
    let number: String?

    init(_ text: (String) -> String?) {
      func folded(_ field: String) -> String? { text(field).map(foldedForComparison) }
      let (given, family) = (folded("given") ?? "", folded("family") ?? "")
      name = given.isEmpty && family.isEmpty ? nil : "\(given)\u{1F}\(family)"
      let first = given.split { $0 == " " || $0 == "-" }.first.map(String.init) ?? ""
      self.given = asciiName(first) ?? first
      email = folded("email")
      number = folded("number")
    }
  }

  /// The student of each row; nil for a new student.
  private(set) var found: [String?]
  private let rows: [RosterRow]
  private let roster: Roster
  /// The students in the order of the file.
  private let order: [String]
  /// The students of each class.
  let members: [String: Set<String>]
  private let marksOfRows: [Features]
  private let marksOfStudents: [String: Features]
  /// The students of each name and each e-mail address or number, in the order of the file, and the
  /// rows of each name.
  private let studentsOfName: [String?: [String]]
  private let studentsOfEmail: [String?: [String]]
  private let studentsOfNumber: [String?: [String]]
  private let rowsOfName: [String?: [Int]]
  /// The row of each matched student.
  private var rowOf: [String: Int] = [:]

  /// - Throws: `RosterProblem`.
  init(_ rows: [RosterRow], roster: Roster) throws(RosterProblem) {
    let order = roster.students.counting
    self.rows = rows
    self.roster = roster
    self.order = order
    found = Array(repeating: nil, count: rows.count)
    members = roster.classes.mapValues { Set($0.students) }
    marksOfRows = rows.map { row in Features { row.fields[$0] } }
    marksOfStudents = Dictionary(
      order.compactMap { id in
        roster.students[id].map { student in (id, Features { student.text(of: $0) }) }
      }, uniquingKeysWith: { first, _ in first })
    let (students, rowMarks) = (marksOfStudents, marksOfRows)
    studentsOfName = Dictionary(grouping: order) { students[$0]?.name }
    studentsOfEmail = Dictionary(grouping: order) { students[$0]?.email }
    studentsOfNumber = Dictionary(grouping: order) { students[$0]?.number }
    rowsOfName = Dictionary(grouping: rows.indices) { rowMarks[$0].name }
    try matchIdentifiers()
    // First a name with a confirmation, then a name only, then other properties.
    matchUnique(\.name) { $0.email.isSame($1.email) || $0.number.isSame($1.number) }
    try matchNames()
    matchUnique(\.email) { $0.given.isEmpty || $1.given.isEmpty || $0.given == $1.given }
    matchUnique(\.number) { $0.given.isEmpty || $1.given.isEmpty || $0.given == $1.given }
  }

  /// Other students and rows with the same name as a row.
  func namesakes(of index: Int) -> (students: [String], rows: [Int]) {
    guard let name = marksOfRows[index].name else { return ([], []) }
    return (
      (studentsOfName[name] ?? []).filter { $0 != found[index] },
      (rowsOfName[name] ?? []).filter { $0 != index && found[$0] == nil }
    )
  }

  /// The student with the same e-mail address or number as a row, who keeps it.
  func owner(of field: String, in index: Int) -> String? {
    let isEmail = field == "email"
    guard let mark = isEmail ? marksOfRows[index].email : marksOfRows[index].number else {
      return nil
    }
    return (isEmail ? studentsOfEmail : studentsOfNumber)[mark]?.first { id in
      guard id != found[index], isEmail || sharesClass(index, id) else { return false }
      return rowOf[id].map { rows[$0].fields[field].map(foldedForComparison) ?? mark == mark }
        ?? true
    }
  }

  // MARK: Steps

  private mutating func matchIdentifiers() throws(RosterProblem) {
    // A test student is only meant by its identifier.
    let known = Dictionary(
      roster.students.all.map { (Identifier.folded($0), $0) },
      uniquingKeysWith: { first, _ in first })
    var lines: [String: Int] = [:]
    for (index, row) in rows.enumerated() {
      guard let id = row.id else { continue }
      let folded = Identifier.folded(id)
      if let other = lines.updateValue(row.line, forKey: folded) {
        throw RosterProblem(line: row.line, kind: .twice(id: id, otherLine: other))
      }
      if roster.classes[id] != nil { throw RosterProblem(line: row.line, kind: .takenByClass(id)) }
      guard let student = known[folded] else { continue }
      guard student == id else {
        throw RosterProblem(line: row.line, kind: .almostTaken(id, by: student))
      }
      match(index, student)
    }
  }

  /// Matches rows and students of the same name: as many rows as students, in order; the other rows
  /// are new.
  private mutating func matchNames() throws(RosterProblem) {
    let students = Dictionary(grouping: openStudents) { marksOfStudents[$0]?.name }
    let places = Dictionary(grouping: openRows) { marksOfRows[$0].name }
    for (name, places) in places.sorted(by: { $0.value[0] < $1.value[0] }) where name != nil {
      let all = students[name] ?? []
      let members = all.filter { student in places.contains { sharesClass($0, student) } }
      // A namesake in another class with another address is a different person.
      let candidates =
        members.isEmpty
        ? all.filter { student in
          let email = marksOfStudents[student]?.email
          return !places.contains {
            marksOfRows[$0].email != nil && email != nil && marksOfRows[$0].email != email
          }
        } : members
      if candidates.count > places.count {
        let name = roster.students[candidates[0]]?.name ?? ""
        throw RosterProblem(
          line: rows[places[0]].line, kind: .ambiguous(name: name, candidates: candidates))
      }
      for (place, student) in zip(places, candidates) { match(place, student) }
    }
  }

  /// Matches each open row with the only open student with the same property. A number is only
  /// unique within a class.
  private mutating func matchUnique(
    _ mark: KeyPath<Features, String?>, _ fits: (Features, Features) -> Bool
  ) {
    let students = Dictionary(grouping: openStudents) { marksOfStudents[$0]?[keyPath: mark] }
    var pairs: [String: [Int]] = [:]
    for index in openRows {
      guard let value = marksOfRows[index][keyPath: mark] else { continue }
      let fitting = (students[value] ?? []).filter { student in
        guard let marks = marksOfStudents[student] else { return false }
        return fits(marksOfRows[index], marks) && (mark != \.number || sharesClass(index, student))
      }
      if fitting.count == 1 { pairs[fitting[0], default: []].append(index) }
    }
    for (student, places) in pairs where places.count == 1 { match(places[0], student) }
  }

  private mutating func match(_ index: Int, _ student: String) {
    found[index] = student
    rowOf[student] = index
  }

  private var openRows: [Int] { rows.indices.filter { found[$0] == nil && rows[$0].id == nil } }
  private var openStudents: [String] { order.filter { rowOf[$0] == nil } }

  /// Whether a student is in a class of the row, or the row names no class.
  private func sharesClass(_ index: Int, _ student: String) -> Bool {
    rows[index].classes.isEmpty
      || rows[index].classes.contains { members[$0]?.contains(student) == true }
  }
}

extension String? {
  /// Whether both are present and equal.
  fileprivate func isSame(_ other: String?) -> Bool { self != nil && self == other }
}
