import Git
import Glibc
import Model
import PlainYAML
import Testing

@testable import Storage

@Suite struct ActivityFileTests {
  private static let text = """
    attempts:
      - started: "2026-11-20T08:00:00Z"
        sessions:
          - {from: "2026-11-20T08:00:00Z", to: "2026-11-20T08:25:20Z"}
        ranges: [[0, 0.3], [0.5, 0.8]]
        primary: {id: words, title: Word count, quantity: 558}
        items:
          - {id: q1, title: Question 1, correct: yes}
          - {id: level, title: Reading level, score: 7, max: 10}
          - {id: t, "true": no}
    files:
      files/essay.txt:
        started: "2026-11-20T09:00:00Z"
    cards:
      6x7: {box: 2, at: "2026-11-20T08:25:20Z"}
      la leche: {box: 1, at: "2026-11-20T08:25:20Z"}
    done: "2026-11-21T16:00:00Z"
    done-files:
      files/essay.txt: "2026-11-21T17:00:00Z"

    """

  private func faults(_ text: String) -> [String] {
    do {
      _ = try ActivityRecord(Array(text.utf8), file: "a.yaml")
      return []
    } catch {
      return error.faults.map { "\($0.position.map { "\($0.line)" } ?? "-"): \($0.message)" }
    }
  }

  @Test func theFileIsReadAndWrittenAlike() throws {
    let record = try ActivityRecord(Array(Self.text.utf8), file: "activity.yaml")
    #expect(record.progress == Rational(text: "0.6"))
    #expect(record.seconds == 1520)
    #expect(record.attempts.first?.items.count == 3)
    #expect(record.files.keys.sorted() == ["files/essay.txt"])
    #expect(record.cards.mapValues(\.number) == ["6x7": 2, "la leche": 1])
    #expect(record.done == Instant(iso: "2026-11-21T16:00:00Z"))
    let file = record.record(of: "files/essay.txt")
    #expect(file.attempts.count == 1 && file.done == Instant(iso: "2026-11-21T17:00:00Z"))
    #expect(record.record(of: "files/other.txt").isEmpty)
    #expect(String(decoding: record.bytes, as: UTF8.self) == Self.text)
  }

  @Test func anEmptyRecordIsAnEmptyFile() throws {
    #expect(ActivityRecord().bytes.isEmpty)
    #expect(try ActivityRecord([], file: "activity.yaml").isEmpty)
  }

  @Test(arguments: [
    ("attempts: 3\n", "1: 'attempts' must be a list"),
    (
      "cards: {a: {box: 6, at: \"2026-11-20T08:00:00Z\"}}\n",
      "1: a card's box is a number from 1 to 5"
    ),
    ("cards: {a: {box: 2}}\n", "1: a card needs 'box' and 'at'"),
    ("attempts:\n  - {}\n", "2: an attempt has no 'started'"),
    (
      "attempts:\n  - started: \"2026-11-20T08:00:00Z\"\n    ranges: [[0, 2]]\n",
      "3: 2 is not between 0 and 1"
    ),
    (
      "attempts:\n  - started: \"2026-11-20T08:00:00Z\"\n    ranges: [[0.8, 0.3]]\n",
      "3: the range 0.8-0.3 ends before it starts"
    ),
    (
      "attempts:\n  - started: \"2026-11-20T08:00:00Z\"\n    ranges: [[0.5]]\n",
      "3: a range must be two numbers"
    ),
    (
      "attempts:\n  - started: \"2026-11-20T08:00:00Z\"\n    items:\n      - {id: a}\n",
      "4: an item needs exactly one result"
    ),
    (
      "attempts:\n  - started: \"2026-11-20T08:00:00Z\"\n    primary: {id: a, score: 1, max: 0}\n",
      "3: the maximum must be greater than 0, not 0"
    ),
    ("done: today\n", "1: 'today' is not a time such as \"2026-11-28T08:00:00Z\""),
  ])
  func faultsAreLocated(_ text: String, _ fault: String) {
    #expect(faults(text) == [fault])
  }
}

@Suite struct RunningActivityTests {
  private let start = Instant(seconds: 1_000)

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = TemporaryFolder("activity-test", in: "/tmp")
    try folder.makePrivate()
    defer { folder.remove() }
    try body(folder.path)
  }

  private func begin(_ folder: String, process: Int32?) throws {
    try RunningActivity.change(in: folder, now: start) { running in
      running = RunningActivity(
        work: "fractions/adding", file: nil, start: start, process: process,
        attempt: ActivityAttempt(started: start))
    }
  }

  @Test func aSessionOfALivingProcessLastsUntilNow() throws {
    try withFolder { folder in
      try begin(folder, process: getpid())
      let running = try #require(try RunningActivity.read(in: folder))
      #expect(running.isAlive)
      #expect(running.ended(at: Instant(seconds: 1_500)).seconds == 500)
    }
  }

  @Test func aSessionOfADeadProcessEndsAtItsLastHeartbeat() throws {
    try withFolder { folder in
      // No process has this number.
      try begin(folder, process: 0x3FFF_FFFF)
      RunningActivity.touch(in: folder, now: Instant(seconds: 1_120))
      let running = try #require(try RunningActivity.read(in: folder))
      #expect(!running.isAlive)
      #expect(running.ended(at: Instant(seconds: 90_000)).seconds == 120)
    }
  }

  @Test func reportsSurviveInTheFile() throws {
    try withFolder { folder in
      try begin(folder, process: nil)
      try RunningActivity.change(in: folder, now: start) { running in
        try running?.attempt.coverage.add(.zero, .one)
        running?.stop(at: Instant(seconds: 1_010))
      }
      let running = try #require(try RunningActivity.read(in: folder))
      #expect(running.attempt.coverage.length == .one)
      #expect(running.isStopped)
      #expect(running.ended(at: Instant(seconds: 1_500)).seconds == 10)
    }
  }

  @Test func aDamagedFileCountsAsNoSession() throws {
    try withFolder { folder in
      try DurableFile.write(Array("work: [\n".utf8), to: folder + "/activity")
      #expect(try RunningActivity.read(in: folder) == nil)
      try begin(folder, process: nil)
      #expect(try RunningActivity.read(in: folder) != nil)
    }
  }
}
