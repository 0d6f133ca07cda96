import Git
import Model
import Text

/// A decided change that may not be complete on disk yet.
///
/// It is written durably before the first file of the school is changed, and removed after the
/// last. Any command that finds a journal completes the change.
struct Journal: Hashable {
  struct File: Hashable {
    let path: String
    /// The blob in the work tree before; nil if there was no file.
    let before: ObjectID?
    /// The blob after; nil if the file goes.
    let after: ObjectID?
    /// Whether the file becomes executable or not; nil for no change.
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

  /// The branch to update, `refs/heads/main`.
  let branch: String
  let old: ObjectID?
  let new: ObjectID
  let files: [File]
  /// Files and folders to move first.
  let moves: [Move]
  /// References to create, by full name, with their targets.
  let references: [Reference]

  /// The journal's path, relative to the Git directory of its work tree: other work trees of the
  /// same repository don't see it.
  static let path = "teachkit/journal"

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

  var bytes: [UInt8] {
    var text = JournalText()
    text.add("branch", branch, old?.description ?? "", new.description)
    for move in moves { text.add("move", move.from, move.to) }
    for reference in references { text.add("reference", reference.name, "\(reference.id)") }
    for file in files {
      text.add(
        "file", file.path, file.before?.description ?? "", file.after?.description ?? "",
        file.isProgram.map { $0 ? "program" : "plain" } ?? "")
    }
    return text.bytes
  }

  /// Parses a journal; nil for an incomplete one.
  init?(_ bytes: [UInt8]) {
    var branch: (name: String, old: ObjectID?, new: ObjectID)?
    var files: [File] = []
    var moves: [Move] = []
    var references: [Reference] = []
    for record in JournalText.records(of: bytes) ?? [] {
      switch (record[0], record.count) {
      case ("branch", 4):
        guard let new = ObjectID(record[3]) else { return nil }
        branch = (record[1], ObjectID(record[2]), new)
      case ("move", 3): moves.append(Move(from: record[1], to: record[2]))
      case ("reference", 3):
        guard let id = ObjectID(record[2]) else { return nil }
        references.append(Reference(record[1], id))
      case ("file", 5):
        files.append(
          File(
            path: record[1], before: ObjectID(record[2]), after: ObjectID(record[3]),
            isProgram: record[4].isEmpty ? nil : record[4] == "program"))
      default: return nil
      }
    }
    guard let branch else { return nil }
    self.init(
      branch: branch.name, old: branch.old, new: branch.new, files: files, moves: moves,
      references: references)
  }
}

/// The text of a journal: records of fields, each ended by NUL, which no path contains. A journal
/// can have any size.
public struct JournalText {
  private static let heading = "teachkit journal 1"
  private static let end = "end"
  private var text = Array((JournalText.heading + "\0").utf8)

  public init() {}

  /// Adds a record; its first field is its type.
  public mutating func add(_ fields: String...) {
    for field in ["\(fields.count)"] + fields { text += Array(field.utf8) + [0] }
  }

  /// The whole text.
  public var bytes: [UInt8] { text + Array((JournalText.end + "\0").utf8) }

  /// Checks that a text is from this version of teachkit, or was never written whole.
  ///
  /// - Throws: `GitError` with `.unsupportedFormat`.
  public static func checkVersion(of bytes: [UInt8], at path: String) throws(GitError) {
    let start = Array((heading + "\0").utf8)
    // A power loss can leave an empty or zeroed file.
    if bytes.starts(with: start) || start.starts(with: bytes) || !bytes.contains(where: { $0 != 0 })
    {
      return
    }
    throw GitError(.unsupportedFormat, "another version of teachkit began it", path: path)
  }

  /// The records of a text, each with at least one field; nil if the text is incomplete.
  public static func records(of bytes: [UInt8]) -> [[String]]? {
    var fields = bytes.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }[...]
    guard fields.popFirst() == heading, fields.popLast() == "", fields.popLast() == end else {
      return nil
    }
    var records: [[String]] = []
    while let count = fields.popFirst().flatMap({ Int($0) }) {
      guard count > 0, count <= fields.count else { return nil }
      records.append(Array(fields.prefix(count)))
      fields = fields.dropFirst(count)
    }
    return fields.isEmpty ? records : nil
  }
}
