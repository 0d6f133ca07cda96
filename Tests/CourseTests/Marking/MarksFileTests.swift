import Model
import PlainYAML
import Reports
import Storage
import Testing
import Text

@testable import Course

@Suite struct MarksFileTests {
  /// Ada and Ben take part; the worksheet has the exercises half (2 points) and why (1.5 points).
  private let files = SchoolFiles.small(with: [
    "marks/math/fractions/adding.yaml":
      "ada: {half: 1/3, comment: Good, override: {score: 2, why: ill}}\n"
  ])

  private func file(_ text: String, _ files: SchoolFiles? = nil) throws -> MarksFile {
    let files = files ?? self.files
    return try MarksFile(
      Array(text.utf8), name: "marks.csv", MarkTarget("adding", in: files), files)
  }

  /// The decisions as `student field=text`.
  private func decisions(_ text: String) throws -> [String] {
    try file(text).rows.flatMap { row in
      row.decisions.map { "\(row.student) \($0.field.name)=\($0.text ?? "-")" }
    }
  }

  @Test(arguments: [
    ("student,half\nada,1.5\n", ["ada half=1.5"]), ("ID;HALF\nben;1,5\n", ["ben half=1.5"]),
    ("name,half,why.comment\nBen Okri,2,\"so, so\"\n", ["ben half=2", "ben why.comment=so, so"]),
    ("name;half\n\"okri, BEN\";1\n", ["ben half=1"]),
    // The first `name` column is that of the students.
    ("student,name,half\nada,anything,1\n", ["ada half=1"]),
    // Empty cells change nothing, and `-` removes a mark.
    ("student,half,comment\nada,,-\n", ["ada comment=-"]), ("student,half\n\n , \n", []),
    ("student,half\nada,2/6\n", ["ada half=1/3"]), ("student,half\nada,1½\n", ["ada half=1.5"]),
    ("student,half\nada,.5\n", ["ada half=0.5"]), ("student,half\nada,1 1/2\n", ["ada half=1.5"]),
    ("student,comment\nada,'=1+1\n", ["ada comment==1+1"]),
    ("student,override,override.why\nben,3,ill\n", ["ben override=3", "ben override.why=ill"]),
    // Removing an override removes its reason; an override with a reason needs no other.
    ("student,override\nada,-\n", ["ada override=-", "ada override.why=-"]),
    ("student,override\nada,3\n", ["ada override=3"]),
    ("student,excused\nben,ill\n", ["ben excused=ill"]),
  ])
  func tablesHaveALinePerStudent(_ text: String, _ expected: [String]) throws {
    #expect(try decisions(text) == expected)
  }

  @Test(
    arguments: [
      ("half\n1\n", "no column 'student' or 'name'", nil, 1, 1),
      (
        "student,Ort\nada,x\n", "no column matches a mark field",
        "available columns: half, half.comment, why, why.comment, comment, override, override.why, excused",
        1, 1
      ),
      ("student,hallf\nada,1\n", "no mark field 'hallf'", "did you mean 'half'?", 1, 9),
      ("student,half,Half\nada,1,2\n", "duplicate column for 'half'", nil, 1, 14),
      (
        "student,half\nadda,1\n", "'adda' isn't a participant in 'math'", "did you mean 'ada'?", 2,
        1
      ),
      ("student,half\nnoor,1\n", "'noor' isn't a participant in 'math'", nil, 2, 1),
      ("student,half\nada,1\nAda Lindqvist,2\n", "'ada' is already in line 2", nil, 3, 1),
      ("student,half\n,1\n", "the line has no student", nil, 2, 1),
      ("student,half\nada,1,2\n", "the value is in a column without a heading", nil, 2, 7),
      ("student,half\nada,many\n", "invalid points 'many'", "write a number such as 1.5", 2, 5),
      ("student,half\nada,50%\n", "invalid points '50%'", "write a number such as 1.5", 2, 5),
      ("student,half\nada,-1\n", "'half' can't be negative", nil, 2, 5),
      (
        "student,override\nben,1\n", "the override has no reason",
        "write the reason in the column 'override.why'", 2, 5
      ),
      (
        "student,override.why\nben,ill\n", "the reason has no score in the column 'override'", nil,
        2, 5
      ),
    ] as [(String, String, String?, Int, Int)])
  func faultsHaveAPlace(
    _ text: String, _ message: String, _ hint: String?, _ line: Int, _ column: Int
  ) {
    let found = failures { _ = try file(text) }
    #expect(found.map(\.message.text) == [message])
    #expect(found.first?.id == .objectIsFaulty)
    #expect(found.first?.hint?.text == hint)
    #expect(found.first?.place?.path == "marks.csv")
    #expect(found.first?.place?.line == line)
    #expect(found.first?.place?.column == column)
  }

  @Test(arguments: [("", "the file is empty"), ("student,half\n\"ada", "unclosed quote")])
  func brokenTablesAreRefused(_ text: String, _ message: String) {
    #expect(failures { _ = try file(text) }.map(\.message.text) == [message])
  }

