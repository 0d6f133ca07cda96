import Course
import Model
import Testing

@Suite struct WatchPaceTests {
  private func waits(_ every: TimeSpan, failures: Int) throws -> [Int64] {
    var pace = try #require(WatchPace(every: every))
    return (0...failures).map { _ in
      defer { pace.note(success: false) }
      return pace.wait
    }
  }

  @Test func failuresDoubleTheTimeUpToAnHour() throws {
    #expect(try waits(.seconds(300), failures: 5) == [300, 600, 1200, 2400, 3600, 3600])
    #expect(try waits(.seconds(5), failures: 70).last == 3600)
  }

  @Test func longIntervalsStayAsTheyAre() throws {
    #expect(try waits(.days(1), failures: 3) == [86_400, 86_400, 86_400, 86_400])
  }

  @Test func successEndsTheDelay() throws {
    var pace = try #require(WatchPace(every: .seconds(60)))
    pace.note(success: false)
    pace.note(success: false)
    pace.note(success: true)
    #expect(pace.wait == 60)
    #expect(pace.failures == 0)
  }

  @Test(arguments: [TimeSpan.seconds(0), .seconds(4), .days(8)])
  func otherIntervalsAreInvalid(_ every: TimeSpan) {
    #expect(WatchPace(every: every) == nil)
  }
}
