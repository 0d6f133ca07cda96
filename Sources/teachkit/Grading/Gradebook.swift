import Model
import PlainYAML
import Reports
import Storage

/// The grades of a subject, student by student.
struct Gradebook {
  struct Row {
    let student: Student
    /// In the order of the worksheets; nil where there is none, or none yet: work that is missing
    /// counts once it was due.
    let grades: [Grade?]
    /// Whether nothing was handed in and the time is not up, in the same order.
    let isAwaited: [Bool]
    /// What was scored, of what could be.
    let total: (score: Rational, max: Rational)
  }

  let worksheets: [Worksheet]
  var rows: [Row]

  /// - Parameters:
  ///   - among: the students to show; nil for all participants.
  ///   - now: what is missing counts when it was due before.
  init(
    _ selection: WorkSelection, among: Set<String>? = nil, in files: SchoolFiles, at now: Instant
  ) throws {
    let ledgers = try selection.worksheets.map { ($0, try files.grades($0.path)) }
      .filter { !$0.1.isEmpty }
    let worksheets = ledgers.map(\.0)
    let roster = try files.roster()
    let book = try files.book()
    let rules = try files.subject(selection.subject).rules
    self.worksheets = worksheets
    rows = try files.participants(of: selection.subject)
      .filter { $0.state != .removed && among?.contains($0.id) != false }
      .map { participant in
        let id = participant.id
        var grades: [Grade?] = []
        var isAwaited: [Bool] = []
        for (worksheet, ledger) in ledgers {
          let grade = ledger[id].flatMap { Grade($0) }
          let due = book.terms(for: id, worksheet, rules: rules).due
          let isOpen = grade?.state == .missing && due.map { $0 >= now } ?? true
          grades.append(isOpen ? nil : grade)
          isAwaited.append(isOpen)
        }
        var score = Rational.zero
        var max = Rational.zero
        for case let grade? in grades where grade.state != .excused {
          score = try score + (grade.score ?? .zero)
          max = try max + grade.max
        }
        return Row(
          student: roster.students[id] ?? Student(id: id), grades: grades, isAwaited: isAwaited,
          total: (score, max))
      }
  }

  /// One row a student, one column a worksheet, and the total.
  func table() throws -> Table {
    var columns: [Table.Column] = [.init("student"), .init("name")]
    for worksheet in worksheets {
      let path = worksheet.path.description
      columns += [
        .init(
          path, title: worksheet.context.title, isNumber: true, members: ["works", path, "score"]),
        .init("\(path) state", isShown: false, members: ["works", path, "state"]),
      ]
    }
    columns += [
      .init("score", title: "Total", isNumber: true), .init("max", title: "of", isNumber: true),
    ]
    var table = Table("gradebook", columns)
    for row in rows {
      let total = row.total
      var cells: [Cell] = [Cell(row.student.id), Cell(row.student.name)]
      for grade in row.grades {
        cells += [grade.map(Gradebook.cell) ?? nil, Cell(grade?.state.rawValue)]
      }
      cells += [.points(total.score), .points(total.max)]
      table.append(cells)
    }
    return table
  }

  /// A grade in one cell: the score, or why there is none.
  static func cell(_ grade: Grade) -> Cell {
    guard let score = grade.score else {
      return Cell(
        .null, shown: grade.state.rawValue, tone: grade.state == .excused ? .quiet : .warning)
    }
    var marks = ""
    if grade.state == .partial { marks += "?" }
    if grade.late != nil { marks += " late" }
    return Cell(.decimal(score.description), shown: score.description + marks)
  }
}

extension Cell {
  /// Points as a number for programs.
  static func points(_ points: Rational?) -> Cell {
    points.map { Cell(.decimal($0.description)) } ?? nil
  }
}
