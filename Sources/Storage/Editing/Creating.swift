import Model
import PlainYAML

/// Why an object can't be created or changed.
public enum ChangeError: Error, Hashable, Sendable {
  /// The path exists.
  case exists(String)
  /// The parent doesn't exist.
  ///
  /// `meant` is the probably intended path of the new object.
  case parentMissing(kind: String, path: String, meant: String? = nil)
  /// The parent has problems.
  case parentFaulty(path: String, [Fault])
  case identifier(String, IdentifierProblem)
  /// Another kind of object has the identifier: students and classes can't share one.
  case taken(String, by: String)
  case tooDeep(String)
  case pathTooLong(String)
  /// The student to remove isn't a member.
  case notMember(String, of: String)
  /// Only members of the class can be in its groups.
  case notInClass(String, schoolClass: String)
  /// Test students can't be in a class.
  case testStudent(String, schoolClass: String)
  /// A former name of another object: submissions under it would count for both.
  case formerName(String, of: String)
  /// It is referenced by a file.
  case inUse(String, by: String)
  /// Submissions depend on the name, according to a ledger.
  case hasSubmissions(String, ledger: String)
  /// Submissions depend on its subject or worksheet, according to a ledger.
  case answered(String, ledger: String)
  /// It can't be moved into itself or below itself.
  case withinItself(String)
  /// This kind of object isn't allowed there.
  case unfitPlace(String?, for: String)
}

extension Change {
  var schoolFiles: SchoolFiles { SchoolFiles(self) }

  func checkIdentifier(_ id: String, _ kind: IdentifierKind) throws {
    if let problem = Identifier.problem(in: id, for: kind) {
      throw ChangeError.identifier(id, problem)
    }
  }

  /// Checks that no sibling has the same identifier, ignoring case.
  func checkNew(_ id: String, among siblings: [String], path: String) throws {
    let folded = Identifier.folded(id)
    if siblings.contains(where: { Identifier.folded($0) == folded }) {
      throw ChangeError.exists(path)
    }
  }

  /// Runs code that reads a parent, and attributes problems to the parent.
  func parent<T>(_ path: String, _ read: () throws -> T) throws -> T {
    do {
      return try read()
    } catch let error as FaultyFiles {
      throw ChangeError.parentFaulty(path: error.faults.first?.file ?? path, error.faults)
    } catch let error as MissingObject {
      let meant = error.kind == "class" ? similar(error.path, in: try schoolFiles.classIDs()) : nil
      throw ChangeError.parentMissing(kind: error.kind, path: error.path, meant: meant)
    }
  }

  /// The identifier that differs only in case, such as `7b` for `7B`.
  private func similar(_ id: String, in known: [String]) -> String? {
    known.first { Identifier.folded($0) == Identifier.folded(id) }
  }

  /// Adds items to a list in a file, which is created if it is missing.
  private func append(
    _ items: [Value], to list: String, of file: String, order: [Field]
  ) throws {
    if items.isEmpty { return }
    try edit(file) { document in
      guard document.root[list] == nil else {
        return try document.appending(items, to: [.key(list)])
      }
      return try document.setting(
        [.key(list)], to: .sequence(items), order: order.map(\.name))
    }
  }

  // MARK: People

  /// Adds a student to `students.yaml`.
  ///
  /// - Parameter fields: the student's fields in canonical order.
  public func createStudent(_ id: String, _ fields: Value) throws {
    try checkIdentifier(id, .student)
    let files = schoolFiles
    let roster = try parent("students.yaml") { try files.roster() }
    try checkNew(id, among: roster.students.all, path: "students/\(id)")
    if roster.classes[id] != nil { throw ChangeError.taken(id, by: "a class") }
    try edit(SchoolPath.students) { try $0.setting([.key(id)], to: .flow(fields)) }
  }

  public func createClass(_ id: String, _ fields: Value) throws {
    try checkIdentifier(id, .schoolClass)
    let files = schoolFiles
    try checkNew(id, among: try files.classIDs(), path: "classes/\(id)")
    if try parent("students.yaml", { try files.roster() }).students[id] != nil {
      throw ChangeError.taken(id, by: "a student")
    }
    try write(SchoolPath.schoolClass(id), fields)
  }

