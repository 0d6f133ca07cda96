import Git
import Glibc
import Model
import PlainYAML
import Text

/// A school on disk with its repository. Every change is one commit and is atomic.
public final class SchoolStore {
  public let root: String
  public let repository: Repository
  /// The damaged lines that were read in the present files.
  public let damage: DamageLog
  /// How long to wait for a lock of another process, in seconds.
  public var patience = 10.0
  /// Checks each change before it is written. If it throws, nothing changes.
  public var inspection: ((Change) throws -> Void)?

  /// Opens the school whose `school.yaml` is in `root`, and completes an interrupted change.
  ///
  /// - Parameter notify: called for repairs, and if an interrupted change can't be completed; then
  ///   the school can still be read.
  public init(
    root: String, damage: DamageLog = DamageLog(), notify: (RecoveryNotice) -> Void = { _ in }
  ) throws {
    guard let layout = RepositoryLayout(at: root) else { throw StoreError.noSchool(root) }
    self.root = root
    self.damage = damage
    repository = try Repository(layout)
    layout.clearLeftovers()
    TemporaryFolder.clear(SchoolStore.unpackingFolder, in: root + "/..")
    MergeSetup.ensure(layout)
    do {
      if try repository.repairIndex() { notify(.repairedIndex) }
      if hasJournal { try locked {} }
    } catch {
      notify(.unfinished(error))
    }
  }

  /// The prefix of temporary folders next to a school, into which a backup is unpacked. One that a killed process
  /// left contains a whole school, so the next command removes it.
  public static let unpackingFolder = ".restoring"

  /// The folder of the school at or above a folder. Opens nothing.
  public static func root(above folder: String) -> String? {
    RootSearch.find("school.yaml", above: folder)
  }

  /// The files in the work tree of a school, after completing the work of a killed command.
  ///
  /// The repository is opened only if there is work to complete.
  /// - Throws: `GitError` with `.notOwner` if another user owns it.
  public static func files(
    at root: String, damage: DamageLog? = nil, notify: (RecoveryNotice) -> Void = { _ in }
  ) throws -> SchoolFiles {
    if let layout = RepositoryLayout(at: root) {
      try layout.checkOwner()
      layout.clearLeftovers()
      MergeSetup.ensure(layout)
      if DurableFile.exists(layout.gitFolder + "/" + Journal.path) {
        _ = try SchoolStore(root: root, notify: notify)
      }
    }
    return SchoolFiles(WorkTree(root: root, damage: damage))
  }

  private var workTree: WorkTree { WorkTree(root: root, damage: damage) }

  /// The present files of the work tree.
  public var files: SchoolFiles { SchoolFiles(workTree) }

  /// The files of the newest commit; nil before the first.
  public func committed() throws -> (commit: ObjectID, files: SchoolFiles)? {
    guard let commit = try repository.head().commit else { return nil }
    let tree = try repository.commit(commit).tree
    return (commit, SchoolFiles(CommitTree(repository: repository, tree: tree, damage: damage)))
  }

  /// The files of a commit.
  public func files(at commit: ObjectID) throws -> SchoolFiles {
    SchoolFiles(CommitTree(repository: repository, tree: try repository.commit(commit).tree))
  }

  /// Checks that no file to hand out is a hard link in the work tree; a commit doesn't show it.
  ///
  /// - Throws: `StoreError.hardLink`.
  public func checkHandouts(_ paths: some Sequence<String>) throws {
    let link = paths.filter { SchoolPath.isHandedOut($0) && workTree.isHardLink($0) }.min()
    if let link { throw StoreError.hardLink(link) }
  }

  /// The folder for teachkit's own files, inside Git's folder.
  public var folder: String { repository.layout.commonFolder + "/teachkit" }

  // MARK: Changing

  /// Makes one change under the school's lock, and commits it.
  ///
  /// Manual edits of the same files are committed first, separately. The work tree, the index and
  /// the branch change together: if the process is killed, a journal remains and the next command
  /// completes it.
  /// - Parameters:
  ///   - command: the command, such as `create worksheet`.
  ///   - path: the object that the change is about.
  ///   - dryRun: whether to stop before writing.
  ///   - body: fills the change; if it throws, nothing changes.
  /// - Returns: nil if nothing changed.
  public func change(
    _ command: String, _ path: String, by committer: Committer,
    allowingHandEdits: Bool = true, dryRun: Bool = false, _ body: (Change) throws -> Void
  ) throws -> Committed? {
    try locked {
      // A dry run needs no branch.
      let (branch, head) = dryRun ? ("", nil) : try checkedHead()
      let change = Change(
        summary: "\(command) \(path)", command: command, path: path,
        source: workTree)
      change.committedNames = { try FormerNames(of: $0, in: self) }
      try body(change)
      try inspection?(change)
      if change.isEmpty && !change.isKept || dryRun { return nil }
      try checkIsCheckedOut(change)
      let edited = try handEdits(before: change)
      if !allowingHandEdits, !edited.isEmpty { throw StoreError.handEdits(edited) }
      let index = try repository.lockIndex()
      var commits = CommitChain(store: self, parent: head, committer: committer)
      if !edited.isEmpty { try commits.addHandEdits(edited) }
      let before = try? commits.tip()
      try commits.add(
        change.files, CommitMessage(change), programs: change.programs,
        after: change.rearrangement)
      let tags = try before.map { commit in
        try change.archives.map { try archive($0, commit, committer) }
      }
      try finish(branch, head, commits, tags ?? [], index)
      return Committed(
        commit: try commits.tip(), handEdits: edited, versions: commits.versions,
        tags: (tags ?? []).map { String($0.name.dropFirst("refs/tags/".count)) })
    }
  }

