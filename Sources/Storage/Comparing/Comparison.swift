import Git
import Model
import PlainYAML

/// Finds what is not the same in two states of a school, file by file and field by field.
public struct Comparison {
  private let old: SchoolFiles
  private let new: SchoolFiles

  public init(_ old: any FileSource, _ new: any FileSource) {
    self.old = SchoolFiles(old)
    self.new = SchoolFiles(new)
  }

  /// - Parameter files: those in which the two may differ.
  public func differences(in files: [String]) throws -> [Difference] {
    var (gone, come, stay): ([String], [String], [String]) = ([], [], [])
    for file in Set(files).sorted(by: Self.isBefore) {
      switch (try old.source.bytes(at: file) != nil, try new.source.bytes(at: file) != nil) {
      case (true, false): gone.append(file)
      case (false, true): come.append(file)
      default: stay.append(file)
      }
    }
    let former = try formerNames(of: come, among: gone)
    let found =
      try (come + stay).sorted(by: Self.isBefore).flatMap { try compare(former[$0] ?? $0, $0) }
      + gone.filter { !former.values.contains($0) }.flatMap { try compare($0, $0) }
    return withoutImplied(found)
  }

  /// That a context has another path because one above it has is told of that one.
  private func withoutImplied(_ found: [Difference]) -> [Difference] {
    var names: [String: String] = [:]
    for difference in found where difference.what == .renamed {
      names[difference.object] = difference.old
    }
    return found.filter { difference in
      guard difference.what == .renamed, let name = difference.old else { return true }
      var (new, old) = (difference.object[...], name[...])
      while let slash = new.lastIndex(of: "/"), let before = old.lastIndex(of: "/"),
        new[slash...] == old[before...]
      {
        (new, old) = (new[..<slash], old[..<before])
        if names[String(new)] == String(old) { return false }
      }
      return true
    }
  }

  private static let folders = [
    "subjects", "classes", "assignments", "received", "marks", "grades",
  ]

  /// Content comes first, then people, then work and what came of it.
  private static func isBefore(_ one: String, _ other: String) -> Bool {
    func rank(_ file: String) -> Int {
      file.split(separator: "/").first.flatMap { folders.firstIndex(of: String($0)) }
        ?? (file.contains("/") ? folders.count : 1)
    }
    return (rank(one), one) < (rank(other), other)
  }

  /// What files that have come were before: what they say themselves, what those say that are gone
  /// (a change of name may have been taken back), and what else was the same to the byte.
  private func formerNames(of come: [String], among gone: [String]) throws -> [String: String] {
    if come.isEmpty || gone.isEmpty { return [:] }
    var left = Set(gone)
    var found: [String: String] = [:]
    func pair(_ file: String, _ name: String?) {
      guard let name, found[file] == nil, left.remove(name) != nil else { return }
      found[file] = name
    }
    for file in come { pair(file, formerNames(of: file, in: new).last(where: left.contains)) }
    let unknown = Set(come.filter { found[$0] == nil })
    for file in gone where left.contains(file) {
      if let name = formerNames(of: file, in: old).last(where: unknown.contains) {
        pair(name, file)
      }
    }
    // Best that which has the same path in another subject, class or the like.
    var kin: [Likeness: String] = [:]
    var same: [Likeness: [String]] = [:]
    for file in gone.reversed() where left.contains(file) && Place(file) != nil {
      let bytes = try old.source.bytes(at: file) ?? []
      kin[Likeness(file, bytes, isWhole: true)] = file
      same[Likeness(file, bytes, isWhole: false), default: []].append(file)
    }
    let fresh = try come.filter { found[$0] == nil && Place($0) != nil }
      .map { ($0, try new.source.bytes(at: $0) ?? []) }.filter { !$0.1.isEmpty }
    for (file, bytes) in fresh { pair(file, kin[Likeness(file, bytes, isWhole: true)]) }
    for (file, bytes) in fresh where found[file] == nil {
      let likeness = Likeness(file, bytes, isWhole: false)
      while let name = same[likeness]?.popLast(), found[file] == nil { pair(file, name) }
    }
    // What lies beside goes along.
    for file in come where found[file] == nil && Place(file) == nil {
      guard let (context, place) = owner(of: file) else { continue }
      let folder = SchoolPath.folder(context)
      let main = found["\(folder)/worksheet.yaml"] ?? found["\(folder)/context.yaml"]
      pair(file, main.flatMap { Place($0)?.context }.map { place("\($0)") })
    }
    return found
  }

  /// The paths that a file had, as its context and those above say, the oldest first.
  private func formerNames(of file: String, in files: SchoolFiles) -> [String] {
    guard let (context, place) = owner(of: file) else { return [] }
    // Only what a file says of its names counts, whatever else is wrong in it.
    var names: [String] = [""]
    var here = ContextPath(subject: context.subject)
    for id in context.components {
      here = here.appending(id)
      let was = try? files.document(at: files.file(of: .context(here)))?.root["was"]?.sequence
      names =
        (was ?? []).compactMap(\.scalar) + names.map { $0.isEmpty ? id : "\($0)/\(id)" }
    }
    return names.dropLast().map { place("\(context.subject)/\($0)") }
  }

