import Testing
import Text

@testable import Course

@Suite struct ConditionTests {
  private func shown(_ text: String) throws -> [[String]] {
    try Condition.list(text).map { [$0.name, $0.isNegated ? "!=" : "=", $0.value] }
  }

  @Test(arguments: [
    ("type=quiz", [["type", "=", "quiz"]]), ("type!=quiz", [["type", "!=", "quiz"]]),
    ("type=quiz,topic!=math", [["type", "=", "quiz"], ["topic", "!=", "math"]]),
    // A part without `=` belongs to the previous value.
    ("title=One, two,type=quiz", [["title", "=", "One, two"], ["type", "=", "quiz"]]),
    ("title=a,,b", [["title", "=", "a,,b"]]), ("title=", [["title", "=", ""]]),
    ("title!=", [["title", "!=", ""]]), ("title==x", [["title", "=", "=x"]]),
    ("=x", [["", "=", "x"]]), ("titre=été,", [["titre", "=", "été,"]]),
  ])
  func listsHaveSeveralConditions(_ text: String, _ expected: [[String]]) throws {
    #expect(try shown(text) == expected)
  }

  @Test(arguments: [("", ""), ("quiz", "quiz"), ("quiz,type=x", "quiz"), (",", ",")])
  func textsWithoutAValueAreRefused(_ text: String, _ part: String) {
    let failure = #expect(throws: Failure.self) { try Condition.list(text) }
    #expect(failure?.id == .commandIsFaulty)
    #expect(failure?.message == "invalid condition '\(part)'")
    #expect(failure?.hint == "write 'field=value' or 'field!=value'")
  }

  @Test(arguments: [
    ("Quiz", "quiz", true), ("ＱＵＩＺ", "quiz", true), (" a  b ", "A b", true),
    ("STRASSE", "straße", true),
    ("2.50", "2,5", true), ("1/2", "50%", true), ("quiz", "quizz", false), ("2", "3", false),
    ("", "", true), ("2", "two", false),
  ])
  func wordsAreComparedWithoutCaseAndNumbersByValue(_ word: String, _ asked: String, _ isSame: Bool)
  {
    #expect(Condition.isSame(word, asked) == isSame)
  }

  @Test(arguments: [
    ("a=x", ["y", "x"], true), ("a=x", ["y"], false), ("a=x", [], false), ("a=", [], true),
    ("a=", ["x"], false), ("a!=x", ["y", "x"], false), ("a!=x", ["y"], true), ("a!=x", [], true),
    ("a!=", [], false), ("a!=", ["x"], true),
  ])
  func emptyValuesMatchMissingOnes(_ text: String, _ words: [String], _ holds: Bool) throws {
    let condition = try #require(try Condition.list(text).first)
    #expect(condition.holds(of: words, matching: ==) == holds)
  }

  @Test func optionsAreShownAsOptions() throws {
    #expect(Condition(option: "class", "7b").shownName == "--class")
    #expect(try Condition.list("class=7b")[0].shownName == "class")
  }
}
