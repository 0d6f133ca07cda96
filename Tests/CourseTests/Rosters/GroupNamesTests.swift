import Git
import Model
import PlainYAML
import Storage
import Testing
import Text

@testable import Course

/// Group red of class 7b has submitted work in mathematics.
@Suite struct GroupNamesTests {
  private let school: TemporarySchool
  private let store: SchoolStore

  init() throws {
    school = try TemporarySchool(with: [
      "received/math/fractions/adding.yaml":
        "7b+red: [{commit: \(String(repeating: "a", count: 40)), at: \"2026-11-18T10:00:00Z\", by: collect}]\n"
        + "7b+gone: [{commit: \(String(repeating: "b", count: 40)), at: \"2026-11-18T10:00:00Z\", by: collect}]\n"
    ])
    store = try school.store()
    store.protectGroupWork()
  }

  private func change(_ command: String = "edit", groups: String) -> [Failure] {
    failures {
      _ = try store.change(command, "classes/7b", by: school.teacher()) { change in
        try change.write(
          "classes/7b/class.yaml",
          Array("title: Klasse 7b\nstudents: [ada, ben, noor]\ngroups: \(groups)\n".utf8))
      }
    }
  }

  @Test(arguments: [
    "{red: [ada, noor], blue: [ben], green: [ben]}", "{red: [ada, ben], blue: [noor]}",
    "{red: [], blue: [ben]}", "{red: [ada]}", "{blue: [ada]}", "{red: [noor], blue: [ada]}",
  ])
  func membersMayComeAndGo(_ groups: String) {
    #expect(change(groups: groups) == [])
  }

  @Test func groupWithWorkDoesNotGetEntirelyNewMembers() {
    let found = change(groups: "{red: [ben], blue: [ben]}")
    #expect(found.map(\.id) == [.noWritePermission])
    #expect(
      found.first?.message == "'7b/red' has work in 'math', and its work would go to other students"
    )
    #expect(found.first?.hint == "create another group and assign later work to it")
    #expect(school.read("classes/7b/class.yaml") == smallSchool["classes/7b/class.yaml"])
  }

  @Test func nameOfAFormerGroupWithWorkIsNotUsedAgain() {
    let found = change(groups: "{red: [ada, noor], blue: [ben], gone: [ben]}")
    #expect(found.map(\.id) == [.createOperationFailed])
    #expect(
      found.first?.message
        == "'7b/gone' was another group in 'math', whose work would pass to this one")
    #expect(
      found.first?.hint
        == "choose another name, or restore the old group with 'teachkit restore classes/7b/gone'")
  }

  @Test(arguments: ["undo", "restore"])
  func returningToAnEarlierStateIsAllowed(_ command: String) {
    #expect(change(command, groups: "{red: [ben], gone: [ada]}") == [])
  }

  @Test func replaceabilityDependsOnWork() {
    #expect(failures { try store.checkMembersReplaceable("blue", in: "7b") } == [])
    let found = failures { try store.checkMembersReplaceable("red", in: "7b", hint: "wait") }
    #expect(found.map(\.hint) == ["wait"])
  }
}
