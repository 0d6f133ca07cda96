import Foundation
import Git
import Model
import PlainYAML
import Storage
import Testing
import Text

@testable import Course

/// Templates in a temporary folder.
@Suite final class TemplateTests {
  fileprivate let root = FileManager.default.temporaryDirectory
    .appending(path: "tk-\(UUID().uuidString)").path

  deinit { try? FileManager.default.removeItem(atPath: root) }

  fileprivate func write(_ files: [String: String]) throws {
    for (path, text) in files {
      let url = URL(filePath: root).appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
  }

  private func template(_ name: String, _ kind: Template.Kind = .worksheet, isFolder: Bool = false)
    -> Template
  {
    Template(name: name, kind: kind, origin: .user, root: root, isFolder: isFolder)
  }

  private func files() throws -> [String] {
    try WorkTree(root: root).files(below: "worksheet").keys.sorted()
  }

  @Test func templateIsOneFileOrAFolder() throws {
    try write([
      "worksheet/quiz.yaml": "title: Quiz\n", "context/unit/context.yaml": "title: Unit\n",
      "context/unit/practice/worksheet.yaml": "title: Practice\n",
      "context/unit/practice/files/worksheet.yaml": "any: [text\n",
      "context/unit/practice/files/sheet.pdf": "x",
    ])
    #expect(template("quiz").path == root + "/worksheet/quiz.yaml")
    #expect(try template("quiz").files().keys.sorted() == ["worksheet.yaml"])
    #expect(try template("quiz").documents().keys.sorted() == ["worksheet.yaml"])
    let unit = template("unit", .context, isFolder: true)
    #expect(unit.path == root + "/context/unit/context.yaml")
    #expect(
      unit.path(of: "practice/worksheet.yaml") == root + "/context/unit/practice/worksheet.yaml")
    #expect(try unit.files().count == 4)
    // Placeholders are filled neither in other files nor below `files`.
    #expect(try unit.documents().keys.sorted() == ["context.yaml", "practice/worksheet.yaml"])
    #expect(try unit.document().root["title"]?.scalar == "Unit")
  }

  @Test(arguments: [
    ("worksheet.yaml", true), ("context.yaml", true), ("a/b/worksheet.yaml", true),
    ("subject.yaml", false), ("files/worksheet.yaml", false), ("a/private/context.yaml", false),
    ("a/work/worksheet.yaml", false), ("starters/worksheet.yaml", false), ("", false),
    ("worksheet.yaml.bak", false), ("myworksheet.yaml", false), ("a/files.yaml", false),
  ])
  func onlyContextsAndWorksheetsAreFilled(_ file: String, _ isFilled: Bool) {
    #expect(Template.isFilled(file) == isFilled)
  }

  @Test(arguments: [
    ("# A short quiz. With more.\ntitle: Q\n", "A short quiz"),
    ("# A short quiz.\n", "A short quiz"),
    ("#A quiz\n#  in two lines. More\n", "A quiz in two lines"), ("title: Q # no\n", ""), ("", ""),
    ("# Version 1.5 of it\n\n# Later.\n", "Version 1.5 of it"), ("#\n# A quiz.\n", " A quiz"),
  ])
  func descriptionIsTheFirstSentence(_ text: String, _ about: String) throws {
    try write(["worksheet/quiz.yaml": text])
    #expect(try template("quiz").about() == about)
  }

