import Git
import Model
import PlainYAML

/// The error for a point in a school's history that can't be found.
public enum PastError: Error, Hashable, Sendable {
  /// The text is not a commit, tag or time.
  case unreadable(String)
  /// More than one commit starts with these digits.
  case ambiguous(String)
  /// The school didn't exist yet.
  case tooEarly(String)
  /// The object has never existed.
  case never(String)
}

extension Repository {
  /// Finds the commit that a text names: its id or a prefix, `HEAD` or `HEAD~2`, a tag, or a time such as
  /// `2026-11-20`, `yesterday` or `3d`.
  ///
  /// - Parameter edge: which end of a day counts.
  /// - Throws: `PastError`.
  public func commit(
    at when: String, _ edge: TimeText.Edge = .due, in zone: Zone, now: Instant
  ) throws -> Commit {
    guard let head = try head().commit else { throw PastError.tooEarly(when) }
    if when.hasPrefix("HEAD") {
      let count = when == "HEAD" ? 0 : when.hasPrefix("HEAD~") ? Int(when.dropFirst(5)) : nil
      guard let count, count >= 0 else { throw PastError.unreadable(when) }
      let commits = try history(
        from: [head], firstParent: true, limit: count < .max ? count + 1 : count)
      guard commits.count > count, let commit = commits.last else {
        throw PastError.tooEarly(when)
      }
      return commit
    }
    let name = "refs/tags/\(when)"
    if Reference.isValid(name), let tag = try reference(name) {
      return try commit(try peeled(tag))
    }
    let isHex = when.allSatisfy { $0.isASCII && $0.isHexDigit }
    if isHex, (4...40).contains(when.utf8.count) {
      let found = try history(from: [head]).filter {
        "\($0.id)".hasPrefix(when.lowercased())
      }
      if found.count > 1 { throw PastError.ambiguous(when) }
      if let commit = found.first { return commit }
    }
    guard let time = TimeText.past(when, in: zone, edge, now: now) else {
      throw PastError.unreadable(when)
    }
    let commit = try history(from: [head], firstParent: true).first {
      $0.committer.seconds <= time.seconds
    }
    guard let commit else { throw PastError.tooEarly(when) }
    return commit
  }

  /// The target of an annotated tag.
  private func peeled(_ id: ObjectID) throws -> ObjectID {
    var current = id
    for _ in 0..<8 {
      guard let object = try read(current), object.kind == .tag else { break }
      let line = object.bytes.prefix { $0 != UInt8(ascii: "\n") }
      guard
        let target = ObjectID(String(decoding: line.dropFirst("object ".utf8.count), as: UTF8.self))
      else { break }
      current = target
    }
    return current
  }
}

extension SchoolStore {
  /// The commit that a text names, as ``Git/Repository/commit(at:_:in:now:)``.
  ///
  /// - Throws: `PastError`.
  public func commit(
    at when: String, _ edge: TimeText.Edge = .due, now: Instant
  ) throws -> Commit {
    try repository.commit(at: when, edge, in: (try? files.zone()) ?? .utc, now: now)
  }

  /// The newest state in which an object was different from now.
  ///
  /// - Parameter text: its full path.
  /// - Throws: `PastError.never`.
  public func stateBefore(lastChangeOf text: String) throws -> Commit {
    guard let head = try repository.head().commit else { throw PastError.never(text) }
    let commits = try repository.history(from: [head], firstParent: true)
    guard let first = commits.first else { throw PastError.never(text) }
    // An uncommitted manual edit counts as the last change.
    if try isEdited(text, since: first) { return first }
    let now = try trace(text, in: first)
    for (commit, parent) in zip(commits, commits.dropFirst()) where commit.tree != parent.tree {
      let before = try trace(text, in: parent)
      if let before, before != now { return parent }
    }
    throw PastError.never(text)
  }

  /// Whether an object was missing at any time since a commit.
  ///
  /// - Parameter text: its full path.
  public func wasDeleted(_ text: String, since commit: ObjectID) throws -> Bool {
    guard let head = try repository.head().commit else { return false }
    return try repository.history(from: [head], hiding: [commit])
      .contains { try trace(text, in: $0) == nil }
  }

  private func isEdited(_ text: String, since commit: Commit) throws -> Bool {
    let before = try files(at: commit.id)
    guard let object = try? Locator(before).exactly(text) else { return false }
    if let value = try? before.entry(of: object) { return (try? files.entry(of: object)) != value }
    return try !repository.changedPaths(in: [before.ownPath(of: object)]).isEmpty
  }

  /// A value that is equal for two commits if the object is the same in both; nil if it is missing.
  private func trace(_ text: String, in commit: Commit) throws -> Trace? {
    let files = try files(at: commit.id)
    // A state that can't be read can't be restored.
    guard let object = try? Locator(files).exactly(text) else { return nil }
    if let value = try? files.entry(of: object) { return .value(value) }
    return try repository.entry(at: files.ownPath(of: object), in: commit.tree).map {
      .entry($0.id)
    }
  }
}

private enum Trace: Hashable {
  case entry(ObjectID)
  case value(Value)
}

extension SchoolFiles {
  /// The value of an object that is an entry of a file; nil for an object with its own file.
  fileprivate func entry(of object: ObjectPath) throws -> Value? {
    switch object {
    case .student(let id): try document(at: SchoolPath.students)?.root[id].map(Value.init)
    case .group(let id, let group):
      try document(at: SchoolPath.schoolClass(id))?.root["groups"]?[group].map(Value.init)
    case .exercise(let path, let id):
      try document(at: worksheetFile(path))?.root["exercises"]?.sequence?
        .first { $0["id"]?.scalar == id }.map(Value.init)
    default: nil
    }
  }
}
