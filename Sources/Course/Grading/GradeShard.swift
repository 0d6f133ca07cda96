import Exchange
import Git
import Model
import PlainYAML
import Storage
import Text

/// A file with the grades of one share of the submissions, written by `grade --shard` and read by
/// `grade --merge`.
///
/// A ledger with a line per grade, `math/adding/ada: {score: 8, …}`, and one with the inputs'
/// digest.
public struct GradeShard {
  /// The common properties of all shards of one run.
  public struct Grading: Hashable {
    /// The graded object.
    public let path: String
    /// The digest of the files that were used for grading, see ``GradeInputs/state(of:)``.
    public let state: String
    public let count: Int
  }

  /// The key of the line that isn't a grade.
  private static let head = "shard"

  /// The file name as the user gave it.
  public let name: String
  public let share: GradeShare
  public let grading: Grading
  private let ledger: Ledger

  /// Returns the content of a file with the results of a share.
  public static func bytes(
    of outcomes: [GradeRun.Outcome], _ share: GradeShare, _ path: ContextPath, state: String
  ) throws -> [UInt8] {
    var ledger = try Ledger()
    for outcome in outcomes {
      func set(_ student: String, _ pairs: [(String, Value?)]) throws {
        try ledger.set(key(outcome.path, student), .fields(pairs))
      }
      let reasons = Dictionary(
        outcome.unreadable.map { ($0.student, $0.reason) }, uniquingKeysWith: { $1 })
      for (student, grade) in outcome.graded {
        try set(
          student,
          [("grade", grade.value), ("unreadable", .text(reasons[student].map { visible($0) }))])
      }
      for (student, why) in outcome.kept { try set(student, [("kept", .scalar(why.rawValue))]) }
      for failure in outcome.failures.items {
        try set(failure.student, [("kept", .scalar(GradeRun.Obstacle.failed.rawValue))])
      }
    }
    try ledger.set(
      head,
      .fields([
        ("format", .plain("1")), ("part", .scalar("\(share)")), ("path", .scalar("\(path)")),
        ("state", .scalar(state)), ("lines", .plain("\(ledger.keys.count)")),
      ]))
    return ledger.bytes
  }

  /// Reads a file.
  ///
  /// - Throws: `Failure` if it is missing, incomplete or not a shard.
  public init(_ name: String, from directory: String) throws {
    let place = FolderPath(name, from: directory)
    if place.isThere {
      throw Failure(
        .commandIsFaulty, "cannot read '\(name)': it is a folder",
        hint: "name the files of all shards, as in '--merge \(name)/*'")
    }
    guard let bytes = try DurableFile.read(place.text, limit: 512 << 20) else {
      throw Failure(.notFound, "no file '\(name)'")
    }
    do throws(YAMLError) {
      ledger = try Ledger(bytes)
    } catch {
      throw Failure(error, path: name)
    }
    let head = ledger[GradeShard.head]
    let count = ledger.keys.count - 1
    func text(_ field: String) -> String { head?[field]?.scalar ?? "" }
    guard text("format") == "1", let share = try? GradeShare(text("part")) else {
      throw Failure(
        .objectIsFaulty, "the file isn't a shard of grades", at: .init(path: name),
        hint: "create it with 'teachkit grade --shard 3/16 --output FILE'")
    }
    guard text("lines") == "\(count)" else {
      throw Failure(
        .objectIsFaulty, "the file has only \(count) of \(visible(text("lines"))) grades",
        at: .init(path: name), hint: "the file is incomplete: copy it again")
    }
    self.name = name
    self.share = share
    grading = Grading(path: text("path"), state: text("state"), count: share.count)
  }

  /// The result for a student's work.
  public enum Line {
    case grade(Grade, unreadable: String?)
    case kept(GradeRun.Obstacle)
  }

  /// Returns the key of the line about a student's work on a worksheet.
  public static func key(_ worksheet: ContextPath, _ student: String) -> String {
    "\(worksheet)/\(student)"
  }

  /// Reads a line; nil if it is missing.
  public func line(_ key: String) throws -> Line? {
    guard let node = ledger[key] else { return nil }
    if let grade = node["grade"].flatMap({ Grade($0) }) {
      return .grade(grade, unreadable: node["unreadable"]?.scalar)
    }
    if let why = node["kept"]?.scalar.flatMap({ GradeRun.Obstacle(rawValue: $0) }) {
      return .kept(why)
    }
    throw fault("invalid grade", at: key)
  }

  /// Checks that the school has a use for each line.
  ///
  /// - Parameter isKnown: whether the school expects a line of this key.
  public func checkLines(_ isKnown: (String) -> Bool) throws {
    for key in ledger.keys where key != GradeShard.head && !isKnown(key) {
      throw fault("'\(key)' isn't in shard \(share) of this school", at: key)
    }
  }

  private func fault(_ message: Message, at key: String) -> Failure {
    let offset = ledger.offset(of: key) ?? 0
    let position = ledger.position(of: offset)
    return Failure(
      .objectIsFaulty, message,
      at: .init(
        path: name, line: position.line, column: position.column,
        excerpt: ledger.lineText(at: offset)))
  }
}
