import Foundation
import Git
import Model
import Testing

@testable import Exchange

@Suite struct SubmitTests {
  private func answer(
    _ text: String, _ exercise: String = "half", in name: String, _ fixture: StudentFixture
  ) throws {
    let clone = try fixture.open(name)
    let worksheet = try fixture.adding(clone)
    let before = try clone.answers(worksheet)[exercise]
    let found = try #require(worksheet.exercise(exercise))
    try clone.set(.text(text), for: found, of: worksheet, expecting: before)
  }

  private func submit(_ name: String, _ fixture: StudentFixture) throws -> SubmitResult {
    let clone = try fixture.open(name)
    return try clone.submit(fixture.adding(clone))
  }

  private func tip(_ mailbox: String, _ fixture: StudentFixture) throws -> ObjectID? {
    try fixture.hub.repository("math/mailboxes/\(mailbox).git")?
      .reference("refs/heads/submit/fractions.adding")
  }

  private func group(_ fixture: StudentFixture) throws {
    var inbox = StudentFixture.inbox
    inbox["assignments.yaml"] =
      inbox["assignments.yaml"]!.replacing("mode: own", with: "mode: group\n  mailbox: 7b+red")
    try fixture.deliver(inbox, to: "ada")
    try fixture.deliver(inbox, to: "ben")
    try fixture.deliver(["format": "1\n"], to: "7b+red")
  }

