import Testing

@testable import Model

@Suite struct LeaderboardTests {
  private func score(_ points: Int, at time: Int64?) -> Leaderboard.Score {
    .init(points: Rational(points), reached: time.map { Instant(seconds: $0) })
  }

  private func board(
    _ scores: [String: Leaderboard.Score], _ names: Subject.Leaderboard = .names,
    hidden: Set<String> = [], _ students: [Student]? = nil
  ) -> Leaderboard {
    let students = Students(
      students ?? scores.keys.sorted().map { Student(id: $0, alias: "*" + $0) })
    let participants = students.all.map {
      Participant(id: $0, hidden: hidden.contains($0) ? Instant(seconds: 0) : nil)
    }
    return Leaderboard(
      scores, of: ParticipantList(participants, among: students), students, names: names)
  }

  private func text(_ rows: [Leaderboard.Row]) -> [String] {
    rows.map { "\($0.rank) \($0.student)" }
  }

  @Test func tiesGoToThoseWhoReachedTheSumEarlier() {
    let board = board([
      "ada": score(5, at: 30), "ben": score(5, at: 10), "cleo": score(9, at: 50),
      "dan": score(5, at: nil),
    ])
    #expect(text(board.rows) == ["1 cleo", "2 ben", "3 ada", "4 dan"])
  }

  @Test func studentsWithTheSamePointsAndTimeShareARank() {
    let board = board([
      "ada": score(5, at: 10), "ben": score(5, at: 10), "cleo": score(1, at: 5),
      "dan": score(0, at: nil), "eve": score(0, at: nil),
    ])
    #expect(text(board.rows) == ["1 ada", "1 ben", "2 cleo", "3 dan", "3 eve"])
  }

  @Test func pointsAreComparedExactly() throws {
    var (third, tenths) = (Leaderboard.Score(), Leaderboard.Score())
    for _ in 0..<3 { try third.add(Rational(1) / Rational(3), at: nil) }
    for _ in 0..<10 { try tenths.add(Rational(1) / Rational(10), at: nil) }
    #expect(text(board(["ada": third, "ben": tenths]).rows) == ["1 ada", "1 ben"])
  }

  @Test func onlySubmissionsWithPointsCountForTheTime() throws {
    var score = Leaderboard.Score()
    try score.add(.one, at: Instant(seconds: 20))
    try score.add(.one, at: Instant(seconds: 10))
    try score.add(.zero, at: Instant(seconds: 90))
    #expect(score.reached == Instant(seconds: 20))
    #expect(score.points == Rational(2))
  }

  @Test func hiddenStudentsLeaveNoGap() {
    let board = board(
      ["ada": score(9, at: 1), "ben": score(8, at: 1), "cleo": score(7, at: 1)], hidden: ["ben"])
    #expect(text(board.rows) == ["1 ada", "2 ben", "3 cleo"])
    #expect(text(board.rows(for: "ada")) == ["1 ada", "2 cleo"])
    #expect(text(board.rows(for: "nobody")) == ["1 ada", "2 cleo"])
    #expect(text(board.rows(for: "ben")) == ["1 ada", "2 ben", "3 cleo"])
    #expect(board.rows.map(\.hiding) == [nil, .student, nil])
  }

  @Test func hiddenStudentsDoNotSeeEachOther() {
    let board = board(
      ["ada": score(9, at: 1), "ben": score(8, at: 1), "cleo": score(7, at: 1)],
      hidden: ["ada", "ben"])
    #expect(text(board.rows(for: "ben")) == ["1 ben", "2 cleo"])
    #expect(text(board.rows(for: "ada")) == ["1 ada", "2 cleo"])
    #expect(text(board.rows(for: "cleo")) == ["1 cleo"])
  }

  @Test func aHiddenStudentSharesTheRankOfATie() {
    let board = board(
      ["ada": score(9, at: 1), "ben": score(9, at: 1), "cleo": score(7, at: 1)], hidden: ["ben"])
    #expect(text(board.rows(for: "ben")) == ["1 ada", "1 ben", "2 cleo"])
    #expect(text(board.rows(for: "cleo")) == ["1 ada", "2 cleo"])
  }

  @Test func studentsWithoutAnAliasAreHiddenInAnAliasLeaderboard() {
    let students = [
      Student(id: "ada", given: "Ada", alias: "Comet"), Student(id: "ben", given: "Ben"),
      Student(id: "cleo", given: "Cleo", alias: "Quasar", leaderboard: false),
      Student(id: "dan", given: "Dan", alias: "Meteor", isTest: true),
    ]
    let scores = Dictionary(uniqueKeysWithValues: students.map { ($0.id, score(1, at: 1)) })
    let alias = board(scores, .alias, students)
    #expect(alias.shownRows.map(\.name) == ["Comet"])
    #expect(Set(alias.rows.map(\.hiding)) == [nil, .alias, .teacher])
    #expect(!alias.rows.contains { $0.student == "dan" })
    #expect(board(scores, .names, students).shownRows.map(\.name) == ["Ada", "Ben"])
  }

  @Test func aliasesDecideTheOrderOfATieSoThatItTellsNothingAboutNames() {
    let students = [Student(id: "ada", alias: "Z"), Student(id: "ben", alias: "A")]
    let board = board(["ada": score(1, at: 1), "ben": score(1, at: 1)], .alias, students)
    #expect(board.shownRows.map(\.name) == ["A", "Z"])
  }

  @Test(arguments: LeaderboardCriterion.all) func criteriaAreReadByName(
    _ criterion: LeaderboardCriterion
  ) {
    #expect(LeaderboardCriterion(criterion.name) == criterion)
    #expect(LeaderboardCriterion(criterion.name + "x") == nil)
  }
}
