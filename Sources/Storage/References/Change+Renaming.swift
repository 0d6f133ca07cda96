import Model
import PlainYAML

/// Renames and moves objects, with everything that refers to them.
extension Change {
  /// Gives an object another path: another identifier or parent.
  ///
  /// Contexts and exercises keep the old name in `was`, so that work submitted under it still
  /// counts.
  /// - Returns: the other files affected.
  /// - Throws: `ChangeError`, `FaultyFiles`, `EditError`.
  public func rename(_ object: ObjectPath, to new: ObjectPath) throws -> [Companion] {
    if new == object { return [] }
    try check(new, for: object)
    let files = schoolFiles
    let mentions = try files.mentions(of: object)
    let along = try companions(mentions, of: object, deleting: false)
    switch (object, new) {
    case (.context(let old), .context(let path)):
      let isWorksheet = try files.isWorksheet(old)
      let names = old.components.isEmpty ? [] : try files.names(of: old)
      try rename(mentions, ReferenceRewriter(object, new))
      if old.subject == path.subject, !old.components.isEmpty {
        try note(names, formerlyOf: path, isWorksheet: isWorksheet)
      }
    case (.exercise(let from, let id), .exercise(let to, _)) where from != to:
      try moveExercise(id, from: from, to: to, mentions)
    case (.exercise(let path, let id), .exercise(_, let name)):
      let was = try files.worksheet(path).exercise(id)?.was ?? []
      try rename(mentions, ReferenceRewriter(object, new))
      try note((was + [id]).filter { $0 != name }, formerlyOf: name, in: path)
    default: try rename(mentions, ReferenceRewriter(object, new))
    }
    return along
  }

  // MARK: Checks

  private func check(_ new: ObjectPath, for object: ObjectPath) throws {
    let files = schoolFiles
    switch (object, new) {
    case (.student(let old), .student(let id)):
      try checkIdentifier(id, .student)
      let roster = try files.roster()
      try checkNew(id, among: roster.students.all.filter { $0 != old }, path: "\(new)")
      if roster.classes[id] != nil { throw ChangeError.taken(id, by: "a class") }
    case (.schoolClass(let old), .schoolClass(let id)):
      try checkIdentifier(id, .schoolClass)
      try checkNew(id, among: try files.classIDs().filter { $0 != old }, path: "\(new)")
      if try files.roster().students[id] != nil { throw ChangeError.taken(id, by: "a student") }
    case (.group(let owner, let old), .group(let other, let id)) where owner == other:
      try checkIdentifier(id, .group)
      let groups = try files.schoolClass(owner).groups.map(\.id).filter { $0 != old }
      try checkNew(id, among: groups, path: "\(new)")
    case (.assignment(let old), .assignment(let id)):
      try checkIdentifier(id, .assignment)
      let others = try files.assignmentIDs().filter { $0 != old }
      try checkNew(id, among: others, path: "\(new)")
    case (.context(let old), .context(let path)): return try check(path, for: old)
    case (.exercise(let from, let old), .exercise(let path, let id)):
      return try checkExercise(id, in: path, for: from, old)
    default: throw ChangeError.unfitPlace("\(new)", for: "\(object)")
    }
    // Mailboxes are named after students and groups.
    if let work = try files.mentions(of: object).first(where: {
      $0.file.below("received") != nil && $0.form == .key
    }) {
      throw ChangeError.hasSubmissions("\(object)", ledger: work.file)
    }
  }

  private func check(_ new: ContextPath, for old: ContextPath) throws {
    let files = schoolFiles
    guard !old.components.isEmpty, !new.components.isEmpty else {
      guard old.components.isEmpty, new.components.isEmpty else {
        throw ChangeError.unfitPlace("\(new)", for: "\(old)")
      }
      try checkIdentifier(new.subject, .subject)
      let others = try files.subjectIDs().filter { $0 != old.subject }
      return try checkNew(new.subject, among: others, path: "\(new)")
    }
    if new.isWithin(old) { throw ChangeError.withinItself("\(old)") }
    try checkIdentifier(new.identifier, .context)
    guard let parent = new.parent else { return }
    guard try files.exists(parent) else {
      throw ChangeError.parentMissing(
        kind: parent.components.isEmpty ? "subject" : "context", path: "\(parent)")
    }
    let siblings = try self.parent("\(parent)") {
      _ = parent.components.isEmpty ? nil : try files.context(parent)
      return try files.childIDs(of: parent).filter { parent.appending($0) != old }
    }
    try checkNew(new.identifier, among: siblings, path: "\(new)")
    if try files.isWorksheet(parent), try files.worksheet(parent).exercise(new.identifier) != nil {
      throw ChangeError.taken(new.identifier, by: "an exercise")
    }
    for below in try files.contexts(below: old) {
      let path = ContextPath(
        subject: new.subject,
        components: new.components + below.components.dropFirst(old.components.count))
      try checkLength(path)
    }
    if new.subject != old.subject {
      // Submissions stay with the subject, in its own mailboxes.
      if let ledger = try files.mentions(of: .context(old)).first(where: {
        $0.file.below("received") != nil
      }) {
        throw ChangeError.answered("\(old)", ledger: ledger.file)
      }
    } else {
      try checkFormerNames(new, for: old)
    }
  }