  @Test func namesOfSeveralParticipantsAreAmbiguous() {
    let twins = SchoolFiles.small(with: [
      "students.yaml": "ada: {given: Ada, family: Roth}\nben: {given: Ada, family: Roth}\n",
      "classes/7b/class.yaml": "title: 7b\n", "classes/8a/class.yaml": "title: 8a\n",
      "subjects/math/participants.yaml":
        "ada: {permission: read-write, state: accepted, since: \"2026-11-20T08:00:00Z\"}\n"
        + "ben: {permission: read-write, state: accepted, since: \"2026-11-20T08:00:00Z\"}\n",
    ])
    let found = failures { _ = try file("name,half\nAda Roth,1\n", twins) }
    #expect(found.map(\.message) == ["'Ada Roth' is ambiguous: it could be 'ada', 'ben'"])
    #expect(found.first?.hint == "write the identifier in the column 'student'")
  }

  @Test func otherColumnsAndHighPointsAreNoticed() throws {
    let file = try file("student,Ort,half\nada,x,2.5\n")
    #expect(file.notices == ["ignored column 'Ort'"])
    let changes = file.changes(to: try Ledger(Array("".utf8))).changes
    #expect(
      file.excess(in: changes) == [
        "\(file.name):2: half: 2.5 points exceed the maximum of 2"
      ])
  }

  @Test func onlyChangesAreWritten() throws {
    let ledger = try files.marks(ContextPath(subject: "math", components: ["fractions", "adding"]))
    func changes(_ text: String) throws -> [String] {
      let file = try file(text)
      let changes = file.changes(to: ledger).changes
      return file.table(of: changes).rows.map { "\($0[0].shown) \($0[1].shown)" }
    }
    #expect(try changes("student,half,comment\nada,2/6,Good\nben,,\n") == [])
    #expect(
      try changes("student,half,comment\nada,1,-\nben,0,\n")
        == ["ada half: 1/3 → 1, comment: Good → removed", "ben half: 0"])
  }

  /// Ada's points are for another answer than the one that waits; she had 1 for that before.
  @Test(
    arguments: [
      ("new", "1/3", [], ["half"]), ("new", "1", ["half: 1"], []),
      ("older", "1", [], []), ("older", "1/3", ["half: 1 → 1/3"], []), ("old", "1/3", [], []),
    ] as [(String, String, [String], [String])])
  func pointsAreForTheAnswerThatWaits(
    _ submission: String, _ points: String, _ changed: [String], _ outdated: [String]
  ) throws {
    let line = "ada: {half: 1/3, marked: {half: old}, earlier: {older: {half: 1}}}\n"
    let file = try file("student,half\nada,\(points)\n")
    let found = file.changes(
      to: try Ledger(Array(line.utf8)), for: ["ada": ["half": submission]])
    #expect(file.table(of: found.changes).rows.map { $0[1].shown } == changed)
    #expect(found.outdated.map(\.exercise) == outdated)
  }
}

@Suite struct MarkTargetTests {
  private let files = SchoolFiles.small(with: [
    "subjects/math/train/worksheet.yaml": "title: Train\npractice: yes\n"
  ])

  @Test(
    arguments: [
      ("math", "'math' isn't a worksheet", "run 'teachkit list math' to see its content"),
      (
        "fractions", "'math/fractions' isn't a worksheet",
        "run 'teachkit list math/fractions' to see its content"
      ),
      ("train", "cannot mark 'math/train': practice isn't graded", nil),
    ] as [(String, String, String?)])
  func onlyGradedWorksheetsAreMarked(_ path: String, _ message: String, _ hint: String?) {
    #expect(
      failures { _ = try MarkTarget(path, in: files) }
        == [
          Failure(
            .valueIsFaulty, Message(verbatim: message), hint: hint.map { Message(verbatim: $0) })
        ])
  }

  @Test func fieldsAreNamedFromTheTarget() throws {
    #expect(try MarkTarget("adding", in: files).exercise == nil)
    let half = try MarkTarget("adding/half", in: files)
    #expect(half.exercise?.id == "half")
    #expect(try half.field("comment") == .commentOn("half"))
    #expect(try half.field("why") == .points("why"))
    #expect(try MarkTarget("adding", in: files).field("comment") == .comment)
    #expect(try half.field("override.why") == .why)
    let found = failures { _ = try half.field("hlaf") }
    #expect(found.map(\.message) == ["no mark field 'hlaf' in 'math/fractions/adding'"])
    #expect(found.first?.hint == "did you mean 'half'?")
  }

  @Test(
    arguments: [
      ("1,5", "1.5"), ("1/3", "1/3"), ("2/6", "1/3"), ("0.00001", "1/100000"), (" 2 ", "2"),
      ("", nil),
      (" \n", nil), ("2.50", "2.5"),
    ] as [(String, String?)])
  func pointsAreExact(_ text: String, _ written: String?) throws {
    let worksheet = try MarkTarget("adding", in: files).worksheet
    #expect(try worksheet.decision(.points("half"), text).text == written)
  }

  @Test func commentsKeepTheirLines() throws {
    let worksheet = try MarkTarget("adding", in: files).worksheet
    #expect(try worksheet.decision(.comment, "one\n two\n\n").text == "one\n two")
    #expect(try worksheet.decision(.excused, "50%").text == "50%")
  }
}
