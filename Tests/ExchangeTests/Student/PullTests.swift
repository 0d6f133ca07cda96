import Exchange
import Foundation
import Git
import HubProtocol
import Model
import Testing

@Suite struct PullTests {
  @Test func aCloneHasThePublishedFilesAndIsClean() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    var expected = StudentFixture.start
    expected["fractions/adding/work/plan.md"] = "# Plan\n\nWhat:\n"
    #expect(fixture.files("ada") == expected)
    #expect(try fixture.git("status", "--porcelain", "--branch", in: "ada") == "## mine\n")
    #expect(try fixture.git("log", "--format=%s", in: "ada") == "Pull math\n")
    #expect(try fixture.git("fsck", in: "ada") == "")
    #expect(try fixture.git("config", "teachkit.student", in: "ada") == "ada\n")
    #expect(try fixture.git("fetch", "--all", in: "ada").contains("Fetching mailbox"))
  }

  @Test func openingACloneRemovesFilesOfKilledWrites() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    let torn = ["ada/fractions/adding/.tmp-1a", "ada/.tmp-2b"]
    let kept = ["ada/fractions/adding/work/.tmp-3c", "ada/fractions/.tmp-Notes"]
    for path in torn + kept {
      try fixture.write("x", to: path)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -10)], ofItemAtPath: fixture.place(path))
    }
    _ = try fixture.open("ada")
    #expect(torn.allSatisfy { fixture.text($0) == nil })
    #expect(kept.allSatisfy { fixture.text($0) == "x" })
  }

  @Test func aFailedCloneLeavesNothing() throws {
    let fixture = try StudentFixture()
    #expect(throws: CloneError.noParticipant("eve", subject: "math")) {
      try fixture.clone("eve")
    }
    try fixture.write("x", to: "taken/file")
    #expect(throws: CloneError.pathExists(fixture.place("taken"))) {
      try fixture.clone("ada", as: "taken")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.root).sorted() == [
        "hub", "taken",
      ])
  }

  @Test func cloningAnUnsharedSubjectFails() throws {
    let fixture = try StudentFixture()
    let math = fixture.root + "/hub/math"
    #expect(throws: CloneError.noSubject(fixture.root + "/hub/physics", nearby: [math])) {
      _ = try StudentClone.create(
        from: .init(root: .folder(fixture.root + "/hub/physics")), student: "ada",
        at: fixture.place("physics"), now: fixture.clock)
    }
  }

  @Test func publishedFilesReplaceEditedOnesAndKeepACopy() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    try fixture.write("mine\n", to: "ada/fractions/context.yaml")
    try fixture.write("my notes\n", to: "ada/notes.txt")
    var next = StudentFixture.start
    next["fractions/context.yaml"] = "title: All about fractions\n"
    next["fractions/adding/files/pizza.svg"] = nil
    next["notes.txt"] = "read this\n"
    try fixture.publish(next)
    let report = try fixture.open("ada").pull()
    #expect(
      Set(report.files) == [
        .keptBeside("fractions/context.yaml", as: "fractions/context.yaml.mine"),
        .written("fractions/context.yaml"), .removed("fractions/adding/files/pizza.svg"),
        .keptBeside("notes.txt", as: "notes.txt.mine"), .written("notes.txt"),
      ])
    #expect(fixture.text("ada/fractions/context.yaml.mine") == "mine\n")
    #expect(fixture.text("ada/notes.txt") == "read this\n")
    #expect(try fixture.git("status", "--porcelain", in: "ada") == "")
    #expect(try fixture.open("ada").pull().isEmpty)
  }

  @Test func startersAreCopiedOnceAndNeverOverChanges() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    try fixture.clone("ben")
    try fixture.write("my plan\n", to: "ada/fractions/adding/work/plan.md")
    var next = StudentFixture.start
    next["fractions/adding/starters/plan.md"] = "# Better plan\n"
    next["fractions/adding/starters/words.csv"] = "a,b\n"
    try fixture.publish(next)
    let report = try fixture.open("ada").pull()
    let (plan, new) = ("fractions/adding/work/plan.md", "fractions/adding/starters/plan.md")
    #expect(report.files.contains(.left(plan, new: new)))
    #expect(fixture.text("ada/fractions/adding/work/plan.md") == "my plan\n")
    #expect(fixture.text("ada/fractions/adding/work/words.csv") == "a,b\n")
    _ = try fixture.open("ben").pull()
    #expect(fixture.text("ben/fractions/adding/work/plan.md") == "# Better plan\n")
    // Files that the student removed stay removed.
    try FileManager.default.removeItem(atPath: fixture.place("ben/fractions/adding/work/plan.md"))
    _ = try fixture.open("ben").pull()
    #expect(fixture.text("ben/fractions/adding/work/plan.md") == nil)
  }

  @Test func aNewStarterIsMergedWithTheStudentsChanges() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    let plan = "ada/fractions/adding/work/plan.md"
    try fixture.write("# My plan\n\nWhat:\n", to: plan)
    var next = StudentFixture.start
    next["fractions/adding/starters/plan.md"] = "# Plan\n\nWhat:\nWhen:\n"
    try fixture.publish(next)
    let report = try fixture.open("ada").pull()
    #expect(report.merged == ["fractions/adding/work/plan.md"])
    #expect(fixture.text(plan) == "# My plan\n\nWhat:\nWhen:\n")
    #expect(try fixture.git("status", "--porcelain", in: "ada") == "")
    // Both sides change the same line: the student's version is kept.
    next["fractions/adding/starters/plan.md"] = "# Better plan\n\nWhat:\nWhen:\n"
    try fixture.publish(next)
    let second = try fixture.open("ada").pull()
    let left = FileOutcome.left(
      "fractions/adding/work/plan.md", new: "fractions/adding/starters/plan.md")
    #expect(second.merged.isEmpty && second.files.contains(left))
    #expect(fixture.text(plan) == "# My plan\n\nWhat:\nWhen:\n")
  }

  @Test func aRecreatedSubjectIsAccepted() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    var next = StudentFixture.start
    next["fractions/context.yaml"] = "title: New\n"
    try fixture.publish(next, keepingHistory: false)
    _ = try fixture.open("ada").pull()
    #expect(fixture.text("ada/fractions/context.yaml") == "title: New\n")
  }

  @Test func updatesAreReportedOnce() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    var next = StudentFixture.start
    next["fractions/dividing/worksheet.yaml"] = "title: Dividing\nexercises: []\n"
    try fixture.publish(next)
    var inbox = StudentFixture.inbox
    inbox["assignments.yaml"] = inbox["assignments.yaml"]!.replacing("11-28", with: "12-01")
    inbox["grades/fractions/adding.yaml"] =
      "score: 1.5\nearned: 1.5\nmax: 3\nstate: graded\nexercises: {half: {points: 1.5, max: 2, result: partial}}\n"
    try fixture.deliver(inbox, to: "ada")
    let report = try fixture.open("ada").pull()
    let adding = ContextPath(subject: "math", components: ["fractions", "adding"])
    let dividing = ContextPath(subject: "math", components: ["fractions", "dividing"])
    #expect(report.news.count == 3)
    #expect(report.news.contains(.worksheet(dividing, title: "Dividing", due: nil)))
    #expect(
      report.news.contains(
        .due(
          adding, Instant(iso: "2026-12-01T22:59:59Z"), before: Instant(iso: "2026-11-28T22:59:59Z")
        )))
    let state = try fixture.open("ada").state(of: fixture.adding(fixture.open("ada")))
    #expect(state.returned?.grade.score == Rational(text: "1.5"))
    #expect(state.returned?.exercises.first?.result == .partial)
    #expect(state.stage(at: fixture.clock) == .returned)
    #expect(try fixture.open("ada").pull().news.isEmpty)
  }

  @Test(arguments: [
    "fractions/adding/answers.yaml", "fractions/adding/work/plan.md", ".hidden", "a/../b",
    "a/con", "a/.git/config", "fractions/ADDING/worksheet.yaml",
  ])
  func unexpectedPublishedFilesChangeNothing(_ path: String) throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    let before = fixture.files("ada")
    var next = StudentFixture.start
    next[path] = "x\n"
    do { try fixture.publish(next) } catch { return }
    #expect(throws: (any Error).self) { try fixture.open("ada").pull() }
    #expect(fixture.files("ada") == before)
    #expect(try fixture.git("status", "--porcelain", in: "ada") == "")
  }

  @Test func aDamagedWorksheetChangesNothing() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    let before = fixture.files("ada")
    var next = StudentFixture.start
    next["fractions/adding/worksheet.yaml"] = "title: [\n"
    try fixture.publish(next)
    #expect(throws: (any Error).self) { try fixture.open("ada").pull() }
    #expect(fixture.files("ada") == before)
  }

  @Test func aDifferentSchoolIsDetected() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    var next = StudentFixture.start
    next["subject.yaml"] = next["subject.yaml"]!.replacing("4f1c", with: "eeee")
    try fixture.publish(next)
    #expect(throws: CloneError.otherSchool) { try fixture.open("ada").pull() }
  }

  @Test func removedStudentsKeepTheirFiles() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    try fixture.publish(["subject.yaml": StudentFixture.start["subject.yaml"]!])
    try fixture.deliver(
      ["format": "1\n", "participant.yaml": "permission: read-write\nstate: removed\n"], to: "ada")
    let before = fixture.files("ada")
    #expect(try fixture.open("ada").pull().isRemoved)
    #expect(fixture.files("ada") == before)
    #expect(throws: CloneError.removed(subject: "math")) { try fixture.clone("ada", as: "again") }
  }

  @Test func pullingRequiresTheOwnBranch() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    _ = try fixture.git("checkout", "-b", "other", in: "ada")
    #expect(throws: CloneError.notOnOwnBranch("refs/heads/other")) {
      try fixture.open("ada").pull()
    }
  }
}
