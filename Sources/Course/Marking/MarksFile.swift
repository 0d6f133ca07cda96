import Model
import PlainYAML
import Reports
import Storage
import Text

/// Marks in a table with a line per student.
public struct MarksFile {
  public struct Row {
    public let line: Int
    public let student: String
    public var decisions: [Marking.Decision]
  }

  public let name: String
  public private(set) var rows: [Row] = []
  /// Notices about the header line.
  public private(set) var notices: [String] = []
  private let table: DelimitedText
  private let worksheet: Worksheet
  private var failures: [Failure] = []

  /// - Throws: `Failures` with all problems and their places.
  public init(_ bytes: [UInt8], name: String, _ target: MarkTarget, _ files: SchoolFiles) throws {
    self.name = name
    worksheet = target.worksheet
    do throws(DelimitedTextError) {
      table = try DelimitedText(bytes)
    } catch {
      throw Failure(error, path: name)
    }
    guard let heads = table.rows.first else {
      throw Failure(.objectIsFaulty, "the file is empty", at: .init(path: name))
    }
    let students = try MarkedStudents(files, of: worksheet.path.subject)
    let marks = try files.marks(worksheet.path)
    guard let who = columnOfStudents(heads) else {
      fail("no column 'student' or 'name'", at: heads[0])
      throw Failures(list: failures)
    }
    let columns = columns(heads, besides: who)
    if columns.isEmpty, failures.isEmpty {
      fail(
        "no column matches a mark field", at: heads[0],
        hint: "available columns: \(worksheet.markFieldNames.joined(separator: ", "))")
    }
    var lines: [String: Int] = [:]
    for cells in table.rows.dropFirst() {
      if let far = cells.dropFirst(heads.count).first(where: { !$0.text.isEmpty }) {
        fail("the value is in a column without a heading", at: far)
      }
      let word = text(cells, who)
      guard !word.isEmpty else {
        if cells.contains(where: { !$0.text.singleSpaced.isEmpty }) {
          fail("the line has no student", at: cells[0])
        }
        continue
      }
      guard let student = students.find(word) else {
        fail(students.problem(word), at: cells[who], hint: students.hint(word))
        continue
      }
      if let other = lines.updateValue(cells[0].line, forKey: student) {
        fail("'\(student)' is already in line \(other)", at: cells[who])
      }
      let known = marks[student].map { Marks($0) } ?? Marks()
      rows.append(
        Row(
          line: cells[0].line, student: student, decisions: decisions(cells, columns, known)))
    }
    if !failures.isEmpty { throw Failures(list: failures) }
  }

  // MARK: Columns

  private func columnOfStudents(_ heads: [DelimitedText.Cell]) -> Int? {
    for name in ["student", "id", "name"] {
      if let place = heads.firstIndex(where: { foldedForComparison($0.text) == name }) {
        return place
      }
    }
    return nil
  }

  private mutating func columns(
    _ heads: [DelimitedText.Cell], besides who: Int
  ) -> [(place: Int, field: MarkField)] {
    let names = worksheet.markFieldNames
    var columns: [(place: Int, field: MarkField)] = []
    // The first 'name' column contains the students' names; a later one may be an exercise.
    let named = heads.firstIndex { foldedForComparison($0.text) == "name" }
    for (place, head) in heads.enumerated() where place != who && place != named {
      let text = foldedForComparison(head.text)
      guard !text.isEmpty else { continue }
      guard
        let field = worksheet.markField(
          names.first { foldedForComparison($0) == text } ?? (text == "why" ? text : ""))
      else {
        // A name with a single typo isn't taken for an unrelated column.
        let meant = names.first { name in
          text.count > 3 && editDistance(text, foldedForComparison(name), atMost: 1) != nil
        }
        if let meant {
          fail(
            "no mark field '\(head.text.singleSpaced)'", at: head,
            hint: "did you mean '\(meant)'?")
        } else {
          notices.append("ignored column '\(head.text.singleSpaced)'")
        }
        continue
      }
      if columns.contains(where: { $0.field == field }) {
        fail("duplicate column for '\(field.name)'", at: head)
      }
      columns.append((place, field))
    }
    return columns
  }

  // MARK: Lines

  private mutating func decisions(
    _ cells: [DelimitedText.Cell], _ columns: [(place: Int, field: MarkField)], _ known: Marks
  ) -> [Marking.Decision] {
    var decisions: [Marking.Decision] = []
    for (place, field) in columns {
      let text = text(cells, place)
      if text.isEmpty { continue }
      do {
        decisions.append(try worksheet.decision(field, text == "-" ? "" : text))
      } catch let failure as Failure {
        fail(failure.message, at: cells[place], hint: failure.hint)
      } catch {}
    }
    func place(_ field: MarkField) -> DelimitedText.Cell {
      cells[columns.first { $0.field == field }?.place ?? 0]
    }
    let override = decisions.first { $0.field == .override }
    let why = decisions.first { $0.field == .why }
    if let override, override.text == nil, why == nil { decisions.append(.init(.why, nil)) }
    let isSet = override.map { $0.text != nil } ?? (known.override != nil)
    let isReasoned = why.map { $0.text != nil } ?? (known.override?.why != nil)
    if override?.text != nil, !isReasoned {
      fail(
        "the override has no reason", at: place(.override),
        hint: "write the reason in the column '\(MarkField.why.name)'")
    } else if why?.text != nil, !isSet {
      fail("the reason has no score in the column 'override'", at: place(.why))
    }
    return decisions
  }

