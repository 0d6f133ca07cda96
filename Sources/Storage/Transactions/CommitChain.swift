import Git
import Model

/// The trailers of a school's commits.
public enum SchoolTrailer {
  /// The command that made it, such as `create worksheet`.
  public static let command = "Teachkit-Command"
  /// An affected object; there may be several.
  public static let path = "Teachkit-Path"
  /// The former path of the first object.
  public static let former = "Teachkit-Was"
  /// The commit that this one reverts.
  public static let undoes = "Teachkit-Undoes"
  /// A forgotten student who had already been deleted: a commit that contains them, and their index
  /// there, from 0. After the history is rewritten, it identifies no one.
  public static let forgets = "Teachkit-Forgets"
  /// The commit whose state this one restores.
  public static let goesBackTo = "Teachkit-Goes-Back-To"
}

/// A commit message of a school: a summary in terms of the domain, and trailers.
struct CommitMessage {
  let summary: String
  let command: String
  let paths: [String]
  var former: String?
  var others: [(key: String, value: String)] = []

  init(summary: String, command: String, paths: [String]) {
    self.summary = summary
    self.command = command
    self.paths = paths
  }

  init(_ change: Change) {
    self.init(
      summary: change.summary, command: change.command, paths: [change.path] + change.otherPaths)
    former = change.formerPath
    others = change.trailers
  }

  var text: String {
    let trailers =
      ["\(SchoolTrailer.command): \(command)"] + paths.map { "\(SchoolTrailer.path): \($0)" }
      + (former.map { ["\(SchoolTrailer.former): \($0)"] } ?? [])
      + others.map { "\($0.key): \($0.value)" }
    return clean(summary) + "\n\n" + trailers.map(clean).joined(separator: "\n") + "\n"
  }

  /// The text on one line.
  private func clean(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

/// A chain of commits that are written but not on a branch yet.
struct CommitChain {
  private let store: SchoolStore
  private let committer: Committer
  private var parent: ObjectID?
  private var tree: ObjectID?
  /// The old and new contents of work tree files.
  private var files: [String: Journal.File] = [:]
  /// The new blobs of files without manual edits.
  private(set) var versions: [String: ObjectID?] = [:]
  /// The moves before files change.
  private(set) var moves: [FileMoves.Move] = []

  init(store: SchoolStore, parent: ObjectID?, committer: Committer) {
    self.store = store
    self.parent = parent
    self.committer = committer
  }

  /// The last commit.
  func tip() throws -> ObjectID {
    guard let parent else { throw StoreError.noSchool(store.root) }
    return parent
  }

  var journalFiles: [Journal.File] {
    files.values.sorted { $0.path < $1.path }
  }

  /// Commits the current state of some files. A symlink is committed as such, not as its target.
  ///
  /// - Throws: `StoreError.undecided` for unresolved conflicts, as after `git stash pop`;
  ///   `.hardLink` for a file to publish that may belong to another user.
  mutating func addHandEdits(_ paths: [String], message: String? = nil) throws {
    let undecided = try store.repository.undecided().map(\.path).filter(paths.contains)
    if !undecided.isEmpty { throw StoreError.undecided(undecided) }
    let source = WorkTree(root: store.root)
    var contents: [String: [UInt8]?] = [:]
    var links: Set<String> = []
    for path in paths {
      if let target = WorkTree.link(at: store.root + "/" + path) {
        contents[path] = .some(target)
        links.insert(path)
      } else if SchoolPath.isHandedOut(path), source.isHardLink(path) {
        throw StoreError.hardLink(path)
      } else {
        contents[path] = .some(try source.bytes(at: path))
      }
    }
    let objects = Set(paths.map(SchoolPath.object)).sorted()
    let shown = objects.count <= 3 ? objects : objects.prefix(3) + ["…"]
    try add(
      contents,
      CommitMessage(
        summary: message ?? "Edit " + shown.joined(separator: ", "), command: "edit",
        paths: objects),
      links: links)
    versions = [:]
  }

  /// Commits new contents of some files; nil removes one.
  ///
  /// - Parameters:
  ///   - links: the files that are symlinks; their contents are their targets.
  ///   - programs: the files that become executable or not.
  ///   - rearrangement: the moves and removals before that.
  mutating func add(
    _ contents: [String: [UInt8]?], _ message: CommitMessage, links: Set<String> = [],
    programs: [String: Bool] = [:], after rearrangement: FileMoves = FileMoves()
  ) throws {
    let repository = store.repository
    let source = RearrangedFiles(
      source: WorkTree(root: store.root), rearrangement: rearrangement)
    if tree == nil, let parent { tree = try repository.commit(parent).tree }
    let batch = ObjectBatch()
    var changes: [String: TreeChange] = [:]
    if let base = tree, !rearrangement.isEmpty {
      tree = try rearrange(base, as: rearrangement, into: batch)
    }
    for (path, bytes) in contents {
      let after = try bytes.map { try batch.add(blob: $0) }
      let isLink = links.contains(path)
      let isProgram = try programs[path] ?? source.isProgram(path)
      let mode: TreeEntry.Mode = isLink ? .symlink : isProgram ? .executable : .file
      changes[path] = after.map { .entry($0, mode) } ?? .remove
      versions[path] = .some(after)
      let now =
        isLink ? after : try source.bytes(at: path).map { try ObjectID.hash(blob: $0) }
      files[path] = Journal.File(
        path: path, before: now, after: after, isProgram: programs[path])
    }
    let changed =
      changes.isEmpty ? tree : try batch.tree(updating: tree, in: repository, with: changes)
    guard let changed else { return }
    let signature = committer.signature
    let commit = try batch.add(
      commit: CommitContent(
        tree: changed, parents: parent.map { [$0] } ?? [], author: signature,
        committer: signature, message: message.text))
    try batch.write(to: repository)
    tree = changed
    parent = commit
  }

  /// Applies moves and removals to a tree, and plans them for the disk.
  private mutating func rearrange(
    _ base: ObjectID, as rearrangement: FileMoves, into batch: ObjectBatch
  ) throws -> ObjectID {
    let repository = store.repository
    for (path, state) in files {
      let target = rearrangement.target(of: path)
      if target == path { continue }
      files[path] = nil
      if let target {
        files[target] = Journal.File(
          path: target, before: state.before, after: state.after, isProgram: state.isProgram)
      }
    }
    var changes: [String: TreeChange] = [:]
    for path in rearrangement.removals {
      changes[path] = .remove
      var gone = try repository.files(in: base, below: path)
      if let entry = try repository.entry(at: path, in: base), entry.mode != .tree {
        gone.append((path, entry))
      }
      for (file, entry) in gone {
        files[file] = Journal.File(path: file, before: entry.id, after: nil)
        versions[file] = .some(nil)
      }
    }
    for move in rearrangement.moves {
      guard let entry = try repository.entry(at: move.from, in: base) else { continue }
      changes[move.from] = .remove
      changes[move.to] = .entry(entry.id, entry.mode)
    }
    moves += rearrangement.moves
    return try batch.tree(updating: base, in: repository, with: changes)
  }
}
