import Foundation
import Git
import Hub
import Model
import PlainYAML
import Storage
import Testing

@testable import Exchange

@Suite struct CollectTests {
  let school: TemporarySchool
  let work = ContextPath(subject: "math", components: ["fractions", "adding"])
  init() throws { school = try TemporarySchool() }

  private func received() throws -> Ledger {
    try Ledger(Array(try school.read("received/math/fractions/adding.yaml").utf8))
  }

  @Test func takesNewAttemptsAndWritesThemDown() async throws {
    _ = try await school.exchange().share()
    let first = try school.submit(["answers.yaml": "half: 3/4\n"], as: "ada")
    let second = try school.submit(
      ["answers.yaml": "half: 1\n", "work/a.txt": "text"], as: "ada")
    let report = try await school.exchange().collect()
    #expect(report.arrived.map(\.commit.description) == [first, second])
    #expect(report.arrived.allSatisfy { $0.mailbox == "ada" && $0.path == work })
    #expect(report.refused.isEmpty)

    let arrivals = Arrival.list(try #require(try received()["ada"]))
    #expect(arrivals.map(\.commit) == [first, second])
    #expect(arrivals.allSatisfy { $0.by == .collect && $0.ref == "submit/fractions.adding" })

    let store = try SchoolStore(root: school.root)
    let submissions = try Submissions(of: "math", in: store)
    let attempts = try submissions.attempts(at: ["fractions/adding"])
    #expect(attempts["ada"]?.map(\.commit.description) == [first, second])
    let last = try #require(attempts["ada"]?.last?.commit)
    #expect(try submissions.answers(of: last) == .answers(["half": .text("1")]))
    #expect(try submissions.files(of: last) == ["a.txt"])

    let packs = try FileManager.default.contentsOfDirectory(
      atPath: school.root + "/.git/teachkit/collected/math.git/objects/pack")
    #expect(packs.count { $0.hasSuffix(".pack") } <= 1)
    #expect(
      try school.git(school.root + "/.git/teachkit/collected/math.git", "fsck", "--strict") == "")
  }

  @Test func findsNothingTwice() async throws {
    _ = try await school.exchange().share()
    try school.submit(["answers.yaml": "half: 3/4\n"], as: "ada")
    _ = try await school.exchange().collect()
    let head = try school.git(school.root, "rev-parse", "HEAD")
    let again = try await school.exchange().collect()
    #expect(again.arrived.isEmpty && again.commit == nil && again.looks == 0)
    #expect(try school.git(school.root, "rev-parse", "HEAD") == head)
  }

  /// The record is kept when the store is lost, and the store comes back from the hub.
  @Test func rebuildsALostStore() async throws {
    _ = try await school.exchange().share()
    let commit = try school.submit(["answers.yaml": "half: 3/4\n"], as: "ada")
    _ = try await school.exchange().collect()
    let before = try school.read("received/math/fractions/adding.yaml")
    try FileManager.default.removeItem(atPath: school.root + "/.git/teachkit")
    let report = try await school.exchange().collect()
    #expect(report.arrived.map(\.commit.description) == [commit])
    #expect(try school.read("received/math/fractions/adding.yaml") == before)
  }

  @Test func looksOnceAfterTheDueTime() async throws {
    _ = try await school.exchange().share()
    try school.submit(["answers.yaml": "half: 3/4\n"], as: "ada")
    school.now = Instant(seconds: 1_795_500_000)
    let first = try await school.exchange().collect()
    // Ada's came with this collect; Ben has more time.
    #expect(first.looks == 0)
    let second = try await school.exchange().collect()
    #expect(second.looks == 1)
    let third = try await school.exchange().collect()
    #expect(third.looks == 0 && third.commit == nil)
    let arrivals = Arrival.list(try #require(try received()["ada"]))
    #expect(arrivals.map { $0.commit == nil } == [false, true])
  }

  @Test func countsWorkUnderItsOldName() async throws {
    _ = try await school.exchange().share()
    let commit = try school.submit(["answers.yaml": "half: 3/4\n"], as: "ada")
    try school.git(
      school.root, "mv", "subjects/math/fractions/adding", "subjects/math/fractions/sums")
    let file = "subjects/math/fractions/sums/worksheet.yaml"
    try school.write(file, "was: [fractions/adding]\n" + (try school.read(file)))
    try school.write("assignments/one.yaml", "title: T\nto: [7b]\nwork: [math/fractions/sums]\n")
    try school.commit("rename")
    let report = try await school.exchange().collect()
    #expect(report.arrived.map(\.path?.work) == ["fractions/sums"])
    let store = try SchoolStore(root: school.root)
    let names = try WorkNames(of: "math", in: store.files)
    let sums = ContextPath(subject: "math", components: ["fractions", "sums"])
    let attempts = try Submissions(of: "math", in: store).attempts(at: names.names(of: sums))
    #expect(attempts["ada"]?.map(\.commit.description) == [commit])
  }

  /// What can't be taken of a branch is left out, and what comes after it counts.
  @Test func judgesEachAttemptByItself() async throws {
    _ = try await school.exchange().share()
    let bad = try school.submit(["answers.yaml": "half: 1\n", "notes.txt": "x"], as: "ada")
    var report = try await school.exchange().collect()
    #expect(report.refused.map(\.problem) == [.unexpected("notes.txt")])
    #expect(report.refused.map(\.isPast) == [false] && report.arrived.isEmpty)
    let good = try school.submit(["answers.yaml": "half: 2\n"], as: "ada")
    let worse = try school.submit(["answers.yaml": "half: 3\n", "other": ""], as: "ada")
    report = try await school.exchange().collect()
    #expect(report.refused.map(\.isPast) == [true, false])
    #expect(report.arrived.map(\.commit.description) == [good])
    report = try await school.exchange().collect()
    #expect(report.refused.map(\.problem) == [.unexpected("other")] && report.arrived.isEmpty)
    let last = try school.submit(["answers.yaml": "half: 4\n"], as: "ada")
    report = try await school.exchange().collect()
    #expect(report.arrived.map(\.commit.description) == [last])
    report = try await school.exchange().collect()
    #expect(report.refused.isEmpty && report.arrived.isEmpty)
    let store = try SchoolStore(root: school.root)
    let attempts = try Submissions(of: "math", in: store).attempts(at: ["fractions/adding"])
    #expect(attempts["ada"]?.map(\.commit.description) == [good, last])
    let collected = school.root + "/.git/teachkit/collected/math.git"
    for commit in [bad, worse] {
      #expect(try school.git(collected, "cat-file", "-t", commit) == "commit")
      #expect(throws: (any Error).self) {
        try school.git(collected, "cat-file", "-t", commit + "^{tree}")
      }
    }
  }

