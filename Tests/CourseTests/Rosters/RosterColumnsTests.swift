import Testing
import Text

@testable import Course

@Suite struct RosterColumnsTests {
  private func columns(_ heads: String, _ mapping: [(String, String)] = []) throws -> RosterColumns
  {
    try RosterColumns(
      heads.split(separator: ";", omittingEmptySubsequences: false).map(String.init),
      mapping: mapping.map { (target: $0.0, head: $0.1) })
  }

  @Test(arguments: [
    ("id", "id"), ("Kürzel", "id"), ("ID", "id"), ("Vorname", "given"), ("VORNAME", "given"),
    ("First Name", "given"), ("first_name", "given"), ("First-Name:", "given"), ("Prénom", "given"),
    ("PRE\u{301}NOM", "given"), ("nombre", "given"), ("名", "given"), ("Имя", "given"),
    ("Ім'я", "given"), ("Όνομα", "given"), ("Nachname", "family"), ("Nom de famille", "family"),
    ("apellidos", "family"), ("姓", "family"), ("Soyadı", "family"), ("Name", "name"),
    ("Schüler/in", "name"), ("Schüler:in", "name"), ("氏名", "name"), ("이름", "name"),
    ("ｎａｍｅ", "name"),
  ])
  func headingsOfManyLanguagesIdentifyStudents(_ head: String, _ target: String) throws {
    #expect(try columns("x;\(head)").places == [target: 1])
  }

  @Test(arguments: [
    ("E-Mail", "email"), ("e mail", "email"), ("Adresse e-mail", "email"), ("メール", "email"),
    ("Nr.", "number"), ("lfd. Nr.", "number"), ("N°", "number"), ("№", "number"), ("番号", "number"),
    ("Spitzname", "alias"), ("Username", "login"), ("User Name", "login"), ("progress", "progress"),
    ("Klasse", "class"), ("クラス", "class"), ("třída", "class"), ("Класс", "class"),
  ])
  func headingsOfManyLanguagesDescribeStudents(_ head: String, _ target: String) throws {
    #expect(try columns("id;\(head)").places == ["id": 0, target: 1])
  }

  @Test func unknownHeadingsAreIgnoredAndReported() throws {
    let columns = try columns("Geburtsdatum;id;;Ort;???")
    #expect(columns.places == ["id": 1])
    #expect(columns.unknown == ["Geburtsdatum", "Ort", "???"])
  }

  @Test(arguments: [
    ("Vorname;Name", ["given": 0, "family": 1]), ("Name;Nachname", ["given": 0, "family": 1]),
    ("Vorname;Nachname;Name", ["given": 0, "family": 1, "name": 2]), ("Name", ["name": 0]),
  ])
  func nameNextToAnotherNameIsThePartThatIsMissing(_ heads: String, _ places: [String: Int]) throws
  {
    #expect(try columns(heads).places == places)
  }

  @Test func mappingOverridesHeadings() throws {
    let both = try columns("Name;Rufname;Vorname", [("given", "Vorname"), ("family", "name")])
    #expect(both.places == ["given": 2, "family": 0])
    #expect(both.unknown == [])
    // The exact heading comes before a similar one.
    #expect(try columns("X;x;id", [("alias", "x")]).places == ["alias": 1, "id": 2])
    #expect(try columns("X;id", [("alias", "x"), ("alias", "X")]).places["alias"] == 0)
    #expect(
      try columns("x", [("given", "x"), ("family", "x")]).places == ["given": 0, "family": 0])
  }

  @Test func ignoredTargetsHaveNoColumn() throws {
    var columns = try columns("id;class")
    columns.ignore("class")
    columns.ignore("email")
    #expect(columns.places == ["id": 0])
  }

  @Test(
    arguments: [
      (
        "Vorname;first name", [], "'Vorname' and 'first name' both match 'given'",
        "choose one: '--map given=first name'"
      ),
      ("id;ID", [], "'id' and 'ID' both match 'id'", "choose one: '--map id=ID'"),
      (
        "id", [("givn", "id")], "students have no field 'givn'", "did you mean 'given'?"
      ),
      (
        "id", [("colour", "id")], "students have no field 'colour'",
        "fields for '--map': id, name, class, given, family, email, number, alias, login, progress, leaderboard"
      ),
      (
        "id;Ort", [("given", "Vorname")], "no column 'Vorname' in the file",
        "its columns are 'id', 'Ort'"
      ),
      (
        "id;a;b", [("given", "a"), ("given", "b")], "'--map' names two columns for 'given'", nil
      ),
      (
        "Ort;email", [], "no column identifies the students",
        "the first line must contain column headings; '--map given=Vorname' assigns a column to a field"
      ),
      (
        "", [], "no column identifies the students",
        "the first line must contain column headings; '--map given=Vorname' assigns a column to a field"
      ),
    ] as [(String, [(String, String)], String, String?)])
  func unclearColumnsAreRefused(
    _ heads: String, _ mapping: [(String, String)], _ message: String, _ hint: String?
  ) {
    let failure = #expect(throws: Failure.self) { try columns(heads, mapping) }
    #expect(failure?.id == .valueIsFaulty)
    #expect(failure?.message.text == message)
    #expect(failure?.hint?.text == hint)
    #expect(failure?.place == nil)
  }
}
