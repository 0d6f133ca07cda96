import Model
import Storage
import Text

/// The kinds of objects that can be listed, by their keywords.
public enum ListedKind: String, CaseIterable, Sendable {
  case subjects, contexts, worksheets, exercises, assignments
  case classes, students, groups, participants

  /// Whether it is part of a subject, which students see, too.
  public var isContent: Bool {
    switch self {
    case .subjects, .contexts, .worksheets, .exercises: true
    default: false
    }
  }

  /// Returns a hint for creating the first object of this kind.
  public func beginning(in parent: ObjectPath?) -> Message {
    let place = parent?.context.map { "\($0)" }
    return switch self {
    case .subjects: "create one with 'teachkit create subject math --title Mathematics'"
    case .contexts, .worksheets:
      "create one, with its chapters, using 'teachkit create worksheet \(place ?? "SUBJECT")/NAME'"
    case .exercises:
      """
      create one with 'teachkit create exercise \(place ?? "WORKSHEET")/NAME', \
      or open the file with 'teachkit edit \(place ?? "WORKSHEET")'
      """
    case .assignments: "create one with 'teachkit assign WORKSHEET --to CLASS'"
    case .classes: "create one with 'teachkit create class 7b'"
    case .students:
      "run 'teachkit create student ada', or 'teachkit import roster LIST.csv' for a whole class"
    case .groups: "create one with 'teachkit create group 7b/red ada ben'"
    case .participants: "add them with 'teachkit share \(place ?? "SUBJECT") --with CLASS'"
    }
  }
}

/// The list that a command line requests.
public struct ListRequest {
  public let kind: ListedKind
  /// The object that contains the listed ones; nil for everything.
  public let parent: ObjectPath?
  /// Whether a kind was named, instead of only a parent.
  public let namesKind: Bool

  /// - Parameter words: a kind, a path, or both. Without either, lists the subjects of a school
  ///   or the worksheets of a clone.
  public init(_ words: [String], in files: SchoolFiles) throws {
    guard words.count <= 2 else {
      throw Failure(
        .commandIsFaulty, "unexpected argument '\(words[2])'", hint: "see 'teachkit list --help'")
    }
    guard let first = words.first else {
      (kind, parent) = (files.layout == .school ? .subjects : .worksheets, nil)
      namesKind = false
      return
    }
    let named = ["", "s", "es"].lazy.compactMap { ListedKind(rawValue: first + $0) }.first
    if let named, words.count == 1 {
      (kind, parent) = (named, nil)
      namesKind = true
      return
    }
    guard named != nil || words.count == 1 else {
      throw Failure(
        .commandIsFaulty, "cannot list '\(first)'", hint: ListRequest.kinds(near: first))
    }
    let object = try ListRequest.find(words[words.count - 1], in: files)
    parent = object
    kind = try named ?? ListRequest.kind(in: object, files)
    namesKind = named != nil
  }

  private static func find(_ text: String, in files: SchoolFiles) throws -> ObjectPath {
    do {
      return try Locator(files).find(text)
    } catch LookupError.unknown(_, nil) where !text.contains("/") {
      throw Failure(.notFound, "no object or list '\(text)'", hint: kinds(near: text))
    }
  }

  private static func kinds(near word: String) -> Message {
    let kinds = ListedKind.allCases.map(\.rawValue)
    return elsewhere[word].map { "run 'teachkit \($0)'" }
      ?? didYouMean(word, among: kinds)
      ?? "write one of \(kinds.joined(separator: ", ")), or the path of an object"
  }

  /// Lists that other commands show.
  private static let elsewhere = [
    "templates": "template list", "grades": "grades SUBJECT", "marks": "grades SUBJECT",
    "rules": "check --rules", "changes": "log", "commits": "log", "drafts": "status",
  ]

  /// The kind of objects directly in an object.
  private static func kind(in object: ObjectPath, _ files: SchoolFiles) throws -> ListedKind {
    switch object {
    case .school: return .subjects
    case .schoolClass, .group: return .students
    case .assignment: return .worksheets
    case .context(let path): return try files.isWorksheet(path) ? .exercises : .contexts
    case .student, .exercise:
      throw Failure(
        .valueIsFaulty, "'\(object)' contains nothing to list",
        hint: "run 'teachkit show \(object)' to see it")
    }
  }

  /// The subjects and contexts whose content is listed.
  public func contexts(_ files: SchoolFiles) throws -> [ContextPath] {
    switch parent {
    case nil, .school: return try files.subjectIDs().map { ContextPath(subject: $0) }
    case .context(let path), .exercise(let path, _): return [path]
    case .assignment(let id): return try files.assignment(id).work
    default: throw wrongParent
    }
  }

  public func worksheets(_ files: SchoolFiles) throws -> [ContextPath] {
    try contexts(files).flatMap { try files.worksheets(below: $0) }
  }

  /// The students of a class or group; nil for all.
  public func students(_ files: SchoolFiles) throws -> [String]? {
    switch parent {
    case nil, .school: nil
    case .schoolClass(let id): try files.schoolClass(id).students
    case .group(let id, let group): try files.schoolClass(id).group(group)?.students ?? []
    case .student(let id): [id]
    default: throw wrongParent
    }
  }

  /// The condition for objects that aren't below the parent: `subjects 7b` lists those of the
  /// class.
  public func condition() throws -> Condition? {
    switch (kind, parent) {
    case (_, nil), (_, .school): nil
    case (.subjects, .schoolClass(let id)), (.groups, .schoolClass(let id)),
      (.assignments, .schoolClass(let id)):
      Condition(option: "class", id)
    case (.assignments, .group(let id, let group)): Condition(option: "group", "\(id)/\(group)")
    case (.subjects, .context(let path)) where path.components.isEmpty,
      (.assignments, .context(let path)) where path.components.isEmpty:
      Condition(option: "subject", path.subject)
    case (.subjects, _), (.groups, _), (.assignments, _), (.classes, _): throw wrongParent
    default: nil
    }
  }

  private var wrongParent: Failure {
    let name = parent.map { "\($0)" } ?? ""
    return Failure(.valueIsFaulty, "no \(kind.rawValue) in '\(name)'")
  }
}
