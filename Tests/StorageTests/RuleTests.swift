import Foundation
import Model
import PlainYAML
import Testing
import Text

@testable import Storage

/// Every rule has a school that breaks it.
@Suite struct RuleTests {
  /// Files that break a rule, next to a small valid school. `{…}` represents a worksheet with these
  /// exercises.
  static let slips: [(Rule, [String: String])] = [
    (.yaml, ["subjects/math/subject.yaml": "title: [Mathematics\n"]),
    (
      .conflict, ["students.yaml": "<<<<<<< HEAD\nada: {given: Ada}\n=======\nada: {}\n>>>>>>> b\n"]
    ),
    (.orphan, ["marks/math/gone.yaml": "ada: {half: 1}\n"]),
    (.unpublishableName, ["subjects/math/adding/files/con.txt": "x\n"]),
    (
      .moreFaults,
      [
        "subjects/math/subject.yaml": "title: Mathematics\n"
          + (1...101).map { "color-\($0): red\n" }.joined()
      ]
    ),
    (.missingFile, ["classes/8a/guidance.yaml": "\n"]),
    (.misnamedFile, ["classes/7b/Class.yaml": "title: Class 7b\n"]),
    (.misnamedFile, ["subjects/math/later/Worksheet.yml": "title: Later\n"]),
    (.misnamedFile, ["assignments/sheet.yml": "title: Sheet\nto: [7b]\n"]),
    (.newerFormat, ["school.yaml": "format: 2\nuid: x\nschool: Hof\n"]),
    (.blank, ["subjects/math/subject.yaml": "title: \" \"\n"]),
    (.unknownField, ["subjects/math/subject.yaml": "title: Mathematics\ncolor: red\n"]),
    (.missingField, ["subjects/math/subject.yaml": "topic: math\n"]),
    (.notText, ["subjects/math/subject.yaml": "title: [a]\n"]),
    (.notAList, ["subjects/math/subject.yaml": "title: Mathematics\nclasses: 7b\n"]),
    (.notAMapping, ["subjects/math/subject.yaml": "title: Mathematics\nlate: 3d\n"]),
    (.notAValue, ["subjects/math/subject.yaml": "title: Mathematics\nattempts: many\n"]),
    (.notAValue, ["subjects/math/subject.yaml": "title: Mathematics\nprovider: ../x\n"]),
    (.notAValue, ["students.yaml": "ada: {email: nonsense}\n"]),
    (.notAValue, [sheet: "title: Adding\nage: 300-400\n"]),
    (.notAValue, [sheet: "title: Adding\ntitles: {german1!: Plus}\n"]),
    (.blank, ["classes/7b/class.yaml": "title: \" \"\nstudents: [ada, ben]\n"]),
    (.zone, ["classes/7b/class.yaml": "title: Klasse 7b\nzone: Nix\nstudents: [ada, ben]\n"]),
    (.notOneOf, ["subjects/math/subject.yaml": "title: Mathematics\ntopic: Math\n"]),
    (.tooLong, ["subjects/math/subject.yaml": "title: \(String(repeating: "m", count: 257))\n"]),
    (
      .fieldOfAnotherType, [sheet: exercise("type: essay, prompt: Why?, choices: [a, b]")]
    ),
    (
      .noEffect,
      [sheet: exercise("type: number, prompt: How many?, answer: 3, unit-credit: 0.5")]
    ),
    (
      .cutText,
      [
        sheet:
          "title: T-shirts\nexercises:\n  - {id: a, type: essay, prompt: Why?}\nsummary: See #1\n"
      ]
    ),
    (.formula, [sheet: exercise(#"type: essay, prompt: 'What is $\foo$?'"#)]),
    (
      .tornNumber,
      [sheet: exercise("type: choice, prompt: Which?, choices: [1,5, 2,25], answer: 1")]
    ),
    (.identifier, ["subjects/math/a b/context.yaml": "title: Spaces\n"]),
    (.duplicateID, ["students.yaml": "ada: {}\nAda: {}\n"]),
    (.sharedID, ["classes/ada/class.yaml": "title: Class of Ada\n"]),
    (.reusedID, ["subjects/math/old/context.yaml": "title: Old things\nwas: [adding]\n"]),
    (.tooDeep, ["subjects/math/a/b/c/d/e/f/g/h/i/context.yaml": "title: Deep down\n"]),
    (.vagueTitle, [sheet: "title: Quiz 8\n"]),
    (.zone, ["school.yaml": "format: 1\nuid: x\nschool: Hof\nzone: Europe/Berln\n"]),
    (.unknownStudent, ["classes/7b/class.yaml": "title: Class 7b\nstudents: [bne]\n"]),
    (.unknownClass, ["subjects/math/subject.yaml": "title: Mathematics\nclasses: [7c]\n"]),
    (
      .notInClass,
      ["classes/7b/class.yaml": "title: Class 7b\nstudents: [ada]\ngroups: {red: [ben]}\n"]
    ),
    (
      .testStudent,
      [
        "students.yaml": "ada: {given: Ada}\nben: {given: Ben}\nprobe: {test: yes}\n",
        "classes/7b/class.yaml": "title: Class 7b\nstudents: [ada, probe]\n",
      ]
    ),
    (
      .twoTeams,
      [
        "classes/7b/class.yaml":
          "title: Class 7b\nstudents: [ada]\ngroups: {t-1: [ada], t-2: [ada]}\n"
      ]
    ),
    (.duplicateEntry, ["classes/7b/class.yaml": "title: Class 7b\nstudents: [ada, ada]\n"]),
    (
      .unknownReason,
      [
        "classes/7b/guidance.yaml":
          "- {id: g1, student: ada, reason: phone, date: \"2026-11-20\"}\n"
      ]
    ),
    (.sharedLogin, ["students.yaml": "ada: {login: al}\nben: {login: al}\n"]),
    (.sharedNumber, ["students.yaml": "ada: {number: 3}\nben: {number: 3}\n"]),
    (.noAnswer, [sheet: exercise("type: number, prompt: How many?")]),
    (
      .unanswered,
      [
        sheet: "source: {from: Mill}\ndraft: yes\n"
          + exercise("type: number, prompt: How many?")
      ]
    ),
    (.tooFew, [sheet: exercise("type: choice, prompt: Which?, choices: [a], answer: a")]),
    (
      .duplicateChoice,
      [sheet: exercise("type: choice, prompt: Which?, choices: [a, a], answer: a")]
    ),
    (.duplicateItem, [sheet: exercise("type: order, prompt: Sort., items: [a, a]")]),
    (
      .answerNotAChoice,
      [sheet: exercise("type: choice, prompt: Which?, choices: [a, b], answer: c")]
    ),
    (.pattern, [sheet: exercise("type: text, prompt: Who?, match: pattern, answer: [\"(\"]")]),
    (.gap, [sheet: exercise("type: gaps, prompt: \"{{a}}\", gaps: {b: [x]}")]),
    (.percent, [sheet: exercise("type: number, prompt: How much?, unit: \"%\", answer: 75%")]),
    (
      .scoring,
      [
        sheet: exercise(
          "type: multiple, prompt: Which?, choices: [a, b], answer: [a], wrong-choice: 1/2")
      ]
    ),
    (.points, [sheet: "points: 5\n" + exercise("type: essay, prompt: Why?")]),
    (.pictureAlt, [sheet: exercise("type: essay, prompt: \"![](https://example.org/a.png)\"")]),
    (
      .thumbnail,
      [
        sheet: "thumbnail: small.png\n" + exercise("type: essay, prompt: Why?"),
        String(sheet.dropLast("worksheet.yaml".count)) + "files/small.png": "no picture",
      ]
    ),
    (.deadLink, [sheet: exercise("type: essay, prompt: \"![A cat](files/cat.png)\"")]),
    (.unknownRecipient, ["assignments/one.yaml": assignment("to: [7x]")]),
    (.unknownWork, ["assignments/one.yaml": "title: Sums\nto: [7b]\nwork: [math/gone]\n"]),
    (
      .notAssignable,
      [
        "assignments/one.yaml": assignment("to: [7b]"),
        sheet: "assignable: no\n" + exercise("type: essay, prompt: Why?"),
      ]
    ),
    (
      .assignedTwice,
      [
        "assignments/one.yaml": assignment("to: [7b]"),
        "assignments/two.yaml": assignment("to: [ada]"),
      ]
    ),
    (
      .noRecipient,
      [
        "assignments/one.yaml": assignment(
          "to: [ada]\nextensions: [{who: ben, until: \"2026-12-01\"}]")
      ]
    ),
    (.pastDue, ["assignments/one.yaml": assignment("to: [7b]\nstate: draft\ndue: \"2026-01-01\"")]),
    (
      .lateRelease,
      [
        "assignments/one.yaml": assignment(
          "to: [7b]\nrelease: \"2026-12-03\"\ndue: \"2026-12-01\"")
      ]
    ),
    (.unknownExercise, ["marks/math/adding.yaml": "ada: {gone: 1}\n"]),
    (
      .unknownRubric,
      [
        sheet: exercise("type: essay, prompt: Why?, rubric: [{id: reason}]"),
        "marks/math/adding.yaml": "ada: {rubric: {half: {other: 1}}}\n",
      ]
    ),
    (.noPoints, ["marks/math/adding.yaml": "ada: {half: good}\n"]),
    (.brokenGrade, ["grades/math/adding.yaml": "ada: {score: eight, max: 10, state: graded}\n"]),
    (.noScore, ["marks/math/adding.yaml": "ada: {override: {why: ill}}\n"]),
    (
      .unknownLanguage,
      [sheet: exercise("type: code, prompt: Add., language: pyhton, file: a.py, cases: [{}]")]
    ),
    (
      .missingTest,
      [sheet: exercise("type: code, prompt: Add., language: python, file: a.py, test: gone.py")]
    ),
    (.manyPoints, ["marks/math/adding.yaml": "ada: {half: 7}\n"]),
  ]

  static let sheet = "subjects/math/adding/worksheet.yaml"

  static func exercise(_ fields: String) -> String {
    "title: Adding\nexercises:\n  - {id: half, \(fields)}\n"
  }

  static func assignment(_ fields: String) -> String {
    "title: Sums\nwork: [math/adding]\n\(fields)\n"
  }

  /// Rules for files that aren't text.
  static let byKind: Set<Rule> = [.unreadable, .unpublishable]

  let school: TemporarySchool

  init() throws {
    school = try TemporarySchool()
    try school.write("students.yaml", "ada: {given: Ada}\nben: {given: Ben}\n")
    try school.write("classes/7b/class.yaml", "title: Class 7b\nstudents: [ada, ben]\n")
    try school.write("subjects/math/subject.yaml", "title: Mathematics\n")
    try school.write(Self.sheet, Self.exercise("type: essay, prompt: Why?"))
  }

  private func faults() throws -> [Fault] {
    let now = Instant(seconds: 1_764_000_000 + 30_000_000)
    let check = SchoolCheck(
      SchoolFiles(WorkTree(root: school.root)), at: now, languages: ["python"])
    try check.checkAll()
    return check.faults
  }

  @Test func aValidSchoolBreaksNoRule() throws { #expect(try faults() == []) }

  @Test func everyRuleHasAnExample() {
    #expect(Set(Self.slips.map(\.0)).union(Self.byKind) == Set(Rule.allCases))
  }

  @Test(arguments: slips.indices) func problemsAreReported(_ number: Int) throws {
    let (rule, files) = Self.slips[number]
    for (file, text) in files { try school.write(file, text) }
    let found = try faults().filter { $0.rule == rule }
    #expect(!found.isEmpty)
    for fault in found { #expect(fault.severity == rule.severity) }
    if found.contains(where: { $0.fix != nil }) { #expect(rule.isFixable) }
  }

  @Test func theRulesAreDocumented() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/checking.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") && !$0.hasPrefix("| `--") }
    #expect(
      rows.map(String.init)
        == Rule.allCases.map { rule in
          let severity = rule.severity == .error ? "error" : "warning"
          return "| `\(rule.id)` | \(severity) | \(rule.isFixable ? "yes" : "") | \(rule.summary) |"
        })
  }

  @Test func linksAreNeverPublished() throws {
    let files = "\(school.root)/subjects/math/adding/files"
    try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: files + "/passwd", withDestinationPath: "/etc/passwd")
    #expect(try faults().map(\.rule) == [.unpublishable])
  }

  @Test func aFolderInPlaceOfAFileIsReported() throws {
    // Root may read everything else.
    let check = SchoolCheck(SchoolFiles(Unreadable()))
    try? check.checkAll()
    #expect(check.faults.map(\.rule).contains(.unreadable))
  }

  @Test(
    arguments: [
      "Quiz 8", "quiz8", "Quiz", "Übungsblatt 3a", "Arbeitsblatt Nr. 4", "Devoir n° 2",
      "Ejercicio IV",
      "第3回 小テスト", "Тест №5", "Worksheet #2", "12", "Lesson-3",
    ])
  func vagueTitles(_ title: String) { #expect(title.isVagueTitle) }

  @Test(
    arguments: [
      "Adding fractions", "Quiz on fractions", "Brüche addieren", "Mix", "The French Revolution",
      "Chapter 3: Light", "分数のたし算", "π", "Sheet music",
    ])
  func titlesMustBeDescriptive(_ title: String) { #expect(!title.isVagueTitle) }

  @Test func linksAreFoundOutsideCode() {
    let links = markdownLinks(
      in:
        "![](a.png) [b](<b c.pdf> \"B\") `[x](y)` ``[x](`y)`` \\[no](z) [d](https://e.org/f) [g](#h)"
    )
    #expect(links.map(\.target) == ["a.png", "b c.pdf", "https://e.org/f", "#h"])
    #expect(links.map(\.isPicture) == [true, false, false, false])
    #expect(
      links.map { MarkdownLink.file($0.target) } == ["a.png", "b c.pdf", nil, nil])
    #expect(MarkdownLink.file("a%20b.png?x#y") == "a b.png")
  }

  @Test(
    arguments: [
      ("htp://x.org", "did you mean 'http://x.org'?"), ("htps://x.org", "did you mean 'https:"),
      ("http:/x.org/a", "did you mean 'http://x.org/a'?"), ("https:x.org", "'https://x.org'?"),
      ("mailto:ada", "write 'mailto:"), ("zoom:1", "most addresses start with 'https://'"),
    ])
  func invalidAddressesAreFound(_ target: String, _ hint: String) throws {
    let problem = try #require(LinkAddress(target)?.problem)
    #expect(problem.hint?.text.contains(hint) == true)
  }

  @Test(
    arguments: [
      "https://x.org", "HTTP://x.org/a:b", "mailto:a@b.org", "tel:+49", "#top", "a/b:c.png", "",
    ])
  func validAddressesAreAccepted(_ target: String) {
    #expect(LinkAddress(target)?.problem == nil)
  }

  // MARK: Mending

  @Test(
    arguments: [
      (
        "prompt: Solve exercise #1  \n    type: essay # a note",
        "prompt: \"Solve exercise #1\"  \n    type: essay # a note"
      ),
      (
        "type: choice\n    prompt: P\n    choices: [1,5, 2,25] # German\n    answer: 2,25",
        "type: choice\n    prompt: P\n    choices: [\"1,5\", \"2,25\"] # German\n    answer: 2,25"
      ),
      (
        "type: choice\n    prompt: P\n    choices: [1,5, 2,5]\n    answer: 2,5",
        "type: choice\n    prompt: P\n    choices: [\"1,5\", \"2,5\"]\n    answer: 2,5"
      ),
      (
        "type: choice\n    prompt: P\n    choices: [Paris, London]\n    answer: paris # capital",
        "type: choice\n    prompt: P\n    choices: [Paris, London]\n    answer: Paris # capital"
      ),
      (
        "type: Number\n    prompt: P\n    unit: \"%\"\n    answer: 75 %\n    tolerance: 1%",
        "type: number\n    prompt: P\n    unit: \"%\"\n    answer: 75\n    tolerance: 1"
      ),
    ])
  func typosAreFixed(_ before: String, _ after: String) throws {
    let head = "title: Adding\n# Kept.\nexercises:\n  - id: half\n    "
    try school.write(Self.sheet, head + before + "\n")
    let change = Change(
      summary: "", command: "check --fix", path: "school", source: WorkTree(root: school.root))
    for _ in 0..<4 {
      let check = SchoolCheck(SchoolFiles(change))
      try check.checkAll()
      if try change.applyFixes(check.faults).isEmpty { break }
    }
    let bytes = try #require(try change.bytes(at: Self.sheet))
    #expect(String(decoding: bytes, as: UTF8.self) == head + after + "\n")
  }

  @Test func fixingListsDropsTheirComments() throws {
    try school.write(
      "classes/7b/class.yaml",
      """
      title: Class 7b
      students:
        - ada  # the first
        - Ben
        - ada
      groups:
        red: [ada, ben, cy]
        blue: [ada]

      """)
    try school.write("students.yaml", "ada: {}\nben: {}\ncy: {}\n")
    let change = Change(
      summary: "", command: "check --fix", path: "school", source: WorkTree(root: school.root))
    var fixed: [AppliedFix] = []
    for _ in 0..<4 {
      let check = SchoolCheck(SchoolFiles(change))
      try check.checkAll()
      fixed += try change.applyFixes(check.faults)
    }
    let bytes = try #require(try change.bytes(at: "classes/7b/class.yaml"))
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        title: Class 7b
        students:
          - ada  # the first
          - ben
        groups:
          red: [ada, ben]
          blue: [ada]

        """)
    #expect(fixed.count == 3)
  }
}

private struct Unreadable: FileSource {
  func bytes(at path: String) throws -> [UInt8]? { throw UnreadableFile(path: path, code: 5) }
  func entries(in folder: String) throws -> [FolderEntry] { [] }
}
