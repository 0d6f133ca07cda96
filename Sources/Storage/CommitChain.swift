import Git
import Glibc
import Model

/// The trailers of a school's commits.
public enum SchoolTrailer {
  /// The command that made it, `create worksheet`.
  public static let command = "Teachkit-Command"
  /// An object that it is about; there may be several.
  public static let path = "Teachkit-Path"
}

/// What a commit of a school says: what changed in the words of the domain, and trailers.
struct CommitMessage {
  let summary: String
  let command: String
  let paths: [String]

  var text: String {
    let trailers =
      ["\(SchoolTrailer.command): \(command)"] + paths.map { "\(SchoolTrailer.path): \($0)" }
    return clean(summary) + "\n\n" + trailers.map(clean).joined(separator: "\n") + "\n"
  }

  /// On one line, whatever a title holds.
  private func clean(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

/// Commits on top of each other, written and not yet on a branch.
struct CommitChain {
  private let store: SchoolStore
  private let committer: Committer
  private var parent: ObjectID?
  private var tree: ObjectID?
  /// What is in the work tree before and will be after, by file.
  private var files: [String: (before: ObjectID?, after: ObjectID?)] = [:]
  /// The new blobs of files other than those changed by hand.
  private(set) var versions: [String: ObjectID?] = [:]

  init(store: SchoolStore, parent: ObjectID?, committer: Committer) {
    self.store = store
    self.parent = parent
    self.committer = committer
  }

  /// The newest commit.
  func tip() throws -> ObjectID {
    guard let parent else { throw StoreError.noSchool(store.root) }
    return parent
  }

  var journalFiles: [Journal.File] {
    files.sorted { $0.key < $1.key }
      .map { Journal.File(path: $0.key, before: $0.value.before, after: $0.value.after) }
  }

  /// Commits what the work tree has of some files; a symlink as what it is, never what it names.
  mutating func addHandEdits(_ paths: [String]) throws {
    let source = WorkTree(root: store.root)
    var contents: [String: [UInt8]?] = [:]
    var links: Set<String> = []
    for path in paths {
      if let target = WorkTree.link(at: store.root + "/" + path) {
        contents[path] = .some(target)
        links.insert(path)
      } else {
        contents[path] = .some(try source.bytes(at: path))
      }
    }
    let objects = Set(paths.map(SchoolPath.object)).sorted()
    let shown = objects.count <= 3 ? objects : objects.prefix(3) + ["…"]
    try add(
      contents,
      CommitMessage(
        summary: "Edit " + shown.joined(separator: ", "), command: "edit", paths: objects),
      links: links)
    versions = [:]
  }

  /// Commits new contents of some files; nil removes one.
  ///
  /// - Parameter links: those that are symlinks; their contents are the paths they name.
  mutating func add(
    _ contents: [String: [UInt8]?], _ message: CommitMessage, links: Set<String> = []
  ) throws {
    let repository = store.repository
    let source = WorkTree(root: store.root)
    if tree == nil, let parent { tree = try repository.commit(parent).tree }
    let batch = ObjectBatch()
    var changes: [String: TreeChange] = [:]
    for (path, bytes) in contents {
      let after = try bytes.map { try batch.add(blob: $0) }
      let isLink = links.contains(path)
      changes[path] = after.map { .entry($0, isLink ? .symlink : mode(of: path)) } ?? .remove
      versions[path] = .some(after)
      let now =
        isLink ? after : try source.bytes(at: path).map { try ObjectID.hash(blob: $0) }
      files[path] = (now, after)
    }
    let changed = try batch.tree(updating: tree, in: repository, with: changes)
    let signature = committer.signature
    let commit = try batch.add(
      commit: CommitContent(
        tree: changed, parents: parent.map { [$0] } ?? [], author: signature,
        committer: signature, message: message.text))
    try batch.write(to: repository)
    tree = changed
    parent = commit
  }

  /// A program stays one; what is new is an ordinary file.
  private func mode(of path: String) -> TreeEntry.Mode {
    access(store.root + "/" + path, X_OK) == 0 ? .executable : .file
  }
}
