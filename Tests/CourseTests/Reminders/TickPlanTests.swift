import Course
import Model
import Testing

@Suite struct TickPlanTests {
  private static let noon = Instant(iso: "2026-11-28T12:00:00Z") ?? Instant(seconds: 0)

  private func at(_ hours: Int64) -> Instant { Self.noon.adding(seconds: hours * 3600) }

  private func moment(
    _ kind: TickStep.Kind, of name: String = "math", _ hours: Int64, expires: Int64? = nil,
    isPending: Bool? = nil
  ) -> TickMoment {
    TickMoment(
      TickStep(kind, name, at: at(hours)), expires: expires.map(at), isPending: isPending)
  }

  private func plan(
    _ moments: [TickMoment], done: [String: Int64] = [:],
    failures: [String: TickState.Failure] = [:], now: Int64 = 0
  ) -> TickPlan {
    TickPlan(
      moments, TickState(done: done.mapValues { at($0) }, failures: failures), at: at(now))
  }

  @Test func pastMomentsAreOneStepAtTheLatestTime() {
    let plan = plan([moment(.collect, -5), moment(.collect, -2), moment(.collect, 3)])
    #expect(plan.due == [TickStep(.collect, "math", at: at(-2))])
    #expect(plan.next == [TickStep(.collect, "math", at: at(3))])
  }

  /// (done until, now) -> whether a moment at noon is due.
  @Test(
    arguments: [
      (nil, -1, false), (nil, 0, true), (nil, 24, true), (-1, 0, true), (0, 0, false),
      (1, 2, false),
      // The clock was set back: times in the future count as now.
      (240, 0, false), (240, -1, false),
    ] as [(Int64?, Int64, Bool)])
  func momentIsDueOnce(_ done: Int64?, _ now: Int64, _ isDue: Bool) {
    let plan = plan(
      [moment(.collect, 0)], done: done.map { ["collect math": $0] } ?? [:], now: now)
    #expect(plan.due.isEmpty != isDue)
  }

  @Test func clockThatWasAheadSkipsNothingLater() {
    // Done in the far future by a wrong clock; now it is right again, and the date comes.
    var state = TickState(done: ["collect math": at(10_000)])
    #expect(TickPlan([moment(.collect, 2)], state, at: at(0)).next.first?.at == at(2))
    state.succeeded(TickStep(.collect, "math", at: at(0)), at: at(0))
    #expect(TickPlan([moment(.collect, 2)], state, at: at(3)).due.count == 1)
  }

  @Test func stepsHaveAnOrder() {
    let moments = [
      moment(.remind, of: "assignments/one", -1), moment(.returning, -1), moment(.grade, -1),
      moment(.collect, of: "art", -1), moment(.collect, -1), moment(.publish, -1),
    ]
    #expect(
      plan(moments).due.map(\.key) == [
        "publish math", "collect art", "collect math", "grade math", "return math",
        "remind assignments/one",
      ])
  }

  @Test func ledgersDecideAboutTheirSteps() {
    #expect(plan([moment(.returning, -1, isPending: false)]).due.isEmpty)
    let done: [String: Int64] = ["return math": 0]
    #expect(plan([moment(.returning, -1, isPending: true)], done: done).due.count == 1)
    #expect(plan([moment(.returning, 1, isPending: true)]).due.isEmpty)
  }

  @Test func expiredMomentsAreDropped() {
    #expect(plan([moment(.remind, -3, expires: -1)]).due.isEmpty)
    #expect(plan([moment(.remind, -3, expires: 1)]).due.count == 1)
  }

  @Test(arguments: [(1, 300), (2, 600), (3, 1200), (8, 21_600), (1000, 21_600)] as [(Int, Int64)])
  func failureWaitsLongerEachTime(_ count: Int, _ seconds: Int64) {
    let failure = TickState.Failure(count: count, at: at(0), message: "offline")
    #expect(failure.retry == at(0).adding(seconds: seconds))
    let state = TickState(failures: ["collect math": failure])
    let moments = [moment(.collect, -1)]
    let waiting = TickPlan(moments, state, at: failure.retry.adding(seconds: -1))
    #expect(waiting.due.isEmpty)
    #expect(waiting.next.first?.at == failure.retry)
    #expect(TickPlan(moments, state, at: failure.retry).due.count == 1)
    // A failure in the future comes from a clock that was set back.
    #expect(TickPlan(moments, state, at: at(0).adding(seconds: -1)).due.count == 1)
  }

  @Test func gradingWaitsForCollecting() {
    let failure = TickState.Failure(count: 1, at: at(0), message: "offline")
    let plan = plan(
      [moment(.collect, -1), moment(.grade, -1), moment(.publish, -1)],
      failures: ["collect math": failure])
    #expect(plan.due.map(\.key) == ["publish math"])
    #expect(plan.next.map(\.key) == ["collect math", "grade math"])
  }

  @Test func successEndsFailures() {
    var state = TickState()
    let step = TickStep(.collect, "math", at: at(-1))
    state.failed(step, "offline", at: at(0))
    state.failed(step, "offline", at: at(1))
    #expect(state.failures["collect math"]?.count == 2)
    state.succeeded(step, at: at(2))
    #expect(state.failures.isEmpty)
    #expect(state.done == ["collect math": at(2)])
  }

  /// Days before a due date are calendar days, of 23 and 25 hours when clocks change.
  @Test(arguments: [
    ("2026-03-29T22:00:00Z", "2026-03-28T23:00:00Z"),
    ("2026-10-25T23:00:00Z", "2026-10-24T22:00:00Z"),
    ("2026-07-02T10:00:00Z", "2026-07-01T10:00:00Z"),
  ])
  func dayBeforeKeepsTheLocalTime(_ due: String, _ expected: String) throws {
    let zone = Zone(
      name: "Europe/Berlin", initialOffset: 3600,
      transitions: [
        .init(at: try #require(Instant(iso: "2026-03-29T01:00:00Z")), offset: 7200),
        .init(at: try #require(Instant(iso: "2026-10-25T01:00:00Z")), offset: 3600),
      ])
    let time = try #require(Instant(iso: due))
    #expect(zone.subtracting(.days(1), from: time) == Instant(iso: expected))
    #expect(zone.subtracting(.seconds(86_400), from: time) == time.adding(seconds: -86_400))
  }

  @Test func unitsQuoteTheSchool() throws {
    let units = TickUnits(school: "/home/a b/50% \"math\"", program: "/usr/bin/teachkit")
    let service = try #require(units.files(every: .seconds(600)).first?.text)
    #expect(
      service.contains(
        #"ExecStart="/usr/bin/teachkit" -C "/home/a b/50%% \"math\"" tick"#))
    let line = try #require(units.cronLine(every: .seconds(600)))
    #expect(line.hasPrefix("*/10 * * * * '/usr/bin/teachkit' '-C' '/home/a b/50\\% \"math\"'"))
    #expect(units.isOwn(line))
    #expect(!units.isOwn(line + "x"))
  }

  @Test(
    arguments: [
      (60, "*/1 * * * *"), (1800, "*/30 * * * *"), (7200, "0 */2 * * *"), (86_400, "0 0 * * *"),
      (420, nil), (90, nil), (18_000, nil),
    ] as [(Int64, String?)])
  func cronSupportsSomeTimes(_ seconds: Int64, _ expected: String?) {
    let line = TickUnits(school: "/s", program: "/t").cronLine(every: .seconds(seconds))
    #expect(line?.split(separator: " ").prefix(5).joined(separator: " ") == expected)
  }
}
