import Model
import Testing
import Text

@testable import Course

@Suite struct ActivityRequestTests {
  private func problem(_ line: String) -> String? {
    do throws(ActivityRequest.Problem) {
      _ = try ActivityRequest(Array(line.utf8))
      return nil
    } catch {
      return error.message.text
    }
  }

  @Test func everyReportIsRead() throws {
    func read(_ line: String) throws -> ActivityRequest { try ActivityRequest(Array(line.utf8)) }
    let half = try #require(Rational(text: "0.5"))
    #expect(try read(#"{"progress": 0.5}"#) == .progress(half))
    #expect(try read(#"{"range": [0, 0.5]}"#) == .range(.zero, half))
    #expect(try read(#"{"stop": true}"#) == .stop)
    #expect(
      try read(#"{"item": {"id": "q1", "title": "Question 1", "correct": true}}"#)
        == .item(ActivityItem(id: "q1", title: "Question 1", value: .binary(.correct, true))))
    #expect(
      try read(#"{"primary": {"id": "score", "score": 7, "max": 10}}"#)
        == .primary(ActivityItem(id: "score", value: .score(Rational(7), max: Rational(10)))))
    #expect(
      try read(#"{"item": {"id": "n", "quantity": 1.5}}"#)
        == .item(ActivityItem(id: "n", value: .quantity(#require(Rational(text: "1.5"))))))
  }

  @Test(arguments: [
    ("", "invalid JSON: unexpected end"),
    ("hello", "invalid JSON: expected a value"),
    ("[1]", "a report is an object with one member"),
    (#"{"progress": 1, "stop": true}"#, "a report is an object with one member"),
    (#"{"progress": "half"}"#, "'progress' must be a number"),
    (
      #"{"progress": 1e400}"#,
      "'progress' must be a number of at most 18 digits without an exponent"
    ),
    (#"{"range": 1}"#, "'range' must be two numbers: [0, 0.5]"),
    (#"{"stop": 1}"#, "unknown report 'stop'; use progress, range, item, primary or stop"),
    (#"{"item": 1}"#, "an item is an object with 'id' and a result"),
    (#"{"item": {"correct": true}}"#, "an item needs a text 'id'"),
    (
      #"{"item": {"id": "a"}}"#,
      "an item needs one result: correct, passed, true, yes, quantity, or score and max"
    ),
    (#"{"item": {"id": "a", "correct": 1}}"#, "'correct' must be true or false"),
    (#"{"item": {"id": "a", "colour": 1}}"#, "unknown member 'colour'"),
    (
      #"{"item": {"id": "a", "score": 1, "max": 0}}"#,
      "the maximum must be greater than 0, not 0"
    ),
  ])
  func faultyReportsAreExplained(_ line: String, _ message: String) {
    #expect(problem(line) == message)
  }
}
