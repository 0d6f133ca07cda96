import Model
import PlainYAML
import Testing

@testable import Storage

@Suite struct SettingTests {
  let school: TemporarySchool
  let sheet = "subjects/math/one/worksheet.yaml"
  let path: ContextPath

  init() throws {
    school = try TemporarySchool()
    path = try #require(ContextPath("math/one"))
    try school.write("subjects/math/subject.yaml", "title: Mathematics\n")
    try school.write("students.yaml", "ada: {given: Ada}\nben:\n")
    try school.write("classes/7b/class.yaml", "students: [ada]\ngroups:\n  red: [ada]\n")
    try school.write(
      sheet,
      """
      title: One   # the first
      exercises:
        - {id: half, type: number, prompt: How many?, answer: 1/2}
        - id: word
          type: text
          prompt: Which?
          answer: yes   # not no
          rubric:
            - {id: idea, points: 1}

      """)
  }

  func set(_ object: ObjectPath, _ changes: (String, FieldChange.Action)...) throws {
    _ = try school.store().change("set", "\(object)", by: school.committer) { change in
      try change.set(
        changes.map { FieldChange(try #require(FieldPath($0.0)), $0.1) }, of: object,
        at: Instant(seconds: 1_795_000_000))
    }
  }

  func lines(_ file: String) -> [String] {
    (school.read(file) ?? "").split(separator: "\n").map(String.init)
  }

  @Test func fieldNamesAreParsed() {
    #expect(FieldPath("late.grace")?.names == ["late", "grace"])
    #expect(FieldPath("titles.\"de.CH\"")?.names == ["titles", "de.CH"])
    #expect(FieldPath("titles.\"de.CH\"")?.description == "titles.\"de.CH\"")
    for text in ["", ".", "a.", ".a", "a..b", "\"a", "a\"b\"", "\"a\"b"] {
      #expect(FieldPath(text) == nil, "\(text)")
    }
  }

  @Test func keepsCommentsAndPositions() throws {
    try set(.context(path), ("title", .set("1")), ("late.grace", .set("10m")))
    #expect(lines(sheet)[0] == "title: \"1\"   # the first")
    #expect(lines(sheet)[1] == "late: {grace: 10m}")
    try set(.exercise(path, "word"), ("answer", .add("no,maybe")))
    #expect(lines(sheet).contains("    answer: [yes, \"no\", maybe]   # not no"))
    try set(.exercise(path, "word"), ("answer", .remove("yes,maybe")))
    #expect(lines(sheet).contains("    answer: [\"no\"]   # not no"))
    try set(.exercise(path, "half"), ("answer", .set("1")), ("points", .set("2")))
    #expect(
      lines(sheet)[3] == "  - {id: half, type: number, prompt: How many?, points: 2, answer: 1}")
  }

  @Test func findsItemsByTheirNames() throws {
    try set(
      .context(path), ("exercises.word.rubric.idea.points", .set("3")),
      ("exercises.word.rubric", .add("{id: style, title: no, points: 1}")))
    #expect(lines(sheet).contains("      - {id: idea, points: 3}"))
    #expect(lines(sheet).contains("      - {id: style, title: \"no\", points: 1}"))
    try set(.context(path), ("exercises.word.rubric", .remove("idea")))
    #expect(!lines(sheet).contains { $0.contains("idea") })
  }

  @Test func setsEntriesOfSharedFiles() throws {
    try set(.student("ada"), ("number", .set("7")), ("family", .set("Lovelace")))
    try set(.student("ben"), ("given", .set("Ben")))
    #expect(
      lines("students.yaml") == [
        "ada: {given: Ada, family: Lovelace, number: 7}", "ben:", "  given: Ben",
      ])
    let red = ObjectPath.group(schoolClass: "7b", group: "red")
    try set(red, ("students", .unset))
    #expect(lines("classes/7b/class.yaml").last == "  red: []")
    try set(red, ("students", .set("ada")))
    #expect(lines("classes/7b/class.yaml").last == "  red: [ada]")
  }

  @Test func keepsLocalTimes() throws {
    try set(.context(path), ("due", .set("24.12.2026 8pm")), ("release", .set("2026-12-01")))
    #expect(lines(sheet).contains("due: \"2026-12-24 20:00\""))
    #expect(lines(sheet).contains("release: \"2026-12-01\""))
    try set(.context(path), ("due", .set("2026-12-24T19:00:00Z")))
    #expect(lines(sheet).contains("due: \"2026-12-24T19:00:00Z\""))
  }

  @Test func missingFieldsAreNamed() throws {
    let error = #expect(throws: FieldError.self) { try set(.context(path), ("tilte", .set("x"))) }
    guard case .unknown(let field, let known) = error else {
      Issue.record()
      return
    }
    #expect(field.name == "tilte" && known.contains("title"))
    #expect(
      throws: FieldError.noEntry(try #require(FieldPath("exercises.haf")), known: ["half", "word"])
    ) {
      try set(.context(path), ("exercises.haf.points", .set("1")))
    }
    #expect(throws: FieldError.nothingBelow(try #require(FieldPath("title")))) {
      try set(.context(path), ("title.de", .set("Eins")))
    }
  }

  @Test func fieldsWithTheirOwnCommandsAreRefused() throws {
    for (field, action) in [
      ("id", .set("two")), ("exercises", .set("[]")), ("exercises", .unset),
      ("exercises.half", .unset), ("exercises.half", .set("{id: third}")),
      ("exercises.half.id", .set("third")), ("exercises", .add("{id: third}")),
    ] as [(String, FieldChange.Action)] {
      #expect(throws: FieldError.self) { try set(.context(path), (field, action)) }
    }
    #expect(throws: FieldError.self) { try set(.schoolClass("7b"), ("groups.red", .unset)) }
    #expect(throws: FieldError.self) { try set(.school, ("uid", .set("x"))) }
  }

  @Test func completesFieldNames() throws {
    let files = try school.store().files
    let object = ObjectPath.context(path)
    let names = try files.fieldNames(of: object, below: "ti")
    #expect(names.contains("title=") && names.contains("titles."))
    #expect(names.contains("was-=") && names.contains("late.") && names.contains("exercises."))
    #expect(
      try files.fieldNames(of: object, below: "exercises.") == [
        "exercises.half.", "exercises.word.",
      ])
    #expect(
      try files.fieldNames(of: object, below: "late.").first == "late.grace=")
    #expect(
      !(try files.fieldNames(of: object, below: "exercises.half.")).contains {
        $0.hasPrefix("exercises.half.id")
      })
  }
}
