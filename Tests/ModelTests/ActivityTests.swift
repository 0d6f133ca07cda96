import Testing

@testable import Model

@Suite struct CoverageTests {
  private func number(_ text: String) -> Rational { Rational(text: text) ?? .zero }

  private func coverage(_ ranges: [(String, String)]) throws -> Coverage {
    var coverage = Coverage()
    for (start, end) in ranges { try coverage.add(number(start), number(end)) }
    return coverage
  }

  @Test(arguments: [
    ([("0", "0.3"), ("0.5", "0.8")], "0.6"),
    ([("0.5", "0.8"), ("0", "0.3")], "0.6"),
    ([("0", "0.5"), ("0.3", "0.8")], "0.8"),
    ([("0", "0.5"), ("0.5", "1")], "1"),
    ([("0.2", "0.4"), ("0.2", "0.4")], "0.2"),
    ([("0", "1"), ("0.2", "0.4")], "1"),
    ([("0.1", "0.2"), ("0.3", "0.4"), ("0.15", "0.35")], "0.3"),
    ([("0.3", "0.3")], "0"),
    ([("0", "1/3"), ("2/3", "1")], "2/3"),
  ])
  func progressIsTheLengthOfTheUnion(_ ranges: [(String, String)], _ length: String) throws {
    #expect(try coverage(ranges).length == number(length))
  }

  @Test func touchingRangesBecomeOne() throws {
    let coverage = try coverage([("0", "0.3"), ("0.6", "0.8"), ("0.3", "0.6")])
    #expect(coverage.ranges == [.init(start: .zero, end: number("0.8"))])
  }

  /// Compares random unions of twelfths with marked cells.
  @Test func unionsEqualMarkedCellsAndNeverShrink() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<500 {
      var coverage = Coverage()
      var cells = [Bool](repeating: false, count: 12)
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let ends = [Int.random(in: 0...12, using: &random), Int.random(in: 0...12, using: &random)]
          .sorted()
        let before = coverage.length
        try coverage.add(
          #require(Rational(Int128(ends[0]), over: 12)),
          #require(Rational(Int128(ends[1]), over: 12)))
        for cell in ends[0]..<ends[1] { cells[cell] = true }
        #expect(coverage.length >= before)
      }
      #expect(coverage.length == Rational(Int128(cells.count { $0 }), over: 12))
      for (range, next) in zip(coverage.ranges, coverage.ranges.dropFirst()) {
        #expect(range.end < next.start)
      }
    }
  }

  @Test func invalidRangesAreRefusedAndChangeNothing() throws {
    var coverage = try coverage([("0", "0.5")])
    #expect(throws: ActivityFault.outOfRange(number("1.5"))) {
      try coverage.add(.zero, number("1.5"))
    }
    #expect(throws: ActivityFault.outOfRange(number("-1"))) {
      try coverage.add(number("-1"), .one)
    }
    #expect(throws: ActivityFault.reversed(.one, .zero)) { try coverage.add(.one, .zero) }
    #expect(coverage.length == number("0.5"))
  }

  @Test func tooManySeparateRangesAreRefused() throws {
    var coverage = Coverage()
    for place in 0..<Coverage.maxRanges {
      let start = try #require(Rational(Int128(place * 2), over: 1000))
      let end = try #require(Rational(Int128(place * 2 + 1), over: 1000))
      try coverage.add(start, end)
    }
    #expect(throws: ActivityFault.tooManyRanges) { try coverage.add(number("0.999"), .one) }
    #expect(coverage.length == number("0.2"))
    try coverage.add(.zero, .one)
    #expect(coverage.ranges.count == 1)
  }

  @Test func fractionsWithLargeDenominatorsAreRefused() throws {
    var coverage = Coverage()
    let precise = try #require(Rational(1, over: 1009))
    #expect(throws: ActivityFault.tooPrecise(precise)) { try coverage.add(.zero, precise) }
    try coverage.add(.zero, number("0.333333333333333333"))
  }

  @Test func boundsWithManyDenominatorsAreSummedExactly() throws {
    var coverage = Coverage()
    for denominator in stride(from: 999, through: 603, by: -2) {
      try coverage.add(
        #require(Rational(1, over: Int128(denominator + 1))),
        #require(Rational(1, over: Int128(denominator))))
    }
    #expect(coverage.ranges.count == 199)
    #expect(coverage.length > .zero && coverage.length < .one)
  }
}

@Suite struct ActivityAttemptTests {
  private let start = Instant(seconds: 1_000)

  private func item(_ id: String, _ value: ActivityItem.Value, title: String? = nil) throws
    -> ActivityItem
  {
    try ActivityItem(id: id, title: title, value: value)
  }

