import Git
import Hub
import Model

/// A file with a student's work for the teacher, to which more is added.
struct HandInFile {
  let path: String
  /// What it holds.
  private(set) var branches: [Reference] = []
  private var objects: any ObjectSource = ObjectBatch()

  /// Reads what is there; a file that is not there holds nothing yet.
  ///
  /// - Parameter isOwn: whether a branch holds work that may stand beside this student's.
  /// - Throws: `SubmitError.fileIsTaken` for a file with anything else, `GitError`.
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

  /// Where a branch is; nil where the file doesn't have it.
  func tip(of branch: BundleBranch) -> ObjectID? {
    branches.first { $0.name == branch.name }?.id
  }

  /// What it holds beside one branch.
  private func others(than branch: BundleBranch) -> [Reference] {
    branches.filter { $0.name != branch.name }
  }

  /// The work that it holds beside that of one branch, by path.
  func works(beside branch: BundleBranch) -> [String] {
    others(than: branch).compactMap {
      guard case .submission(let other, _)? = BundleBranch($0.name)?.content else { return nil }
      return HubBranch.work(of: other)
    }.sorted()
  }

  /// Writes it anew with a branch at a commit, and all else as it was.
  ///
  /// - Throws: `SubmitError.fileIsFull` where it would be more than is taken at once, `GitError`.
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
