import Git
import Model
import PlainYAML

/// A change that has been decided and may not be on disk whole yet.
///
/// It is written durably before the first file of the school is touched, and removed after the
/// last. Who finds one finishes what it says.
struct Journal: Hashable {
  struct File: Hashable {
    let path: String
    /// The blob in the work tree before; nil where there was no file.
    let before: ObjectID?
    /// The blob after; nil where the file goes.
    let after: ObjectID?
  }

  /// The branch that moves, `refs/heads/main`.
  let branch: String
  let old: ObjectID?
  let new: ObjectID
  let files: [File]

  /// Where it is, relative to the Git directory.
  static let path = "teachkit/journal"

  var bytes: [UInt8] {
    let value = Value.fields([
      ("branch", .scalar(branch)), ("old", .text(old?.description)),
      ("new", .scalar(new.description)),
      (
        "files",
        .sequence(
          files.map {
            .fields([
              ("path", .scalar($0.path)), ("before", .text($0.before?.description)),
              ("after", .text($0.after?.description)),
            ])
          })
      ),
    ])
    return Array(Printer.print(value).utf8)
  }

  init(branch: String, old: ObjectID?, new: ObjectID, files: [File]) {
    self.branch = branch
    self.old = old
    self.new = new
    self.files = files
  }

  /// Reads a journal; nil for one that was never written whole.
  init?(_ bytes: [UInt8]) {
    guard let root = try? Document(bytes).root, let branch = root["branch"]?.scalar,
      let new = root["new"]?.scalar.flatMap({ ObjectID($0) }),
      let list = root["files"]?.sequence
    else { return nil }
    var files: [File] = []
    for node in list {
      guard let path = node["path"]?.scalar else { return nil }
      files.append(
        File(
          path: path, before: node["before"]?.scalar.flatMap { ObjectID($0) },
          after: node["after"]?.scalar.flatMap { ObjectID($0) }))
    }
    self.init(
      branch: branch, old: root["old"]?.scalar.flatMap { ObjectID($0) }, new: new, files: files)
  }
}
