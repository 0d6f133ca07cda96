import Git
import Model
import PlainYAML
import Storage
import Text

/// The grades of one share of what was handed in, in a file: what `grade --shard` writes and
/// `grade --merge` reads.
///
/// It is a ledger with a line for each grade, `math/adding/ada: {score: 8, …}`, and one that says
/// what the grades were computed from.
struct GradeShard {
  /// What all shards of one grading have in common.
  struct Grading: Hashable {
    /// What was graded.
    let path: String
    /// What tells the files that it was graded by from any others, see ``GradeInputs/state(of:)``.
    let state: String
    let count: Int
  }

  /// A line that is no grade.
  private static let head = "shard"

  /// The file, as the user named it.
  let name: String
  let share: GradeShare
  let grading: Grading
  private let ledger: Ledger

  /// The bytes of a file with what came of grading a share.
  static func bytes(
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
  /// - Throws: `Failure` where it isn't there or isn't one, or not whole.
  init(_ name: String, from directory: String) throws {
    let place = FolderPath(name, from: directory)
    if place.isThere {
      throw Failure(
        .commandIsFaulty, "'\(name)' is a folder",
        hint: "name the files of all shares, as in '--merge \(name)/*'")
    }
    guard let bytes = try DurableFile.read(place.text, limit: 512 << 20) else {
      throw Failure(.notFound, "there is no file '\(name)'")
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
        .objectIsFaulty, "these are no grades of a share", at: .init(path: name),
        hint: "'teachkit grade --shard 3/16 --output FILE' writes them")
    }
    guard text("lines") == "\(count)" else {
      throw Failure(
        .objectIsFaulty, "there are \(count) of \(visible(text("lines"))) grades",
        at: .init(path: name), hint: "the file isn't whole: fetch it again")
    }
    self.name = name
    self.share = share
    grading = Grading(path: text("path"), state: text("state"), count: share.count)
  }

  /// What a line says of a student's work.
  enum Line {
    case grade(Grade, unreadable: String?)
    case kept(GradeRun.Obstacle)
  }

  /// Where the line about a student's work on a worksheet is.
  static func key(_ worksheet: ContextPath, _ student: String) -> String {
    "\(worksheet)/\(student)"
  }

  /// A line; nil where there is none.
  func line(_ key: String) throws -> Line? {
    guard let node = ledger[key] else { return nil }
    if let grade = node["grade"].flatMap({ Grade($0) }) {
      return .grade(grade, unreadable: node["unreadable"]?.scalar)
    }
    if let why = node["kept"]?.scalar.flatMap({ GradeRun.Obstacle(rawValue: $0) }) {
      return .kept(why)
    }
    throw fault("this is no grade", at: key)
  }

  /// Finds a line for which nobody asks.
  ///
  /// - Parameter isKnown: tells the keys that somebody asks for.
  func checkLines(_ isKnown: (String) -> Bool) throws {
    for key in ledger.keys where key != GradeShard.head && !isKnown(key) {
      throw fault("'\(key)' is not in the share \(share) of this school", at: key)
    }
  }

  private func fault(_ message: String, at key: String) -> Failure {
    let offset = ledger.offset(of: key) ?? 0
    let position = ledger.position(of: offset)
    return Failure(
      .objectIsFaulty, message,
      at: .init(
        path: name, line: position.line, column: position.column,
        excerpt: ledger.lineText(at: offset)))
  }
}
