import Model
import Testing

@testable import Grading

@Suite struct LatenessTests {
  /// Berlin in the autumn of 2026: clocks go back on October 25 at 01:00 UTC.
  static let berlin = Zone(
    name: "Europe/Berlin", initialOffset: 7200,
    transitions: [.init(at: Instant("2026-10-25T01:00:00Z"), offset: 3600)])
  static let due = Instant("2026-10-23T21:59:59Z")

  @Test(arguments: [
    ("2026-10-23T21:59:59Z", nil, "1"), ("2026-10-23T22:09:59Z", nil, "1"),
    ("2026-10-23T22:10:00Z", "1d", "0.9"), ("2026-10-24T21:59:59Z", "1d", "0.9"),
    ("2026-10-24T22:00:00Z", "2d", "0.8"),
    // The second day has 25 hours.
    ("2026-10-25T22:59:59Z", "2d", "0.8"), ("2026-10-25T23:00:00Z", "3d", "0.7"),
    ("2026-10-26T22:59:59Z", "3d", "0.7"), ("2026-10-26T23:00:00Z", "4d", "0"),
    ("2027-10-26T23:00:00Z", "369d", "0"), ("2020-01-01T00:00:00Z", nil, "1"),
    ("9999-12-31T23:59:59Z", "2912148d", "0"),
  ])
  func penaltiesPerDay(at: StaticString, late: String?, kept: String) throws {
    let lateness = try Lateness(Instant(at), due: Self.due, .strict, in: Self.berlin)
    #expect(lateness.late?.description == late && lateness.kept.description == kept)
    #expect(lateness.isClosed == (kept == "0"))
  }

  @Test(arguments: [
    ("2026-10-23T22:09:59Z", nil), ("2026-10-23T22:10:00Z", "1d"), ("2027-10-26T23:00:00Z", "369d"),
  ])
  func theStandardPolicyOnlyFlags(at: StaticString, late: String?) throws {
    let lateness = try Lateness(Instant(at), due: Self.due, .standard, in: Self.berlin)
    #expect(lateness.late?.description == late && lateness.kept == .one && !lateness.isClosed)
  }

  @Test(arguments: [
    ("2026-10-23T22:00:00Z", "1h", "0.95"), ("2026-10-23T22:59:59Z", "1h", "0.95"),
    ("2026-10-23T23:00:00Z", "2h", "0.9"), ("2026-12-23T23:00:00Z", "1466h", "0"),
  ])
  func hourly(at: StaticString, late: String, kept: String) throws {
    let rules = LateRules(penalty: LatePenalty(text: "1/20 per hour"))
    let lateness = try Lateness(Instant(at), due: Self.due, rules, in: Self.berlin)
    #expect(lateness.late?.description == late && lateness.kept.description == kept)
    #expect(!lateness.isClosed)
  }

  @Test(arguments: [
    ("1d", "2026-10-24T10:00:00Z", "1d", "1"), ("1d", "2026-10-24T22:00:00Z", "1d", "0.9"),
    ("5d", "2026-10-24T22:00:00Z", "2d", "1"), ("0d", "2026-10-24T22:00:00Z", nil, "0.8"),
    // A day and a half counts as one whole day.
    ("36h", "2026-10-24T22:00:00Z", "1d", "0.9"), ("5d", "2026-10-23T21:59:59Z", nil, "1"),
    // Closed work uses none of the late budget.
    ("9d", "2026-10-26T23:00:00Z", nil, "0"),
  ])
  func budget(of budget: String, at: StaticString, spent: String?, kept: String) throws {
    var rules = LateRules.strict
    rules.budget = TimeSpan(text: budget)
    let lateness = try Lateness(Instant(at), due: Self.due, rules, in: Self.berlin)
    #expect(lateness.spent?.description == spent && lateness.kept.description == kept)
  }

  @Test func workWithoutDueDateOrTimeIsNotLate() throws {
    #expect(try Lateness(Self.due, due: nil, .standard, in: .utc) == .inTime)
    #expect(try Lateness(nil, due: Self.due, .standard, in: .utc) == .inTime)
  }
}

