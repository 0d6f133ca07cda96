import Foundation
import Git
import HubProtocol
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

  @Test func collectsAndRecordsNewAttempts() async throws {
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
      .mapValues { try $0.get() }
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

  @Test func collectingAgainFindsNothing() async throws {
    _ = try await school.exchange().share()
    try school.submit(["answers.yaml": "half: 3/4\n"], as: "ada")
    _ = try await school.exchange().collect()
    let head = try school.git(school.root, "rev-parse", "HEAD")
    let again = try await school.exchange().collect()
    #expect(again.arrived.isEmpty && again.commit == nil && again.looks == 0)
    #expect(try school.git(school.root, "rev-parse", "HEAD") == head)
  }

  // MARK: Withdrawals

  private let branch = "refs/heads/submit/fractions.adding"
  private let mark = "refs/heads/collected/fractions.adding"

  /// Writes the withdrawal of an attempt without moving a branch.
  private func withdrawal(of attempt: String, in box: String) throws -> String {
    try school.git(
      box, "-c", "user.name=S", "-c", "user.email=s@x", "commit-tree", "-p", attempt,
      "-m", "Withdraw\n\nTeachkit-Withdraws: \(attempt)", "\(attempt)^{tree}")
  }

  @Test func aWithdrawalWhileMailboxesAreReadIsNotRecordedAsAnAttempt() async throws {
    _ = try await school.exchange().share()
    let attempt = try school.submit(["answers.yaml": "half: 1\n"], as: "ada")
    let box = school.mailbox("ada")
    let exchange = try school.exchange()
    let files = try exchange.committed().files
    let readings = try await exchange.readMailboxes(files)
    let withdrawal = try withdrawal(of: attempt, in: box)
    for name in [mark, branch] { try school.git(box, "update-ref", name, withdrawal) }
    let overtaken = try await exchange.mark(readings, files)
    #expect(overtaken.overtaken == ["ada"] && overtaken.arrived.isEmpty)
    let report = try await school.exchange().collect()
    #expect(report.arrived.isEmpty && report.overtaken.isEmpty)
    #expect(report.withdrawn.map(\.attempt.description) == [attempt])
    let line = Arrival.list(try #require(try received()["ada"]))
    #expect(line.map(\.withdrawn) == [attempt] && line.map(\.withdrawal) == [withdrawal])
    let again = try await school.exchange().collect()
    #expect(again.withdrawn.isEmpty && again.repaired.isEmpty && again.commit == nil)
    #expect(try school.git(box, "rev-parse", mark) == withdrawal)
  }

  @Test func aMarkedWithdrawalCountsBeforeItsBranchMoves() async throws {
    _ = try await school.exchange().share()
    let attempt = try school.submit(["answers.yaml": "half: 1\n"], as: "ada")
    let box = school.mailbox("ada")
    try school.git(box, "update-ref", mark, try withdrawal(of: attempt, in: box))
    let report = try await school.exchange().collect()
    #expect(report.arrived.isEmpty)
    #expect(report.withdrawn.map(\.attempt.description) == [attempt])
  }

  @Test func collectedAttemptsAreMarkedAndStay() async throws {
    _ = try await school.exchange().share()
    let attempt = try school.submit(["answers.yaml": "half: 1\n"], as: "ada")
    let box = school.mailbox("ada")
    _ = try await school.exchange().collect()
    #expect(try school.git(box, "rev-parse", mark) == attempt)
    let late = try withdrawal(of: attempt, in: box)
    try school.git(box, "update-ref", branch, late)
    let report = try await school.exchange().collect()
    #expect(report.withdrawn.isEmpty)
    #expect(report.refused.map(\.problem) == [.withdrawnTooLate])
    #expect(Arrival.list(try #require(try received()["ada"])).map(\.commit) == [attempt])
    let again = try await school.exchange().collect()
    #expect(again.refused.isEmpty && again.repaired.isEmpty)
    let store = try SchoolStore(root: school.root)
    let kept = try Submissions(of: "math", in: store).attempts(at: ["fractions/adding"], of: "ada")
    #expect(kept.map(\.commit.description) == [attempt])
  }

  /// Pushes many attempts of `answers.yaml` to a mailbox at once, and returns the newest.
  private func submit(attempts: Int, as mailbox: String, bytes: Int = 0) throws -> String {
    let ref = "refs/heads/submit/fractions.adding"
    var text = ""
    for number in 1...attempts {
      let answers = "half: \(number)\n" + String(repeating: "#", count: bytes) + "\n"
      text += "commit \(ref)\nmark :\(number)\ncommitter S <s@x> 179000\(1000 + number) +0000\n"
      text += "data 8\nHand in\n\n"
      if number > 1 { text += "from :\(number - 1)\n" }
      text += "M 100644 inline answers.yaml\ndata \(answers.utf8.count)\n\(answers)\n"
    }
    try school.git(
      school.mailbox(mailbox), "fast-import", "--quiet", "--force", input: Array(text.utf8))
    return try school.git(school.mailbox(mailbox), "rev-parse", ref)
  }

  @Test func recordsTheNewestOfTooManyAttempts() async throws {
    _ = try await school.exchange().share()
    let newest = try submit(attempts: 450, as: "ada")
    let other = try school.submit(["answers.yaml": "half: 1\n"], as: "ben")
    let report = try await school.exchange().collect()
    #expect(report.refused.map(\.problem) == [.tooManyAttempts(leftOut: 50)])
    #expect(report.refused.map(\.mailbox) == ["ada"] && report.refused.allSatisfy(\.isPast))
    let ledger = try received()
    #expect(ledger.attempts(of: "ada") == SubmissionLimits.recordedAttempts)
    #expect(ledger.attempts(of: "ben") == 1)
    let store = try SchoolStore(root: school.root)
    let attempts = try Submissions(of: "math", in: store).attempts(at: ["fractions/adding"])
      .mapValues { try $0.get() }
    #expect(attempts["ada"]?.count == SubmissionLimits.recordedAttempts)
    #expect(attempts["ada"]?.last?.commit.description == newest)
    #expect(attempts["ben"]?.last?.commit.description == other)
    #expect(try await school.exchange().collect().refused.isEmpty)
    // Another attempt exceeds the limit, but doesn't affect other students.
    try school.submit(["answers.yaml": "half: 9\n"], as: "ada")
    let next = try school.submit(["answers.yaml": "half: 2\n"], as: "ben")
    let again = try await school.exchange().collect()
    #expect(again.arrived.map(\.commit.description) == [next])
    #expect(again.refused.map(\.problem) == [.tooManyAttempts(leftOut: 1)])
  }

  @Test func aCompleteRecordFitsOnOneLine() throws {
    var ledger = try Ledger()
    let name = String(repeating: "a", count: 200)
    let arrivals = (0..<SubmissionLimits.recordedAttempts).map { number in
      Arrival(
        commit: String(repeating: "f", count: 40), at: Instant(seconds: 1_700_000_000),
        by: .collect,
        claimed: Instant(seconds: Int64(number)), ref: "submit/" + name)
    }
    try ledger.set(name, .sequence(arrivals.map(\.value)))
    #expect(ledger.bytes.count * 3 / 2 < Ledger.lineLimit)
    // A returned grade quotes answers, at worst as escapes of six bytes.
    #expect(SubmissionLimits.answers * 6 < Document.limit)
  }

  /// A student's `pull` reads the returned grade, which quotes the answers.
  @Test(arguments: [
    ("[", "1,", "1]"),
    (String(repeating: "[", count: 28), "1,", "1" + String(repeating: "]", count: 28)),
    ("{k: [", "~,", "~]}"), ("[", "\u{A0},", "1]"), ("\"", "\u{A0}", "\""),
  ])
  func aReturnedGradeIsNeverTooLarge(start: String, part: String, end: String) throws {
    let count = (SubmissionLimits.answers - 100) / part.utf8.count
    let text = "half: " + start + String(repeating: part, count: count) + end + "\n"
    #expect(text.utf8.count <= SubmissionLimits.answers)
    let path = try #require(ContextPath("math/fractions/adding"))
    let worksheet = try school.exchange().school.files.worksheet(path)
    let grade = try #require(
      Grade(try Document(Array("{score: 0, max: 1, state: graded, items: {half: 0}}".utf8)).root))
    let answer = try #require(try Document(Array(text.utf8)).root["half"])
    let file = GradeFile(
      worksheet: worksheet, grade: grade, marks: Marks(), answers: ["half": answer],
      unreadable: nil, files: [], showsSolutions: true)
    let shown = try Document(file.bytes).root["exercises"]?["half"]?["answer"]
    #expect(shown == answer)
  }

  @Test func largeCollectionsAreSplitIntoRounds() async throws {
    _ = try await school.exchange().share()
    let newest = try submit(attempts: 5, as: "ada", bytes: 2000)
    let exchange = try school.exchange()
    exchange.rules.limits.bytes = 5000
    let report = try await exchange.collect()
    #expect(report.refused.isEmpty && report.arrived.count == 5)
    #expect(report.arrived.last?.commit.description == newest)
  }

  @Test func refusesCommitsThatGitRefuses() async throws {
    _ = try await school.exchange().share()
    let good = try school.submit(["answers.yaml": "half: 1\n"], as: "ada")
    let tree = try school.git(school.mailbox("ada"), "rev-parse", good + "^{tree}")
    let ref = "refs/heads/submit/fractions.adding"
    for who in [
      "S <s@x> 099 +0000", "S <s@x> 99999999999999999999 +0000", "S <s@x> 1 +00", "S s@x 1 +0000",
      "<s@x> 1 +0000",
    ] {
      let text = "tree \(tree)\nauthor \(who)\ncommitter \(who)\n\nHand in\n"
      let bad = try school.git(
        school.mailbox("ada"), "hash-object", "-t", "commit", "-w", "--literally", "--stdin",
        input: Array(text.utf8))
      try school.write(ref, bad + "\n", in: school.mailbox("ada"))
      let report = try await school.exchange().collect()
      #expect(report.arrived.isEmpty && report.refused.count == 1, "\(who)")
      #expect(
        try school.git(
          school.root + "/.git/teachkit/collected/math.git", "fsck", "--strict") == "")
    }
    try school.write(ref, good + "\n", in: school.mailbox("ada"))
    let report = try await school.exchange().collect()
    #expect(report.arrived.map(\.commit.description) == [good])
  }

  @Test func answersThatAreTooLargeAreRefused() async throws {
    _ = try await school.exchange().share()
    let text = "half: 1\n" + String(repeating: "#", count: SubmissionLimits.answers)
    try school.submit(["answers.yaml": text], as: "ada")
    let report = try await school.exchange().collect()
    let fault = TreeFault(.tooManyBytes(limit: SubmissionLimits.answers), "answers.yaml")
    #expect(report.refused.map(\.problem) == [.tree(fault)])
  }

  /// A lost store is refilled from the hub, and the record is kept.
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

  @Test func checksMailboxesOnceAfterTheDueDate() async throws {
    _ = try await school.exchange().share()
    try school.submit(["answers.yaml": "half: 3/4\n"], as: "ada")
    school.now = Instant(seconds: 1_795_500_000)
    let first = try await school.exchange().collect()
    // Ada's submission arrived with this collect; Ben has an extension.
    #expect(first.looks == 0)
    let second = try await school.exchange().collect()
    #expect(second.looks == 1)
    let third = try await school.exchange().collect()
    #expect(third.looks == 0 && third.commit == nil)
    let arrivals = Arrival.list(try #require(try received()["ada"]))
    #expect(arrivals.map { $0.commit == nil } == [false, true])
  }

  @Test func workUnderAFormerNameCounts() async throws {
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
      .mapValues { try $0.get() }
    #expect(attempts["ada"]?.map(\.commit.description) == [commit])
  }

  /// Invalid attempts on a branch are skipped, and later ones count.
  @Test func eachAttemptIsValidatedSeparately() async throws {
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
      .mapValues { try $0.get() }
    #expect(attempts["ada"]?.map(\.commit.description) == [good, last])
    let collected = school.root + "/.git/teachkit/collected/math.git"
    for commit in [bad, worse] {
      #expect(try school.git(collected, "cat-file", "-t", commit) == "commit")
      #expect(throws: (any Error).self) {
        try school.git(collected, "cat-file", "-t", commit + "^{tree}")
      }
    }
  }

  /// The removal of an unknown worksheet's branch is reported once.
  @Test func branchesOfDeletedWorkAreForgotten() async throws {
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

  @Test func detectsRewoundAndMissingBranches() async throws {
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

  @Test func changedPublishedFilesAreRefused() async throws {
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

  @Test func groupSubmissionsCountForAllMembers() async throws {
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

  @Test func readOnlyParticipantsCannotSubmit() async throws {
    _ = try await school.exchange().share()
    try school.submit(["answers.yaml": "half: 1\n"], as: "ada")
    try school.write(
      "subjects/math/participants.yaml", "ada: {permission: read-only}\nben: {}\n")
    try school.commit("read only")
    let report = try await school.exchange().collect()
    #expect(report.refused.map(\.problem) == [.readOnly])
  }
}
