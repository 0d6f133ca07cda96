import Git
import Model
import PlainYAML

/// The result of merging two sides of a school's file, as Git's merge driver does.
public struct SchoolMerge: Sendable {
  /// The merged file; conflicts are marked as Git marks them.
  public let bytes: [UInt8]
  /// The remaining conflicts.
  public let conflicts: [MergedText.Conflict]
  /// The objects that both sides renamed; our names are kept.
  public let renamed: [MergeHistory.DoubleRename]
  /// The lists that both sides reordered; our order is kept.
  public let orders: [MergedText.Order]
  /// Whether the merge has no conflicts.
  public let isClean: Bool
  /// Whether both sides computed the same grades, which must be computed again.
  public let isStale: Bool

  /// Merges a file of the work tree. A file outside the school's formats, or one that is invalid on
  /// some side, is merged line by line.
  /// - Parameters:
  ///   - path: the file, relative to the school.
  ///   - history: the renames on both sides.
  /// - Throws: `GitError`.
  public init(
    _ path: String, base: [UInt8], ours: [UInt8], theirs: [UInt8], history: MergeHistory? = nil
  ) throws {
    let kind = MergedFile(path)
    var texts = MergeTexts(base: base, ours: ours, theirs: theirs)
    renamed = kind == nil ? [] : history?.useCommonNames(in: path, &texts) ?? []
    let lines = try LineMerge(base: texts.base, ours: texts.ours, theirs: texts.theirs)
    let merged = kind.flatMap { kind in
      try? kind.merge(texts, history, lines: lines.isClean ? lines.bytes : nil)
    }
    bytes = merged?.bytes ?? lines.bytes
    conflicts = merged?.conflicts ?? []
    orders = merged?.orders ?? []
    isClean = merged?.conflicts.isEmpty ?? lines.isClean
    isStale = kind == .grades && ours != theirs && theirs != base && ours != base
  }

  /// Joins two ledgers of one kind. Where they differ, ours is kept, and a conflict is reported.
  /// - Throws: `YAMLError`, `EditError`.
  init(joining path: String, ours: [UInt8], theirs: [UInt8]) throws {
    let merged = try MergedText(
      base: Ledger(), ours: Ledger(ours), theirs: Ledger(theirs),
      MergedFile(path)?.rules ?? MergeRules())
    (bytes, conflicts) = (merged.resolved, merged.conflicts)
    (renamed, orders) = ([], [])
    isClean = true
    isStale = false
  }
}