  @Test func damagedTemplatesHaveAPlace() throws {
    try write([
      "worksheet/quiz.yaml": "title: Q\n\ttype: quiz\n", "context/unit/context.yaml": "title: U\n",
      "context/unit/a/worksheet.yaml": "title: [\n",
    ])
    let found = failures { _ = try template("quiz").document() }
    #expect(found.map(\.id) == [.objectIsFaulty])
    #expect(found.first?.place?.path == root + "/worksheet/quiz.yaml")
    #expect(found.first?.place?.line == 2)
    #expect(found.first?.place?.excerpt == "\ttype: quiz")
    let unit = template("unit", .context, isFolder: true)
    #expect(
      failures { _ = try unit.documents() }.map { $0.place?.path }
        == [root + "/context/unit/a/worksheet.yaml"])
  }

  @Test func missingTemplateIsEmpty() throws {
    #expect(try template("gone").about() == "")
    #expect(try template("gone", isFolder: true).files().isEmpty)
  }

  // MARK: Saving

  private func saved(_ path: String, _ kind: Template.Kind, _ more: [String: String] = [:]) throws
    -> SavedTemplate
  {
    try SavedTemplate(try #require(ContextPath(path)), kind, in: .small(with: more))
  }

  private func text(_ template: SavedTemplate, _ file: String) -> String? {
    template.files[file].map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func datesAndTitleAreRemoved() throws {
    let text = """
      # A quiz.
      title: Adding
      titles: {de: Addieren}
      order: 3
      draft: no
      release: "2026-11-01"
      due: "2026-11-28"
      exam: {from: "2026-11-28 08:00", to: "2026-11-28 09:00"}
      was: [old]
      exercises:
        - {id: a, type: essay, prompt: P, due: "2026-11-27"}
        - {id: b, type: essay, prompt: Q}

      """
    let template = try saved("math/one", .worksheet, ["subjects/math/one/worksheet.yaml": text])
    #expect(
      self.text(template, "worksheet.yaml") == """
        # A quiz.
        title: "@title@"
        draft: yes
        exercises:
          - {id: a, type: essay, prompt: P}
          - {id: b, type: essay, prompt: Q}

        """)
  }

  @Test func chaptersKeepTitleAndOrderOfTheirParts() throws {
    let template = try saved("math/fractions", .context)
    #expect(text(template, "context.yaml")?.contains("order") == false)
    let worksheet = try #require(text(template, "adding/worksheet.yaml"))
    #expect(worksheet.hasPrefix("title: Adding fractions\n"))
    #expect(!worksheet.contains("due:"))
    #expect(text(template, "adding/files/sheet.pdf") == "sheet")
    // A folder without a file is a section.
    #expect(text(try saved("math/geometry", .context), "context.yaml") == "title: \"@title@\"\n")
  }

  @Test func singleFileNeedsNoFolder() throws {
    let only = ["subjects/math/one/worksheet.yaml": "title: One\n"]
    try saved("math/one", .worksheet, only).write(to: root, as: "worksheet/quiz", replacing: false)
    try saved("math/fractions/adding", .worksheet)
      .write(to: root, as: "worksheet/more", replacing: false)
    #expect(try files() == ["more/files/sheet.pdf", "more/worksheet.yaml", "quiz.yaml"])
  }

  @Test func existingTemplateIsReplacedOnlyOnRequest() throws {
    let one = try saved(
      "math/one", .worksheet, ["subjects/math/one/worksheet.yaml": "title: One\n"])
    let more = try saved("math/fractions/adding", .worksheet)
    try one.write(to: root, as: "worksheet/quiz", replacing: false)
    for template in [one, more] {
      let found = failures { try template.write(to: root, as: "worksheet/quiz", replacing: false) }
      #expect(found.map(\.id) == [.createOperationFailed])
      #expect(found.first?.message == "template 'worksheet/quiz' already exists")
      #expect(found.first?.hint == "use --force to replace it, or choose another name")
    }
    // Nothing of the replaced template remains, because a folder would hide the file.
    try more.write(to: root, as: "worksheet/quiz", replacing: true)
    #expect(try files() == ["quiz/files/sheet.pdf", "quiz/worksheet.yaml"])
    try one.write(to: root, as: "worksheet/quiz", replacing: true)
    #expect(try files() == ["quiz.yaml"])
  }

  @Test func schoolsReplaceTheirTemplatesInTheSameWay() throws {
    let school = try TemporarySchool(with: ["templates/worksheet/quiz.yaml": "title: Old\n"])
    let store = try school.store()
    let more = try saved("math/fractions/adding", .worksheet)
    func save(replacing: Bool) throws {
      _ = try store.change("template save", "templates/quiz", by: school.teacher()) {
        try more.write(to: $0, as: "templates/worksheet/quiz", replacing: replacing)
      }
    }
    #expect(failures { try save(replacing: false) }.map(\.id) == [.createOperationFailed])
    #expect(school.read("templates/worksheet/quiz.yaml") == "title: Old\n")
    try save(replacing: true)
    #expect(school.read("templates/worksheet/quiz.yaml") == nil)
    #expect(school.read("templates/worksheet/quiz/files/sheet.pdf") == "sheet")
  }
}

extension TemplateTests {
  // MARK: Finding

  private func find(_ name: String, _ kinds: [Template.Kind] = Template.Kind.allCases) throws
    -> Template
  {
    try Templates(user: root + "/user", installed: [root + "/installed"], school: root + "/school")
      .find(name, kinds)
  }

  @Test func schoolsTemplatesComeBeforeTheUsersAndInstalledOnes() throws {
    try write([
      "school/templates/worksheet/a.yaml": "", "user/worksheet/a.yaml": "",
      "user/worksheet/b/worksheet.yaml": "", "installed/worksheet/a.yaml": "",
      "installed/worksheet/b.yaml": "", "installed/worksheet/c.yaml": "",
      "installed/context/c/context.yaml": "", "installed/context/empty/note.txt": "",
      "installed/worksheet/note.txt": "",
    ])
    #expect(try find("a").origin == .school)
    #expect(try find("b").origin == .user && find("b").isFolder)
    #expect(try find("worksheet/c").origin == .installed)
    // A worksheet comes before a chapter of the same name.
    #expect(try find("c").kind == .worksheet && find("context/c").kind == .context)
    #expect(try find("c", [.context]).kind == .context)
    let found = failures { _ = try find("empty") }
    #expect(
      found == [Failure(.notFound, "no template 'empty'", hint: "available: c, a, b, c")])
  }

  @Test func missingTemplatesHaveASuggestion() throws {
    #expect(
      failures { _ = try find("quiz") }.map(\.hint) == ["no templates are installed"])
    try write(["user/worksheet/quiz.yaml": ""])
    #expect(failures { _ = try find("qiuz") }.map(\.hint) == ["did you mean 'quiz'?"])
  }
}