  /// Checks that no other context in a subject with participants had the new name, as work may have
  /// been submitted under it.
  ///
  /// - Parameter old: the path of the renamed context; nil for a new one.
  func checkFormerNames(_ new: ContextPath, for old: ContextPath? = nil) throws {
    let files = schoolFiles
    if try files.participants(of: new.subject).entries.isEmpty { return }
    for file in try filesWithFormerName(new) {
      guard let path = SchoolPath.context(of: file), old.map({ path.isWithin($0) }) != true,
        try bytes(at: file)?.mayHold(new.identifier) == true,
        let was = try? files.document(at: file)?.root["was"],
        ([was] + (was.sequence ?? [])).contains(where: { $0.scalar == new.work })
      else { continue }
      throw ChangeError.formerName("\(new)", of: "\(path)")
    }
  }

  /// The files of contexts that have a former name in the newest commit, or may get it by this
  /// change.
  private func filesWithFormerName(_ new: ContextPath) throws -> [String] {
    let folder = "\(SchoolPath.subjects)/\(new.subject)"
    guard let names = try committedNames?(new.subject).names else {
      return try schoolFiles.files(below: folder)
    }
    let committed = names.filter { $0.value.contains(new.work) }.map { "\(folder)/\($0.key)" }
    return committed.map { rearrangement.target(of: $0) ?? $0 }
      + files.keys.filter { $0.hasPrefix(folder + "/") }.sorted()
  }

  private func checkExercise(
    _ id: String, in path: ContextPath, for from: ContextPath, _ old: String
  ) throws {
    try checkIdentifier(id, .exercise)
    let files = schoolFiles
    guard try files.isWorksheet(path) else {
      throw ChangeError.parentMissing(kind: "worksheet", path: "\(path)")
    }
    let worksheet = try parent("\(path)") { try files.worksheet(path) }
    let others = worksheet.exercises.filter { path != from || $0.id != old }
    try checkNew(id, among: others.map(\.id), path: "\(path)/\(id)")
    if try files.childIDs(of: path).contains(id) { throw ChangeError.taken(id, by: "a context") }
    if let other = others.first(where: { $0.was.contains(id) }) {
      throw ChangeError.formerName("\(path)/\(id)", of: "\(path)/\(other.id)")
    }
    guard path != from else { return }
    for ledger in [SchoolPath.received(from), SchoolPath.marks(from)]
    where try !files.ledger(at: ledger).isEmpty {
      throw ChangeError.answered("\(from)/\(old)", ledger: ledger)
    }
  }

  // MARK: Former names

  /// Records the former names of a context in its file.
  func note(
    _ names: [String], formerlyOf path: ContextPath, isWorksheet: Bool
  ) throws {
    let now = try schoolFiles.names(of: path)
    let was = names.filter { $0 != path.work }
    try edit(isWorksheet ? SchoolPath.worksheet(path) : SchoolPath.context(path)) { document in
      let titled = try document.titled(.context(path))
      let listed = titled.root["was"]?.sequence?.compactMap(\.scalar) ?? []
      var changed = titled
      for (number, name) in listed.enumerated().reversed() where name == path.work {
        changed = try changed.removing(["was", .index(number)])
      }
      let known = Set(listed + now.dropLast())
      return try changed.adding(
        was.filter { !known.contains($0) }, to: ["was"], order: Schema.worksheet)
    }
  }

  func note(_ names: [String], formerlyOf id: String, in path: ContextPath) throws {
    try edit(SchoolPath.worksheet(path)) { document in
      let items = document.root["exercises"]?.sequence ?? []
      guard let number = items.firstIndex(where: { $0["id"]?.scalar == id }) else {
        return document
      }
      let steps: [Step] = ["exercises", .index(number), "was"]
      let listed = items[number]["was"]?.sequence?.compactMap(\.scalar) ?? []
      var changed = document
      for (place, name) in listed.enumerated().reversed() where name == id {
        changed = try changed.removing(steps + [.index(place)])
      }
      return try changed.adding(
        names.filter { !listed.contains($0) }, to: steps, order: Schema.exercise)
    }
  }

  // MARK: Exercises

  /// Moves an exercise without submissions to another worksheet.
  private func moveExercise(
    _ id: String, from: ContextPath, to: ContextPath, _ mentions: [Mention]
  ) throws {
    guard let place = mentions.first(where: { $0.form == .item("id") }) else { return }
    try remove(mentions)
    try edit(SchoolPath.worksheet(to)) { document in
      guard document.root["exercises"]?.sequence?.isEmpty == false else {
        return try document.setting(
          ["exercises"], to: .sequence([place.value]), order: Schema.worksheet.map(\.name))
      }
      return try document.appending(place.value, to: ["exercises"])
    }
  }
}

extension Document {
  /// Adds words to a list, which is created if it doesn't exist.
  fileprivate func adding(_ words: [String], to list: [Step], order: [Field]) throws -> Document {
    if words.isEmpty { return self }
    guard node(at: list)?.sequence?.isEmpty == false else {
      return try setting(
        list, to: .flow(.sequence(words.map { .scalar($0) })), order: order.map(\.name))
    }
    return try words.reduce(self) { try $0.appending(.scalar($1), to: list) }
  }
}

extension SchoolFiles {
  /// The present and former paths of a context below its subject; the present one is last.
  public func names(of path: ContextPath) throws -> [String] {
    var names = [""]
    var ancestor = ContextPath(subject: path.subject)
    for id in path.components {
      ancestor = ancestor.appending(id)
      names = try context(ancestor).was + names.map { $0.isEmpty ? id : "\($0)/\(id)" }
    }
    return names
  }

  /// A context and everything below it, parents first.
  func contexts(below path: ContextPath) throws -> [ContextPath] {
    guard path.components.count <= 64 else { return [] }
    let children = try childIDs(of: path).map { path.appending($0) }
    return try [path] + children.flatMap { try contexts(below: $0) }
  }
}