  /// A branch that was no work is told of once when it is gone.
  @Test func forgetsABranchWithoutWork() async throws {
    _ = try await school.exchange().share()
    let commit = try school.submit(["answers.yaml": "half: 1\n"], as: "ada")
    let mailbox = school.mailbox("ada")
    try school.git(mailbox, "update-ref", "refs/heads/submit/nope", commit)
    try school.git(mailbox, "update-ref", "-d", "refs/heads/submit/fractions.adding")
    var report = try await school.exchange().collect()
    #expect(report.arrived.map(\.work) == ["nope"])
    try school.git(mailbox, "update-ref", "-d", "refs/heads/submit/nope")
    report = try await school.exchange().collect()
    #expect(report.refused.map(\.problem) == [.vanished])
    report = try await school.exchange().collect()
    #expect(report.refused.isEmpty)
  }

  @Test func noticesARewindAndAVanishedBranch() async throws {
    _ = try await school.exchange().share()
    let first = try school.submit(["answers.yaml": "half: 1\n"], as: "ada")
    let second = try school.submit(["answers.yaml": "half: 2\n"], as: "ada")
    _ = try await school.exchange().collect()
    try school.git(
      school.mailbox("ada"), "update-ref", "refs/heads/submit/fractions.adding", first)
    var report = try await school.exchange().collect()
    #expect(report.refused.map(\.problem) == [.rewound])
    let collected = school.root + "/.git/teachkit/collected/math.git"
    let tip = { try school.git(collected, "rev-parse", "submit/fractions.adding/ada") }
    #expect(try tip() == second)
    try school.git(
      school.mailbox("ada"), "update-ref", "-d", "refs/heads/submit/fractions.adding")
    report = try await school.exchange().collect()
    #expect(report.refused.map(\.problem) == [.vanished])
    #expect(try tip() == second)
    try school.git(
      school.mailbox("ada"), "update-ref", "refs/heads/submit/fractions.adding", first)
    report = try await school.exchange().collect(acceptingRewinds: true)
    #expect(report.refused.isEmpty)
    #expect(try tip() == first)
  }

  @Test func acceptsPublishedFilesOnlyUnchanged() async throws {
    _ = try await school.exchange().share()
    let sheet = try school.git(
      school.subjectRepository, "show", "main:fractions/adding/worksheet.yaml")
    try school.submit(
      ["answers.yaml": "half: 1\n", "worksheet.yaml": sheet + "\n"], as: "ada")
    try school.submit(
      ["answers.yaml": "half: 1\n", "worksheet.yaml": "title: mine\n"], as: "ben")
    let report = try await school.exchange().collect()
    #expect(report.arrived.map(\.mailbox) == ["ada"])
    #expect(report.refused.map(\.problem) == [.changedPublished("worksheet.yaml")])
  }

  @Test func groupsHandInTogether() async throws {
    try school.write(
      "assignments/group.yaml",
      "title: Together\nto: [7b/red]\nwork: [math/fractions/practice]\nmode: group\n")
    try school.commit("group")
    let shared = try await school.exchange().share()
    #expect(shared.made == ["7b+red", "ada", "ben"])
    let inbox = try school.git(school.mailbox("7b+red"), "show", "inbox:assignments.yaml")
    #expect(inbox.contains("mailbox: 7b+red"))
    try school.submit(["answers.yaml": "sort: [low]\n"], as: "7b+red", work: "fractions.practice")
    let report = try await school.exchange().collect()
    #expect(report.arrived.map(\.mailbox) == ["7b+red"])
  }

  @Test func takesNothingFromWhoMayOnlyRead() async throws {
    _ = try await school.exchange().share()
    try school.submit(["answers.yaml": "half: 1\n"], as: "ada")
    try school.write(
      "subjects/math/participants.yaml", "ada: {permission: read-only}\nben: {}\n")
    try school.commit("read only")
    let report = try await school.exchange().collect()
    #expect(report.refused.map(\.problem) == [.readOnly])
  }
}
