import Git
import Storage
import Text

/// The file `activity.yaml` on the branch `progress` of a student's mailbox.
extension ActivityReportFile {
  static let name = "activity.yaml"

  /// Reads the file of a commit; nil if there is none.
  init?(at commit: ObjectID?, in source: some ObjectSource) {
    guard let commit, let tree = try? source.commit(commit).tree,
      let entry = try? source.tree(tree).first(where: { $0.name == Self.name }),
      entry.mode != .tree
    else { return nil }
    let bytes = try? source.file(at: Self.name, in: tree, limit: Self.largest)
    if let bytes {
      self.init(bytes, file: Self.name)
    } else {
      self.init(problem: "larger than 1 MiB, or not a file")
    }
  }
}
