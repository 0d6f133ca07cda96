import Model
import PlainYAML
import Testing

@testable import Storage

@Suite struct ReceivedWorkTests {
  static let ledger = """
    7b+blue: [{commit: b1, at: "2026-11-20T11:00:00Z", by: hub, members: [ada, cleo]}]
    7b+red: [{commit: r1, at: "2026-11-20T10:00:00Z", by: hub, members: [ada, ben]}, {commit: r3, at: "2026-11-20T12:00:00Z", by: collect, members: [ben]}]
    dan: [{commit: d1, at: "2026-11-20T09:00:00Z", by: hub}]
    eve: [{commit: e1, at: "2026-11-20T09:00:00Z", by: hub, members: [eve]}]

    """

  private func received() throws -> ReceivedWork {
    ReceivedWork(try Ledger(Array(Self.ledger.utf8)))
  }

  @Test(arguments: [
    ("ada", "7b+blue", ["b1", "r1"]), ("ada", "7b+red", ["r1", "b1"]),
    ("ada", "ada", ["b1", "r1"]),
    ("ben", "7b+red", ["r1", "r3"]), ("ben", "ben", ["r1", "r3"]), ("cleo", "7b+red", ["b1"]),
    ("dan", "dan", ["d1"]), ("dan", "7b+red", []), ("eve", "7b+red", ["e1"]),
    ("finn", "7b+red", []),
  ])
  func submissionsBelongToTheMembersOfThatTime(
    student: String, mailbox: String, expected: [String]
  ) throws {
    let arrivals = try received().arrivals(of: student, today: mailbox)
    #expect(arrivals.compactMap(\.commit) == expected)
    #expect(try received().attempts(of: student, today: mailbox) == expected.count)
  }

  @Test func laterSubmissionsProveThatNothingElseWasFound() throws {
    let looks = try received().arrivals(of: "finn", today: "7b+red")
    #expect(looks.map(\.at) == [Instant(iso: "2026-11-20T12:00:00Z")])
    #expect(try received().arrivals(of: "ada", today: "ada").allSatisfy { $0.commit != nil })
  }

  @Test func recordsWithoutMembersBelongToTodaysUsers() throws {
    let old = ReceivedWork(
      try Ledger(Array("7b+red: [{commit: r1, at: \"2026-11-20T10:00:00Z\"}]\n".utf8)))
    #expect(old.attempts(of: "ada", today: "7b+red") == 1)
    #expect(old.attempts(of: "ada", today: "ada") == 0)
    #expect(
      old.times(of: ["r1"], in: "7b+red", for: "ada", today: "7b+red").map(\.isTheirs) == [true])
  }

  /// The second of three commits pushed at once has no separate record.
  @Test func commitsWithoutARecordArrivedWithTheNext() throws {
    func own(_ student: String, today mailbox: String) throws -> [Bool] {
      try received().times(
        of: ["r1", "r2", "r3", "r4"], in: "7b+red", for: student, today: mailbox
      ).map(\.isTheirs)
    }
    #expect(try own("ada", today: "ada") == [true, false, false, false])
    #expect(try own("ben", today: "7b+red") == [true, true, true, true])
    #expect(try own("finn", today: "7b+red") == [false, false, false, true])
  }

  @Test func membersSurviveBeingWritten() throws {
    for members in [["ada", "ben"], [], nil] as [[String]?] {
      let arrival = Arrival(
        commit: "r1", at: Instant(seconds: 0), by: .hub, members: members)
      let line = "x: \(Printer.flow(.sequence([arrival.value])))\n"
      let node = try #require(try Ledger(Array(line.utf8))["x"])
      #expect(Arrival.list(node) == [arrival])
    }
  }
}
