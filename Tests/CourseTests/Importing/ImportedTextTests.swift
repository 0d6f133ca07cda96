import Model
import PlainYAML
import Testing

@testable import Course

@Suite struct ImportedTextTests {
  private func text(_ kind: ImportedText.Kind) -> ImportedText {
    ImportedText(
      kind: kind, origin: Origin(from: "Mill", uid: "3f93", path: "math/fractions", commit: "18f8"))
  }

  private static let source =
    "source: {from: Mill, uid: 3f93, path: math/fractions, commit: 18f8}\n"

  private func taken(_ kind: ImportedText.Kind, _ text: String) throws -> String {
    try self.text(kind).taken(from: Document(text: text)).text
  }

  private func restored(_ kind: ImportedText.Kind, _ text: String) throws -> String {
    try self.text(kind).restored(from: Document(text: text)).text
  }

  @Test func filesAreNamedByTheirKind() {
    #expect(ImportedText.Kind.subject.file == "subject.yaml")
    #expect(ImportedText.Kind.context.file == "context.yaml")
    #expect(ImportedText.Kind.worksheet.file == "worksheet.yaml")
  }

  // MARK: From a school

  @Test func materialOfASchoolStaysAsWritten() throws {
    let text =
      "# Mine.\ntitle:  One   # kept\nexercises:\n  - {id: a, type: number, prompt: P, answer: 1}\n"
    let found = try taken(.worksheet, text)
    #expect(found.contains("# Mine.\ntitle:  One   # kept\n"))
    #expect(found.contains(Self.source))
    #expect(found.contains("answer: 1"))
  }

  @Test func sharingOfTheOtherSchoolIsRemoved() throws {
    let found = try taken(
      .subject, "title: M\nshare: open\npermission: read-only\nsource: {from: Older}\n")
    #expect(found == "title: M\n" + Self.source)
  }

  @Test func missingPartsOfTheOriginAreLeftOut() throws {
    let text = ImportedText(kind: .context, origin: Origin(from: "A: b"))
    #expect(
      try text.taken(from: Document(text: "title: T\n")).text
        == "title: T\nsource: {from: \"A: b\"}\n")
  }

  // MARK: From a published subject

  @Test func publishedWorksheetsBecomeDrafts() throws {
    let found = try restored(
      .worksheet,
      "title: One\nunknown: x\nexercises:\n  - {id: half, type: number, prompt: P, points: 2}\n")
    let root = try Document(text: found).root
    #expect(root["draft"]?.scalar == "yes")
    #expect(root["unknown"] == nil)
    #expect(root["exercises"]?.sequence?.first?["points"]?.scalar == "2")
    #expect(root["source"]?["commit"]?.scalar == "18f8")
  }

  /// A hub must not set any field that isn't published.
  @Test func answersFromAHubAreIgnoredExceptForPractice() throws {
    let exercise = "exercises:\n  - {id: half, type: number, prompt: P, answer: 3/4, was: [x]}\n"
    let plain = try Document(text: restored(.worksheet, "title: One\n" + exercise)).root
    #expect(plain["exercises"]?.sequence?.first?["answer"] == nil)
    let practice = try Document(
      text: restored(.worksheet, "title: One\npractice: yes\n" + exercise)
    ).root
    #expect(practice["exercises"]?.sequence?.first?["answer"]?.scalar == "3/4")
    #expect(practice["exercises"]?.sequence?.first?["was"] == nil)
  }

  @Test func gapsBecomeEmptyLists() throws {
    let root = try Document(
      text: restored(
        .worksheet,
        "title: One\nexercises:\n  - {id: a, type: gaps, prompt: P, gaps: [one, two]}\n")
    ).root
    let gaps = root["exercises"]?.sequence?.first?["gaps"]?.mapping
    #expect(gaps?.map(\.key) == ["one", "two"])
    #expect(gaps?.allSatisfy { $0.value.sequence?.isEmpty == true } == true)
  }

  @Test func shuffledSidesBecomeComments() throws {
    let found = try restored(
      .worksheet,
      """
      title: One
      exercises:
        - {id: a, type: essay, prompt: P}
        - {id: names, type: match, prompt: Which?, lefts: [1/4, "1/3, x"], rights: [quarter, third]}
        - {id: sort, type: order, prompt: Sort, items: [b, a]}

      """)
    #expect(
      found.contains(
        "  - id: names\n    # lefts: [1/4, \"1/3, x\"]\n    # rights: [quarter, third]\n    type: match\n"
      ))
    #expect(found.contains("  - id: sort\n    # items: [b, a]\n"))
    #expect(try Document(text: found).root["exercises"]?.sequence?[1]["lefts"] == nil)
  }

  @Test func subjectsAndChaptersAreNotDrafts() throws {
    for kind in [ImportedText.Kind.subject, .context] {
      let root = try Document(text: restored(kind, "title: M\ndraft: yes\n")).root
      #expect(root["title"]?.scalar == "M")
      #expect(root["draft"] == nil)
      #expect(root["source"]?["from"]?.scalar == "Mill")
    }
  }

  @Test func emptyFilesHaveOnlyAnOrigin() throws {
    #expect(try restored(.context, "") == Self.source)
    #expect(try restored(.worksheet, "exercises: []\n").contains("draft: yes\n"))
  }
}
