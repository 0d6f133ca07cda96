import Model
import Text

/// Finds objects by their paths on the command line: whole paths, unique endings, exact titles.
public struct Locator {
  private let files: SchoolFiles

  public init(_ files: SchoolFiles) { self.files = files }

  /// Finds an object.
  ///
  /// - Parameters:
  ///   - kinds: the kinds to look for.
  ///   - wholePathOnly: whether to refuse endings and titles.
  /// - Throws: `LookupError`.
  public func find(
    _ text: String, among kinds: Set<ObjectPath.Kind> = Set(ObjectPath.Kind.allCases),
    wholePathOnly: Bool = false
  ) throws -> ObjectPath {
    let clean = SchoolPath.parts(of: text)
    // Every path ends with no parts.
    if clean.isEmpty { throw LookupError.unknown(text, suggestion: nil) }
    if let exact = try exactly(text), kinds.contains(exact.kind) { return exact }
    let all = try objects(kinds)
    var found = all.filter { $0.matches(ending: clean) }
    if found.isEmpty, kinds.contains(.exercise) { found = try exercises(ending: clean) }
    if found.isEmpty { found = try titled(text, among: all) }
    found = found.filter { !isEclipsed($0, by: found) }
    guard let first = found.first else {
      let near = kinds.contains(.exercise) ? exercise(near: clean, among: all) : nil
      throw LookupError.unknown(text, suggestion: near ?? suggestion(for: text, among: all))
    }
    if found.count > 1 {
      throw LookupError.ambiguous(text, candidates: found.map { shown($0) }.sorted())
    }
    if wholePathOnly { throw LookupError.incomplete(text, whole: shown(first)) }
    return first
  }

  /// Whether it is an assignment named after its work: the bare name then means the work.
  private func isEclipsed(_ object: ObjectPath, by others: [ObjectPath]) -> Bool {
    guard case .assignment(let id) = object, others.count > 1 else { return false }
    return (try? files.assignment(id))?.work.contains { others.contains(.context($0)) } == true
  }

  /// The displayed path; in a clone without the subject.
  public func shown(_ path: ObjectPath) -> String {
    guard case .clone = files.layout else { return path.description }
    switch path {
    case .context(let context) where !context.components.isEmpty: return context.work
    case .exercise(let context, let id): return "\(context.work)/\(id)"
    default: return path.description
    }
  }

  // MARK: Whole paths

  /// The object with a whole path, or with its file's path; nil if there is none.
  public func exactly(_ text: String) throws -> ObjectPath? {
    try exact(SchoolPath.parts(of: SchoolPath.name(of: text)))
  }

  private func exact(_ parts: [String]) throws -> ObjectPath? {
    guard let first = parts.first, !parts.contains(where: { $0.isEmpty || $0 == ".." }) else {
      return nil
    }
    if case .clone(let subject) = files.layout {
      if parts.count == 1, first == subject { return .context(ContextPath(subject: subject)) }
      let relative = first == subject ? Array(parts.dropFirst()) : parts
      return try below(ContextPath(subject: subject, components: relative))
    }
    switch (first, parts.count) {
    case ("school", 1), ("school.yaml", 1): return .school
    case ("students", 2):
      return try files.roster().students[parts[1]].map { .student($0.id) }
    case ("classes", 2):
      return try files.classIDs().contains(parts[1]) ? .schoolClass(parts[1]) : nil
    case ("classes", 3): return try group(parts[1], parts[2])
    case ("assignments", 2):
      return try files.assignmentIDs().contains(parts[1]) ? .assignment(parts[1]) : nil
    case ("subjects", 2...): return try exact(Array(parts.dropFirst()))
    default:
      return try below(ContextPath(subject: first, components: Array(parts.dropFirst())))
    }
  }

  private func group(_ id: String, _ group: String) throws -> ObjectPath? {
    guard try files.classIDs().contains(id), try files.schoolClass(id).group(group) != nil else {
      return nil
    }
    return .group(schoolClass: id, group: group)
  }

  /// A subject, context or exercise by its whole path.
  private func below(_ path: ContextPath) throws -> ObjectPath? {
    if try files.exists(path) { return .context(path) }
    guard let parent = path.parent, !parent.components.isEmpty,
      try files.isWorksheet(parent),
      try files.worksheet(parent).exercise(path.identifier) != nil
    else { return nil }
    return .exercise(parent, path.identifier)
  }

  // MARK: Endings and titles

  /// All objects except exercises, without reading worksheets.
  private func objects(_ kinds: Set<ObjectPath.Kind>) throws -> [ObjectPath] {
    var found: [ObjectPath] = []
    for id in try files.subjectIDs() {
      let root = ContextPath(subject: id)
      if kinds.contains(.subject) { found.append(.context(root)) }
      if kinds.contains(.context) { try collect(below: root, into: &found) }
    }
    guard files.layout == .school else { return found }
    if kinds.contains(.assignment) {
      found += try files.assignmentIDs().map { .assignment($0) }
    }
    if kinds.contains(.schoolClass) { found += try files.classIDs().map { .schoolClass($0) } }
    if kinds.contains(.group) {
      for (id, schoolClass) in try files.roster().classes {
        found += schoolClass.groups.map { .group(schoolClass: id, group: $0.id) }
      }
    }
    if kinds.contains(.student) {
      found += try files.students().all.map { .student($0) }
    }
    return found
  }

