import Model
import Text

/// The columns of a list of students.
public struct RosterColumns {
  /// The possible targets of a column: an identifier, a full name, classes, or a student's field.
  public static let targets = ["id", "name", "class"] + Schema.roster.map(\.name)

  /// The index of each known column by its target.
  public private(set) var places: [String: Int] = [:]
  /// The headings of ignored columns.
  public private(set) var unknown: [String] = []

  /// - Parameters:
  ///   - heads: the first line.
  ///   - mapping: the columns that the user names: `given` is in `Vorname`.
  /// - Throws: `Failure`.
  public init(_ heads: [String], mapping: [(target: String, head: String)]) throws {
    let folded = heads.map(Self.folded)
    for (target, head) in mapping {
      guard Self.targets.contains(target) else {
        throw Failure(
          .valueIsFaulty, "students have no field '\(target)'",
          hint: didYouMean(target, among: Self.targets)
            ?? "fields for '--map': \(Self.targets.joined(separator: ", "))")
      }
      guard let place = heads.firstIndex(of: head) ?? folded.firstIndex(of: Self.folded(head))
      else {
        throw Failure(
          .valueIsFaulty, "no column '\(head)' in the file",
          hint: "its columns are \(heads.map { "'\($0)'" }.joined(separator: ", "))")
      }
      if let known = places.updateValue(place, forKey: target), known != place {
        throw Failure(.valueIsFaulty, "'--map' names two columns for '\(target)'")
      }
    }
    for (place, head) in folded.enumerated() where !places.values.contains(place) {
      guard let target = Self.known[head] else {
        if !heads[place].isEmpty { unknown.append(heads[place]) }
        continue
      }
      // The user's mapping overrides the headings.
      if mapping.contains(where: { $0.target == target }) { continue }
      if let other = places[target] {
        throw Failure(
          .valueIsFaulty, "'\(heads[other])' and '\(heads[place])' both match '\(target)'",
          hint: "choose one: '--map \(target)=\(heads[place])'")
      }
      places[target] = place
    }
    // Next to a given name, `Name` is the family name, and vice versa.
    for (part, otherPart) in [("given", "family"), ("family", "given")] {
      guard let name = places["name"], places[part] != nil, places[otherPart] == nil else {
        continue
      }
      places[otherPart] = name
      places["name"] = nil
    }
    guard ["id", "name", "given", "family"].contains(where: { places[$0] != nil }) else {
      throw Failure(
        .valueIsFaulty, "no column identifies the students",
        hint: """
          the first line must contain column headings; '--map given=Vorname' assigns \
          a column to a field
          """)
    }
  }

  /// Ignores the column of a target.
  public mutating func ignore(_ target: String) { places[target] = nil }

  /// A heading without case, surrounding punctuation and spaces.
  private static func folded(_ head: String) -> String {
    String(
      String.UnicodeScalarView(
        foldedForComparison(head).unicodeScalars.filter { isLetterMarkDigit($0) }))
  }

  /// The targets of common headings, in many languages.
  private static let known: [String: String] = {
    let words: [String: [String]] = [
      "id": ["id", "identifier", "kennung", "kürzel", "identifiant"],
      "given": [
        "given", "given name", "first name", "forename", "Vorname", "Rufname", "Vornamen", "prénom",
        "prénoms", "nombre", "nombres", "voornaam", "roepnaam", "imię", "förnamn", "fornavn",
        "etunimi", "nome proprio", "primeiro nome", "jméno", "keresztnév", "utónév", "ime", "ad",
        "имя", "ім'я", "όνομα", "名", "名字",
      ],
      "family": [
        "family", "family name", "last name", "surname", "Nachname", "Familienname", "Zuname",
        "nom", "nom de famille", "apellido", "apellidos", "cognome", "achternaam", "nazwisko",
        "efternamn", "efternavn", "etternavn", "sukunimi", "apelido", "sobrenome", "příjmení",
        "vezetéknév", "családnév", "prezime", "priimek", "soyad", "soyadı", "фамилия", "прізвище",
        "επώνυμο", "姓",
      ],
      "name": [
        "name", "full name", "student", "pupil", "student name", "Schüler", "Schülerin",
        "Schüler/in", "Schüler:in", "Schülername", "nom complet", "nom et prénom", "élève",
        "nombre completo", "alumno", "nome completo", "leerling", "naam", "uczeń", "navn", "namn",
        "nimi", "氏名", "名前", "生徒氏名", "姓名", "이름", "성명",
      ],
      "email": [
        "email", "mail", "email address", "mail address", "E-Mail-Adresse", "Mailadresse",
        "courriel", "adresse e-mail", "adresse mail", "correo", "correo electrónico", "posta",
        "e-post", "e-posta", "メール", "メールアドレス", "电子邮件", "이메일",
      ],
      "number": [
        "number", "no", "nr", "num", "student number", "student no", "register number", "Nummer",
        "lfd. Nr.", "laufende Nummer", "Schülernummer", "numéro", "n°", "número", "numero",
        "nummer", "numer", "番号", "出席番号", "学籍番号", "学号", "번호",
      ],
      "alias": ["alias", "nickname", "Spitzname", "surnom", "apodo"],
      "login": ["login", "user name", "username", "Benutzername", "Anmeldename", "utilisateur"],
      "progress": ["progress"], "leaderboard": ["leaderboard", "Rangliste", "classement"],
      "class": [
        "class", "classes", "Klasse", "Klassen", "classe", "clase", "klas", "klasa", "klass",
        "luokka", "turma", "třída", "osztály", "razred", "form", "クラス", "組", "班级",
        "반", "класс",
      ],
    ]
    var known: [String: String] = [:]
    for (target, heads) in words {
      for head in heads { known[folded(head)] = target }
    }
    return known
  }()
}
