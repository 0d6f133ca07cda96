import Git
import Model
import PlainYAML

/// The former names of a subject's contexts in the newest commit. They are cached next to the
/// repository, so that only later commits must be read.
struct FormerNames {
  /// The former names by file, relative to the subject.
  private(set) var names: [String: [String]] = [:]
  private let repository: Repository

  /// - Throws: `GitError`.
  init(of subject: String, in store: SchoolStore) throws {
    repository = store.repository
    guard let head = try repository.head().commit,
      let tree = try repository.entry(
        at: "\(SchoolPath.subjects)/\(subject)", in: repository.commit(head).tree)?.id
    else { return }
    let folder = store.folder + "/names"
    let path = "\(folder)/\(subject).yaml"
    let known = FormerNames.kept(path)
    if let known, known.tree == tree {
      names = known.names
      return
    }
    do {
      names = known?.names ?? [:]
      try read(from: known?.tree, to: tree)
    } catch is GitError where known != nil {
      // The cached commit no longer exists.
      names = [:]
      try read(from: nil, to: tree)
    }
    // Errors are ignored, because the cache can be computed again.
    try? DurableFile.makeFolder(folder)
    try? DurableFile.write(bytes(of: tree), to: path, durability: .deferred)
  }

  private mutating func read(from old: ObjectID?, to new: ObjectID) throws {
    for change in try repository.differences(from: old, to: new) {
      let parts = change.path.split(separator: "/")
      guard ["worksheet.yaml", "context.yaml"].contains(parts.last),
        !parts.contains(where: { SchoolPath.besides.contains(String($0)) })
      else { continue }
      names[change.path] = try change.after.flatMap { try was(in: repository.blob($0.id)) }
    }
  }

  private func was(in bytes: [UInt8]) -> [String]? {
    guard bytes.mayHold("was"), let was = (try? Document(bytes))?.root["was"] else { return nil }
    let found = was.scalar.map { [$0] } ?? (was.sequence ?? []).compactMap(\.scalar)
    return found.isEmpty ? nil : found
  }

  private static func kept(_ path: String) -> (tree: ObjectID, names: [String: [String]])? {
    guard let bytes = try? DurableFile.read(path), let root = (try? Document(bytes))?.root,
      let tree = root["tree"]?.scalar.flatMap({ ObjectID($0) })
    else { return nil }
    let names = (root["was"]?.mapping ?? []).map {
      ($0.key, ($0.value.sequence ?? []).compactMap(\.scalar))
    }
    return (tree, Dictionary(names) { first, _ in first })
  }

  private func bytes(of tree: ObjectID) -> [UInt8] {
    let pairs = names.sorted { $0.key < $1.key }.map { file, names in
      Value.Pair(file, .flow(.sequence(names.map { .scalar($0) })))
    }
    return Array(
      Printer.print(.fields([("tree", .scalar("\(tree)")), ("was", .mapping(pairs))])).utf8)
  }
}
