import Git
import Model
import Storage

/// The commits of a school or clone, as changes of its objects.
struct ChangeHistory {
  struct Change {
    let id: ObjectID
    let time: Instant
    let author: String
    /// What it did, in one line.
    let summary: String
    /// The command that made it; nil for a commit by other means.
    let command: String?
    /// The objects that it is about.
    let paths: [String]
  }

  private let repository: Repository

  init(_ repository: Repository) { self.repository = repository }

  /// The changes of an object and of what is below it, newest first.
  ///
  /// - Parameter object: nil for all.
  func of(_ object: ObjectPath?, in files: SchoolFiles, limit: Int) throws -> [Change] {
    guard let head = try repository.head().commit else { return [] }
    guard let object else {
      return try repository.history(from: [head], limit: limit).map(change)
    }
    let name = Locator(files).shown(object)
    let file = try files.file(of: object)
    let place = object.context.map { _ in String(file.prefix(upTo: folderEnd(of: file))) } ?? file
    var found: [Change] = []
    for commit in try repository.history(from: [head]) where found.count < limit {
      let change = change(commit)
      let isNamed = change.paths.contains { $0 == name || $0.hasPrefix(name + "/") }
      // What no command has made is told by its files.
      if try isNamed || change.command == nil && touches(place, commit) { found.append(change) }
    }
    return found
  }

  private func folderEnd(of file: String) -> String.Index {
    file.lastIndex(of: "/") ?? file.endIndex
  }

  private func change(_ commit: Commit) -> Change {
    let trailers = commit.trailers
    return Change(
      id: commit.id, time: Instant(seconds: commit.committer.seconds),
      author: commit.author.name, summary: commit.subject,
      command: trailers.first { $0.key == SchoolTrailer.command }?.value,
      paths: trailers.filter { $0.key == SchoolTrailer.path }.map(\.value))
  }

  /// Whether a commit changed a file or something in a folder.
  private func touches(_ path: String, _ commit: Commit) throws -> Bool {
    let after = try repository.entry(at: path, in: commit.tree)?.id
    guard let parent = commit.parents.first else { return after != nil }
    return try repository.entry(at: path, in: repository.commit(parent).tree)?.id != after
  }
}