  @Test func concurrentAnswersAreBothKept() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    let clone = try fixture.open("ada")
    let worksheet = try fixture.adding(clone)
    let half = try #require(worksheet.exercise("half"))
    // Another process would wait for the lock; this run already holds it.
    try clone.locked {
      try clone.set(.text("3/4"), for: half, of: worksheet, expecting: nil)
      let other = try fixture.open("ada")
      let lock = "\(clone.root)/.git/teachkit/lock"
      let error = #expect(throws: GitError.self) { _ = try ProcessLock(lock, patience: 0.05) }
      #expect(error?.code == .locked)
      #expect(try other.answers(worksheet)["half"] == .text("3/4"))
      try clone.record("Answer")
    }
    #expect(try fixture.git("status", "--short", in: "ada") == "")
  }

  @Test func eachSubmissionIsAnAttempt() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    try answer("3/4", in: "ada", fixture)
    let first = try submit("ada", fixture)
    #expect(first.attempt == 1 && first.isNew && !first.isLate && first.group == nil)
    #expect(try tip("ada", fixture) == first.commit)
    #expect(
      try fixture.git("ls-tree", "-r", "--name-only", "submit/fractions.adding", in: "ada")
        == "answers.yaml\nwork/plan.md\n")
    let message = try fixture.git("log", "-1", "--format=%B", "submit/fractions.adding", in: "ada")
    #expect(
      message.hasPrefix("Hand in fractions/adding, attempt 1\n\nTeachkit-Work: fractions/adding\n"))
    #expect(message.contains("Teachkit-Base: "))
    #expect(try fixture.git("status", "--porcelain", in: "ada") == "")

    let again = try submit("ada", fixture)
    #expect(again.attempt == 1 && !again.isNew && again.commit == first.commit)

    try answer("5/8", in: "ada", fixture)
    let clone = try fixture.open("ada")
    #expect(try clone.state(of: fixture.adding(clone)).submission?.isOutdated == true)
    let second = try submit("ada", fixture)
    #expect(second.attempt == 2 && second.isNew)
    #expect(
      try fixture.git("rev-list", "--count", "submit/fractions.adding", in: "ada") == "2\n")
  }

  @Test func invalidSubmissionsAreRefused() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    let path = ContextPath(subject: "math", components: ["fractions", "adding"])
    #expect(throws: SubmitError.nothingAnswered(path)) { try submit("ada", fixture) }
    try answer("3/4", in: "ada", fixture)
    var inbox = StudentFixture.inbox
    inbox["participant.yaml"] = "permission: read-only\nstate: accepted\n"
    try fixture.deliver(inbox, to: "ada")
    #expect(throws: SubmitError.readOnly(subject: "math")) { try submit("ada", fixture) }
    inbox["participant.yaml"] = "permission: read-write\nstate: removed\n"
    try fixture.deliver(inbox, to: "ada")
    #expect(throws: CloneError.removed(subject: "math")) { try submit("ada", fixture) }
    inbox = StudentFixture.inbox
    inbox["assignments.yaml"] = inbox["assignments.yaml"]!.replacing("own", with: "view")
    try fixture.deliver(inbox, to: "ada")
    #expect(throws: SubmitError.notSubmittable(path)) { try submit("ada", fixture) }
    #expect(try tip("ada", fixture) == nil)
  }

  @Test func lateAndClosedDependOnTheDueDate() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    try answer("3/4", in: "ada", fixture)
    fixture.clock = Instant(iso: "2026-11-28T23:08:00Z")!
    #expect(try submit("ada", fixture).isLate == false)
    try answer("3/5", in: "ada", fixture)
    #expect(try submit("ada", fixture).isLate)
    fixture.clock = Instant(iso: "2026-12-01T22:59:30Z")!
    try answer("3/6", in: "ada", fixture)
    let path = ContextPath(subject: "math", components: ["fractions", "adding"])
    #expect(throws: SubmitError.closed(path, at: Instant(iso: "2026-12-01T22:59:59Z")!)) {
      try submit("ada", fixture)
    }
    // An extension takes effect as soon as the teacher grants it.
    var inbox = StudentFixture.inbox
    inbox["assignments.yaml"] = inbox["assignments.yaml"]!.replacing("11-28", with: "12-05")
    try fixture.deliver(inbox, to: "ada")
    #expect(try submit("ada", fixture).isLate == false)
  }

  @Test func attemptsAreLimited() throws {
    let fixture = try StudentFixture()
    var inbox = StudentFixture.inbox
    inbox["assignments.yaml"]! += "\n  attempts: 1\n"
    try fixture.deliver(inbox, to: "ada")
    try fixture.clone("ada")
    try answer("3/4", in: "ada", fixture)
    _ = try submit("ada", fixture)
    #expect(try submit("ada", fixture).isNew == false)
    try answer("1/4", in: "ada", fixture)
    let path = ContextPath(subject: "math", components: ["fractions", "adding"])
    #expect(throws: SubmitError.noAttemptsLeft(path, attempts: 1)) { try submit("ada", fixture) }
  }

  @Test func aNewCloneRestoresSubmissions() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    try answer("3/4", in: "ada", fixture)
    try fixture.write("my plan\n", to: "ada/fractions/adding/work/plan.md")
    _ = try submit("ada", fixture)
    try fixture.clone("ada", as: "laptop")
    #expect(fixture.text("laptop/fractions/adding/answers.yaml") == "half: 3/4\n")
    #expect(fixture.text("laptop/fractions/adding/work/plan.md") == "my plan\n")
    let clone = try fixture.open("laptop")
    let state = try clone.state(of: fixture.adding(clone))
    #expect(state.submission?.attempt == 1 && state.submission?.isOutdated == false)
    #expect(state.answered == 2)

    try answer("5/4", "proper", in: "laptop", fixture)
    #expect(try submit("laptop", fixture).attempt == 2)
    // The first clone catches up and keeps its local changes.
    try answer("1/4", in: "ada", fixture)
    let report = try fixture.open("ada").pull()
    #expect(report.restored.map(\.work) == ["fractions/adding"])
    #expect(
      fixture.text("ada/fractions/adding/answers.yaml") == "half: 1/4\nproper: 5/4\n")
    #expect(try submit("ada", fixture).attempt == 3)
  }

  @Test func aGroupSubmitsTogether() throws {
    let fixture = try StudentFixture()
    try group(fixture)
    try fixture.clone("ada")
    try fixture.clone("ben")
    try answer("3/4", in: "ada", fixture)
    try answer("5/4", "proper", in: "ben", fixture)
    let first = try submit("ada", fixture)
    #expect(first.group == "7b+red" && first.attempt == 1)
    let second = try submit("ben", fixture)
    #expect(second.attempt == 2)
    #expect(fixture.text("ben/fractions/adding/answers.yaml") == "half: 3/4\nproper: 5/4\n")
    #expect(try tip("7b+red", fixture) == second.commit)
    #expect(try tip("ben", fixture) == nil)
    _ = try fixture.open("ada").pull()
    #expect(fixture.text("ada/fractions/adding/answers.yaml") == "half: 3/4\nproper: 5/4\n")
    #expect(try submit("ada", fixture).isNew == false)
  }

  @Test func attemptsLostByTheHubAreSentAgain() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    try answer("3/4", in: "ada", fixture)
    let first = try submit("ada", fixture)
    let mailbox = try #require(try fixture.hub.repository("math/mailboxes/ada.git"))
    try mailbox.update([
      RefUpdate("refs/heads/submit/fractions.adding", to: nil, from: first.commit)
    ])
    let again = try submit("ada", fixture)
    #expect(again.attempt == 1 && again.isNew && again.commit == first.commit)
    #expect(try tip("ada", fixture) == first.commit)
  }

  @Test func aConcurrentlyChangedAnswerIsNotOverwritten() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    try answer("3/4", in: "ada", fixture)
    let clone = try fixture.open("ada")
    let worksheet = try fixture.adding(clone)
    let half = try #require(worksheet.exercise("half"))
    #expect(throws: CloneError.changedMeanwhile(exercise: "half")) {
      try clone.set(.text("1"), for: half, of: worksheet, expecting: nil)
    }
  }
}
