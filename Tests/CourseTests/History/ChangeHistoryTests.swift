import Git
import HubProtocol
import Model
import PlainYAML
import Storage
import Testing

@testable import Course
@testable import HubProtocol

@Suite struct ChangeHistoryTests {
  private let school: TemporarySchool
  private let store: SchoolStore

  init() throws {
    school = try TemporarySchool()
    store = try school.store()
  }

  private func change(
    _ command: String, _ path: String, after minutes: Int64, _ body: (Change) throws -> Void
  ) throws {
    _ = try store.change(command, path, by: school.teacher(after: minutes), body)
  }

  /// The summaries of the changes of an object, newest first.
  private func summaries(
    _ path: String?, limit: Int = 100, receipts: [ReceiptChain.Receipt] = []
  ) throws -> [String] {
    try ChangeHistory(store.repository, receipts: receipts)
      .of(path, in: store.files, limit: limit).map(\.summary)
  }

  private func createEve() throws {
    try change("create student", "students/eve", after: 1) {
      try $0.createStudent("eve", .fields([("given", "Eve")]))
    }
  }

  @Test func allChangesAreListedNewestFirst() throws {
    try createEve()
    #expect(try summaries(nil) == ["create student students/eve", "start"])
    #expect(try summaries(nil, limit: 1) == ["create student students/eve"])
    #expect(try summaries(nil, limit: 0) == [])
  }

  @Test func changesKnowTheirCommandAndObjects() throws {
    try createEve()
    let found = try ChangeHistory(store.repository).of(nil, in: store.files, limit: 9)
    #expect(found.map(\.command) == ["create student", nil])
    #expect(found.map(\.paths) == [["students/eve"], []])
    #expect(found.map(\.author) == ["Grace Hopper", "Tim"])
    #expect(found[0].time == school.teacher(after: 1).time)
    #expect(found[0].isAbout("students/eve") && found[0].isAbout("students"))
    #expect(!found[0].isAbout("students/ev") && !found[0].isAbout("students/eve/x"))
    let cells = found[1].cells(in: .utc).map(\.shown)
    #expect(cells == ["2026-11-18 08:00", "start", "Tim", found[1].id.short, "", ""])
  }

  @Test func manualChangesConcernTheEntriesThatDiffer() throws {
    let text = try #require(smallSchool["students.yaml"])
    try school.write("students.yaml", text.replacing("Okri", with: "Roth"))
    try school.commit("marry ben")
    #expect(try summaries("students/ben") == ["marry ben", "start"])
    #expect(try summaries("students/ada") == ["start"])
    #expect(try summaries("students/nobody") == [])
    try school.write(
      "classes/7b/class.yaml",
      "title: Klasse 7b\nstudents: [ada, ben, noor]\ngroups: {red: [ada], blue: [ben]}\n")
    try school.commit("shrink red")
    #expect(try summaries("classes/7b/red") == ["shrink red", "start"])
    #expect(try summaries("classes/7b/blue") == ["start"])
    #expect(try summaries("classes/7b") == ["shrink red", "start"])
    #expect(try summaries("classes/8a") == ["start"])
  }

  @Test func exercisesAreSeparateFromTheirWorksheet() throws {
    let path = "subjects/math/fractions/adding/worksheet.yaml"
    let text = try #require(smallSchool[path])
    try school.write(path, text.replacing("Why?", with: "Why so?"))
    try school.commit("ask better")
    #expect(try summaries("math/fractions/adding/why") == ["ask better", "start"])
    #expect(try summaries("math/fractions/adding/half") == ["start"])
    #expect(try summaries("math/fractions/adding") == ["ask better", "start"])
    #expect(try summaries("math") == ["ask better", "start"])
    #expect(try summaries("math/geometry") == ["start"])
    #expect(try summaries("assignments/homework-1") == ["start"])
    #expect(try summaries("school") == ["start"])
  }

  @Test func historyFollowsRenames() throws {
    let math = ContextPath(subject: "math")
    try change("rename", "math/numbers", after: 1) {
      $0.formerPath = "math/fractions"
      _ = try $0.rename(
        .context(math.appending("fractions")), to: .context(math.appending("numbers")))
    }
    try change("set", "math/numbers/adding", after: 2) { change in
      try change.edit("subjects/math/numbers/adding/worksheet.yaml") {
        try $0.setting(["title"], to: "Sums")
      }
    }
    let expected = ["set math/numbers/adding", "rename math/numbers", "start"]
    #expect(try summaries("math/numbers/adding") == expected)
    #expect(try summaries("math/numbers") == expected)
    #expect(try summaries("math/fractions").contains("rename math/numbers"))
  }

  @Test func deletedObjectsKeepTheirHistory() throws {
    try change("delete", "math/fractions", after: 1) {
      try $0.removeAll("subjects/math/fractions")
    }
    let expected = ["delete math/fractions", "start"]
    #expect(try summaries("math/fractions") == expected)
    #expect(try summaries("math/fractions/adding") == expected)
    #expect(try summaries("math/geometry") == ["start"])
  }

  @Test func receiptsAreListedByTheirTime() throws {
    try createEve()
    let id = try #require(ObjectID(String(repeating: "a", count: 40)))
    let start = school.teacher(after: 1).time
    func receipt(_ branch: String, _ seconds: Int64) -> ReceiptChain.Receipt {
      .init(
        id: id, branch: branch, commit: id, at: start.adding(seconds: seconds), pusher: nil)
    }
    let receipts = [
      receipt("refs/heads/submit/fractions.adding", 60), receipt("refs/heads/progress", 30),
      receipt("refs/heads/submit/one", -60),
    ]
    #expect(
      try summaries(nil, receipts: receipts) == [
        "Receive fractions/adding", "create student students/eve", "Receive one", "start",
      ])
    #expect(try summaries("one", receipts: receipts) == ["Receive one"])
    #expect(try summaries(nil, limit: 2, receipts: receipts).count == 2)
  }

  @Test func schoolWithoutCommitsHasNoHistory() throws {
    try school.git("checkout", "-q", "--orphan", "empty")
    #expect(try summaries(nil) == [])
    #expect(try summaries("math") == [])
  }
}

@Suite struct HistoryRewritingTests {
  @Test func patternsNameTheStudentAndNoOther() {
    let lines = HistoryRewriting.commands(forgetting: "jun.tanaka")
    #expect(lines.first == "cat > forget.txt <<'END'")
    #expect(lines.last == "rm forget.txt")
    #expect(lines.contains("regex:(?m)^jun\\.tanaka:.*\\n==>"))
    #expect(lines.contains("regex:(?m)^( *- )jun\\.tanaka$==>\\1gone"))
    #expect(lines.contains("regex:([\\[ ])jun\\.tanaka([,\\]])==>\\1gone\\2"))
    // `students/ada` isn't in `students/ada-2`, `students/ada.roth` or `students/adaë`.
    let path = lines.first { $0.contains("students/") }
    #expect(path == "regex:students/jun\\.tanaka(?!\\.?[\\w\\x80-\\xff-])==>students/gone")
  }
}
