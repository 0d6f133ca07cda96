import Git
import HubProtocol
import Model
import Text

extension TreeRules {
  /// The rules for a subject or inbox.
  static let published = TreeRules(files: 20_000, bytes: 1 << 30) { caseFolded(nfc($0)) }
  /// The rules for an attempt.
  public static let attempt = TreeRules.attempt()
}

/// The files of a subject on a hub, validated before use.
struct PublishedTree {
  /// Files by path.
  private(set) var files: [String: ObjectID] = [:]

  /// Nothing published.
  init() {}

  /// - Throws: `TreeFault` and `CloneError.unexpectedFile` for files that no school publishes,
  ///   `GitError` for unreadable objects.
  init(_ tree: ObjectID, in source: some ObjectSource) throws {
    try TreeRules.published.check(tree, in: source)
    for (path, entry) in try source.files(in: tree) {
      if PublishedTree.isStudents(path) { throw CloneError.unexpectedFile(path) }
      files[path] = entry.id
    }
  }

  /// Whether a path belongs to the student's own files, or to Git.
  private static func isStudents(_ path: String) -> Bool {
    for name in path.split(separator: "/") {
      if name == "files" || name == "starters" { return false }
      if name == "work" || name.hasPrefix(".") { return true }
    }
    return path.hasSuffix("/answers.yaml") || path.hasSuffix("/activity.yaml")
  }

  /// Starter files, by their path in `work/`.
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

/// The validated files of an attempt: only the student's own.
enum AttemptFiles {
  /// - Throws: `TreeFault`, `GitError`.
  static func read(_ commit: ObjectID, in repository: Repository) throws -> [String: ObjectID] {
    let tree = try repository.commit(commit).tree
    try TreeRules.attempt.check(tree, in: repository)
    return try files(of: tree, in: repository)
  }

  /// Whether two trees have the same student's files, ignoring other files.
  ///
  /// - Parameter batch: the source of the first tree.
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

  /// The valid attempts on a branch that weren't withdrawn, latest first.
  ///
  /// Students can push anything with plain Git; invalid commits are ignored and don't affect later
  /// ones.
  static func attempts(to tip: ObjectID, in repository: Repository) throws -> [Commit] {
    let history = try repository.history(from: [tip], firstParent: true)
    let withdrawals = Withdrawals(history.reversed())
    return try history.filter {
      try withdrawals.counts($0) && isSound($0.tree, in: repository)
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
