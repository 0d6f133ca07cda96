import Storage
import Testing
import Text

@testable import Course
@testable import Model

@Suite struct RosterFileTests {
  private func file(
    _ bytes: [UInt8], mapping: [(target: String, head: String)] = [], in schoolClass: String? = nil,
    _ more: [String: String] = [:]
  ) throws -> RosterFile {
    try RosterFile(
      "list.csv", bytes, mapping: mapping, schoolClass: schoolClass,
      SchoolFiles.small(with: more).roster())
  }

  private func rows(_ text: String, in schoolClass: String? = nil) throws -> [RosterRow] {
    try file(Array(text.utf8), in: schoolClass).rows
  }

  /// The fields of the only row.
  private func fields(_ text: String) throws -> [String: String] {
    try #require(try rows(text).first).fields
  }

  @Test func quotedFieldsMayContainSemicolons() throws {
    let row = try #require(try rows("id;alias\nada;\"a;b\"\"c\"\n").first)
    #expect(row == RosterRow(line: 2, id: "ada", fields: ["alias": "a;b\"c"]))
  }

  @Test func emptyCellsAndLinesAreIgnored() throws {
    let found = try rows("id,given,email\n\nada, ,\n,,\n \t,,\nben,Ben,b@x.org\n")
    #expect(
      found == [
        RosterRow(line: 3, id: "ada"),
        RosterRow(line: 6, id: "ben", fields: ["given": "Ben", "email": "b@x.org"]),
      ])
    #expect(try rows("id,given\n") == [])
  }

  @Test func valuesLoseExtraSpacesAndTheApostropheOfSpreadsheets() throws {
    let fields = try fields("given,family,login\n\" Ada \u{A0} Lou\nMae \",'=Roth,'ada\n")
    #expect(fields == ["given": "Ada Lou Mae", "family": "=Roth", "login": "'ada"])
  }

  @Test func valuesAreNormalized() throws {
    let decomposed = "given\nZoe\u{308}\n"
    let given = try #require(try fields(decomposed)["given"])
    #expect(given.unicodeScalars.elementsEqual("Zo\u{EB}".unicodeScalars))
  }

  @Test(
    arguments: [
      ("Lindqvist, Ada", "Ada", "Lindqvist"), ("Ada Lindqvist", "Ada", "Lindqvist"),
      ("Ada Lou Lindqvist", "Ada Lou", "Lindqvist"), ("von Braun, Ada Lou", "Ada Lou", "von Braun"),
      ("Roth, Ada, Lou", "Ada, Lou", "Roth"), ("Ada", "Ada", nil), ("田中 純", "田中", "純"),
      ("Lindqvist,", nil, "Lindqvist"), (", Ada", "Ada", nil),
    ] as [(String, String?, String?)])
  func fullNamesAreSplit(_ name: String, _ given: String?, _ family: String?) throws {
    let fields = try fields("name\n\"\(name)\"\n")
    #expect(fields["given"] == given)
    #expect(fields["family"] == family)
  }

  @Test func separateNamesPrevailOverFullOnes() throws {
    let fields = try fields("name,given,family\nAda Lindqvist,Lou,\n")
    #expect(fields == ["given": "Lou", "family": "Lindqvist"])
  }

  @Test(arguments: [
    ("number\n007", "number", "7"), ("number\n0", "number", "0"),
    ("number\n2147483647", "number", "2147483647"),
    ("progress\nTRUE", "progress", "yes"), ("progress\nNo", "progress", "no"),
    ("email\nada@x", "email", "ada@x"),
  ])
  func valuesAreStandardized(_ text: String, _ field: String, _ value: String) throws {
    let lines = text.split(separator: "\n")
    #expect(try fields("id,\(lines[0])\nada,\(lines[1])\n")[field] == value)
  }

  @Test(arguments: [
    ("7b", ["7b"]), ("7B", ["7b"]), ("Klasse 8a", ["8a"]), ("7b; 8a", ["7b", "8a"]),
    ("\"7b,8a,7b\"", ["7b", "8a"]), ("", []), ("\", ,\"", []),
  ])
  func classesAreNamedByIdentifierOrTitle(_ text: String, _ classes: [String]) throws {
    #expect(try rows("id,class\nada,\(text)\n").first?.classes == classes)
  }

  @Test func classOfAllOverridesTheColumn() throws {
    #expect(try rows("id,class\nada,nonsense\n", in: "8a").first?.classes == ["8a"])
  }

  // MARK: Faults

  @Test(
    arguments: [
      ("given,x\n,y\n", "no name in this line", nil, 2, 1),
      (
        "id,given\nada\n", "the line has 1 values, but the first line has 2",
        "quote values that contain ','", 2, 1
      ),
      (
        "id;given\nada;A;B;C\n", "the line has 4 values, but the first line has 2",
        "quote values that contain ';'", 2, 7
      ),
      (
        "id\tgiven\nada\tA\tB\n", "the line has 3 values, but the first line has 2",
        "quote values that contain 'tab'", 2, 7
      ),
      ("id,number\nada,x7\n", "'x7' is not a whole number", nil, 2, 5),
      ("id,number\nada,-1\n", "'-1' is not a whole number", nil, 2, 5),
      ("id,number\nada,1.5\n", "'1.5' is not a whole number", nil, 2, 5),
      ("id,number\nada,2147483648\n", "'2147483648' is not a whole number", nil, 2, 5),
      ("id,progress\nada,maybe\n", "'maybe' is neither yes nor no", nil, 2, 5),
      ("id,email\nädä,ada\n", "'ada' is not an e-mail address", nil, 2, 5),
      ("id,email\nada,a@b@c\n", "'a@b@c' is not an e-mail address", nil, 2, 5),
      ("id,class\nada,7c\n", "no class '7c'", "did you mean '7b'?", 2, 5),
      (
        "id,class\nada,Chess\n", "no class 'Chess'",
        "create it with 'teachkit create class', or use '--class' for all students", 2, 5
      ),
      ("name\n\",\"\n", "no name in this line", nil, 2, 1),
    ] as [(String, String, String?, Int, Int)])
  func faultsHaveAPlace(
    _ text: String, _ message: String, _ hint: String?, _ line: Int, _ column: Int
  ) {
    let found = failures { _ = try rows(text) }
    #expect(found.map(\.message.text) == [message])
    #expect(found.first?.id == .objectIsFaulty)
    #expect(found.first?.hint?.text == hint)
    let excerpt = text.split(separator: "\n").last.map(String.init)
    #expect(
      found.first?.place == .init(path: "list.csv", line: line, column: column, excerpt: excerpt))
  }

  @Test func identifiersFollowTheRules() {
    for id in ["a b", "-a", "everyone", "a..b", "a/b", "con", "x.lock"] {
      let found = failures { _ = try rows("given,id\nAda,\(id)\n") }
      #expect(found.count == 1 && found.first?.message.text.hasPrefix("'\(id)' ") == true, "\(id)")
      #expect(found.first?.place?.column == 5)
    }
  }

  @Test(arguments: [("given", 256), ("family", 256), ("alias", 64), ("login", 128)])
  func valuesHaveALengthLimit(_ field: String, _ most: Int) throws {
    let longest = String(repeating: "é", count: most)
    #expect(try fields("id,\(field)\nada,\(longest)\n")[field] == longest)
    let found = failures { _ = try rows("id,\(field)\nada,\(longest)x\n") }
    #expect(found.map(\.message) == ["the value is longer than \(most) characters"])
  }

  @Test func allFaultsAreReported() {
    let found = failures {
      _ = try rows("id,number,email\nada,x,y\nben,1\nnoor,3,n@x.org\n a b,4,z\n")
    }
    #expect(found.map { $0.place?.line } == [2, 2, 3, 5, 5])
  }

  @Test func ambiguousTitlesMatchNoClass() {
    let found = failures {
      _ = try file(
        Array("id,class\nada,Klasse 8a\n".utf8), ["classes/8b/class.yaml": "title: Klasse 8a\n"])
    }
    #expect(found.map(\.message) == ["'Klasse 8a' is the title of several classes: '8a', '8b'"])
    #expect(found.first?.hint == "write the identifier of the class")
    #expect(found.first?.place?.column == 5)
  }

  @Test(
    arguments: [
      ("", "the file is empty", nil, nil), ("\n\n,,\n", "the file is empty", nil, nil),
      ("id\n\"ada", "unclosed quote", 2, 1),
      ("id,given\nada,A\"B\n", "quote inside an unquoted value", 2, 6),
      ("id,given\n\"ada\"x,A\n", "text after a closing quote", 2, 6),
      ("id\na\u{7}\n", "not a text file", 2, 2),
      ("PK\u{3}\u{4}zip", "cannot read the spreadsheet: the file is damaged", nil, nil),
    ] as [(String, String, Int?, Int?)])
  func brokenTablesAreRefused(_ text: String, _ message: String, _ line: Int?, _ column: Int?) {
    let found = failures { _ = try rows(text) }
    #expect(found.map(\.message.text) == [message])
    #expect(found.first?.id == .objectIsFaulty)
    #expect(found.first?.place?.path == "list.csv")
    #expect(found.first?.place?.line == line)
    #expect(found.first?.place?.column == column)
  }

  @Test func hugeFilesAreRefused() {
    let found = failures { _ = try file(Array(repeating: 0x61, count: (8 << 20) + 1)) }
    #expect(found.map(\.message) == ["the file is larger than 8 MiB"])
  }

  @Test func otherEncodingsAndColumnsAreNoticed() throws {
    #expect(try file(Array("id,Ort\nada,x\n".utf8)).notices == ["ignored columns: 'Ort'"])
    #expect(try file(Array("id\nada\n".utf8)).notices == [])
    let latin = try file(Array("given\nZo".utf8) + [0xEB])
    #expect(latin.rows.first?.fields == ["given": "Zoë"])
    #expect(latin.notices == ["not UTF-8, so read as Windows-1252 (Latin-1): check the names"])
    let wide = try file(
      [0xFF, 0xFE] + "id\nada".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    #expect(wide.rows.first?.id == "ada")
    #expect(wide.notices == ["read as UTF-16"])
  }

  @Test(
    arguments: [
      (RosterProblem.Kind.twice(id: "ada", otherLine: 2), "'ada' is already in line 2", nil),
      (
        .ambiguous(name: "Ada Roth", candidates: ["ada", "ada.r"]),
        "'Ada Roth' matches 'ada', 'ada.r'", "add a column 'id', 'number' or 'email'"
      ),
      (.takenByClass("7b"), "'7b' is already the id of a class", "choose another identifier"),
      (
        .almostTaken("Ada", by: "ada"), "'Ada' differs from 'ada' only in case",
        "write 'ada', or choose another identifier"
      ),
    ] as [(RosterProblem.Kind, String, String?)])
  func problemsOfRowsHaveAPlace(_ kind: RosterProblem.Kind, _ message: String, _ hint: String?)
    throws
  {
    let file = try file(Array("id\nada\nben\n".utf8))
    let failure = file.failure(RosterProblem(line: 3, kind: kind))
    #expect(failure.id == .valueIsFaulty)
    #expect(failure.message.text == message)
    #expect(failure.hint?.text == hint)
    #expect(failure.place == .init(path: "list.csv", line: 3, excerpt: "ben"))
  }
}
