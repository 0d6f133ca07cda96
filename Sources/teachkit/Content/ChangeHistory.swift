import Git
import Model
import Reports
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
    /// The path that the first of them had before.
    let former: String?
  }

  private let repository: Repository

  init(_ repository: Repository) { self.repository = repository }

  /// The changes of an object and of what is below it, newest first, also those that were made
  /// while it had another path.
  ///
  /// - Parameter path: its whole path, which may be that of something that is gone; nil for all.
  func of(_ path: String?, in files: SchoolFiles, limit: Int) throws -> [Change] {
    guard let head = try repository.head().commit else { return [] }
    guard let path else {
      return try repository.history(from: [head], limit: limit).map { Change($0) }
    }
    var name = path
    var found: [Change] = []
    for commit in try repository.history(from: [head]) where found.count < limit {
      let change = Change(commit)
      let place = try self.place(of: name, in: files)
      var isMeant = change.isAbout(name)
      if let former = change.former, let now = change.paths.first, name.isWithin(now) {
        name = former + name.dropFirst(now.count)
        isMeant = true
      } else if !isMeant, change.isOfAll {
        isMeant = change.paths.contains { name.isWithin($0) }
      }
      // What no command has made is told by its files.
      if try isMeant || change.command == nil && place.map({ try touches($0, commit) }) == true {
        found.append(change)
      }
    }
    return found
  }

  /// The file or folder of an object; nil for a path that can't be one.
  private func place(of path: String, in files: SchoolFiles) throws -> String? {
    let parts = path.split(separator: "/")
    switch (parts.first, parts.count) {
    case ("school", 1), ("students", 2): return parts[0] + ".yaml"
    case ("classes", 2...): return SchoolPath.schoolClass(String(parts[1]))
    case ("assignments", 2): return path + ".yaml"
    default:
      let folder = files.layout == .school ? SchoolPath.subjects + "/" + path : path
      guard case .exercise(let context, _)? = try? Locator(files).exactly(path) else {
        return folder
      }
      return files.worksheetFile(context)
    }
  }

  /// Whether a commit changed a file or something in a folder.
  private func touches(_ path: String, _ commit: Commit) throws -> Bool {
    let after = try repository.entry(at: path, in: commit.tree)?.id
    guard let parent = commit.parents.first else { return after != nil }
    return try repository.entry(at: path, in: repository.commit(parent).tree)?.id != after
  }
}

extension ChangeHistory.Change {
  /// Whether a path names it, or something below it does.
  func isAbout(_ path: String) -> Bool {
    (paths + [former].compactMap { $0 }).contains { $0.isWithin(path) }
  }

  /// Whether it concerns what is below its objects, too.
  fileprivate var isOfAll: Bool { command == "delete" || command == "restore" }

  init(_ commit: Commit) {
    let trailers = commit.trailers
    id = commit.id
    time = Instant(seconds: commit.committer.seconds)
    author = commit.author.name
    summary = commit.subject
    command = trailers.first { $0.key == SchoolTrailer.command }?.value
    paths = trailers.filter { $0.key == SchoolTrailer.path }.map(\.value)
    former = trailers.first { $0.key == SchoolTrailer.former }?.value
  }

  /// The row of a table: time, change, who, version, command, paths.
  func cells(in zone: Zone) -> [Cell] {
    [
      .time(time, in: zone), Cell(summary), Cell(author),
      Cell(.string(id.description), shown: id.short, tone: .quiet), Cell(command),
      Cell(.array(paths.map { .string($0) })),
    ]
  }
}

extension String {
  /// Whether it is a path, or that of something below it.
  fileprivate func isWithin(_ path: String) -> Bool { self == path || hasPrefix(path + "/") }
}
