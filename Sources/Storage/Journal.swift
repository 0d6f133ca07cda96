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
    /// Whether it may be run from now on; nil where that stays as it is.
    let isProgram: Bool?

    init(path: String, before: ObjectID?, after: ObjectID?, isProgram: Bool? = nil) {
      self.path = path
      self.before = before
      self.after = after
      self.isProgram = isProgram
    }
  }

  struct Move: Hashable {
    let from: String
    let to: String
  }

  /// The branch that moves, `refs/heads/main`.
  let branch: String
  let old: ObjectID?
  let new: ObjectID
  let files: [File]
  /// Files and folders that get another path before that.
  let moves: [Move]
  /// References that are made, by full name: where they are to be.
  let references: [Reference]

  /// Where it is, relative to the Git directory.
  static let path = "teachkit/journal"

  var bytes: [UInt8] {
    let value = Value.fields([
      (
        "moves",
        moves.isEmpty
          ? nil
          : .sequence(
            moves.map { .fields([("from", .scalar($0.from)), ("to", .scalar($0.to))]) })
      ),
      (
        "references",
        references.isEmpty
          ? nil : .fields(references.map { ($0.name, .scalar($0.id.description)) })
      ),
      ("branch", .scalar(branch)), ("old", .text(old?.description)),
      ("new", .scalar(new.description)),
      (
        "files",
        .sequence(
          files.map {
            .fields([
              ("path", .scalar($0.path)), ("before", .text($0.before?.description)),
              ("after", .text($0.after?.description)),
              ("program", $0.isProgram.map { .scalar($0 ? "yes" : "no") }),
            ])
          })
      ),
    ])
    return Array(Printer.print(value).utf8)
  }

  init(
    branch: String, old: ObjectID?, new: ObjectID, files: [File], moves: [Move] = [],
    references: [Reference] = []
  ) {
    self.branch = branch
    self.old = old
    self.new = new
    self.files = files
    self.moves = moves
    self.references = references
  }

  /// Reads a journal; nil for one that was never written whole.
  init?(_ bytes: [UInt8]) {
    guard let root = try? Document(bytes).root, let branch = root["branch"]?.scalar,
      let new = root["new"]?.scalar.flatMap({ ObjectID($0) }),
      let list = root["files"]?.sequence
    else { return nil }
    var files: [File] = []
    var moves: [Move] = []
    var references: [Reference] = []
    for node in list {
      guard let path = node["path"]?.scalar else { return nil }
      files.append(
        File(
          path: path, before: node["before"]?.scalar.flatMap { ObjectID($0) },
          after: node["after"]?.scalar.flatMap { ObjectID($0) },
          isProgram: node["program"]?.scalar.map { $0 == "yes" }))
    }
    for node in root["moves"]?.sequence ?? [] {
      guard let from = node["from"]?.scalar, let to = node["to"]?.scalar else { return nil }
      moves.append(Move(from: from, to: to))
    }
    for entry in root["references"]?.mapping ?? [] {
      guard let id = entry.value.scalar.flatMap({ ObjectID($0) }) else { return nil }
      references.append(Reference(entry.key, id))
    }
    self.init(
      branch: branch, old: root["old"]?.scalar.flatMap { ObjectID($0) }, new: new, files: files,
      moves: moves, references: references)
  }
}
