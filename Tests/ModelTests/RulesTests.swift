import Testing

@testable import Model

@Suite struct RulesTests {
  @Test(arguments: [
    ("10% per day", "1/10", LatePenalty.Period.day, "10% per day"),
    ("1/20 per hour", "1/20", .hour, "5% per hour"), ("0 per day", "0", .day, "0% per day"),
    ("1 per day", "1", .day, "100% per day"), ("0,5 per hour", "1/2", .hour, "50% per hour"),
    ("  2.5%  per  day ", "1/40", .day, "2.5% per day"),
    // A share that no short percentage expresses stays exact.
    ("1/3 per hour", "1/3", .hour, "1/3 per hour"),
  ])
  func penaltiesAreAShareOfThePoints(
    _ text: String, _ share: String, _ period: LatePenalty.Period, _ written: String
  ) throws {
    let penalty = try #require(LatePenalty(text: text))
    #expect(penalty.share == Rational(exact: share))
    #expect(penalty.period == period)
    #expect(penalty.description == written)
    #expect(LatePenalty(text: written) == penalty)
  }

  @Test(arguments: [
    "", "10%", "10% day", "10% per", "10% per week", "10% per Day", "10 % per day", "-10% per day",
    "101% per day", "1.0001 per day", "ten per day", "10% per day each", "10% a day",
  ])
  func otherTextsAreNotPenalties(_ text: String) {
    #expect(LatePenalty(text: text) == nil)
  }

  private static let tenth = LatePenalty(share: Rational("1/10"), period: .day)

  @Test func innerLateRulesOverrideOuterOnesFieldByField() {
    let outer = LateRules(
      grace: .seconds(1), penalty: Self.tenth, cutoff: .days(1), budget: .days(2),
      evidence: .receipt)
    #expect(LateRules().over(outer) == outer)
    #expect(outer.over(.standard) == outer)
    #expect(LateRules(grace: .seconds(9)).over(outer).grace == .seconds(9))
    #expect(LateRules(cutoff: .days(9)).over(outer).grace == .seconds(1))
    #expect(LateRules(cutoff: .days(9)).over(outer).cutoff == .days(9))
    #expect(LateRules(budget: .days(9)).over(outer).budget == .days(9))
    #expect(LateRules(evidence: .claimed).over(outer).evidence == .claimed)
    let hourly = LatePenalty(share: .one, period: .hour)
    #expect(LateRules(penalty: hourly).over(outer).penalty == hourly)
  }

  @Test func standardRulesGiveTenMinutesAndHaveNoConsequences() {
    #expect(LateRules.standard.grace == .seconds(600))
    #expect(LateRules.standard.penalty == nil)
    #expect(LateRules.standard.cutoff == nil)
    #expect(!LateRules.standard.hasConsequences)
    #expect(LateRules(penalty: Self.tenth).hasConsequences)
    #expect(!LateRules(penalty: LatePenalty(share: .zero, period: .day)).hasConsequences)
    #expect(LateRules(cutoff: .days(3)).hasConsequences)
    #expect(LateRules.standard.budget == nil)
    #expect(LateRules.standard.evidence == .claimed)
  }

  @Test func innerWorkRulesOverrideOuterOnesFieldByField() {
    let window = ExamWindow(from: Instant(seconds: 1), to: Instant(seconds: 2))
    let outer = WorkRules(
      late: LateRules(grace: .seconds(1)), attempts: 3, counts: .best, afterSolutions: .counts,
      exam: window)
    #expect(WorkRules().over(outer) == outer)
    #expect(outer.over(WorkRules(attempts: 9)) == outer)
    let inner = WorkRules(late: LateRules(cutoff: .days(5)), attempts: 1, counts: .last)
    let both = inner.over(outer)
    #expect(both.late == LateRules(grace: .seconds(1), cutoff: .days(5)))
    #expect(both.attempts == 1)
    #expect(both.counts == .last)
    #expect(both.afterSolutions == .counts)
    #expect(both.exam == window)
  }

  @Test func termsHaveEveryFieldOfTheLatePolicy() {
    let terms = Terms(mailbox: "ada", late: LateRules(grace: .seconds(0)))
    #expect(terms.late == LateRules(grace: .seconds(0)).over(.standard))
  }

  @Test(arguments: [
    // The cutoff is a calendar day in the zone, also when clocks change.
    (Zone.berlin, "2026-10-24T21:59:59Z", TimeSpan.days(1), "2026-10-25T22:59:59Z"),
    (.stJohns, "2026-11-01T02:29:59Z", .days(1), "2026-11-02T03:29:59Z"),
    (.seoul, "2026-12-31T14:59:59Z", .days(3), "2027-01-03T14:59:59Z"),
    (.berlin, "2026-10-24T21:59:59Z", .seconds(86_400), "2026-10-25T21:59:59Z"),
    (.berlin, "2026-10-24T21:59:59Z", .seconds(0), "2026-10-24T21:59:59Z"),
  ])
  func workClosesAfterTheCutoff(
    _ zone: Zone, _ due: String, _ cutoff: TimeSpan, _ expected: String
  ) throws {
    let terms = Terms(
      mailbox: "ada", due: try #require(Instant(iso: due)), late: LateRules(cutoff: cutoff))
    #expect(terms.closes(in: zone)?.description == expected)
  }

  @Test func workWithoutADueDateNeverCloses() {
    #expect(Terms(mailbox: "ada").closes(in: .berlin) == nil)
  }

  @Test func extensionsApplyToTheDueDatesOfExercises() {
    func exercise(_ due: Int64?) -> Exercise {
      Exercise(
        id: "half", prompt: "?", due: due.map { Instant(seconds: $0) }, question: .number(nil))
    }
    let more = Assignment.Extension(who: "ada", until: Instant(seconds: 50))
    let plain = Terms(mailbox: "ada", due: Instant(seconds: 40))
    let extended = Terms(mailbox: "ada", due: Instant(seconds: 50), more: more)
    let exam = Terms(mailbox: "ada", due: Instant(seconds: 40), opens: Instant(seconds: 1))
    #expect(plain.due(of: exercise(20))?.seconds == 20)
    #expect(extended.due(of: exercise(20))?.seconds == 50)
    #expect(extended.due(of: exercise(60))?.seconds == 60)
    #expect(extended.due(of: exercise(nil)) == nil)
    #expect(exam.due(of: exercise(20)) == nil)
  }
}
