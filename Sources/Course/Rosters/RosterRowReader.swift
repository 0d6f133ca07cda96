import Model
import Reports
import Storage
import Text

/// Converts lines of a table to rows of a roster, and collects their faults.
public struct RosterRowReader {
  public let path: String
  public let table: DelimitedText
  public let columns: RosterColumns
  /// The number of cells in each line.
  public let width: Int
  public let roster: Roster
  public private(set) var failures: [Failure] = []

  public init(
    path: String, table: DelimitedText, columns: RosterColumns, width: Int, roster: Roster
  ) {
    self.path = path
    self.table = table
    self.columns = columns
    self.width = width
    self.roster = roster
  }

  /// - Returns: nil for a blank line, or one with faults.
  public mutating func row(_ cells: [DelimitedText.Cell], in schoolClass: String?) -> RosterRow? {
    let texts = cells.map { CSV.fused($0.text).singleSpaced }
    guard let first = cells.first, texts.contains(where: { !$0.isEmpty }) else { return nil }
    let known = failures.count
    if cells.count != width {
      let place = cells.count > width ? cells[width] : cells[cells.count - 1]
      fail(
        "the line has \(cells.count) values, but the first line has \(width)", at: place,
        hint: "quote values that contain '\(shownSeparator)'")
      return nil
    }
    func text(_ target: String) -> String? {
      columns.places[target].flatMap { texts[$0].isEmpty ? nil : nfc(texts[$0]) }
    }
    var row = RosterRow(line: first.line, id: text("id"))
    for field in Schema.roster { row.fields[field.name] = text(field.name) }
    if let name = text("name") { split(name, into: &row) }
    check(&row, cells)
    row.classes = schoolClass.map { [$0] } ?? classes(text("class"), cells)
    if row.id == nil, row.fields["given"] == nil, row.fields["family"] == nil {
      fail("no name in this line", at: first)
    }
    return failures.count == known ? row : nil
  }

  private var shownSeparator: String {
    table.separator == "\t" ? "tab" : String(table.separator)
  }

  /// Splits `Family, Given` or `Given Family`, unless the row has separate columns for them.
  private func split(_ name: String, into row: inout RosterRow) {
    let parts = name.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0).singleSpaced }.map { $0.isEmpty ? nil : $0 }
    var (given, family): (String?, String?)
    if parts.count == 2 {
      (family, given) = (parts[0], parts[1])
    } else {
      let words = name.split(separator: " ").map(String.init)
      given = words.count > 1 ? words.dropLast().joined(separator: " ") : name
      family = words.count > 1 ? words.last : nil
    }
    row.fields["given"] = row.fields["given"] ?? given
    row.fields["family"] = row.fields["family"] ?? family
  }

  private mutating func check(_ row: inout RosterRow, _ cells: [DelimitedText.Cell]) {
    if let id = row.id, let problem = Identifier.problem(in: id, for: .student) {
      fail("'\(id)' \(problem.words)", at: cell("id", cells), hint: problem.hint)
    }
    if let text = row.fields["number"] {
      if let number = Int32(text), number >= 0 {
        row.fields["number"] = String(number)
      } else {
        fail("'\(text)' is not a whole number", at: cell("number", cells))
      }
    }
    for field in ["progress", "leaderboard"] {
      guard let text = row.fields[field] else { continue }
      switch text.lowercased() {
      case "yes", "true": row.fields[field] = "yes"
      case "no", "false": row.fields[field] = "no"
      default: fail("'\(text)' is neither yes nor no", at: cell(field, cells))
      }
    }
    if let email = row.fields["email"], !Student.isMailAddress(email) {
      fail("'\(email)' is not an e-mail address", at: cell("email", cells))
    }
    for (field, most) in [("given", 256), ("family", 256), ("alias", 64), ("login", 128)] {
      guard let text = row.fields[field], text.unicodeScalars.count > most else { continue }
      fail("the value is longer than \(most) characters", at: cell(field, cells))
    }
  }

  /// The classes that a cell names, by identifier in any case, or by title.
  private mutating func classes(_ text: String?, _ cells: [DelimitedText.Cell]) -> [String] {
    var found: [String] = []
    for word in (text ?? "").split(whereSeparator: { $0 == "," || $0 == ";" }) {
      let word = String(word).singleSpaced
      if word.isEmpty { continue }
      let known = classes(named: word)
      guard let first = known.first else {
        fail(
          "no class '\(word)'", at: cell("class", cells),
          hint: didYouMean(word, among: roster.classes.keys.sorted())
            ?? "create it with 'teachkit create class', or use '--class' for all students")
        continue
      }
      if known.count > 1 {
        fail(
          "'\(word)' is the title of several classes: \(named(known))", at: cell("class", cells),
          hint: "write the identifier of the class")
      }
      if !found.contains(first) { found.append(first) }
    }
    return found
  }

  /// The class with this identifier, or else those with this title.
  private func classes(named word: String) -> [String] {
    if roster.classes[word] != nil { return [word] }
    let folded = Identifier.folded(word)
    return roster.classes.keys.first { Identifier.folded($0) == folded }.map { [$0] }
      ?? roster.classes.values.filter { $0.title == word }.map(\.id).sorted()
  }

  private func cell(_ target: String, _ cells: [DelimitedText.Cell]) -> DelimitedText.Cell {
    cells[columns.places[target] ?? columns.places["name"] ?? 0]
  }

  private mutating func fail(_ message: Message, at cell: DelimitedText.Cell, hint: Message? = nil)
  {
    failures.append(
      Failure(
        .objectIsFaulty, message,
        at: .init(
          path: path, line: cell.line, column: cell.column, excerpt: table.line(cell.line)),
        hint: hint))
  }
}