extension SchoolPath {
  /// A description of a place in a file: its object, and the field.
  public static func words(for keys: [String], in file: String) -> String {
    guard let place = FileRole(file) else { return ([file] + keys).joined(separator: ": ") }
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

/// How to merge a file of a school.
private enum MergedFile {
  case document, assignment, schoolClass, guidance, worksheet, people, received, marks, grades,
    activity

  init?(_ path: String) {
    guard path.hasSuffix(".yaml") else { return nil }
    let parts = path.split(separator: "/")
    guard !parts.contains(where: { SchoolPath.besides.contains(String($0)) }) else { return nil }
    switch (parts.first, parts.last) {
    case ("received", _): self = .received
    case ("marks", _): self = .marks
    case ("grades", _): self = .grades
    case ("activity", _): self = .activity
    case ("students.yaml", _), ("staff.yaml", _), ("announcements.yaml", _),
      ("subjects", "participants.yaml"):
      self = .people
    case ("subjects", "worksheet.yaml"): self = .worksheet
    case ("classes", "guidance.yaml"): self = .guidance
    case ("classes", _): self = .schoolClass
    case ("assignments", _): self = .assignment
    case ("subjects", _), ("school.yaml", _): self = .document
    default: return nil
    }
  }

  func merge(
    _ texts: MergeTexts, _ history: MergeHistory?, lines: [UInt8]?
  ) throws -> MergedText {
    switch self {
    case .guidance:
      let (base, ours) = (try Document(texts.base), try Document(texts.ours))
      let theirs = try Document(texts.theirs).numberingGuidance(after: ours, base)
      return try MergedText(base: base, ours: ours, theirs: theirs, lines: nil, rules)
    case .document, .assignment, .schoolClass, .worksheet:
      return try MergedText(
        base: try Document(texts.base), ours: try Document(texts.ours),
        theirs: try Document(texts.theirs), lines: lines, rules)
    case .people, .received, .marks, .grades, .activity:
      let base = try Ledger(texts.base)
      var (ours, theirs) = (try Ledger(texts.ours), try Ledger(texts.theirs))
      if self == .marks, let history {
        for key in ours.keys where theirs[key] != nil {
          try MergedFile.resolveReturns(key, base, &ours, &theirs, history)
        }
      }
      if self == .activity { try MergedFile.takeLaterActivity(&ours, &theirs) }
      return try MergedText(base: base, ours: ours, theirs: theirs, rules)
    }
  }

  /// Of two reports of a student's activity, the later one counts, as a whole.
  private static func takeLaterActivity(_ ours: inout Ledger, _ theirs: inout Ledger) throws {
    for key in ours.keys {
      guard let left = ours[key], let right = theirs[key], left != right else { continue }
      if left["at"]?.scalar ?? "" >= right["at"]?.scalar ?? "" {
        try theirs.set(key, Value(left))
      } else {
        try ours.set(key, Value(right))
      }
    }
  }

  /// If both sides returned a student's work, the later return counts.
  private static func resolveReturns(
    _ key: String, _ base: Ledger, _ ours: inout Ledger, _ theirs: inout Ledger,
    _ history: MergeHistory
  ) throws {
    let field = "returned"
    let known = base[key]?[field]?.scalar
    guard let ourTime = ours[key]?[field]?.scalar, let theirTime = theirs[key]?[field]?.scalar,
      ourTime != theirTime, ourTime != known, theirTime != known
    else { return }
    let (source, isOurs) =
      history.later(ourTime, theirTime) == ourTime ? (ours, true) : (theirs, false)
    func taking(_ node: Node?) -> Value {
      let fields = [field, "again"]
      let rest = (node?.mapping ?? []).filter { !fields.contains($0.key) }
      return .fields(
        rest.map { ($0.key, Value($0.value)) }
          + fields.map { ($0, source[key]?[$0].map { Value($0) }) })
    }
    if isOurs {
      try theirs.set(key, taking(theirs[key]))
    } else {
      try ours.set(key, taking(ours[key]))
    }
  }

  var rules: MergeRules {
    switch self {
    case .document, .people, .activity, .guidance: MergeRules()
    // An extension keeps its reason.
    case .assignment: MergeRules(together: ["until", "why", "by", "on"])
    case .schoolClass: MergeRules(hasMembers: MergedFile.isNoTeam)
    case .marks: MergeRules(decision: MergedFile.markers)
    case .worksheet:
      // A list in an exercise is one value, except for its names, because keys refer to its items
      // by number.
      MergeRules(
        together: ["type", "choices", "answer", "gaps", "pairs", "items", "match", "tolerance"],
        hasMembers: { $0.count < 2 || $0.last == .key("was") })
    case .received: MergeRules(hasMembers: { _ in false }, decision: MergedFile.arrivals)
    case .grades:
      // Grades are computed, so they need no decision.
      MergeRules(decision: { _, sides in (sides.ours ?? sides.theirs).map { Value($0) } })
    }
  }

  /// Groups that were formed together are merged as one value, because each student is in one of
  /// them.
  private static func isNoTeam(_ path: [Step]) -> Bool {
    guard path.count == 2, path[0] == .key("groups"), case .key(let id) = path[1] else {
      return true
    }
    return id.dealtName == nil
  }

  /// If both sides marked a student's work, both are named as markers.
  private static func markers(_ path: [Step], _ sides: MergeSides) -> Value? {
    guard path.last == .key("by"), let ours = sides.ours?.scalar, let theirs = sides.theirs?.scalar
    else { return nil }
    return .scalar(MarkersText.joined(ours, theirs))
  }

  /// Records of submissions are united. If both sides recorded the same submission, the first
  /// record counts.
  private static func arrivals(_ path: [Step], _ sides: MergeSides) -> Value? {
    guard let ours = sides.ours?.sequence, let theirs = sides.theirs?.sequence else { return nil }
    var first: [String: Node] = [:]
    for item in ours + theirs {
      guard let at = item["at"]?.scalar else { return nil }
      let name = item["commit"]?.scalar ?? item["withdrawal"]?.scalar ?? at
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
