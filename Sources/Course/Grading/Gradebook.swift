import Model
import PlainYAML
import Reports
import Storage
import Text

/// The grades of a subject by student.
public struct Gradebook {
  public struct Row {
    public let student: Student
    /// In the order of the worksheets; nil if there is no grade yet. Missing work counts after its
    /// due date.
    public let grades: [Grade?]
    /// Whether the work is missing but not due yet, in the same order.
    public let isAwaited: [Bool]
    /// Whether the grade is shown but excluded from totals, in the same order.
    public let isExtra: [Bool]
    /// The points earned and possible.
    public let total: (score: Rational, max: Rational)
  }

  public let worksheets: [Worksheet]
  public var rows: [Row]

  /// - Parameters:
  ///   - among: the students to show; nil for all participants except test students.
  ///   - now: missing work counts if it was due before this time.
  public init(
    _ selection: WorkSelection, among: Set<String>? = nil, in files: SchoolFiles, at now: Instant
  ) throws {
    let ledgers = try selection.worksheets.map { ($0, try files.grades($0.path)) }
      .filter { !$0.1.isEmpty }
    let worksheets = ledgers.map(\.0)
    let roster = try files.roster()
    let book = try files.book()
    let subject = try files.subject(selection.subject)
    self.worksheets = worksheets
    let participants = try files.participants(of: selection.subject)
    let shown =
      among.map { ids in participants.current.filter { ids.contains($0.id) } }
      ?? participants.counting
    rows = try shown.map { participant in
      let id = participant.id
      var grades: [Grade?] = []
      var isAwaited: [Bool] = []
      var isExtra: [Bool] = []
      for (worksheet, ledger) in ledgers {
        let grade = ledger[id]
        let terms = book.terms(for: id, worksheet, rules: subject.rules)
        let isOpen = grade?.state == .missing && terms.isOpen(at: now)
        let counts = book.counts(
          worksheet.path, for: id, unassigned: subject.countsUnassigned)
        // Work that needn't be submitted can't be missing.
        let isNone = isOpen || grade?.state == .missing && !counts
        grades.append(isNone ? nil : grade)
        isAwaited.append(isOpen)
        isExtra.append(grade != nil && !isNone && !counts)
      }
      var score = Rational.zero
      var max = Rational.zero
      for case (let grade?, false) in zip(grades, isExtra) where grade.state != .excused {
        score = try score + (grade.score ?? .zero)
        max = try max + grade.max
      }
      return Row(
        student: roster.students[id] ?? Student(id: id), grades: grades, isAwaited: isAwaited,
        isExtra: isExtra, total: (score, max))
    }
  }

  /// A row per student, a column per worksheet, and the total.
  public func table() throws -> Table {
    var columns: [Table.Column] = [.init("student"), .init("name")]
    // Students of one name are told apart by their identifiers.
    columns[0].isOptional = Set(rows.map(\.student.name)).count == rows.count
    let hasExtra = worksheets.indices.map { place in rows.contains { $0.isExtra[place] } }
    for (worksheet, hasExtra) in zip(worksheets, hasExtra) {
      let path = worksheet.path.description
      var column = Table.Column(
        path, title: Message(verbatim: worksheet.context.title), isNumber: true,
        members: ["works", path, "score"])
      column.shortTitle = Message(verbatim: worksheet.path.identifier)
      columns += [
        column,
        .init("\(path) state", isShown: false, members: ["works", path, "state"]),
      ]
      if hasExtra {
        columns.append(
          .init("\(path) extra", isShown: false, members: ["works", path, "extra"]))
      }
    }
    columns += [
      .init("score", title: "Total", isNumber: true), .init("max", title: "Max", isNumber: true),
    ]
    columns[columns.count - 1].isOptional = true
    var table = Table("gradebook", columns)
    table.legend = "- missing   e excused   ! unreadable   ? waits for marks   * late"
    for row in rows {
      let total = row.total
      var cells = [Cell(row.student.id), Cell(row.student.name)]
      for (place, grade) in row.grades.enumerated() {
        let isExtra = row.isExtra[place]
        cells += [
          grade.map { Gradebook.cell($0, isExtra: isExtra) } ?? nil, Cell(grade?.state.rawValue),
        ]
        if hasExtra[place] { cells.append(Cell(.boolean(isExtra), shown: "")) }
      }
      cells += [.points(total.score), .points(total.max)]
      table.append(cells)
    }
    return table
  }

  /// A cell for a grade: the score, or the reason for its absence; in brackets if excluded from
  /// totals.
  public static func cell(_ grade: Grade, isExtra: Bool = false) -> Cell {
    func text(isShort: Bool) -> String {
      let text = Self.text(of: grade, isShort: isShort)
      return isExtra ? "(\(text))" : text
    }
    var tone = Tone.plain
    if grade.score == nil { tone = grade.state == .excused ? .quiet : .warning }
    if isExtra { tone = .quiet }
    let value = grade.score.map { JSONValue.decimal($0.description) } ?? .null
    var cell = Cell(value, shown: text(isShort: false), tone: tone)
    cell.short = text(isShort: true)
    return cell
  }

  private static func text(of grade: Grade, isShort: Bool) -> String {
    if let score = grade.score {
      let late = grade.late == nil ? "" : isShort ? "*" : " late"
      return score.description + (grade.state == .partial ? "?" : "") + late
    }
    guard isShort else { return grade.state.rawValue }
    return switch grade.state {
    case .missing: "-"
    case .excused: "e"
    default: "!"
    }
  }
}

extension Cell {
  /// Points as a number for programs.
  public static func points(_ points: Rational?) -> Cell {
    points.map { Cell(.decimal($0.description)) } ?? nil
  }
}
