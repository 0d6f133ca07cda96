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
  private func recipients(_ assignment: String, _ more: [String: String] = [:]) throws
    -> [String: [String]]
  {
    let text = "title: T\nwork: [math/fractions/adding]\n" + assignment
    return try LostWork.recipients(
      .small(with: more.merging(["assignments/homework-1.yaml": text]) { $1 }))
  }

  @Test(arguments: [
    ("to: [7b]\n", ["ada", "ben", "noor"]), ("to: [7b/red, ben]\n", ["ada", "noor", "ben"]),
    ("to: [everyone]\n", []), ("to: [everyone, ada]\n", ["ada"]),
  ])
  func recipientsAreThoseThatAnAssignmentNames(_ to: String, _ expected: [String]) throws {
    #expect(try recipients(to) == ["homework-1": expected])
  }

  @Test(arguments: ["to: [7b]\nstate: draft\n", "to: [7b]\nstate: archived\n"])
  func onlyActiveAssignmentsHaveRecipients(_ text: String) throws {
    #expect(try recipients(text) == [:])
  }

  @Test func studentsWhoNoLongerGetAnAssignmentAreFound() {
    let before = ["b": ["ada", "ben", "ada"], "a": ["ada", "noor"], "c": ["ben"], "d": []]
    let after = ["a": ["noor"], "b": ["noor"], "c": ["ben"]]
    let lost = LostWork.find(before, after: after)
    #expect(lost.map(\.assignment) == ["a", "b"])
    #expect(lost.map(\.students) == [["ada"], ["ada", "ben"]])
    #expect(lost.map(\.words).last == "'assignments/b' no longer reaches 'ada', 'ben'")
    #expect(LostWork.find([:], after: after).isEmpty)
  }
}
