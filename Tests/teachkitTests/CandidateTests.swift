import Course
import Foundation
import Testing
import Text

@testable import teachkit

@Suite struct CandidateTests {
  private let root: String

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    let files = [
      ".git/HEAD": "ref: refs/heads/main\n",
      "school.yaml": "format: 1\nuid: x\nschool: Hof\n",
      "students.yaml": "ada: {given: Ada}\nben: {given: Ben}\n",
      "classes/7b/class.yaml": "title: 7b\nstudents: [ada, ben]\ngroups: {red: [ada]}\n",
      "subjects/math/subject.yaml": "title: Mathematics\n",
      "subjects/math/fractions/adding/worksheet.yaml":
        "title: A\nexercises:\n  - {id: half, type: essay, prompt: x}\n",
      "subjects/math/sets/context.yaml": "title: Sets\n",
    ]
    for (path, text) in files {
      let url = URL(filePath: root).appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
  }

  private func find(_ candidates: Candidates, _ prefix: String) -> [String] {
    candidates.find(words: ["teachkit", "-C", root, "show", prefix], prefix: prefix)
  }

  @Test func offersPathsAndUniqueEndings() {
    #expect(
      find(.content, "") == ["math", "math/fractions", "math/fractions/adding", "math/sets"])
    #expect(find(.content, "math/f") == ["math/fractions", "math/fractions/adding"])
    #expect(find(.content, "ad") == ["adding"])
    #expect(
      find(.content, "math/fractions/adding/") == ["math/fractions/adding/half"])
    #expect(find(.content, "students/b") == ["students/ben"])
    #expect(find(.content, "classes/7b/") == ["classes/7b/red"])
  }

  @Test func offersTemplatesAndConditions() throws {
    let folder = URL(filePath: root).appending(path: "templates/context")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try "title: Mine\n".write(
      to: folder.appending(path: "mine.yaml"), atomically: true, encoding: .utf8)
    #expect(find(.templates, "mi") == ["mine"])
    #expect(find(.providers, "mi") == ["mine"])
    // `--template` completes only templates of the kind to create.
    let making = ["teachkit", "-C", root, "create", "worksheet", "--template", "mi"]
    #expect(Candidates.templates.find(words: making, prefix: "mi").isEmpty)
    #expect(find(.conditions, "type=quiz,to") == ["type=quiz,topic="])
  }

  @Test func offersPeople() {
    #expect(find(.who, "") == ["ada", "ben", "7b", "7b/red", "everyone"])
    #expect(find(.students, "b") == ["ben"])
    #expect(find(.viewers, "student:b") == ["student:ben"])
    #expect(find(.memberships, "") == ["7b", "7b/red", "math"])
    #expect(find(.worksheets, "") == ["math/fractions/adding"])
    #expect(find(.fields, "-ti") == ["-title"])
  }

  @Test func offersFieldsOfTheNamedObject() {
    func find(_ object: String, _ prefix: String) -> [String] {
      Candidates.settings.find(
        words: ["teachkit", "-C", root, "set", object, "title=x", prefix], prefix: prefix)
    }
    #expect(find("adding", "ti") == ["title=", "titles.", "time="])
    #expect(find("adding/half", "po") == ["points="])
    #expect(find("adding", "exercises.") == ["exercises.half."])
    #expect(find("7b", "st") == ["students=", "students+=", "students-="])
    #expect(find("nothing", "") == [])
  }

  @Test func offersNothingOutsideASchool() {
    #expect(Candidates.content.find(words: ["teachkit", "-C", "/"], prefix: "") == [])
    #expect(Candidates.content.find(words: ["teachkit", "-C"], prefix: "") == [])
  }
}
