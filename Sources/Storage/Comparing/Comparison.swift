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
    var left = Set(files)
    var found: [Difference] = []
    for file in files.sorted(by: Self.isBefore) {
      let bytes = try new.source.bytes(at: file)
      guard left.contains(file), bytes != nil else { continue }
      left.remove(file)
      var former = file
      if try old.source.bytes(at: file) == nil, let name = try formerName(of: file, among: left) {
        former = name
        left.remove(name)
      }
      found += try compare(former, file)
    }
    return try found + left.sorted(by: Self.isBefore).flatMap { try compare($0, $0) }
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

  /// The file that a renamed one was; nil for one that is new.
  private func formerName(of file: String, among gone: Set<String>) throws -> String? {
    guard let place = Place(file), let context = place.context, !context.components.isEmpty else {
      return nil
    }
    // Only what a file says of its names counts, whatever else is wrong in it.
    var names: [String] = [""]
    var here = ContextPath(subject: context.subject)
    for id in context.components {
      here = here.appending(id)
      let was = try? new.document(at: new.file(of: .context(here)))?.root["was"]?.sequence
      names =
        (was ?? []).compactMap(\.scalar) + names.map { $0.isEmpty ? id : "\($0)/\(id)" }
    }
    return names.dropLast().lazy.map { place.file(of: "\(context.subject)/\($0)") }.last(
      where: gone.contains)
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
