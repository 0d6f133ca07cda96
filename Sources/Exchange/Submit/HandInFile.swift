import Git
import HubProtocol
import Model

/// A bundle with a student's submissions, which can be extended.
struct HandInFile {
  let path: String
  /// Its branches.
  private(set) var branches: [Reference] = []
  private var objects: any ObjectSource = ObjectBatch()

  /// Reads a bundle; a missing file is an empty bundle.
  ///
  /// - Parameter isOwn: whether a branch can be in the same bundle as this student's.
  /// - Throws: `SubmitError.fileIsTaken` for any other file, `GitError`.
  init(_ path: String, where isOwn: (Reference, any ObjectSource) throws -> Bool) throws {
    self.path = path
    let existing: Bundle?
    do {
      existing = try Bundle.existing(at: path)
    } catch {
      throw error.code == .exists ? SubmitError.fileIsTaken(path) : error
    }
    guard let bundle = existing else { return }
    guard try bundle.references.allSatisfy({ try isOwn($0, bundle.objects) }) else {
      throw SubmitError.fileIsTaken(path)
    }
    (branches, objects) = (bundle.references, bundle.objects)
  }

  /// The commit of a branch; nil if it is missing.
  func tip(of branch: BundleBranch) -> ObjectID? {
    branches.first { $0.name == branch.name }?.id
  }

  /// The other branches.
  private func others(than branch: BundleBranch) -> [Reference] {
    branches.filter { $0.name != branch.name }
  }

  /// The paths of the other work in the bundle.
  func works(beside branch: BundleBranch) -> [String] {
    others(than: branch).compactMap {
      guard case .submission(let other, _)? = BundleBranch($0.name)?.content else { return nil }
      return HubBranch.work(of: other)
    }.sorted()
  }

  /// Writes the bundle with a branch at a new commit and all others unchanged.
  ///
  /// - Throws: `SubmitError.fileIsFull` if it would be too large to collect, `GitError`.
  func write(_ branch: BundleBranch, at commit: ObjectID, from source: some ObjectSource) throws {
    let others = others(than: branch)
    do {
      try Bundle.write(
        others + [Reference(branch.name, commit)], from: LayeredSource(source, objects), to: path,
        limits: others.isEmpty ? .standard : SubmissionRules().limits)
    } catch let error as GitError where error.code == .limit {
      throw SubmitError.fileIsFull(path)
    }
  }
}