  /// Adds a group to a class.
  public func createGroup(_ id: String, in schoolClass: String, students: [String]) throws {
    try checkIdentifier(id, .group)
    let owner = try parent("classes/\(schoolClass)") { try schoolFiles.schoolClass(schoolClass) }
    try checkNew(id, among: owner.groups.map(\.id), path: "classes/\(schoolClass)/\(id)")
    for student in students where !owner.students.contains(student) {
      throw ChangeError.notInClass(student, schoolClass: schoolClass)
    }
    try edit(SchoolPath.schoolClass(schoolClass)) { document in
      try document.setting(
        [.key("groups"), .key(id)], to: .flow(.sequence(students.map { .scalar($0) })),
        order: Schema.schoolClass.map(\.name))
    }
  }

  /// Creates numbered groups of a class: `teams-1`, `teams-2` …
  ///
  /// - Parameter replacing: whether to replace existing groups of this name, and remove surplus
  ///   ones.
  public func createGroups(
    _ name: String, in schoolClass: String, _ groups: [[String]], replacing: Bool
  ) throws {
    let owner = try parent("classes/\(schoolClass)") { try schoolFiles.schoolClass(schoolClass) }
    let old = owner.groups.map(\.id).filter { $0.dealtName == name[...] }
    if let first = old.first, !replacing {
      throw ChangeError.exists("classes/\(schoolClass)/\(first)")
    }
    let ids = groups.indices.map { "\(name)-\($0 + 1)" }
    for id in old where !ids.contains(id) {
      let group = ObjectPath.group(schoolClass: schoolClass, group: id)
      if let mention = try schoolFiles.mentions(of: group).first(where: {
        $0.file != SchoolPath.schoolClass(schoolClass)
      }) {
        throw ChangeError.inUse("\(group)", by: mention.file)
      }
      try edit(SchoolPath.schoolClass(schoolClass)) {
        try $0.removing([.key("groups"), .key(id)])
      }
    }
    for (id, students) in zip(ids, groups) {
      guard old.contains(id) else {
        try createGroup(id, in: schoolClass, students: students)
        continue
      }
      try edit(SchoolPath.schoolClass(schoolClass)) {
        try $0.setting(
          [.key("groups"), .key(id)], to: .flow(.sequence(students.map { .scalar($0) })))
      }
    }
  }

  /// Adds students to a class, or with `group` to one of its groups.
  ///
  /// Existing members are kept.
  public func addStudents(
    _ students: [String], to schoolClass: String, group: String? = nil
  ) throws {
    let owner = try parent("classes/\(schoolClass)") { try schoolFiles.schoolClass(schoolClass) }
    let classmates = Set(owner.students)
    let known = try schoolFiles.students()
    if let test = students.first(where: { known.isTest($0) }) {
      throw ChangeError.testStudent(test, schoolClass: schoolClass)
    }
    guard let group else {
      return try append(
        students.filter { !classmates.contains($0) }.map { .scalar($0) }, to: "students",
        of: SchoolPath.schoolClass(schoolClass), order: Schema.schoolClass)
    }
    if let stranger = students.first(where: { !classmates.contains($0) }) {
      throw ChangeError.notInClass(stranger, schoolClass: schoolClass)
    }
    guard let members = owner.group(group).map({ Set($0.students) }) else {
      throw ChangeError.parentMissing(kind: "group", path: "classes/\(schoolClass)/\(group)")
    }
    try edit(SchoolPath.schoolClass(schoolClass)) {
      try $0.appending(
        students.filter { !members.contains($0) }.map { .scalar($0) },
        to: [.key("groups"), .key(group)])
    }
  }

  /// Removes students from a group, or from a class and all its groups.
  public func removeStudents(
    _ students: [String], from schoolClass: String, group: String? = nil
  ) throws {
    let owner = try parent("classes/\(schoolClass)") { try schoolFiles.schoolClass(schoolClass) }
    let (leaving, path) = (Set(students), "classes/\(schoolClass)" + (group.map { "/\($0)" } ?? ""))
    let members = Set(group.map { owner.group($0)?.students ?? [] } ?? owner.students)
    if let stranger = students.first(where: { !members.contains($0) }) {
      throw ChangeError.notMember(stranger, of: path)
    }
    var lists = owner.groups.filter { group == nil || $0.id == group }.map {
      (steps: [Step.key("groups"), .key($0.id)], students: $0.students)
    }
    if group == nil { lists.append(([.key("students")], owner.students)) }
    try edit(SchoolPath.schoolClass(schoolClass)) { document in
      try lists.reduce(document) { document, list in
        try document.removing(
          list.students.indices.filter { leaving.contains(list.students[$0]) }, of: list.steps)
      }
    }
  }

  // MARK: Content

  /// Creates a subject; its classes must exist.
  public func createSubject(_ id: String, _ fields: Value, classes: [String]) throws {
    try createSubject(id, Array(Printer.print(fields).utf8), classes: classes)
  }

