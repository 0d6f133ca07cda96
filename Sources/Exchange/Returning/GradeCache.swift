import Git
import Model

/// A returned grade in an inbox.
struct GradeSlip {
  /// The file, or its existing object.
  let file: TreeChange
  /// Its points; nil for excused work.
  let points: Points?

  struct Points: Hashable {
    let score: Rational
    let max: Rational
  }
}

/// Caches the objects of returned grades, so that a small share writes little.
///
/// The cache is next to the objects in the outbox and can be lost with them, or in memory for an
/// audit, which regenerates the inboxes of many times.
final class GradeCache {
  /// The inputs of a returned grade.
  struct Key: Hashable {
    let student: String
    let work: String
    /// The returned commit of the school.
    let commit: String
    let showsSolutions: Bool
    let again: Int?

    fileprivate var text: String {
      "\(student)\t\(work)\t\(commit)\t\(showsSolutions ? "solved" : "-")\(again.map { "+\($0)" } ?? "")"
    }
  }

  /// Increment this if the format of feedback changes.
  private static let header = "returned grades 5"

  private let outbox: Repository?
  private let path: String
  /// The feedback made so far, if no outbox is used.
  private var made: [Key: GradeSlip] = [:]
  private var known: [Substring: Substring] = [:]
  private var used: [String: String] = [:]
  private var isChanged = false

  var isInMemory: Bool { outbox == nil }

  /// Creates a cache in memory that ignores the outbox.
  init() { (outbox, path) = (nil, "") }

  init(_ outbox: Repository) throws(GitError) {
    self.outbox = outbox
    path = outbox.layout.gitFolder + "/teachkit-grades"
    guard let bytes = try DurableFile.read(path) else { return }
    let lines = String(decoding: bytes, as: UTF8.self).utf8.split(separator: UInt8(ascii: "\n"))
    guard lines.first.map({ Substring($0) }) == Self.header[...] else { return }
    known.reserveCapacity(lines.count)
    for line in lines.dropFirst() {
      // The key is four words, the rest is the grade.
      let parts = line.split(
        separator: UInt8(ascii: "\t"), maxSplits: 4, omittingEmptySubsequences: false)
      if parts.count == 5 { known[Substring(line[..<parts[3].endIndex])] = Substring(parts[4]) }
    }
  }

  /// The cached grade, if its object still exists.
  func slip(_ key: Key) throws(GitError) -> GradeSlip? {
    guard let outbox else { return made[key] }
    let text = key.text
    guard let line = known[text[...]] else { return nil }
    let parts = line.utf8.split(separator: UInt8(ascii: "\t")).map { Substring($0) }
    guard let id = parts.first.flatMap({ ObjectID($0) }), try outbox.contains(id) else {
      return nil
    }
    used[text] = String(line)
    guard parts.count == 3, let score = Rational(exact: parts[1]),
      let max = Rational(exact: parts[2])
    else { return GradeSlip(file: .entry(id, .file), points: nil) }
    return GradeSlip(file: .entry(id, .file), points: .init(score: score, max: max))
  }

  func add(_ key: Key, _ bytes: [UInt8], _ points: GradeSlip.Points?) throws(GitError) {
    if outbox == nil {
      made[key] = GradeSlip(file: .write(bytes), points: points)
      return
    }
    let id = try ObjectID.hash(blob: bytes)
    used[key.text] = "\(id)" + (points.map { "\t\($0.score.exact)\t\($0.max.exact)" } ?? "")
    isChanged = true
  }

  /// Writes the used entries; unused ones are dropped.
  func save() throws(GitError) {
    guard outbox != nil, isChanged || used.count < known.count else { return }
    let lines = used.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)\n" }
    let text = "\(Self.header)\n" + lines.joined()
    try DurableFile.write(Array(text.utf8), to: path, durability: .deferred)
  }
}
