import Git
import Text

/// What is wrong with the root of an attempt.
public enum AttemptFault: Error, Hashable, Sendable {
  /// Something beside `answers.yaml`, `activity.yaml` and `work/`.
  case unexpected(String)
  /// A published file that was changed.
  case changedPublished(String)
}

/// What a submission may be.
public struct SubmissionRules: Sendable {
  /// What its trees may hold.
  public var trees: TreeRules
  /// How much may come at once from one branch.
  public var limits: ObjectCopy.Limits
  /// How many branches a mailbox may have: more than any subject has had work.
  public var branches = 10_000

  public init(
    trees: TreeRules = .names(), limits: ObjectCopy.Limits = .init(objects: 20_000, bytes: 64 << 20)
  ) {
    self.trees = trees
    self.limits = limits
  }

  /// Looks at one attempt: its root holds the student's files of that work, and perhaps published
  /// ones as they were published.
  ///
  /// - Parameters:
  ///   - work: the path below the subject, with slashes.
  ///   - published: what was published.
  /// - Throws: `TreeFault`, `AttemptFault`, and `GitError` for what can't be read.
  public func check(
    _ commit: Commit, of work: String, in source: some ObjectSource,
    beside published: PublishedEntries
  ) throws {
    try trees.check(commit.tree, in: source)
    for entry in try source.tree(commit.tree) {
      switch entry.name {
      case "answers.yaml" where entry.mode != .tree, "activity.yaml" where entry.mode != .tree,
        "work" where entry.mode == .tree:
        continue
      case _ where published.contains(entry, of: work, base: commit.trailer(HubTrailer.base)):
        continue
      case "worksheet.yaml", "files", "starters":
        throw AttemptFault.changedPublished(entry.name)
      default:
        throw AttemptFault.unexpected(entry.name)
      }
    }
  }
}

extension TreeRules {
  /// Rules for names and kinds of entries alone, or for the number of files as well.
  public static func names(files: Int = 200, bytes: Int = 64 << 20) -> TreeRules {
    TreeRules(files: files, bytes: bytes) { caseFolded(nfc($0)) }
  }
}

/// Knows what was published beside the student's own files.
public final class PublishedEntries {
  private let source: (any ObjectSource)?
  private let main: ObjectID?
  private var trees: [String: ObjectID?] = [:]

  /// - Parameters:
  ///   - source: where the published subject is; nil where nothing is known of it.
  ///   - main: its newest commit.
  public init(_ source: (any ObjectSource)?, main: ObjectID?) {
    self.source = source
    self.main = main
  }

  /// What is in a store of our own; nothing where there is none.
  public convenience init(outbox path: String) throws(GitError) {
    let outbox = RepositoryLayout(at: path).flatMap { try? Repository($0) }
    self.init(outbox, main: try outbox?.reference(HubBranch.main))
  }

  /// Whether an entry at the root of a submission is a published file or folder of that work, as
  /// it is now or as it was in the commit that the work was done on.
  public func contains(_ entry: TreeEntry, of work: String, base: String?) -> Bool {
    [nil, base].contains { commit in
      guard let source, let tree = tree(of: commit),
        let found = try? source.entry(at: "\(work)/\(entry.name)", in: tree)
      else { return false }
      return found.id == entry.id && found.mode == entry.mode
    }
  }

  /// Those of some works that are published nowhere, now or in any commit before; none where nothing
  /// is known of what is.
  public func unpublished(_ works: some Sequence<String>) throws -> Set<String> {
    guard let source, let main else { return [] }
    var left = Set(works)
    var next: ObjectID? = main
    while !left.isEmpty, let id = next {
      let commit = try source.commit(id)
      left = try left.filter { try source.entry(at: "\($0)/\(Self.sheet)", in: commit.tree) == nil }
      next = commit.parents.first
    }
    return left
  }

  /// The published work whose name is nearest to one.
  public func nearest(to work: String) throws -> String? {
    guard let source, let main else { return nil }
    var found: [String] = []
    var open = [(path: "", tree: try source.commit(main).tree)]
    while let folder = open.popLast() {
      for entry in try source.tree(folder.tree) {
        if entry.name == Self.sheet { found.append(folder.path) }
        if entry.mode == .tree {
          open.append((folder.path.isEmpty ? entry.name : "\(folder.path)/\(entry.name)", entry.id))
        }
      }
    }
    return closest(work, in: found.sorted())
  }

  /// The file that makes a folder a worksheet.
  private static let sheet = "worksheet.yaml"

  private func tree(of commit: String?) -> ObjectID? {
    if let known = trees[commit ?? ""] { return known }
    let tree = (commit.map { ObjectID($0) } ?? main).flatMap { try? source?.commit($0).tree }
    trees[commit ?? ""] = .some(tree)
    return tree
  }
}