@Suite struct TimelineTests {
  let due = Instant("2026-11-28T12:00:00Z")
  let attempts = [
    Attempt(commit: "a", claimed: Instant("2026-11-28T10:00:00Z")),
    Attempt(commit: "b", claimed: Instant("2026-11-28T11:00:00Z")),
  ]

  func times(
    _ received: [Arrival], limit: Int? = nil, evidence: Evidence = .claimed
  ) -> [String] {
    let terms = Terms(mailbox: "ada", late: LateRules(evidence: evidence), attempts: limit)
    return Timeline(attempts, received, terms).submissionTimes(due: due)
      .map { "\($0.number) \($0.at?.description.dropFirst(8).dropLast(4) ?? "") \($0.proof)" }
  }

  @Test func unrefutedClaimedTimesCount() {
    let collected = [Arrival(commit: "b", at: Instant("2026-11-30T08:00:00Z"), by: .collect)]
    #expect(times([]) == ["1 28T10:00 claimed", "2 28T11:00 claimed"])
    #expect(times(collected) == ["1 28T10:00 claimed", "2 28T11:00 claimed"])
  }

  @Test func receiptsTakePrecedence() {
    let receipt = Arrival(commit: "b", at: Instant("2026-11-28T13:00:00Z"), by: .hub)
    #expect(times([receipt]) == ["1 28T13:00 receipt", "2 28T13:00 receipt"])
    let again = Arrival(commit: "b", at: Instant("2026-11-29T13:00:00Z"), by: .hub)
    #expect(times([receipt, again]) == times([receipt]))
    let first = Arrival(commit: "a", at: Instant("2026-11-28T10:30:00Z"), by: .hub)
    #expect(times([first, receipt]) == ["1 28T10:30 receipt", "2 28T13:00 receipt"])
  }

  @Test func anEmptyCollectRefutesEarlierClaims() {
    let looks = [
      Arrival(commit: nil, at: Instant("2026-11-28T09:00:00Z"), by: .collect),
      Arrival(commit: nil, at: Instant("2026-11-28T18:00:00Z"), by: .collect),
      Arrival(commit: "b", at: Instant("2026-11-30T08:00:00Z"), by: .collect),
    ]
    #expect(times(looks) == ["1 28T18:00 claimed", "2 28T18:00 claimed"])
    // A collect before the due date gives no information about lateness.
    #expect(times([looks[0], looks[2]]) == ["1 28T10:00 claimed", "2 28T11:00 claimed"])
    // A collect that found only the first attempt shows that the second didn't exist yet.
    let found = Arrival(commit: "a", at: Instant("2026-11-28T18:00:00Z"), by: .collect)
    #expect(times([found, looks[2]]) == ["1 28T10:00 claimed", "2 28T18:00 claimed"])
  }

  @Test func attemptsFollowTheReceiptOfTheirPredecessor() {
    let received = [
      Arrival(commit: "a", at: Instant("2026-11-28T13:00:00Z"), by: .hub),
      Arrival(commit: "b", at: Instant("2026-11-30T08:00:00Z"), by: .bundle),
    ]
    #expect(times(received) == ["1 28T13:00 receipt", "2 28T13:00 claimed"])
  }

  @Test func attemptsPrecedeTheirCollection() {
    let collected = [Arrival(commit: "b", at: Instant("2026-11-28T10:30:00Z"), by: .collect)]
    #expect(times(collected) == ["1 28T10:00 claimed", "2 28T10:30 claimed"])
  }

  @Test func withRequiredReceiptsTheCollectTimeCounts() {
    let collected = [Arrival(commit: "b", at: Instant("2026-11-30T08:00:00Z"), by: .collect)]
    #expect(times(collected, evidence: .receipt) == ["1 30T08:00 receipt", "2 30T08:00 receipt"])
  }

  @Test func attemptsOverTheLimitDoNotCount() {
    #expect(times([], limit: 1) == ["1 28T10:00 claimed"])
    #expect(times([], limit: 0).isEmpty && times([], limit: -1).isEmpty)
  }
}