  /// The context that a file is of, and where another context has the same file.
  private func owner(of file: String) -> (ContextPath, (String) -> String)? {
    if let place = Place(file) { return place.context.map { ($0, place.file) } }
    let parts = file.split(separator: "/").map(String.init)
    guard parts.first == SchoolPath.subjects,
      let beside = parts.firstIndex(where: SchoolPath.besides.contains), beside > 1,
      let context = ContextPath(parts[1..<beside].joined(separator: "/"))
    else { return nil }
    let rest = parts[beside...].joined(separator: "/")
    return (context, { "\(SchoolPath.subjects)/\($0)/\(rest)" })
  }

  private func compare(_ former: String, _ file: String) throws -> [Difference] {
    guard let place = Place(file), let oldPlace = Place(former) else {
      let (before, after) = (try old.source.bytes(at: former), try new.source.bytes(at: file))
      if before == after { return [] }
      return [whole(file, before != nil, after != nil)]
    }
    let fields = FieldComparison(place: place, former: oldPlace.object, file: file)
    // What can't be read is told as a whole.
    let before: Node?
    let after: Node?
    do {
      before = try old.document(at: former)?.root
      after = try new.document(at: file)?.root
    } catch is FaultyFiles {
      return [whole(file, try old.source.bytes(at: former) != nil, true)]
    }
    var found: [Difference] = []
    if former != file, !place.isLedger {
      found.append(fields.renamed())
    }
    switch (before, after) {
    case (nil, nil): return []
    case (nil, _) where !place.holdsObjects: return [fields.difference(.added)]
    case (_, nil) where !place.holdsObjects: return [fields.difference(.removed)]
    default: return found + fields.compare(before, after)
    }
  }

  private func whole(_ file: String, _ wasThere: Bool, _ isThere: Bool) -> Difference {
    let what: Difference.What = wasThere ? isThere ? .changed : .removed : .added
    return Difference(
      what: what, file: file, object: SchoolPath.object(of: file), ledger: nil, line: nil,
      field: file.split(separator: "/").last.map(String.init), old: nil, new: nil)
  }
}

/// What two files have in common of which one may have become the other.
private struct Likeness: Hashable {
  let sort: [Substring]
  let bytes: [UInt8]

  /// - Parameter isWhole: whether the path has to be the same, but for its second part.
  init(_ file: String, _ bytes: [UInt8], isWhole: Bool) {
    let parts = file.split(separator: "/")
    sort = Array(parts.prefix(1) + (isWhole ? parts.dropFirst(2) : []))
    self.bytes = bytes
  }
}

/// What a file of a school is about.
struct Place {
  enum Kind {
    case object, students, schoolClass, worksheet
    case lines(String)
  }

  let kind: Kind
  /// The object whose file it is, as users write paths; nothing for `students.yaml`.
  let object: String
  let context: ContextPath?
  private let parts: [String]

  /// - Returns: nil for a file that is none of the school's own.
  init?(_ file: String) {
    parts = file.split(separator: "/").map(String.init)
    guard let first = parts.first, file.hasSuffix(".yaml") else { return nil }
    let stem = String(file.dropLast(".yaml".count))
    switch (first, parts.count) {
    case ("school.yaml", 1): (kind, object, context) = (.object, "school", nil)
    case ("students.yaml", 1): (kind, object, context) = (.students, "", nil)
    case ("classes", 3) where parts[2] == "class.yaml":
      (kind, object, context) = (.schoolClass, "classes/\(parts[1])", nil)
    case ("assignments", 2): (kind, object, context) = (.object, stem, nil)
    case ("received", 2...), ("marks", 2...), ("grades", 2...):
      let path = stem.split(separator: "/").dropFirst().joined(separator: "/")
      (kind, object, context) = (.lines(first), path, ContextPath(path))
    case ("subjects", 3...):
      let path = parts.dropFirst().dropLast().joined(separator: "/")
      let inContext = parts.dropFirst(2).dropLast().contains(where: SchoolPath.besides.contains)
      guard !inContext, let context = ContextPath(path) else { return nil }
      self.context = context
      object = path
      switch parts[parts.count - 1] {
      case "participants.yaml" where parts.count == 3: kind = .lines("participants")
      case "worksheet.yaml": kind = .worksheet
      case "subject.yaml", "context.yaml": kind = .object
      default: return nil
      }
    default: return nil
    }
  }

  var isLedger: Bool { if case .lines = kind { true } else { false } }

  /// Whether its entries are what is told, and not the file.
  var holdsObjects: Bool {
    switch kind {
    case .students, .lines: true
    default: false
    }
  }

  /// The file of the same sort that another context has.
  func file(of path: String) -> String {
    switch kind {
    case .lines("participants"): "subjects/\(path)/participants.yaml"
    case .lines(let ledger): "\(ledger)/\(path).yaml"
    default: "subjects/\(path)/\(parts.last ?? "")"
    }
  }
}