  /// Computes a change without making it, whatever HEAD is.
  public func computing(_ body: (Change) throws -> Void) throws {
    try body(Change(summary: "", command: "", path: "", source: workTree))
  }

  /// Commits manual edits in some folders or files.
  ///
  /// - Parameters:
  ///   - message: the first line of the commit message; by default, one with the edited objects.
  ///   - dryRun: whether to stop before the commit.
  ///   - check: checks the files before they are committed, if there are any; if it throws, nothing
  ///     is committed.
  /// - Returns: the edited files.
  public func commitHandEdits(
    below prefixes: [String], message: String? = nil, by committer: Committer,
    allowed: Bool = true, dryRun: Bool = false,
    checking check: (SchoolFiles) throws -> Void = { _ in }
  ) throws -> [String] {
    try locked {
      let (branch, head) = dryRun ? ("", nil) : try checkedHead()
      // A nested repository doesn't belong to the school.
      let edited = try repository.changedPaths(in: prefixes).map(\.path)
        .filter { !$0.hasSuffix("/") }
      if edited.isEmpty { return [] }
      if !allowed { throw StoreError.handEdits(edited) }
      try check(files)
      if dryRun { return edited }
      let index = try repository.lockIndex()
      var commits = CommitChain(store: self, parent: head, committer: committer)
      try commits.addHandEdits(edited, message: message)
      try finish(branch, head, commits, [], index)
      return edited
    }
  }

  /// The branch of HEAD with its commit.
  private func checkedHead() throws -> (branch: String, commit: ObjectID?) {
    if let operation = repository.operation {
      throw StoreError.operationInProgress("\(operation)")
    }
    switch try repository.head() {
    case .branch(let branch, let commit): return (branch, commit)
    case .unborn(let branch): return (branch, nil)
    case .detached: throw StoreError.detachedHead
    }
  }

  /// Those of the files that differ from the newest commit.
  private func handEdits(among files: [String]) throws -> [String] {
    let tree = WorkTree(root: root)
    let head = try repository.head().commit.map { try repository.commit($0).tree }
    return try files.filter { file in
      let bytes = try WorkTree.link(at: root + "/" + file) ?? tree.bytes(at: file)
      let committed = try head.flatMap { try repository.entry(at: file, in: $0) }
      return try bytes.map { try ObjectID.hash(blob: $0) } != committed?.id
    }
  }

  /// The changes by hand in files that a change writes, moves or removes.
  private func handEdits(before change: Change) throws -> [String] {
    let files = Set(change.files.keys.compactMap(change.rearrangement.origin))
    var edited = Set(try handEdits(among: files.sorted()))
    if !change.rearrangement.isEmpty {
      // A nested repository doesn't belong to the school.
      edited.formUnion(
        try repository.changedPaths(in: change.rearrangement.left).map(\.path)
          .filter { !$0.hasSuffix("/") })
    }
    return edited.sorted()
  }

  /// Checks that a sparse checkout includes all files that the change writes; and if the change
  /// moves or removes folders, all files of the school, because any file may refer to them.
  ///
  /// - Throws: `StoreError.notCheckedOut`.
  private func checkIsCheckedOut(_ change: Change) throws {
    let tree = WorkTree(root: root)
    let missing = try change.files.keys.filter { try tree.bytes(at: $0) == nil }
    if missing.isEmpty && change.rearrangement.isEmpty { return }
    let skipped = try repository.skippedFiles()
    let concerned = change.rearrangement.isEmpty ? skipped.intersection(missing) : skipped
    if !concerned.isEmpty { throw StoreError.notCheckedOut(concerned.sorted()) }
  }

  /// Creates a tag of a commit under an unused name.
  private func archive(
    _ name: String, _ commit: ObjectID, _ committer: Committer
  ) throws -> Reference {
    var free = "archive/\(name)"
    var number = 2
    while try repository.reference("refs/tags/\(free)") != nil {
      free = "archive/\(name)-\(number)"
      number += 1
    }
    let batch = ObjectBatch()
    let tag = try batch.add(
      tag: TagContent(
        commit: commit, name: free, tagger: committer.signature,
        message: "The school before this was deleted\n"))
    try batch.write(to: repository)
    return Reference("refs/tags/\(free)", tag)
  }

  private func finish(
    _ branch: String, _ old: ObjectID?, _ commits: CommitChain, _ references: [Reference],
    _ index: IndexLock
  ) throws {
    let journal = Journal(
      branch: branch, old: old, new: try commits.tip(), files: commits.journalFiles,
      moves: commits.moves.map { .init(from: $0.from, to: $0.to) }, references: references)
    try DurableFile.makeFolder(repository.layout.gitFolder + "/teachkit")
    // Git also locks the index to commit, so the branch can't move in the meantime.
    guard try repository.reference(branch) == old else {
      throw GitError(.modified, "the branch was changed by another process", path: branch)
    }
    try DurableFile.write(journal.bytes, to: journalPath)
    try complete(journal, index)
  }
}
