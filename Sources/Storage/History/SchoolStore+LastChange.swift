import Git
import PlainYAML

extension SchoolStore {
  /// The newest commit that changed a file, or one line of a ledger; nil if there is none.
  ///
  /// - Parameter key: the key of the line.
  public func lastChange(of file: String, line key: String? = nil) throws -> Commit? {
    guard let head = try repository.head().commit else { return nil }
    func line(_ commit: Commit?) throws -> Value? {
      guard let commit, let key else { return nil }
      return try files(at: commit.id).ledger(at: file)[key].map { Value($0) }
    }
    let commits = try repository.history(from: [head], firstParent: true)
    for (place, commit) in commits.enumerated() {
      let parent = place + 1 < commits.count ? commits[place + 1] : nil
      let before = try parent.flatMap { try repository.entry(at: file, in: $0.tree)?.id }
      guard try repository.entry(at: file, in: commit.tree)?.id != before else { continue }
      if key == nil { return commit }
      if try line(commit) != line(parent) { return commit }
    }
    return nil
  }
}