  private func collect(below path: ContextPath, into found: inout [ObjectPath]) throws {
    guard path.components.count <= Identifier.deepestContext else { return }
    for id in try files.childIDs(of: path) {
      let child = path.appending(id)
      found.append(.context(child))
      try collect(below: child, into: &found)
    }
  }

  private func exercises(ending parts: [String]) throws -> [ObjectPath] {
    guard let id = parts.last else { return [] }
    let above = Array(parts.dropLast())
    var found: [ObjectPath] = []
    var faulty: (any Error)?
    for subject in try files.subjectIDs() {
      for path in try files.worksheets(below: ContextPath(subject: subject))
      where ObjectPath.context(path).matches(ending: above) {
        // Searching the bytes first avoids parsing worksheets without a match.
        guard let bytes = try files.source.bytes(at: files.worksheetFile(path)),
          bytes.contains(Array(id.utf8))
        else { continue }
        do {
          if try files.worksheet(path).exercise(id) != nil { found.append(.exercise(path, id)) }
        } catch {
          faulty = faulty ?? error
        }
      }
    }
    // If it may be in an unreadable file, that file's problem is reported.
    if found.isEmpty, !above.isEmpty, let faulty { throw faulty }
    return found
  }

  private func titled(_ text: String, among objects: [ObjectPath]) throws -> [ObjectPath] {
    objects.filter { title(of: $0) == text }
  }

  private func title(of object: ObjectPath) -> String? {
    switch object {
    case .context(let path) where path.components.isEmpty: try? files.subject(path.subject).title
    case .context(let path): try? files.context(path).title
    case .schoolClass(let id): (try? files.schoolClass(id))?.title
    case .assignment(let id): try? files.assignment(id).title
    case .student(let id): (try? files.roster())?.students[id]?.name
    default: nil
    }
  }

  /// The exercise with a similar name in the named worksheet.
  private func exercise(near parts: [String], among objects: [ObjectPath]) -> String? {
    guard parts.count > 1, let last = parts.last else { return nil }
    for case .context(let path) in objects
    where ObjectPath.context(path).matches(ending: parts.dropLast()) {
      let ids = (try? files.worksheet(path).exercises.map(\.id)) ?? []
      if let id = closest(last, in: ids) { return shown(.exercise(path, id)) }
    }
    return nil
  }

  /// The probably intended path of a new object with an unknown subject: the ending of a chapter's
  /// path, or a typo.
  fileprivate func meant(by new: ContextPath) throws -> String? {
    let parts = [new.subject] + new.components
    let contexts = try objects([.context])
    for count in stride(from: parts.count - 1, through: 1, by: -1) {
      let found = contexts.filter { $0.matches(ending: parts.prefix(count)) }
      guard let first = found.first else { continue }
      if found.count > 1 { return nil }
      return ([shown(first)] + parts.dropFirst(count)).joined(separator: "/")
    }
    guard let near = closest(new.subject, in: try files.subjectIDs()) else {
      return suggestion(for: parts.dropLast().joined(separator: "/"), among: contexts)
        .map { "\($0)/\(new.identifier)" }
    }
    return ([near] + new.components).joined(separator: "/")
  }

  private func suggestion(for text: String, among objects: [ObjectPath]) -> String? {
    let last = text.split(separator: "/").last.map(String.init) ?? text
    let paths = objects.map { shown($0) }
    if let whole = closest(text, in: paths) { return whole }
    var byName: [String: String] = [:]
    for path in paths.sorted() {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      if byName[name] == nil { byName[name] = path }
    }
    return closest(last, in: byName.keys.sorted()).flatMap { byName[$0] }
      ?? closest(text, in: objects.compactMap(title))
  }
}

extension SchoolFiles {
  /// Checks that the subject of a new object exists.
  ///
  /// - Throws: `ChangeError.parentMissing`.
  public func checkSubject(of path: ContextPath) throws {
    if try subjectIDs().contains(path.subject) { return }
    throw ChangeError.parentMissing(
      kind: "subject", path: path.subject, meant: try Locator(self).meant(by: path))
  }
}

extension ObjectPath {
  /// Whether the path ends with these parts; an empty list always matches.
  fileprivate func matches(ending parts: some BidirectionalCollection<String>) -> Bool {
    let all = description.split(separator: "/").map(String.init)
    return parts.count <= all.count && all.suffix(parts.count).elementsEqual(parts)
  }
}

extension [UInt8] {
  /// Whether the bytes contain a sequence.
  fileprivate func contains(_ needle: [UInt8]) -> Bool {
    guard let first = needle.first, needle.count <= count else { return needle.isEmpty }
    return indices.dropLast(needle.count - 1).contains { start in
      self[start] == first && self[start..<start + needle.count].elementsEqual(needle)
    }
  }
}
