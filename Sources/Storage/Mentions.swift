import Model
import PlainYAML

/// A place in a file of a school that names a student, or is about them.
public struct Mention: Sendable {
  public let file: String
  /// What would have to be removed for the place to be gone; empty for the whole file.
  public let steps: [Step]
  /// What is there.
  public let value: Value
}

extension SchoolFiles {
  /// Every place that names a student, file by file: the entry, classes and groups, participants,
  /// assignments, and the lines of all ledgers. Texts are not searched.
  ///
  /// An assignment that goes to nobody else is one place, whole.
  public func mentions(of student: String) throws -> [Mention] {
    var found = try entry(student, in: SchoolPath.students)
    for id in try classIDs() {
      let file = SchoolPath.schoolClass(id)
      guard let root = try document(at: file)?.root else { continue }
      found += items(student, of: root["students"], at: ["students"], file)
      for group in root["groups"]?.mapping ?? [] {
        found += items(student, of: group.value, at: ["groups", .key(group.key)], file)
      }
    }
    for id in try subjectIDs() { found += try entry(student, in: SchoolPath.participants(id)) }
    for id in try assignmentIDs() { found += try assignment(id, naming: student) }
    for folder in ["received", "marks", "grades"] {
      found += try ledgers(in: folder, depth: 0).flatMap { try entry(student, in: $0) }
    }
    return found
  }

  /// The entry by that key, in a file that is one mapping.
  private func entry(_ key: String, in file: String) throws -> [Mention] {
    guard let bytes = try source.bytes(at: file), bytes.holds(Array(key.utf8)),
      let root = try document(at: file)?.root, let node = root[key]
    else { return [] }
    return [Mention(file: file, steps: [.key(key)], value: Value(node))]
  }

  /// The items of a list that are the word.
  private func items(_ word: String, of list: Node?, at steps: [Step], _ file: String)
    -> [Mention]
  {
    (list?.sequence ?? []).enumerated().filter { $0.element.scalar == word }.map {
      Mention(file: file, steps: steps + [.index($0.offset)], value: .scalar(word))
    }
  }

  private func assignment(_ id: String, naming student: String) throws -> [Mention] {
    let file = SchoolPath.assignment(id)
    guard let root = try document(at: file)?.root else { return [] }
    let to = root["to"]?.sequence?.compactMap(\.scalar) ?? root["to"]?.scalar.map { [$0] } ?? []
    if to == [student] { return [Mention(file: file, steps: [], value: Value(root))] }
    let extensions = (root["extensions"]?.sequence ?? []).enumerated()
      .filter { $0.element["who"]?.scalar == student }
    return items(student, of: root["to"], at: ["to"], file)
      + extensions.map {
        Mention(
          file: file, steps: ["extensions", .index($0.offset)], value: Value($0.element))
      }
  }

  private func ledgers(in folder: String, depth: Int) throws -> [String] {
    guard depth <= Identifier.deepestContext + 1 else { return [] }
    return try source.entries(in: folder).flatMap { entry -> [String] in
      let path = "\(folder)/\(entry.name)"
      switch entry.kind {
      case .folder: return try ledgers(in: path, depth: depth + 1)
      case .file: return path.hasSuffix(".yaml") ? [path] : []
      case .other: return []
      }
    }
  }
}

extension Change {
  /// Removes places that name a student.
  public func remove(_ mentions: [Mention]) throws {
    // From the end, so that numbers of items stay what they are.
    for mention in mentions.reversed() {
      if mention.steps.isEmpty {
        remove(mention.file)
      } else {
        try edit(mention.file) { try $0.removing(mention.steps) }
      }
    }
  }
}

extension [UInt8] {
  /// Whether the bytes occur, one after the other.
  fileprivate func holds(_ needle: [UInt8]) -> Bool {
    guard let first = needle.first, needle.count <= count else { return needle.isEmpty }
    let last = count - needle.count
    var start = 0
    while start <= last {
      if self[start] == first, self[start..<start + needle.count].elementsEqual(needle) {
        return true
      }
      start += 1
    }
    return false
  }
}
