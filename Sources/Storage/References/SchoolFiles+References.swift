import Model
import PlainYAML

/// Finds all references. Renaming, moving, deleting, restoring and forgetting are based on the
/// result.
extension SchoolFiles {
  /// Every place that is part of an object or refers to it, by file. Prose is not searched.
  public func mentions(of object: ObjectPath) throws -> [Mention] {
    switch object {
    case .school: []
    case .student(let id): try mentions(ofStudent: id)
    case .schoolClass(let id):
      [Mention("classes/\(id)", [], .whole, id)] + (try subjects(takenBy: id))
        + (try recipients(named: id)) + (try ledgers(["received"], keyed: "\(id)+"))
    case .group(let id, let group):
      try entries(group, in: SchoolPath.schoolClass(id), below: ["groups"])
        + recipients(named: "\(id)/\(group)")
        + ledgers(["received"], keyed: "\(id)+\(group)")
    case .context(let path): try mentions(of: path)
    case .exercise(let path, let id): try mentions(ofExercise: id, in: path)
    case .assignment(let id): [Mention(SchoolPath.assignment(id), [], .whole, id)]
    }
  }

  /// The places to remove with an object. An assignment without recipients or work is removed
  /// whole, and so is an announcement without recipients or subjects.
  public func removals(of mentions: [Mention]) throws -> [Mention] {
    var found: [Mention] = []
    let byFile = Dictionary(grouping: mentions, by: \.file)
    for mention in mentions {
      guard mention.form != .whole, let entry = mention.recipientsEntry,
        let node = try document(at: mention.file)?.node(at: entry)
      else {
        found.append(mention)
        continue
      }
      let sameEntry = (byFile[mention.file] ?? []).filter { $0.recipientsEntry == entry }
      let isNothingLeft = ["to", "work", "subjects"].contains { field in
        let removed = sameEntry.filter {
          $0.form == .text && $0.steps.dropFirst(entry.count).first == .key(field)
        }.count
        return removed > 0 && removed == (node[field]?.sequence?.count ?? 1)
      }
      if !isNothingLeft {
        found.append(mention)
      } else if found.last?.file != mention.file || found.last?.steps != entry {
        let form: Mention.Form = entry.isEmpty ? .whole : .key
        found.append(Mention(mention.file, entry, form, mention.word, Value(node)))
      }
    }
    return found
  }

  // MARK: People

  private func mentions(ofStudent id: String) throws -> [Mention] {
    var found = try entries(id, in: SchoolPath.students)
    for schoolClass in try classIDs() {
      let file = SchoolPath.schoolClass(schoolClass)
      guard let root = try document(at: file)?.root else { continue }
      found += texts(in: root["students"], at: ["students"], file) { $0 == id }
      for group in root["groups"]?.mapping ?? [] {
        found += texts(in: group.value, at: ["groups", .key(group.key)], file) { $0 == id }
      }
    }
    for subject in try subjectIDs() {
      found += try entries(id, in: SchoolPath.participants(subject))
    }
    found += try guidance(about: id)
    return try found + recipients(named: id) + ledgers(Mention.ledgers, keyed: id)
      + submissions(with: id)
  }

  /// The guidance records of a student.
  private func guidance(about student: String) throws -> [Mention] {
    try classIDs().flatMap { schoolClass -> [Mention] in
      let file = SchoolPath.guidance(schoolClass)
      guard try source.bytes(at: file)?.mayHold(student) == true else { return [] }
      return (try document(at: file)?.root.sequence ?? []).enumerated().compactMap { number, item in
        item["student"]?.scalar == student
          ? Mention(file, [.index(number)], .item("student"), student, Value(item)) : nil
      }
    }
  }

  /// The records of groups' submissions that name a student as a member.
  private func submissions(with student: String) throws -> [Mention] {
    try ledgerFiles(in: "received").flatMap { file -> [Mention] in
      guard try source.bytes(at: file)?.mayHold(student) == true else { return [] }
      let ledger = try ledger(at: file)
      return ledger.keys.flatMap { mailbox in
        (ledger[mailbox]?.sequence ?? []).enumerated().flatMap { number, arrival in
          texts(
            in: arrival["members"], at: [.key(mailbox), .index(number), "members"], file
          ) { $0 == student }
        }
      }
    }
  }

  private func subjects(takenBy schoolClass: String) throws -> [Mention] {
    try subjectIDs().flatMap { subject -> [Mention] in
      let file = SchoolPath.subject(subject)
      guard let root = try document(at: file)?.root else { return [] }
      return texts(in: root["classes"], at: ["classes"], file) { $0 == schoolClass }
    }
  }

  /// Recipients of assignments and announcements that match a name; for a class, also those in its
  /// groups.
  private func recipients(named who: String) throws -> [Mention] {
    let matches: (String) -> Bool = { $0 == who || $0.hasPrefix(who + "/") }
    let found = try assignmentIDs().flatMap { id -> [Mention] in
      let file = SchoolPath.assignment(id)
      guard try source.bytes(at: file)?.mayHold(who) == true,
        let root = try document(at: file)?.root
      else { return [] }
      let more = (root["extensions"]?.sequence ?? []).enumerated().compactMap { number, item in
        item["who"]?.scalar.flatMap { word in
          matches(word)
            ? Mention(file, ["extensions", .index(number)], .item("who"), word, Value(item)) : nil
        }
      }
      return texts(in: root["to"], at: ["to"], file, where: matches) + more
    }
    return try found + announcements("to", where: matches, mayHold: who)
  }

