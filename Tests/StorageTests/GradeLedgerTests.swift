import Model
import Testing
import Text

@testable import Storage

/// Damaged lines in the grades of a worksheet.
@Suite struct GradeLedgerTests {
  static let whole = "{score: 1, earned: 1, max: 2, state: graded, attempt: 1, items: {half: 1}}"

  @Test(arguments: [
    "{score: x, max: 2, state: graded}", "{max: 2, state: graded}", "{score: 1, max: 2}",
    "{score: 1, max: two, state: graded}", "{score: 1, max: 2, state: done}",
    "{score: 1, earned: 1-, max: 2, state: graded}",
    "{score: 1, max: 2, state: graded, items: {half: 1.x}}",
    "{score: 1, max: 2, state: graded, late: soon}",
    "{score: 1, max: 2, state: graded, attempt: one}",
    "{score: 1, max: 2, state: graded, items: {half: 1}, late-items: {half: {late: x}}}",
    "5", "", "[", "{score: 1, max: 2", "{score: 1, score: 1}", "\"",
  ])
  func damagedLinesAreReportedAndLeaveOthersAlone(line: String) throws {
    let text = "ada: \(Self.whole)\nben: \(line)\ncid: \(Self.whole)\n"
    let ledger = try GradeLedger(Array(text.utf8), file: "grades/math/one.yaml")
    #expect(ledger.students == ["ada", "cid"])
    #expect(ledger["ada"]?.score == .one)
    #expect(ledger["ben"] == nil)
    #expect(ledger.faults.map(\.message) == ["cannot read the grade of 'ben'"])
    #expect(ledger.faults.map(\.position?.line) == [2])
    #expect(ledger.faults.map(\.rule) == [.brokenGrade])
  }

  @Test func completeLinesAreValid() throws {
    for line in [
      Self.whole, "{max: 2, state: missing}",
      "{score: 1, max: 2, state: partial, items: {half: ~}}",
    ] {
      let ledger = try GradeLedger(Array("ada: \(line)\n".utf8), file: "grades/math/one.yaml")
      #expect(ledger.faults.isEmpty)
      #expect(ledger.students == ["ada"])
    }
  }

  @Test func eachDamagedLineIsLoggedOnce() throws {
    let log = DamageLog()
    let faults = try GradeLedger(Array("ada: 5\nben: 5\n".utf8), file: "a.yaml").faults
    log.add(faults)
    log.add(faults)
    #expect(log.faults == faults)
    #expect(log.removeFaults("b.yaml").isEmpty)
    #expect(log.removeFaults("a.yaml") == faults)
    #expect(log.faults.isEmpty)
  }
}
