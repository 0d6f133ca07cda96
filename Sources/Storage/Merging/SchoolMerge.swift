import Git
import Model
import PlainYAML

/// A file of a school in which two sides of it are put together, as Git's merge driver does it.
public struct SchoolMerge: Sendable {
  /// The file; where something is left to decide, both sides stand between Git's marks.
  public let bytes: [UInt8]
  /// What is left to decide.
  public let conflicts: [MergedText.Conflict]
  /// Lists that both sides have put in another order; ours stays.
  public let orders: [MergedText.Order]
  /// Whether nothing is left to decide.
  public let isClean: Bool
  /// Whether both sides have computed the same grades anew, so that they are to be computed again.
  public let isStale: Bool

  /// Merges a file of the work tree. What isn't a school's own file, or can't be read on some side,
  /// is merged line by line.
  /// - Parameter path: the file, relative to the school.
  /// - Throws: `GitError`.
  public init(_ path: String, base: [UInt8], ours: [UInt8], theirs: [UInt8]) throws {
    let lines = try LineMerge(base: base, ours: ours, theirs: theirs)
    let kind = MergedFile(path)
    let merged = kind.flatMap { kind in
      try? kind.merge(
        base: base, ours: ours, theirs: theirs, lines: lines.isClean ? lines.bytes : nil)
    }
    bytes = merged?.bytes ?? lines.bytes
    conflicts = merged?.conflicts ?? []
    orders = merged?.orders ?? []
    isClean = merged?.conflicts.isEmpty ?? lines.isClean
    isStale = kind == .grades && ours != theirs && theirs != base && ours != base
  }

  /// Puts two ledgers of one kind together. Where they say something else of the same, ours stays,
  /// and a conflict tells.
  /// - Throws: `YAMLError`, `EditError`.
  init(joining path: String, ours: [UInt8], theirs: [UInt8]) throws {
    let merged = try MergedText(
      base: Ledger(), ours: Ledger(ours), theirs: Ledger(theirs),
      MergedFile(path)?.rules ?? MergeRules())
    (bytes, conflicts) = (merged.settled, merged.conflicts)
    orders = []
    isClean = true
    isStale = false
  }
}

extension SchoolPath {
  /// What a place in a file is called: the object that it belongs to, and the field of that.
  public static func words(for keys: [String], in file: String) -> String {
    guard let place = Place(file) else { return ([file] + keys).joined(separator: ": ") }
    var object = place.object
    var field = keys[...]
    switch (place.kind, keys.first) {
    case (.students, let id?):
      object = "students/\(id)"
      field = field.dropFirst()
    case (.lines(let ledger), let line?):
      object = "\(ledger) of \(object): \(line)"
      field = field.dropFirst()
    case (.schoolClass, "groups") where keys.count > 1,
      (.worksheet, "exercises") where keys.count > 1:
      object += "/\(keys[1])"
      field = field.dropFirst(2)
    default: break
    }
    return ([object] + (field.isEmpty ? [] : [field.joined(separator: ".")])).joined(
      separator: ": ")
  }
}

/// How a file of a school is merged.
private enum MergedFile {
  case document, worksheet, people, received, marks, grades

  init?(_ path: String) {
    guard path.hasSuffix(".yaml") else { return nil }
    let parts = path.split(separator: "/")
    guard !parts.contains(where: { SchoolPath.besides.contains(String($0)) }) else { return nil }
    switch (parts.first, parts.last) {
    case ("received", _): self = .received
    case ("marks", _): self = .marks
    case ("grades", _): self = .grades
    case ("students.yaml", _), ("staff.yaml", _), ("subjects", "participants.yaml"): self = .people
    case ("subjects", "worksheet.yaml"): self = .worksheet
    case ("subjects", _), ("classes", _), ("assignments", _), ("school.yaml", _): self = .document
    default: return nil
    }
  }

  func merge(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], lines: [UInt8]?
  ) throws -> MergedText {
    switch self {
    case .document, .worksheet:
      try MergedText(
        base: try Document(base), ours: try Document(ours), theirs: try Document(theirs),
        lines: lines, rules)
    case .people, .received, .marks, .grades:
      try MergedText(
        base: try Ledger(base), ours: try Ledger(ours), theirs: try Ledger(theirs), rules)
    }
  }

  var rules: MergeRules {
    switch self {
    case .document, .people: MergeRules()
    case .marks: MergeRules(decision: MergedFile.markers)
    case .worksheet:
      // A list in an exercise is one value: its items are counted and keyed to.
      MergeRules(
        together: ["type", "choices", "answer", "gaps", "pairs", "items", "match", "tolerance"],
        hasMembers: { $0.count < 2 })
    case .received: MergeRules(hasMembers: { _ in false }, decision: MergedFile.arrivals)
    case .grades:
      // They are computed: there is nothing to decide about.
      MergeRules(decision: { _, sides in (sides.ours ?? sides.theirs).map { Value($0) } })
    }
  }

  /// Where two have marked the same student's work, both did.
  private static func markers(_ path: [Step], _ sides: MergeSides) -> Value? {
    guard path.last == .key("by"), let ours = sides.ours?.scalar, let theirs = sides.theirs?.scalar
    else { return nil }
    return .scalar(MarkersText.joined(ours, theirs))
  }

  /// What arrived is what either side has seen; of a submission that both have, the first record
  /// stands.
  private static func arrivals(_ path: [Step], _ sides: MergeSides) -> Value? {
    guard let ours = sides.ours?.sequence, let theirs = sides.theirs?.sequence else { return nil }
    var first: [String: Node] = [:]
    for item in ours + theirs {
      guard let at = item["at"]?.scalar else { return nil }
      let name = item["commit"]?.scalar ?? at
      if let known = first[name]?["at"]?.scalar, known <= at { continue }
      first[name] = item
    }
    let sorted = first.values.sorted {
      ($0["at"]?.scalar ?? "", $0["commit"]?.scalar ?? "")
        < ($1["at"]?.scalar ?? "", $1["commit"]?.scalar ?? "")
    }
    return .sequence(sorted.map { Value($0) })
  }
}
