import Foundation
import Git
import Model
import Storage
import Testing

@testable import Exchange

@Suite struct InterruptedPullTests {
  /// After a pull is killed at any step, the next command that opens the clone completes it.
  @Test func theNextCommandFinishesAnInterruptedPull() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    var next = StudentFixture.start
    next["fractions/context.yaml"] = "title: All about fractions\n"
    next["fractions/adding/files/pizza.svg"] = nil
    next["fractions/adding/starters/words.csv"] = "a,b\n"
    try fixture.publish(next)
    let whole = try fixture.clone("ada", as: "whole")
    let tip = try #require(try whole.published())

    var count = 0
    for done in 0...20 {
      let name = "killed-\(done)"
      try FileManager.default.copyItem(
        atPath: fixture.place("ada"), toPath: fixture.place(name))
      try fixture.write("mine\n", to: "\(name)/fractions/context.yaml")
      let clone = try StudentClone(root: fixture.place(name), now: fixture.clock)
      let access = HubAccess(source: .hub(try clone.hub()), repository: clone.repository)
      #expect(try access.fetchSubject() == tip)
      var plan = PullPlan(clone)
      func tree(_ commit: ObjectID?) throws -> PublishedTree {
        guard let commit else { return PublishedTree() }
        return try PublishedTree(clone.repository.commit(commit).tree, in: clone.repository)
      }
      try plan.publish(try tree(clone.published()), try tree(tip))
      plan.move(StudentClone.Ref.published, to: tip)
      try DurableFile.makeFolder(fixture.place("\(name)/.git/teachkit"))
      try DurableFile.write(plan.journal.bytes, to: fixture.place("\(name)/.git/teachkit/pull"))
      #expect(PullJournal(plan.journal.bytes) == plan.journal)
      var steps = FileSteps(root: fixture.place(name), repository: clone.repository)
      for step in plan.steps.prefix(done) { try steps.perform(step) }
      count = plan.steps.count

      _ = try fixture.open(name)
      var expected = fixture.files("whole")
      expected["fractions/context.yaml.mine"] = "mine\n"
      #expect(fixture.files(name) == expected, "killed after \(done) steps")
      #expect(try fixture.git("status", "--porcelain", in: name) == "")
      #expect(fixture.text("\(name)/.git/teachkit/pull") == nil)
      if done >= count { break }
    }
    #expect(count > 5)
  }

  @Test func anIncompleteJournalIsIgnored() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    let before = fixture.files("ada")
    try fixture.write("teachkit journal 1\u{0}3\u{0}file", to: "ada/.git/teachkit/pull")
    _ = try fixture.open("ada")
    #expect(fixture.files("ada") == before)
    #expect(fixture.text("ada/.git/teachkit/pull") == nil)
  }

  @Test func aJournalOfAnotherVersionIsKept() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    let before = fixture.files("ada")
    try fixture.write("files:\n  - {path: a", to: "ada/.git/teachkit/pull")
    _ = try fixture.open("ada")
    #expect(fixture.files("ada") == before)
    #expect(fixture.text("ada/.git/teachkit/pull") == "files:\n  - {path: a")
  }
}
