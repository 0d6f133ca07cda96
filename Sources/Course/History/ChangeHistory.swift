import Git
import HubProtocol
import Model
import PlainYAML
import Reports
import Storage

/// The commits of a school or clone, as changes to its objects.
public struct ChangeHistory {
  public struct Change {
    public let id: ObjectID
    public let time: Instant
    public let author: String
    /// A one-line summary.
    public let summary: String
    /// The command that created the commit; nil for a commit by other means.
    public let command: String?
    /// The objects that the change is about.
    public let paths: [String]
    /// The former path of the first object.
    public let former: String?
  }

  private let repository: Repository
  private let receipts: [Change]

  /// - Parameter receipts: the hub's receipts, newest first.
  public init(_ repository: Repository, receipts: [ReceiptChain.Receipt] = []) {
    self.repository = repository
    self.receipts = receipts.compactMap { Change($0) }
  }

  /// Returns the changes of an object and everything below it, newest first, including those under
  /// its former paths.
  ///
  /// - Parameter path: the whole path, possibly of an object that no longer exists; nil for all.
  public func of(_ path: String?, in files: SchoolFiles, limit: Int) throws -> [Change] {
    var found = try changes(of: path, in: files, limit: limit)
    for receipt in receipts where path.map({ receipt.isAbout($0) }) ?? true {
      found.insert(receipt, at: found.firstIndex { $0.time <= receipt.time } ?? found.endIndex)
    }
    return Array(found.prefix(limit))
  }

  private func changes(
    of path: String?, in files: SchoolFiles, limit: Int
  ) throws -> [Change] {
    guard let head = try repository.head().commit else { return [] }
    guard let path else {
      return try repository.history(from: [head], limit: limit).map { Change($0) }
    }
    // The object's name in each commit that is still to be visited.
    var names = [head: path]
    var found: [Change] = []
    let commits = try repository.history(from: [head])
    let former = formerNames(of: path, in: commits)
    for commit in commits where found.count < limit {
      let change = Change(commit)
      var name = names.removeValue(forKey: commit.id) ?? path
      defer { pass(name, former, to: commit, &names, files) }
      let place = try self.place(of: name, in: files)
      var isMatch = change.isAbout(name)
      if let former = change.former, let now = change.paths.first, name.isWithin(now) {
        name = former + name.dropFirst(now.count)
        isMatch = true
      } else if !isMatch, change.coversDescendants {
        isMatch = change.paths.contains { name.isWithin($0) }
      }
      // For manual changes, and changes to a parent, the files decide.
      let mayMatch =
        change.isManual || name.hasPrefix(SchoolPath.classes + "/")
        || change.paths.contains { name.isWithin($0) }
      if try isMatch || mayMatch && place.map({ try touches(name, $0, commit) }) == true {
        found.append(change)
      }
    }
    return found
  }

  /// Returns the object's possible names according to all renames in the history, newest first.
  private func formerNames(of path: String, in commits: [Commit]) -> [String] {
    var names = [path]
    for commit in commits {
      let change = Change(commit)
      guard let former = change.former, let now = change.paths.first else { continue }
      for name in names where name.isWithin(now) {
        let older = former + name.dropFirst(now.count)
        if !names.contains(older) { names.append(older) }
      }
    }
    return names
  }

  /// Passes the name to a commit's parents. The sides of a merge may use different names.
  private func pass(
    _ name: String, _ former: [String], to commit: Commit, _ names: inout [ObjectID: String],
    _ files: SchoolFiles
  ) {
    for id in commit.parents where names[id] == nil {
      names[id] = name
      guard commit.parents.count > 1, former.count > 1, let parent = try? repository.commit(id)
      else { continue }
      func isThere(_ name: String) -> Bool {
        // If the exercise has moved since, its worksheet must exist in that commit.
        let owner = name.split(separator: "/").dropLast().joined(separator: "/")
        let places = [try? place(of: name, in: files), "subjects/\(owner)/worksheet.yaml"]
        return places.compactMap { $0 }.contains {
          (try? repository.entry(at: $0, in: parent.tree)) ?? nil != nil
        }
      }
      if !isThere(name), let other = former.first(where: isThere) { names[id] = other }
    }
  }

