import Git
import Hub
import Model
import Text

extension TreeRules {
  /// What a subject or an inbox may hold.
  static let published = TreeRules(files: 20_000, bytes: 1 << 30) { caseFolded(nfc($0)) }
  /// What one attempt may hold.
  public static let attempt = TreeRules.attempt()
}

/// The files of a subject as a hub has them, checked before anything is done with them.
struct PublishedTree {
  /// Files by path.
  private(set) var files: [String: ObjectID] = [:]

  /// Nothing published.
  init() {}

  /// - Throws: `TreeFault` and `CloneError.unexpectedFile` for what no school publishes, `GitError`
  ///   for what can't be read.
  init(_ tree: ObjectID, in source: some ObjectSource) throws {
    try TreeRules.published.check(tree, in: source)
    for (path, entry) in try source.files(in: tree) {
      if PublishedTree.isStudents(path) { throw CloneError.unexpectedFile(path) }
      files[path] = entry.id
    }
  }

  /// Whether a path is where the student's own files are, or Git's.
  private static func isStudents(_ path: String) -> Bool {
    for name in path.split(separator: "/") {
      if name == "files" || name == "starters" { return false }
      if name == "work" || name.hasPrefix(".") { return true }
    }
    return path.hasSuffix("/answers.yaml") || path.hasSuffix("/activity.yaml")
  }

  /// Files handed out to be worked on, by the path that they get in `work/`.
  var starters: [String: ObjectID] {
    var found: [String: ObjectID] = [:]
    for (path, id) in files {
      var parts = path.split(separator: "/")
      guard let place = parts.firstIndex(where: { $0 == "starters" || $0 == "files" }),
        parts[place] == "starters", place > 0, place < parts.count - 1
      else { continue }
      parts[place] = "work"
      found[parts.joined(separator: "/")] = id
    }
    return found
  }
}

/// The files of an attempt, checked: the student's own, not what else may lie beside.
enum AttemptFiles {
  /// - Throws: `TreeFault`, `GitError`.
  static func read(_ commit: ObjectID, in repository: Repository) throws -> [String: ObjectID] {
    let tree = try repository.commit(commit).tree
    try TreeRules.attempt.check(tree, in: repository)
    return try files(of: tree, in: repository)
  }

  /// Whether two trees have the same files of the student's, whatever else lies beside.
  ///
  /// - Parameter batch: where the first one is.
  static func areSame(
    _ tree: ObjectID, in batch: ObjectBatch, _ other: ObjectID, in repository: Repository
  ) throws -> Bool {
    try tree == other || files(of: tree, in: batch) == files(of: other, in: repository)
  }

  private static func files(
    of tree: ObjectID, in source: some ObjectSource
  ) throws -> [String: ObjectID] {
    var found: [String: ObjectID] = [:]
    for (path, entry) in try source.files(in: tree)
    where path.hasPrefix("work/") || path == "answers.yaml" || path == "activity.yaml" {
      found[path] = entry.id
    }
    return found
  }

  /// The attempts on a branch that can be collected, the newest first.
  ///
  /// Whoever writes to the mailbox with Git alone can put anything there; it counts for nothing, and
  /// spoils nothing that comes after it.
  static func attempts(to tip: ObjectID, in repository: Repository) throws -> [Commit] {
    try repository.history(from: [tip], firstParent: true).filter {
      try isSound($0.tree, in: repository)
    }
  }

  private static func isSound(_ tree: ObjectID, in repository: Repository) throws -> Bool {
    do {
      try TreeRules.attempt.check(tree, in: repository)
    } catch is TreeFault {
      return false
    }
    let known = ["answers.yaml", "activity.yaml", "work", "worksheet.yaml", "files", "starters"]
    return try repository.tree(tree).allSatisfy { known.contains($0.name) }
  }
}