  @Test func timeIsTheSumOfTheSessions() {
    var attempt = ActivityAttempt(started: start)
    attempt.add(.init(start: Instant(seconds: 1_000), end: Instant(seconds: 1_060)))
    attempt.add(.init(start: Instant(seconds: 5_000), end: Instant(seconds: 5_010)))
    #expect(attempt.seconds == 70)
  }

  @Test func savingOneSessionTwiceCountsItOnce() {
    var attempt = ActivityAttempt(started: start)
    attempt.add(.init(start: start, end: Instant(seconds: 1_060)))
    attempt.add(.init(start: start, end: Instant(seconds: 1_090)))
    #expect(attempt.seconds == 90)
    #expect(attempt.sessions.count == 1)
  }

  @Test func aClockSetBackCountsNothing() {
    var attempt = ActivityAttempt(started: start)
    attempt.add(.init(start: start, end: Instant(seconds: 10)))
    #expect(attempt.seconds == 0)
    #expect(attempt.isEmpty)
  }

  @Test func reportingAnItemAgainReplacesItsValueAndKeepsItsTitle() throws {
    var attempt = ActivityAttempt(started: start)
    try attempt.set(item("q1", .binary(.correct, false), title: "Question 1"))
    try attempt.set(item("q1", .binary(.correct, true)))
    #expect(
      attempt.items == [try item("q1", .binary(.correct, true), title: "Question 1")])
  }

  @Test func itemsKeepTheirKind() throws {
    var attempt = ActivityAttempt(started: start)
    try attempt.set(item("q1", .binary(.correct, true)))
    #expect(throws: ActivityFault.kindChanged(id: "q1")) {
      try attempt.set(item("q1", .binary(.passed, true)))
    }
    try attempt.set(primary: item("words", .quantity(.one)))
    #expect(throws: ActivityFault.kindChanged(id: "score")) {
      try attempt.set(primary: item("score", .score(.one, max: .one)))
    }
  }

  @Test func itemsHaveALimit() throws {
    var attempt = ActivityAttempt(started: start)
    for number in 0..<ActivityAttempt.mostItems {
      try attempt.set(item("q\(number)", .quantity(.one)))
    }
    #expect(throws: ActivityFault.tooManyItems) { try attempt.set(item("more", .quantity(.one))) }
    try attempt.set(item("q0", .quantity(.zero)))
  }

  @Test(
    arguments: [
      ("", nil, ActivityItem.Value.quantity(.one), ActivityFault.invalidID("")),
      ("a b", nil, .quantity(.one), .invalidID("a b")),
      ("a", String(repeating: "x", count: 257), .quantity(.one), .titleTooLong),
      ("a", nil, .score(.one, max: .zero), .invalidMaximum(.zero)),
      ("a", nil, .score(Rational(2), max: .one), .scoreOutOfRange(Rational(2), max: .one)),
      ("a", nil, .score(Rational(-1), max: .one), .scoreOutOfRange(Rational(-1), max: .one)),
    ] as [(String, String?, ActivityItem.Value, ActivityFault)])
  func invalidItemsAreRefused(
    _ id: String, _ title: String?, _ value: ActivityItem.Value, _ fault: ActivityFault
  ) {
    #expect(throws: fault) { try ActivityItem(id: id, title: title, value: value) }
  }

  @Test func progressAccumulatesOverAttempts() throws {
    var record = ActivityRecord()
    var first = ActivityAttempt(started: start)
    try first.coverage.add(.zero, #require(Rational(text: "0.3")))
    var second = ActivityAttempt(started: Instant(seconds: 2_000))
    try second.coverage.add(#require(Rational(text: "0.2")), #require(Rational(text: "0.5")))
    record.save(first, file: nil)
    record.save(second, file: nil)
    record.save(second, file: nil)
    #expect(record.attempts.count == 2)
    #expect(record.progress == Rational(text: "0.5"))
  }

  @Test func onlyTheLastAttemptsKeepTheirItems() throws {
    var record = ActivityRecord()
    for number in 0..<25 {
      var attempt = ActivityAttempt(started: Instant(seconds: Int64(number)))
      try attempt.set(ActivityItem(id: "q", value: .binary(.correct, true)))
      try attempt.set(primary: ActivityItem(id: "s", value: .quantity(Rational(number))))
      record.save(attempt, file: nil)
    }
    #expect(
      record.attempts.map(\.items.count) == Array(repeating: 0, count: 5)
        + Array(repeating: 1, count: 20))
    #expect(record.attempts.map(\.primary?.value) == (0..<25).map { .quantity(Rational($0)) })
  }
}
