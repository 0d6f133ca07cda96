import Git
import Model
import PlainYAML
import Testing

@testable import Exchange

@Suite struct StandingTests {
  private func rows(_ text: String) throws -> [StandingRow] {
    StandingRow.rows(try Document(Array(text.utf8)).root)
  }

  private let board: Leaderboard = {
    let students = Students([
      Student(id: "ada", given: "Ada", alias: "Comet: the \"first\""),
      Student(id: "ben", given: "Ben", alias: "- no"), Student(id: "cleo", given: "Cleo"),
    ])
    let scores = ["ada": 9, "ben": 5, "cleo": 7].mapValues {
      Leaderboard.Score(points: Rational($0), reached: Instant(seconds: 1))
    }
    return Leaderboard(
      scores, of: ParticipantList(students.all.map { Participant(id: $0) }, among: students),
      students, names: .alias)
  }()

  @Test func writtenRowsAreReadBack() throws {
    let text = String(decoding: StandingBoard(board).bytes(for: "cleo"), as: UTF8.self)
    let rows = try rows("returned: 1\n" + text)
    #expect(rows.map(\.rank) == [1, 2, 3])
    #expect(rows.map(\.name) == ["Comet: the \"first\"", nil, "- no"])
    #expect(rows.map(\.isOwn) == [false, true, false])
    #expect(rows.map(\.hiding) == [nil, .alias, nil])
  }

  @Test(arguments: ["ada", "ben", "test"]) func othersGetNeitherIdentifiersNorHiddenStudents(
    _ student: String
  ) {
    let text = String(decoding: StandingBoard(board).bytes(for: student), as: UTF8.self)
    for secret in ["ada", "ben", "cleo", "Cleo", "points: 7", "hidden"] {
      #expect(!text.contains(secret))
    }
    #expect(text.contains("own") == (student != "test"))
  }

  @Test func forgedRowsAreIgnored() throws {
    let long = String(repeating: "x", count: 5000)
    let found = try rows(
      """
      leaderboard:
        - {rank: -1, name: A, points: 5}
        - {rank: one, name: A, points: 5}
        - {rank: 1, name: A, points: many}
        - {rank: 1, points: 5}
        - text
        - {rank: 2, name: \(long), points: 1/3, own: maybe, hidden: perhaps}
      """)
    #expect(found.map(\.name?.count) == [513])
    #expect(found.allSatisfy { !$0.isOwn && $0.hiding == nil })
    #expect(try rows("leaderboard: 5").isEmpty)
    #expect(StandingRow.rows(nil).isEmpty)
  }

  @Test func aChoiceIsReadBack() throws {
    let choice = LeaderboardChoice(isHidden: true, at: Instant(seconds: 1_700_000_000))
    #expect(try LeaderboardChoice(choice.bytes) == choice)
    #expect(choice.hiddenSince == choice.at)
  }

  @Test(arguments: [
    "", "hidden: maybe\nat: \"2026-11-20T08:00:00Z\"", "hidden: yes", "hidden: yes\nat: soon",
    "- hidden", "hidden: [yes]\nat: \"2026-11-20T08:00:00Z\"", "{", "\u{0}",
  ])
  func otherChoicesAreRefused(_ text: String) {
    #expect(throws: LeaderboardChoice.Invalid.self) { try LeaderboardChoice(Array(text.utf8)) }
  }
}