  /// Returns the file or folder of an object; nil for an impossible path.
  private func place(of path: String, in files: SchoolFiles) throws -> String? {
    let parts = path.split(separator: "/")
    switch (parts.first, parts.count) {
    case ("school", 1), ("students", 2): return parts[0] + ".yaml"
    case ("classes", 2...): return SchoolPath.schoolClass(String(parts[1]))
    case ("assignments", 2): return path + ".yaml"
    case ("announcements", 2): return SchoolPath.announcements
    default:
      let folder = files.layout == .school ? SchoolPath.subjects + "/" + path : path
      guard case .exercise(let context, _)? = try? Locator(files).exactly(path) else {
        return folder
      }
      return files.worksheetFile(context)
    }
  }

  /// Whether a commit changed a file or anything in a folder. For a student, group or exercise only
  /// its entry in the file matters.
  private func touches(_ name: String, _ place: String, _ commit: Commit) throws -> Bool {
    let after = try repository.entry(at: place, in: commit.tree)?.id
    let before = try commit.parents.first.flatMap {
      try repository.entry(at: place, in: repository.commit($0).tree)?.id
    }
    if before == after { return false }
    let entries = try [before, after].map { blob -> Node?? in
      guard let blob else { return .some(nil) }
      return try document(blob)?.entry(of: name, in: place)
    }
    guard let old = entries[0], let new = entries[1] else { return true }
    return old != new
  }

  /// Returns the content of a file; nil for a folder or an unreadable file.
  private func document(_ id: ObjectID) throws -> Document? {
    guard let object = try? repository.read(id), object.kind == .blob else { return nil }
    return try? Document(object.bytes)
  }
}

extension Document {
  /// Returns one object's entry in a file with several objects; nil if the file is one object.
  fileprivate func entry(of name: String, in place: String) -> Node?? {
    let parts = name.split(separator: "/").map(String.init)
    guard let id = parts.last else { return nil }
    if [SchoolPath.students, SchoolPath.announcements].contains(place) { return .some(root[id]) }
    if parts[0] == SchoolPath.classes {
      return parts.count > 2 ? .some(root["groups"]?[id]) : nil
    }
    guard place.hasSuffix("worksheet.yaml") else { return nil }
    return .some(root["exercises"]?.sequence?.first { $0["id"]?.scalar == id })
  }
}

extension ChangeHistory.Change {
  /// Whether it names a path or something below it.
  public func isAbout(_ path: String) -> Bool {
    (paths + [former].compactMap { $0 }).contains { $0.isWithin(path) }
  }

  /// Whether files were changed without a command that knows the objects in them.
  fileprivate var isManual: Bool { command == nil || command == "edit" }

  /// Whether it also concerns everything below its objects.
  fileprivate var coversDescendants: Bool { command == "delete" || command == "restore" }

  public init(_ commit: Commit) {
    let trailers = commit.trailers
    id = commit.id
    time = Instant(seconds: commit.committer.seconds)
    author = commit.author.name
    summary = commit.subject
    command = trailers.first { $0.key == SchoolTrailer.command }?.value
    paths = trailers.filter { $0.key == SchoolTrailer.path }.map(\.value)
    former = trailers.first { $0.key == SchoolTrailer.former }?.value
  }

  /// Nil if the receipt isn't for a submission.
  fileprivate init?(_ receipt: ReceiptChain.Receipt) {
    guard let work = HubBranch.work(of: receipt.branch) else { return nil }
    (id, time, author, summary) = (receipt.id, receipt.at, "the hub", "Receive \(work)")
    (command, paths, former) = (nil, [work], nil)
  }

  /// The row of a table: time, change, author, version, command, paths.
  public func cells(in zone: Zone) -> [Cell] {
    [
      .time(time, in: zone), Cell(summary), Cell(author),
      Cell(.string(id.description), shown: id.short, tone: .quiet), Cell(command),
      Cell(.array(paths.map { .string($0) })),
    ]
  }
}

extension String {
  /// Whether it is this path or below it.
  fileprivate func isWithin(_ path: String) -> Bool { self == path || hasPrefix(path + "/") }
}
