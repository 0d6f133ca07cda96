import Git
import Glibc
import Model
import PlainYAML

/// A reason why a school can't be changed at the moment.
public enum StoreError: Error, Hashable, Sendable {
  /// There is no school at or above the folder.
  case noSchool(String)
  /// HEAD is detached, so a commit would be lost.
  case detachedHead
  /// A merge or a similar operation is in progress.
  case operationUnderWay(String)
  /// Files were changed by hand and would have to be committed first, which the caller declined.
  case handEdits([String])
  /// Files with unresolved conflicts would have to be committed first.
  case undecided([String])
  /// A sparse checkout leaves out files that the change is about.
  case notCheckedOut([String])
  /// A file that students would get has another name elsewhere on the disk.
  case hardLink(String)
}

/// An interrupted change that can't be finished. The school can be read; nothing can be changed until the
/// journal is finished or dropped.
public struct UnfinishedChange: Error {
  public let cause: any Error

  public init(cause: any Error) { self.cause = cause }
}

/// What opening a school found and repaired.
public enum RecoveryNotice {
  /// The index was damaged and is now as the newest commit says.
  case repairedIndex
  /// Why an interrupted change is not finished.
  case unfinished(any Error)
}

/// The person who commits, and the time.
public struct Committer: Sendable {
  public var name: String
  public var mail: String
  public var time: Instant
  /// The offset from UTC in minutes, positive to the east.
  public var offset: Int

  public init(name: String, mail: String, time: Instant, offset: Int = 0) {
    self.name = name
    self.mail = mail
    self.time = time
    self.offset = offset
  }

  /// The signature in Git's format.
  public var signature: Signature {
    Signature(name: name, email: mail, seconds: time.seconds, offsetMinutes: offset)
  }
}

/// The result of a change.
public struct Committed: Hashable, Sendable {
  public let commit: ObjectID
  /// The files with changes by hand, which were committed first.
  public let handEdits: [String]
  /// The new blob of each file that was written; nil for a removed file.
  public let versions: [String: ObjectID?]
  /// The tags that were created, without `refs/tags/`.
  public var tags: [String] = []
}

/// A school on disk with its repository. Every change is one commit and is atomic.
public final class SchoolStore {
  public let root: String
  public let repository: Repository
  /// How long to wait for a lock of another process, in seconds.
  public var patience = 10.0
  /// Checks each change before it is written. If it throws, nothing changes.
  public var inspection: ((Change) throws -> Void)?

  /// Opens the school whose `school.yaml` is in `root`, and completes the work of a killed command.
  ///
  /// - Parameter notify: gets what was repaired, and why an interrupted change can't be finished; the
  ///   school can be read then, too.
  public init(root: String, notify: (RecoveryNotice) -> Void = { _ in }) throws {
    guard let layout = RepositoryLayout(at: root) else { throw StoreError.noSchool(root) }
    self.root = root
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

  /// How the names of folders begin in which a backup is unpacked, beside the school that it becomes. What
  /// a killed process left of one holds a whole school: it goes with the next command in that school.
  public static let unpackingFolder = ".restoring"

  /// The folder of the school at or above a folder. Opens nothing.
  public static func root(above folder: String) -> String? {
    RootSearch.find("school.yaml", above: folder)
  }

  /// The files in the work tree of a school, after finishing what a killed command left.
  ///
  /// The repository is opened only if there is something to finish.
  /// - Throws: `GitError` with `.notOwner` for another user's.
  public static func files(
    at root: String, notify: (RecoveryNotice) -> Void = { _ in }
  ) throws -> SchoolFiles {
    if let layout = RepositoryLayout(at: root) {
      try layout.checkOwner()
      layout.clearLeftovers()
      MergeSetup.ensure(layout)
      if DurableFile.isThere(layout.gitFolder + "/" + Journal.path) {
        _ = try SchoolStore(root: root, notify: notify)
      }
    }
    return SchoolFiles(WorkTree(root: root))
  }

  /// The present files of the work tree.
  public var files: SchoolFiles { SchoolFiles(WorkTree(root: root)) }

  /// The files of the newest commit; nil before the first.
  public func committed() throws -> (commit: ObjectID, files: SchoolFiles)? {
    guard let commit = try repository.head().commit else { return nil }
    return (commit, try files(at: commit))
  }

  /// The files of a commit.
  public func files(at commit: ObjectID) throws -> SchoolFiles {
    SchoolFiles(CommitTree(repository: repository, tree: try repository.commit(commit).tree))
  }

  /// The folder for teachkit's own files, inside Git's folder.
  public var folder: String { repository.layout.commonFolder + "/teachkit" }

  // MARK: Changing

  /// Makes one change under the school's lock, and commits it.
  ///
  /// Changes by hand in the files that it touches are committed first, separately. The work tree,
  /// the index and the branch change together: if the process is killed, a journal remains and the
  /// next command completes it.
  ///
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
        source: WorkTree(root: root))
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
  public func supposing(_ body: (Change) throws -> Void) throws {
    try body(Change(summary: "", command: "", path: "", source: WorkTree(root: root)))
  }