  /// The same with the text of the file.
  public func createSubject(_ id: String, _ text: [UInt8], classes: [String] = []) throws {
    try checkIdentifier(id, .subject)
    let files = schoolFiles
    try checkNew(id, among: try files.subjectIDs(), path: id)
    let known = try files.classIDs()
    for schoolClass in classes where !known.contains(schoolClass) {
      throw ChangeError.parentMissing(
        kind: "class", path: "classes/\(schoolClass)", meant: similar(schoolClass, in: known))
    }
    try write(SchoolPath.subject(id), text)
  }

  /// Creates a context, and its missing parents.
  ///
  /// - Parameter text: the whole file.
  /// - Returns: the created parents, from the top.
  public func createContext(_ path: ContextPath, _ text: [UInt8]) throws -> [ContextPath] {
    let made = try createParents(of: path)
    try write(SchoolPath.context(path), text)
    return made
  }

  /// Creates a worksheet, and its missing parents.
  ///
  /// - Parameter text: the whole file.
  /// - Returns: the created parents, from the top.
  public func createWorksheet(_ path: ContextPath, _ text: [UInt8]) throws -> [ContextPath] {
    let made = try createParents(of: path)
    try write(SchoolPath.worksheet(path), text)
    return made
  }

  /// Checks that a path is valid.
  public func checkPath(_ path: ContextPath) throws {
    try checkLength(path)
    for id in path.components { try checkIdentifier(id, .context) }
  }

  /// Checks that a context can be created at a path, and creates its missing parents.
  /// - Returns: the created parents, from the top.
  func createParents(of path: ContextPath) throws -> [ContextPath] {
    let files = schoolFiles
    try files.checkSubject(of: path)
    _ = try parent(path.subject) { try files.subject(path.subject) }
    try checkPath(path)
    var made: [ContextPath] = []
    var above = ContextPath(subject: path.subject)
    for id in path.components {
      let next = above.appending(id)
      // A folder without a file gets one.
      let siblings = try files.childIDs(of: above).filter {
        try $0 != id || next != path || files.source.bytes(at: SchoolPath.worksheet(next)) != nil
          || files.source.bytes(at: SchoolPath.context(next)) != nil
      }
      if next == path || !siblings.contains(id) {
        try checkNew(id, among: siblings, path: next.description)
        if try files.isWorksheet(above), try files.worksheet(above).exercise(id) != nil {
          throw ChangeError.taken(id, by: "an exercise")
        }
        try checkFormerNames(next)
        if next != path { made.append(next) }
      } else {
        _ = try parent(next.description) { try files.context(next) }
      }
      above = next
    }
    for chapter in made {
      try write(
        SchoolPath.context(chapter),
        .fields([("title", .scalar(chapter.identifier)), ("type", .scalar("chapter"))]))
    }
    return made
  }

  /// Checks the depth and length of a path.
  func checkLength(_ path: ContextPath) throws {
    guard path.components.count <= Identifier.deepestContext else {
      throw ChangeError.tooDeep(path.description)
    }
    guard path.dotted.utf8.count <= Identifier.longestPath else {
      throw ChangeError.pathTooLong(path.description)
    }
  }

  /// Appends an exercise to a worksheet.
  public func createExercise(_ id: String, in path: ContextPath, _ fields: Value) throws {
    try checkIdentifier(id, .exercise)
    let files = schoolFiles
    let worksheet = try parent(path.description) { try files.worksheet(path) }
    try checkNew(id, among: worksheet.exercises.map(\.id), path: "\(path)/\(id)")
    if try files.childIDs(of: path).contains(id) { throw ChangeError.taken(id, by: "a context") }
    if let other = worksheet.exercises.first(where: { $0.was.contains(id) }) {
      throw ChangeError.formerName(id, of: "\(path)/\(other.id)")
    }
    try append(
      [fields], to: "exercises", of: SchoolPath.worksheet(path), order: Schema.worksheet)
  }

  /// Creates or replaces an assignment.
  public func writeAssignment(_ id: String, _ fields: Value) throws {
    try checkIdentifier(id, .assignment)
    try write(SchoolPath.assignment(id), fields)
  }
}

extension String {
  /// The base name of a dealt group: `t` for `t-2`; nil for other names.
  var dealtName: Substring? {
    guard let hyphen = lastIndex(of: "-") else { return nil }
    let number = self[index(after: hyphen)...]
    let isNumber = number.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return !number.isEmpty && isNumber ? self[..<hyphen] : nil
  }
}
