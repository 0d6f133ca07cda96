import Model
import Storage
import Testing
import Text

@testable import Course

@Suite struct AssignedWorkTests {
  private func find(_ text: String, wholePathOnly: Bool = false, _ more: [String: String] = [:])
    throws
    -> String
  {
    try AssignedWork(files: .small(with: more), wholePathOnly: wholePathOnly).find(text).description
  }

  @Test(arguments: [
    ("math/fractions/adding", "math/fractions/adding"), ("adding", "math/fractions/adding"),
    ("Adding fractions", "math/fractions/adding"), ("fractions", "math/fractions"),
    ("./math/fractions/", "math/fractions"), ("subjects/math/fractions", "math/fractions"),
    ("math/fractions/adding/files/sheet.pdf", "math/fractions/adding/files/sheet.pdf"),
    ("subjects/math/fractions/adding/files/sheet.pdf", "math/fractions/adding/files/sheet.pdf"),
    ("sheet.pdf", "math/fractions/adding/files/sheet.pdf"),
    ("adding/files/sheet.pdf", "math/fractions/adding/files/sheet.pdf"),
  ])
  func worksheetsChaptersAndFilesAreWork(_ text: String, _ path: String) throws {
    #expect(try find(text) == path)
  }

  @Test(arguments: [
    ("math", "cannot assign 'math'", "name a worksheet, chapter or file"),
    ("ada", "cannot assign 'students/ada'", "name a worksheet, chapter or file"),
    ("7b/red", "cannot assign 'classes/7b/red'", "name a worksheet, chapter or file"),
    (
      "adding/half", "cannot assign 'math/fractions/adding/half'",
      "name a worksheet, chapter or file"
    ),
    (
      "geometry", "cannot assign 'math/geometry': it has no worksheets",
      "create one with 'teachkit create worksheet math/geometry/NAME --title TITLE'"
    ),
    ("math/whole", "cannot assign 'math/whole': its file has `assignable: no`", "assign its parts"),
    (
      "subjects/math/fractions/adding/private/key.txt",
      "'subjects/math/fractions/adding/private/key.txt' is not a file that students get",
      "put it into the folder 'files' of a worksheet or chapter"
    ),
    (
      "math/fractions/adding/files/none.pdf",
      "'math/fractions/adding/files/none.pdf' is not a file that students get",
      "put it into the folder 'files' of a worksheet or chapter"
    ),
  ])
  func otherObjectsCanNotBeAssigned(_ text: String, _ message: String, _ hint: String) {
    let found = failures {
      _ = try find(
        text,
        [
          "subjects/math/whole/context.yaml": "title: Whole\nassignable: no\n",
          "subjects/math/fractions/adding/private/key.txt": "secret",
        ])
    }
    #expect(
      found == [Failure(.valueIsFaulty, Message(verbatim: message), hint: Message(verbatim: hint))])
  }

  @Test func namesOfSeveralFilesAreAmbiguous() {
    let copy = "subjects/math/fractions/other/files/sheet.pdf"
    #expect(
      throws: LookupError.ambiguous(
        "sheet.pdf",
        candidates: [
          "math/fractions/adding/files/sheet.pdf", "math/fractions/other/files/sheet.pdf",
        ])
    ) {
      try find(
        "sheet.pdf", [copy: "x", "subjects/math/fractions/other/worksheet.yaml": "title: Other\n"])
    }
  }

  @Test func wholePathsCanBeRequired() throws {
    #expect(try find("math/fractions/adding", wholePathOnly: true) == "math/fractions/adding")
    for (text, whole) in [
      ("adding", "math/fractions/adding"), ("sheet.pdf", "math/fractions/adding/files/sheet.pdf"),
    ] {
      #expect(throws: LookupError.incomplete(text, whole: whole)) {
        try find(text, wholePathOnly: true)
      }
    }
  }

  @Test(arguments: ["nothing", "", ".", "/", "subjects", "nothing.pdf", "../school.yaml"])
  func unknownWorkIsReported(_ text: String) {
    #expect(throws: (any Error).self) { try find(text) }
  }
}

@Suite struct LostWorkTests {
  /// Removes Ada from 7b in the small school.
  private func leaving(
    _ assignment: String, _ more: [String: String] = [:],
    at time: Instant = Instant("2026-11-25T08:00:00Z")
  ) throws -> (notices: [String], to: String?) {
    let text = "title: T\nwork: [math/fractions/adding]\n" + assignment
    let school = try TemporarySchool(
      with: more.merging(["assignments/homework-1.yaml": text]) { $1 })
    var lost: [LostWork] = []
    var to: String?
    _ = try school.store().change("remove", "classes/7b", by: school.teacher()) { change in
      lost = try LostWork.changing(in: change, at: time) {
        try change.removeStudents(["ada"], from: "7b")
      }
      to = try change.bytes(at: "assignments/homework-1.yaml").map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    return (
      lost.flatMap(\.notices).map(\.text),
      to?.split(separator: "\n").first { $0.hasPrefix("to:") }.map(String.init)
    )
  }

  private static let lost = "'assignments/homework-1' no longer reaches 'ada'"
  private static let kept = "'assignments/homework-1' still applies to 'ada'"

  @Test(arguments: [
    ("to: [7b]\n", [lost], "to: [7b]"), ("to: [7b/red, ben]\n", [lost], "to: [7b/red, ben]"),
    ("to: [everyone]\n", [], "to: [everyone]"), ("to: [7b, ada]\n", [], "to: [7b, ada]"),
    ("to: [7b]\nstate: draft\n", [], "to: [7b]"), ("to: [8a]\n", [], "to: [8a]"),
  ])
  func openWorkNoLongerReachesThoseWhoLeave(
    _ assignment: String, _ notices: [String], _ to: String
  ) throws {
    let result = try leaving(assignment + "due: \"2026-11-28\"\n")
    #expect(result.notices == notices)
    #expect(result.to == to)
  }

  @Test(arguments: ["", "state: archived\n"])
  func workThatWasDueStillApplies(_ state: String) throws {
    let result = try leaving("to: [7b]\ndue: \"2026-11-24\"\n" + state)
    #expect(result.notices == [Self.kept])
    #expect(result.to == "to: [7b, ada]")
  }

  @Test func submittedWorkStillApplies() throws {
    let commit = String(repeating: "a", count: 40)
    let received = [
      "received/math/fractions/adding.yaml": """
      ada: [{commit: \(commit), at: "2026-11-21T08:00:00Z", by: hub, ref: submit/fractions.adding}]

      """
    ]
    let result = try leaving("to: [7b]\ndue: \"2026-11-28\"\n", received)
    #expect(result.notices == [Self.kept])
    #expect(result.to == "to: [7b, ada]")
  }
}
