import Testing
import Text

@testable import Course

@Suite struct RankRangeTests {
  private let ranks = [1, 2, 2, 3, 4]

  @Test(arguments: [
    ("1-4", [1, 2, 2, 3, 4]), ("2", [2, 2]), ("2-3", [2, 2, 3]), ("3-", [3, 4]), ("4-4", [4]),
  ])
  func aRangeSelectsRanks(_ text: String, _ expected: [Int]) throws {
    #expect(try RankRange(text).select(from: ranks) { $0 } == expected)
  }

  @Test(arguments: [
    "", "-", "-3", "0-3", "0", "5-2", "5-0", "1-2-3", "one", "1..3", "1-3x", " 1", "--2",
    "99999999999999999999",
  ])
  func otherTextsAreRefused(_ text: String) {
    #expect(throws: Failure.self) { try RankRange(text) }
  }

  @Test(arguments: [
    ("1-5", "no rank 5: the last rank is 4"), ("7", "no rank 7: the last rank is 4"),
    ("9-", "no rank 9: the last rank is 4"),
  ])
  func aRangePastTheEndNamesTheLastRank(_ text: String, _ message: String) throws {
    let failure = try #require(throws: Failure.self) {
      try RankRange(text).select(from: ranks) { $0 }
    }
    #expect(failure.message.text == message)
    #expect(throws: Failure.self) { try RankRange(text).select(from: []) { (rank: Int) in rank } }
  }
}