  /// The matching items of a list of each announcement.
  private func announcements(
    _ field: String, where matches: (String) -> Bool, mayHold word: String
  ) throws -> [Mention] {
    let file = SchoolPath.announcements
    guard try source.bytes(at: file)?.mayHold(word) == true else { return [] }
    return (try document(at: file)?.root.mapping ?? []).flatMap { entry in
      texts(in: entry.value[field], at: [.key(entry.key), .key(field)], file, where: matches)
    }
  }

  // MARK: Content

  private func mentions(of path: ContextPath) throws -> [Mention] {
    let name = path.description
    var found = [Mention(SchoolPath.folder(path), [], .whole, name)]
    for ledgers in Mention.ledgers {
      let siblings = try source.entries(in: "\(ledgers)/\(name)".droppingLastPart)
      for sibling in siblings where sibling.name == path.identifier && sibling.kind == .folder {
        found.append(Mention("\(ledgers)/\(name)", [], .whole, name))
      }
      for sibling in siblings where sibling.name == path.identifier + ".yaml" {
        found.append(Mention("\(ledgers)/\(name).yaml", [], .whole, name))
      }
    }
    for id in try assignmentIDs() {
      let file = SchoolPath.assignment(id)
      guard try source.bytes(at: file)?.mayHold(name) == true,
        let root = try document(at: file)?.root
      else { continue }
      found += texts(in: root["work"], at: ["work"], file) {
        $0 == name || $0.hasPrefix(name + "/")
      }
    }
    if path.components.isEmpty {
      found += try announcements("subjects", where: { $0 == name }, mayHold: name)
    }
    if try source.bytes(at: SchoolPath.staff)?.mayHold(name) == true {
      for entry in try document(at: SchoolPath.staff)?.root.mapping ?? [] {
        found += texts(
          in: entry.value["work"], at: [.key(entry.key), "work"], SchoolPath.staff
        ) { $0 == name || $0.hasPrefix(name + "/") }
      }
    }
    return found
  }

  private func mentions(ofExercise id: String, in path: ContextPath) throws -> [Mention] {
    let file = worksheetFile(path)
    var found: [Mention] = []
    for (number, item) in (try document(at: file)?.root["exercises"]?.sequence ?? []).enumerated()
    where item["id"]?.scalar == id {
      found.append(Mention(file, ["exercises", .index(number)], .item("id"), id, Value(item)))
    }
    let marks = SchoolPath.marks(path)
    for (file, fields) in [
      (marks, [[], ["rubric"], ["comments"], ["asked"], ["marked"]]),
      (SchoolPath.grades(path), [["items"]]),
    ] {
      guard try source.bytes(at: file)?.mayHold(id) == true else { continue }
      let ledger = try ledger(at: file)
      for student in ledger.keys {
        let earlier = file == marks ? ledger[student]?["earlier"]?.mapping ?? [] : []
        for field in fields + earlier.map({ ["earlier", $0.key] }) {
          let line = field.reduce(ledger[student]) { $0?[$1] }
          guard let node = line?[id] else { continue }
          let steps = ([student] + field + [id]).map { Step.key($0) }
          found.append(Mention(file, steps, .key, id, Value(node)))
        }
      }
    }
    return found
  }

  // MARK: Places

  /// The entry with a key in a mapping of a file.
  private func entries(_ key: String, in file: String, below steps: [Step] = []) throws
    -> [Mention]
  {
    guard let bytes = try source.bytes(at: file), bytes.mayHold(key),
      let document = try document(at: file), let node = document.node(at: steps + [.key(key)])
    else { return [] }
    return [Mention(file, steps + [.key(key)], .key, key, Value(node))]
  }

  /// The matching items of a list, or of the single text in its place.
  private func texts(
    in node: Node?, at steps: [Step], _ file: String, where matches: (String) -> Bool
  ) -> [Mention] {
    if let word = node?.scalar, matches(word) {
      return [Mention(file, steps, .text, word, .scalar(word))]
    }
    return (node?.sequence ?? []).enumerated().compactMap { number, item in
      item.scalar.flatMap { word in
        matches(word)
          ? Mention(file, steps + [.index(number)], .text, word, .scalar(word)) : nil
      }
    }
  }

  /// The lines of all ledgers in some folders whose key is a name, or begins with one followed by
  /// `+`.
  private func ledgers(_ folders: [String], keyed word: String) throws -> [Mention] {
    try folders.flatMap { try ledgerFiles(in: $0) }.flatMap { file -> [Mention] in
      guard try source.bytes(at: file)?.mayHold(word) == true else { return [] }
      let ledger = try ledger(at: file)
      let keys =
        word.hasSuffix("+") ? ledger.keys.filter { $0.hasPrefix(word) } : [word]
      return keys.compactMap { key in
        ledger[key].map { Mention(file, [.key(key)], .key, key, Value($0)) }
      }
    }
  }

  /// The ledgers in a folder and below.
  func ledgerFiles(in folder: String, depth: Int = 0) throws -> [String] {
    guard depth <= Identifier.deepestContext + 1 else { return [] }
    return try source.entries(in: folder).flatMap { entry -> [String] in
      let path = "\(folder)/\(entry.name)"
      switch entry.kind {
      case .folder: return try ledgerFiles(in: path, depth: depth + 1)
      case .file: return path.hasSuffix(".yaml") ? [path] : []
      case .other: return []
      }
    }
  }
}

extension Mention {
  /// The place of the assignment or announcement that it is in; nil for other files.
  fileprivate var recipientsEntry: [Step]? {
    if file.below(SchoolPath.assignments) != nil { return [] }
    return file == SchoolPath.announcements ? Array(steps.prefix(1)) : nil
  }
}

extension String {
  /// The path without its last component.
  fileprivate var droppingLastPart: String {
    split(separator: "/").dropLast().joined(separator: "/")
  }
}