  /// Commits changes made by hand in some folders or files.
  ///
  /// - Parameters:
  ///   - dryRun: whether to stop before the commit.
  ///   - check: checks the files before they are committed, if there are any; if it throws,
  ///     nothing is committed.
  /// - Returns: the files that were changed.
  public func commitHandEdits(
    below prefixes: [String], by committer: Committer, allowed: Bool = true, dryRun: Bool = false,
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
      try commits.addHandEdits(edited)
      try finish(branch, head, commits, [], index)
      return edited
    }
  }

  /// The branch of HEAD with its commit.
  private func checkedHead() throws -> (branch: String, commit: ObjectID?) {
    if let operation = repository.operation {
      throw StoreError.operationUnderWay("\(operation)")
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

  /// - Throws: `StoreError.notCheckedOut` if a sparse checkout leaves out a file that the change writes, or
  ///   any file if the change moves or removes folders: others may refer to them.
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
    // Anyone who commits with Git also takes the lock of the index, so the branch can't move any
    // more.
    guard try repository.reference(branch) == old else {
      throw GitError(.modified, "the branch was changed by another process", path: branch)
    }
    try DurableFile.write(journal.bytes, to: journalPath)
    try complete(journal, index)
  }

  // MARK: The journal

  private var journalPath: String { repository.layout.gitFolder + "/" + Journal.path }

  private var hasJournal: Bool { DurableFile.isThere(journalPath) }

  /// Gives up an interrupted change that can't be finished: what it has written so far stays as edits by
  /// hand.
  ///
  /// - Returns: whether there was one.
  public func dropUnfinishedChange() throws -> Bool {
    try DurableFile.makeFolder(folder)
    let lock = try ProcessLock(folder + "/lock", patience: patience)
    defer { withExtendedLifetime(lock) {} }
    guard hasJournal else { return false }
    try DurableFile.remove(journalPath)
    return true
  }

  /// Runs a function while no other process can change the school.
  func locked<T>(_ body: () throws -> T) throws -> T {
    try DurableFile.makeFolder(folder)
    let lock = try ProcessLock(folder + "/lock", patience: patience)
    return try withExtendedLifetime(lock) {
      repository.clearTornFiles()
      try recover()
      return try body()
    }
  }

  /// Runs a function while no process changes the school or commits in it.
  public func still<T>(_ body: () throws -> T) throws -> T {
    try locked {
      let index = try repository.lockIndex()
      return try withExtendedLifetime(index) { try body() }
    }
  }

  /// Completes the change of a killed command.
  ///
  /// - Throws: `UnfinishedChange`; `GitError` with `.locked` while Git is at work here.
  private func recover() throws {
    guard let bytes = try DurableFile.read(journalPath, limit: .max) else { return }
    do {
      if let journal = Journal(bytes), try isValid(journal) {
        let index = try repository.lockIndex()
        removeTornFiles(beside: journal.files.map(\.path))
        return try complete(journal, index)
      }
      try DurableFile.remove(journalPath)
    } catch let error as GitError where error.code == .locked {
      throw error
    } catch {
      throw UnfinishedChange(cause: error)
    }
  }

  /// Whether a journal still holds: if the branch or HEAD is elsewhere, someone has moved it by hand since,
  /// and if an object never reached the disk, nothing was changed yet.
  private func isValid(_ journal: Journal) throws -> Bool {
    let now = try repository.reference(journal.branch)
    guard now == journal.old || now == journal.new,
      try repository.head().branch == journal.branch
    else { return false }
    return try now == journal.new
      || ([journal.new] + journal.files.compactMap(\.after)).allSatisfy(repository.contains)
  }

  /// Completes the steps of a journal that haven't been done.
  private func complete(_ journal: Journal, _ index: IndexLock) throws {
    for move in journal.moves {
      let (from, to) = ("\(root)/\(move.from)", "\(root)/\(move.to)")
      guard DurableFile.isThere(from), !DurableFile.isThere(to) else { continue }
      try DurableFile.move(from, to: to)
      removeEmptyFolders(above: move.from)
    }
    // With a journal, all files can be written again, so one flush is enough for many.
    let durability: Durability = journal.files.count > 8 ? .deferred : .immediate
    let tree = WorkTree(root: root)
    let empty = try ObjectID.hash(blob: [])
    for file in journal.files {
      let now = try tree.bytes(at: file.path).map { try ObjectID.hash(blob: $0) }
      // Keep what was written after the change was decided. A symbolic link is compared by its
      // target. An empty
      // file is what a loss of power leaves of a new one.
      let isAsBefore =
        try now == file.before || now == empty
        || file.after == nil && repository.fileVersion(file.path)?.id == file.before
      let path = root + "/" + file.path
      guard isAsBefore, now != file.after else {
        if now == file.after, let isProgram = file.isProgram {
          try DurableFile.set(path, executable: isProgram)
        }
        continue
      }
      if let after = file.after {
        if let slash = path.lastIndex(of: "/") {
          try DurableFile.makeFolder(String(path[..<slash]))
        }
        try DurableFile.write(try repository.blob(after), to: path, durability: durability)
        if let isProgram = file.isProgram {
          try DurableFile.set(path, executable: isProgram)
        }
      } else {
        try DurableFile.remove(path)
        removeEmptyFolders(above: file.path)
      }
    }
    var versions: [String: FileVersion?] = [:]
    for file in journal.files {
      let mode = try repository.fileVersion(file.path)?.mode ?? .file
      versions[file.path] = .some(file.after.map { FileVersion($0, mode) })
    }
    try flush(journal, durability)
    let moves = journal.moves.map { (from: $0.from, to: $0.to) }
    try repository.stage(versions, moving: moves, holding: index)
    try repository.update(
      journal.references.map { RefUpdate($0.name, to: $0.id, expecting: .anything) })
    if try repository.reference(journal.branch) != journal.new {
      let commit = try repository.commit(journal.new)
      try repository.update(
        journal.branch, to: journal.new, from: journal.old,
        log: RefLogEntry(commit.committer, "commit: \(commit.subject)"))
    }
    try DurableFile.remove(journalPath)
  }

  /// Makes sure that files and folders are on the disk as the journal says, before the index and the
  /// branch say so.
  private func flush(_ journal: Journal, _ durability: Durability) throws {
    if durability == .deferred { return try Durability.flush(around: root) }
    var folders: Set<String> = [""]
    for path in journal.files.map(\.path) + journal.moves.flatMap({ [$0.from, $0.to] }) {
      var parts = path.split(separator: "/").dropLast()
      while !parts.isEmpty, folders.insert(parts.joined(separator: "/")).inserted {
        parts = parts.dropLast()
      }
    }
    for folder in folders { try DurableFile.flushFolder(root + "/" + folder) }
  }

  /// Removes temporary files that a killed process left next to the files.
  private func removeTornFiles(beside files: [String]) {
    let folders = files.map { file in
      root + "/" + file.split(separator: "/").dropLast().joined(separator: "/")
    }
    for folder in Set(folders) { TornFile.clear(in: folder, surely: true) }
  }

  /// Removes the folders that a removed file leaves empty.
  private func removeEmptyFolders(above file: String) {
    var parts = file.split(separator: "/").dropLast()
    while !parts.isEmpty {
      guard DurableFile.removeEmptyFolder(root + "/" + parts.joined(separator: "/")) else { return }
      parts = parts.dropLast()
    }
  }
}
