import Model
import Storage

/// What can be listed, by the word for it.
enum ListedKind: String, CaseIterable {
  case subjects, contexts, worksheets, exercises, assignments
  case classes, students, groups, participants

  /// Whether it is a part of a subject, which students see too.
  var isContent: Bool {
    switch self {
    case .subjects, .contexts, .worksheets, .exercises: true
    default: false
    }
  }

  /// How a teacher makes the first of them.
  func beginning(in parent: ObjectPath?) -> String {
    let place = parent?.context.map { "\($0)" }
    return switch self {
    case .subjects: "'teachkit create subject math --title Mathematics' makes one"
    case .contexts, .worksheets:
      "'teachkit create worksheet \(place ?? "SUBJECT")/NAME' makes one, with chapters on the way"
    case .exercises:
      "'teachkit create exercise \(place ?? "WORKSHEET")/NAME' makes one, "
        + "'teachkit edit \(place ?? "WORKSHEET")' opens the file"
    case .assignments: "'teachkit assign WORKSHEET --to CLASS' makes one"
    case .classes: "'teachkit create class 7b' makes one"
    case .students:
      "'teachkit create student ada' makes one, 'teachkit import roster LIST.csv' a whole class"
    case .groups: "'teachkit create group 7b/red ada ben' makes one"
    case .participants: "'teachkit share \(place ?? "SUBJECT") --with CLASS' adds them"
    }
  }
}

/// What a command line asks to list.
struct ListRequest {
  let kind: ListedKind
  /// What it is in; nil for everything.
  let parent: ObjectPath?
  /// Whether the kind was asked for, rather than what is in something.
  let namesKind: Bool

  /// - Parameter words: a kind, a path, or both; without either the subjects of a school, the
  ///   worksheets of a clone.
  init(_ words: [String], in files: SchoolFiles) throws {
    guard words.count <= 2 else {
      throw Failure(
        .commandIsFaulty, "unexpected argument '\(words[2])'", hint: "see 'teachkit list --help'")
    }
    guard let first = words.first else {
      (kind, parent) = (files.layout == .school ? .subjects : .worksheets, nil)
      namesKind = false
      return
    }
    let named = ListedKind(rawValue: first) ?? ListedKind(rawValue: first + "s")
    if let named, words.count == 1 {
      (kind, parent) = (named, nil)
      namesKind = true
      return
    }
    guard named != nil || words.count == 1 else {
      throw Failure(
        .commandIsFaulty, "'\(first)' is nothing to list", hint: ListRequest.kinds(near: first))
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
      throw Failure(.notFound, "there is no '\(text)' here", hint: kinds(near: text))
    }
  }

  private static func kinds(near word: String) -> String {
    let kinds = ListedKind.allCases.map(\.rawValue)
    return elsewhere[word].map { "'teachkit \($0)' shows them" }
      ?? didYouMean(word, among: kinds)
      ?? "write one of \(kinds.joined(separator: ", ")), or the path of something"
  }

  /// What other commands list.
  private static let elsewhere = [
    "templates": "template list", "grades": "grades SUBJECT", "marks": "grades SUBJECT",
    "rules": "check --rules", "changes": "log", "commits": "log", "drafts": "status",
  ]

  /// What is directly in an object.
  private static func kind(in object: ObjectPath, _ files: SchoolFiles) throws -> ListedKind {
    switch object {
    case .school: return .subjects
    case .schoolClass, .group: return .students
    case .assignment: return .worksheets
    case .context(let path): return try files.isWorksheet(path) ? .exercises : .contexts
    case .student, .exercise:
      throw Failure(
        .valueIsFaulty, "there is nothing in '\(object)' to list",
        hint: "'teachkit show \(object)' shows it")
    }
  }

  /// The subjects and contexts of which something is listed.
  func contexts(_ files: SchoolFiles) throws -> [ContextPath] {
    switch parent {
    case nil, .school: return try files.subjectIDs().map { ContextPath(subject: $0) }
    case .context(let path), .exercise(let path, _): return [path]
    case .assignment(let id): return try files.assignment(id).work
    default: throw wrongParent
    }
  }

  func worksheets(_ files: SchoolFiles) throws -> [ContextPath] {
    try contexts(files).flatMap { try files.worksheets(below: $0) }
  }

  /// The students of a class or group; nil for all.
  func students(_ files: SchoolFiles) throws -> [String]? {
    switch parent {
    case nil, .school: nil
    case .schoolClass(let id): try files.schoolClass(id).students
    case .group(let id, let group): try files.schoolClass(id).group(group)?.students ?? []
    case .student(let id): [id]
    default: throw wrongParent
    }
  }

  /// What the parent asks of things that are not below it: `subjects 7b` are those of the class.
  func condition() throws -> Condition? {
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
    return Failure(.valueIsFaulty, "there are no \(kind.rawValue) in '\(name)'")
  }
}