  /// Returns a cell's text without the prefix that keeps spreadsheets from evaluating it.
  private func text(_ cells: [DelimitedText.Cell], _ place: Int) -> String {
    guard cells.indices.contains(place) else { return "" }
    var text = CSV.fused(cells[place].text)[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  private mutating func fail(
    _ message: Message, at cell: DelimitedText.Cell, hint: Message? = nil
  ) {
    failures.append(
      Failure(
        .objectIsFaulty, message,
        at: .init(
          path: name, line: cell.line, column: cell.column, excerpt: table.line(cell.line)),
        hint: hint))
  }

  // MARK: What changes

  public struct Changed {
    public let line: Int
    public let student: String
    public let decisions: [Marking.Decision]
    public let known: Marks
  }

  /// Returns the rows that change the ledger, and the exercises with the same points as for an
  /// earlier answer, which may have been exported before the new one came.
  ///
  /// - Parameter submissions: the submission that points are for, by student and exercise.
  public func changes(
    to ledger: Ledger, for submissions: [String: [String: String]] = [:]
  ) -> (changes: [Changed], outdated: [(student: String, exercise: String)]) {
    var changes: [Changed] = []
    var outdated: [(student: String, exercise: String)] = []
    for row in rows {
      let marks = ledger[row.student].map { Marks($0) } ?? Marks()
      let known = marks.given(for: submissions[row.student] ?? [:])
      var new = row.decisions.filter { $0.text != known.text(of: $0.field) }
      let points = Dictionary(
        grouping: row.decisions.filter(\.field.isPoints), by: { $0.field.exercise ?? "" })
      for (exercise, points) in points.sorted(by: { $0.key < $1.key })
      where known.given(for: exercise) == nil
        && points.allSatisfy({ $0.text == marks.text(of: $0.field) })
        && new.contains(where: points.contains)
      {
        outdated.append((row.student, exercise))
        new.removeAll(where: points.contains)
      }
      if new.isEmpty { continue }
      changes.append(Changed(line: row.line, student: row.student, decisions: new, known: known))
    }
    return (changes, outdated)
  }

  /// Returns a warning for each change that gives more points than the maximum.
  public func excess(in changes: [Changed]) -> [Message] {
    changes.flatMap { change in
      change.decisions.compactMap(worksheet.excess).map { "\(name):\(change.line): \($0)" }
    }
  }

  public func table(of changes: [Changed]) -> Table {
    Table(
      "marks-import",
      [.init("student"), .init("changes"), .init("line", isNumber: true, isShown: false)],
      rows: changes.map { change in
        let words = change.decisions.map { decision in
          let old = change.known.text(of: decision.field).map { "\($0) → " } ?? ""
          return "\(decision.field.name): \(old)\(decision.text ?? "removed")"
        }
        let fields = change.decisions.map { decision in
          JSONValue.Member(
            decision.field.name,
            .object([
              .init("old", .text(change.known.text(of: decision.field))),
              .init("new", .text(decision.text)),
            ]))
        }
        return [
          Cell(change.student), Cell(.object(fields), shown: words.joined(separator: ", ")),
          Cell(change.line),
        ]
      })
  }
}

/// Finds the participants of a subject by identifier or name.
private struct MarkedStudents {
  private let ids: Set<String>
  private var byName: [String: [String]] = [:]
  private let subject: String

  init(_ files: SchoolFiles, of subject: String) throws {
    let known = try files.roster().students
    let all = try files.participants(of: subject).current.map(\.id)
    self.subject = subject
    ids = Set(all)
    for id in all {
      guard let student = known[id] else { continue }
      for name in [student.name, "\(student.family), \(student.given)"] {
        byName[foldedForComparison(name), default: []].append(id)
      }
    }
  }

  func find(_ word: String) -> String? {
    if ids.contains(word) { return word }
    let meant = byName[foldedForComparison(word)] ?? []
    return meant.count == 1 ? meant[0] : nil
  }

  func problem(_ word: String) -> Message {
    let meant = byName[foldedForComparison(word)] ?? []
    return meant.isEmpty
      ? "'\(word)' isn't a participant in '\(subject)'"
      : "'\(word)' is ambiguous: it could be \(named(meant))"
  }

  func hint(_ word: String) -> Message? {
    byName[foldedForComparison(word)] == nil
      ? didYouMean(word, among: ids.sorted()) : "write the identifier in the column 'student'"
  }
}
