import Git
import Model
import PlainYAML
import Storage

/// `standing.yaml` of an inbox: a student's totals of returned work, and the leaderboard as the
/// student sees it.
struct StandingFile {
  private var count = 0
  private var score = Rational.zero
  private var max = Rational.zero
  private var share = WeightedShare()

  mutating func add(_ points: GradeSlip.Points, weight: Rational) throws {
    count += 1
    if !points.max.isZero { try share.add(points.score / points.max, weight: weight) }
    score = try score + points.score
    max = try max + points.max
  }

  /// The file; nil if it would be empty.
  ///
  /// - Parameters:
  ///   - scale: the scale of the school mark.
  ///   - board: the lines of the leaderboard.
  func change(_ scale: MarkScale?, board: [UInt8]) throws -> TreeChange? {
    let totals = count > 0 ? Array(Printer.print(.fields(try fields(scale))).utf8) : []
    return totals.isEmpty && board.isEmpty ? nil : .write(totals + board)
  }

  private func fields(_ scale: MarkScale?) throws -> [(String, Value)] {
    var pairs: [(String, Value)] = [
      ("returned", .plain(String(count))), ("score", .plain(score.description)),
      ("max", .plain(max.description)),
    ]
    if let scale, let share = try share.share {
      pairs.append(("share", .plain(share.description)))
      if let mark = scale.mark(for: share) { pairs.append(("mark", .scalar(mark))) }
    }
    return pairs
  }
}

/// The field `leaderboard` of `standing.yaml`. Others appear only with rank, name and points.
struct StandingBoard {
  static let field = "leaderboard"

  private let board: Leaderboard
  /// The lines of students who aren't hidden, which most files share.
  private let lines: [Leaderboard.Row: [UInt8]]

  init(_ board: Leaderboard) {
    self.board = board
    lines = Dictionary(
      board.shownRows.map { ($0, Self.line($0, isOwn: false)) }, uniquingKeysWith: { $1 })
  }

  /// The lines for a student; empty if no one has a rank that they see.
  func bytes(for student: String) -> [UInt8] {
    let rows = board.rows(for: student)
    if rows.isEmpty { return [] }
    var bytes = Array("\(Self.field):\n".utf8)
    for row in rows {
      let isOwn = row.student == student
      bytes += (isOwn ? nil : lines[row]) ?? Self.line(row, isOwn: isOwn)
    }
    return bytes
  }

  private static func line(_ row: Leaderboard.Row, isOwn: Bool) -> [UInt8] {
    let fields = Value.fields([
      ("rank", .plain(String(row.rank))), ("name", .text(row.name)),
      ("points", .plain(row.points.exact)), ("own", isOwn ? .plain("yes") : nil),
      ("hidden", isOwn ? .text(row.hiding?.rawValue) : nil),
    ])
    return Array("  - \(Printer.flow(fields))\n".utf8)
  }
}

/// A row of the leaderboard as a student sees it.
public struct StandingRow: Hashable, Sendable {
  public let rank: Int
  /// Nil only for the student, without an alias.
  public let name: String?
  public let points: Rational
  public let isOwn: Bool
  /// Why others don't see the student; nil if they do.
  public let hiding: Leaderboard.Hiding?

  /// The rows of `standing.yaml`; unreadable ones are left out.
  static func rows(_ standing: Node?) -> [StandingRow] {
    (standing?[StandingBoard.field]?.sequence ?? []).compactMap { StandingRow($0) }
  }

  private init?(_ node: Node) {
    guard let rank = node["rank"]?.scalar.flatMap({ Int($0) }), rank > 0,
      let points = node["points"]?.scalar.flatMap({ Rational(exact: $0) })
    else { return nil }
    self.rank = rank
    self.points = points
    name = node["name"]?.scalar.map { String($0.prefix(Self.longestName)) }
    isOwn = node["own"]?.scalar == "yes"
    hiding = node["hidden"]?.scalar.flatMap { .init(rawValue: $0) }
    if name == nil, !isOwn { return nil }
  }

  /// Given and family name have at most 256 characters each.
  private static let longestName = 513
}
