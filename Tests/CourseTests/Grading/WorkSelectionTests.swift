import Model
import Storage
import Testing
import Text

@testable import Course

@Suite struct WorkSelectionTests {
  private let files = SchoolFiles.small(with: [
    "subjects/math/train/worksheet.yaml": "title: Train\npractice: yes\n",
    "subjects/math/draft/worksheet.yaml": "title: Draft\ndraft: yes\n",
    "subjects/math/marked/worksheet.yaml": "title: Marked\ndraft: yes\n",
    "marks/math/marked.yaml": "ada: {comment: Good}\n",
  ])

  @Test(arguments: [
    ("math", ["math/fractions/adding", "math/marked"]), ("fractions", ["math/fractions/adding"]),
    ("adding/half", ["math/fractions/adding"]), ("train", []), ("draft", []),
    ("marked", ["math/marked"]),
    ("art", []),
  ])
  func practiceAndUnusedDraftsAreNotGraded(_ path: String, _ expected: [String]) throws {
    let selection = try WorkSelection(path, in: files)
    #expect(selection.worksheets.map { "\($0.path)" } == expected)
    #expect(selection.subject == (path == "art" ? "art" : "math"))
  }

  @Test(arguments: [
    ("ada", "'ada' is a student, not a subject, chapter or worksheet"),
    ("7b", "'7b' is a class, not a subject, chapter or worksheet"),
    ("7b/red", "'7b/red' is a group, not a subject, chapter or worksheet"),
  ])
  func peopleAreNotWork(_ path: String, _ message: String) {
    let hint: Message = "name the work here; see '--help' for students and classes"
    #expect(
      failures { _ = try WorkSelection(path, in: files) }
        == [Failure(.notFound, Message(verbatim: message), hint: hint)])
  }

  @Test func onlySubjectNeedsNoName() throws {
    #expect(
      failures { _ = try WorkSelection(nil, in: files) }
        == [Failure(.commandIsFaulty, "no subject specified", hint: "name one of art, math")])
    let one = SchoolFiles.small(without: ["subjects/art/subject.yaml"])
    #expect(try WorkSelection(nil, in: one).subject == "math")
    let none = SchoolFiles(MemoryFiles(texts: ["school.yaml": smallSchool["school.yaml"] ?? ""]))
    #expect(
      failures { _ = try WorkSelection(nil, in: none) } == [
        Failure(
          .notFound, "the school has no subject",
          hint: "create one with 'teachkit create subject'")
      ])
  }

  @Test func unknownWorkIsNotFound() {
    #expect(throws: LookupError.unknown("addin", suggestion: "math/fractions/adding")) {
      try WorkSelection("addin", in: files)
    }
    #expect(throws: LookupError.incomplete("adding", whole: "math/fractions/adding")) {
      try WorkSelection.root("adding", in: files, wholePathOnly: true)
    }
  }
}

@Suite struct GradeShareTests {
  @Test(arguments: [
    ("3/16", 3, 16), ("1/1", 1, 1), ("10000/10000", 10_000, 10_000), ("+1/2", 1, 2),
  ])
  func sharesAreNumberedFromOne(_ text: String, _ number: Int, _ count: Int) throws {
    let share = try GradeShare(text)
    #expect(share.number == number && share.count == count)
    #expect(share.description == "\(number)/\(count)")
  }

  @Test(arguments: [
    "", "3", "/", "0/3", "4/3", "-1/3", "1/0", "1/10001", "1/2/3", "1 / 2", "a/b", "1/",
    "1/99999999999999999999",
  ])
  func otherSharesAreRefused(_ text: String) {
    let hint: Message = "write '--shard 3/16' for the third of sixteen; the maximum is 10000"
    #expect(
      failures { _ = try GradeShare(text) }
        == [Failure(.valueIsFaulty, "invalid shard '\(text)'", hint: hint)])
  }

  @Test func everySubmissionIsInExactlyOneShare() throws {
    let shares = try (1...7).map { try GradeShare("\($0)/7") }
    var sizes = Array(repeating: 0, count: 7)
    for number in 0..<700 {
      let work = ContextPath(subject: "math", components: ["w\(number % 10)"])
      let places = shares.indices.filter { shares[$0].contains(work, of: "s\(number / 10)") }
      #expect(places.count == 1)
      sizes[places[0]] += 1
    }
    // About a hundred each.
    #expect(sizes.allSatisfy { (60...140).contains($0) })
  }
}
