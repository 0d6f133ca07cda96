import Git
import Model
import PlainYAML
import Testing

@testable import Storage

@Suite struct UndoingTests {
  let school: TemporarySchool
  let ada = ObjectPath.student("ada")

  init() throws {
    school = try TemporarySchool()
    try school.write("students.yaml", "ada: {given: Ada}\nben:\n")
    // The class is also committed, so that it can be restored.
    _ = try school.store().change("set", "7b", by: school.committer) { change in
      try change.edit("classes/7b/class.yaml") {
        try $0.setting(["students"], to: ["ada", "ben"])
      }
    }
    try set("Anna")
  }

  @discardableResult
  private func set(_ name: String) throws -> Committed? {
    try school.store().change("set", "students/ada", by: school.committer) { change in
      try change.edit("students.yaml") { try $0.setting(["ada", "given"], to: .scalar(name)) }
    }
  }

  private func undo() throws {
    let store = try school.store()
    _ = try store.undo(store.newestUndoing(), by: school.committer, dryRun: false)
  }

  @Test func undoDoesNotRestoreForgottenStudents() throws {
    func change(_ command: String, _ body: (Change) throws -> Void) throws {
      _ = try school.store().change(command, "school", by: school.committer, body)
    }
    try change("set") { change in
      try change.write("students.yaml", Array("ada: {given: Ada}\nben: {given: Ben}\n".utf8))
      try change.write("marks/math/adding.yaml", Array("ada: {half: 1}\nben: {half: 2}\n".utf8))
    }
    try change("delete") { $0.remove("marks/math/adding.yaml") }
    try change("forget") { _ = try $0.delete(.student("ada")) }
    let store = try school.store()
    let undone = try store.undo(store.newestUndoing(), by: school.committer, dryRun: false)
    #expect(undone.leftOut == ["ada"])
    #expect(try store.files.ledger(at: "marks/math/adding.yaml").keys == ["ben"])
  }

  private var name: String? {
    get throws { try school.store().files.roster().students["ada"]?.given }
  }

  @Test func repeatedUndoRevertsEarlierChanges() throws {
    try set("Bea")
    try set("Cora")
    try undo()
    #expect(try name == "Bea")
    try undo()
    #expect(try name == "Anna")
    // Changes after an undo are undone before those before it.
    try set("Dora")
    try undo()
    #expect(try name == "Anna")
    try undo()
    #expect(try name == "Ada")
  }

  @Test func executableFilesStayExecutable() throws {
    let test = "subjects/math/fractions/adding/private/test.sh"
    let full = school.root + "/" + test
    try school.write(test, "#!/bin/sh\n")
    try DurableFile.set(full, executable: true)
    let path = try #require(ContextPath("math/fractions/adding"))
    let store = try school.store()
    _ = try store.commitHandEdits(below: [], by: school.committer)
    func mode() throws -> TreeEntry.Mode? {
      let state = try #require(try store.repository.states(of: [test]).first)
      #expect(state.isClean)
      return state.head?.mode
    }
    _ = try store.change("rename", "math", by: school.committer) {
      _ = try $0.rename(.context(path), to: .context(path.parent?.appending("plus") ?? path))
    }
    try undo()
    #expect(try mode() == .executable)
    _ = try store.change("delete", "math/fractions", by: school.committer) {
      try $0.removeAll("subjects/math/fractions")
    }
    try undo()
    #expect(try mode() == .executable)
    // That it becomes one, or ceases to be, is a change, too.
    try DurableFile.set(full, executable: false)
    _ = try store.commitHandEdits(below: [], by: school.committer)
    #expect(try mode() == .file)
    try undo()
    #expect(try mode() == .executable)
    _ = try store.change("copy", "art", by: school.committer) { change in
      _ = try change.copy(
        ContextPath(subject: "math"), to: ContextPath(subject: "art"), at: school.committer.time)
    }
    let copy = try store.repository.states(of: ["subjects/art/fractions/adding/private/test.sh"])
    #expect(copy.first?.head?.mode == .executable)
  }

  @Test func undoRestoresAnEarlierCommit() throws {
    let anna = try #require(try school.store().newestCommit())
    try set("Bea")
    try undo()
    try set("Cora")
    let store = try school.store()
    _ = try store.undo(store.undoing(to: anna.id), by: school.committer, dryRun: false)
    #expect(try name == "Anna")
    try undo()
    #expect(try name == "Ada")
  }

  @Test func keepsObjectsUsedByOthers() throws {
    try set("Bea")
    _ = try school.store().change("collect", "math", by: school.committer) { change in
      try change.write("received/math/one.yaml", ["ada": "handed in"])
    }
    let undoing = try school.store().newestUndoing()
    #expect(undoing.kept.map(\.subject) == ["collect math"])
    try undo()
    #expect(try name == "Anna")
    #expect(school.read("received/math/one.yaml") != nil)
  }

  @Test func laterChangesPreventUndo() throws {
    try set("Bea")
    try school.write("students.yaml", "ada: {given: Other}\nben:\n")
    #expect(throws: UndoError.self) { try undo() }
    #expect(try name == "Other")
  }

  @Test func pointsInTimeAreFound() throws {
    try set("Bea")
    let store = try school.store()
    let head = try #require(try store.newestCommit())
    let now = Instant(seconds: head.committer.seconds + 60)
    #expect(try store.commit(at: "HEAD", now: now).id == head.id)
    #expect(try store.commit(at: "HEAD~1", now: now).id == head.parents.first)
    #expect(try store.commit(at: head.id.short, now: now).id == head.id)
    #expect(try store.commit(at: "today", now: now).id == head.id)
    for text in ["", "HEAD~", "HEAD~-1", "HEAD~99999999999999999999", "someday", "@", "HEADS"] {
      #expect(throws: PastError.self) { try store.commit(at: text, now: now) }
    }
    #expect(throws: PastError.self) { try store.commit(at: "HEAD~9223372036854775807", now: now) }
  }

  @Test func restoresTheFormerPosition() throws {
    let before = try #require(try school.store().newestCommit())
    _ = try school.store().change("delete", "students/ada", by: school.committer) { change in
      _ = try change.delete(ada)
    }
    #expect(try name == nil)
    let store = try school.store()
    #expect(try store.stateBefore(lastChangeOf: "students/ada").id == before.id)
    let present = try #require(try store.committed()).files
    _ = try store.change("restore", "students/ada", by: school.committer) { change in
      _ = try change.restore(ada, from: store.files(at: before.id), replacing: present)
    }
    #expect(try name == "Anna")
    #expect(school.read("classes/7b/class.yaml") == "students:\n  - ada\n  - ben\n")
  }
}
