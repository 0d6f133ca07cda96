import Git
import HubProtocol
import Model

/// A bundle with a student's submissions, which can be extended.
struct SubmittedFile {
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

  /// The paths of the other work in the bundle.
  func works(beside branch: BundleBranch) -> [String] {
    branches.filter { $0.name != branch.name }.compactMap {
      guard case .submission(let other, _)? = BundleBranch($0.name)?.content else { return nil }
      return HubBranch.work(of: other)
    }.sorted()
  }

  /// Writes the bundle with branches at new commits and all others unchanged.
  ///
  /// - Throws: `SubmitError.fileIsFull` if it would be too large to collect, `GitError`.
  func write(_ new: [BundleBranch: ObjectID], from source: some ObjectSource) throws {
    let names = Set(new.keys.map(\.name))
    let others = branches.filter { !names.contains($0.name) }
    let written = new.map { Reference($0.key.name, $0.value) }.sorted { $0.name < $1.name }
    do {
      try Bundle.write(
        others + written, from: LayeredSource(source, objects), to: path,
        limits: others.isEmpty ? .standard : SubmissionRules().limits)
    } catch let error as GitError where error.code == .limit {
      throw SubmitError.fileIsFull(path)
    }
  }
}
