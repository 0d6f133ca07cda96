import ArgumentParser
import Course
import Model
import PlainYAML
import Reports
import Storage
import Text

struct Grades: Command {
  static let configuration = CommandConfiguration(
    commandName: "grades",
    abstract: "Show the gradebook.",
    discussion: """
      In a school: a row for each student, a column for each graded worksheet of a subject \
      or chapter, and the total; for a worksheet, its grades in full. '?' is a provisional \
      score, because something still waits for marks. In a clone: your returned grades, \
      with marks if the teacher publishes them. With '--marks', the share of the points \
      for each worksheet becomes a mark on the 'scale' of the subject or school. Terms and \
      totals use the mean of the shares, weighted by each worksheet's 'weight'.

      Example: teachkit grades math --format csv > math.csv
      """)

  static var formats: [Format] { Format.table }

  @Argument(
    help: "A subject, chapter or worksheet; optional if there is only one subject.",
    completion: Candidates.content.completion)
  var path: String?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Only this student, class or group.", valueName: "who"),
    completion: Candidates.who.completion)
  var who: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      The order of rows: 'student', 'name', 'given', 'family', 'score', with --marks also 'mark', \
      best first; '-score' descends.
      """,
      valueName: "key,…"))
  var sort: [String] = []

  @Flag(help: "Show school marks: for each worksheet, each term, and in total.")
  var marks = false

  static let showsAsStudent = true

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    session.output.isPaged = true
    let place = try session.place()
    if session.viewer != nil || place.isClone {
      return try StudentGrades.report(path, marks: marks, session)
    }
    let files = try session.schoolFiles()
    let root = try WorkSelection.root(path, in: files)
    let selection = try WorkSelection(root.description, in: files)
    let students = try chosen(in: files, of: selection.subject)
    var book = try Gradebook(selection, among: students, in: files, at: session.now)
    let keys = sort.flatMap { $0.split(separator: ",").map(String.init) }
    if marks {
      let marks = try SchoolMarks(book, of: selection.subject, in: files)
      try book.sort(by: keys, in: files.alphabet(), shares: marks.shares())
      session.report(try marks.table(of: book))
    } else {
      try book.sort(by: keys, in: files.alphabet())
      let worksheet = try files.isWorksheet(root) ? selection.worksheets.first : nil
      session.report(
        try worksheet.map { try Grades.table(of: $0, book, in: files) } ?? book.table())
    }
    for (place, worksheet) in book.worksheets.enumerated() {
      session.report(
        overtaken: book.rows.flatMap { row in
          (row.grades[place]?.changed ?? [:]).sorted { $0.key < $1.key }.map {
            (row.student.id, $0.key, $0.value)
          }
        }, of: worksheet.path)
      let late = book.rows.filter { $0.grades[place]?.afterSolutions != nil }.map(\.student.id)
      if !late.isEmpty {
        session.output.notice(
          "\(worksheet.path): attempts of \(named(late)) after the solutions were sent don't count")
      }
    }
    if book.worksheets.isEmpty {
      session.output.hint("nothing is graded yet: run 'teachkit collect', then 'teachkit grade'")
    }
  }

  private func chosen(in files: SchoolFiles, of subject: String) throws -> Set<String>? {
    if who.isEmpty { return nil }
    let everyone = try files.participants(of: subject).listed.map(\.id)
    return Set(try People(files).students(who, everyone: everyone))
  }

  /// The full grades of one worksheet.
  static func table(of worksheet: Worksheet, _ book: Gradebook, in files: SchoolFiles) throws
    -> Table
  {
    let isOvertaken = book.rows.contains { $0.grades.first??.changed.isEmpty == false }
    var columns: [Table.Column] = [
      .init("student"), .init("name"), .init("state"), .init("score", isNumber: true),
      .init("max", title: "Max", isNumber: true), .init("late"), .init("proof", isShown: false),
      .init("attempt", isNumber: true),
    ]
    if isOvertaken { columns.append(.init("changed", isShown: false)) }
    var table = Table(
      "grades",
      columns
        + worksheet.exercises.map {
          .init(
            "exercises/\($0.id)", title: Message(verbatim: $0.id), isNumber: true,
            members: ["exercises", $0.id])
        })
    for row in book.rows {
      guard let grade = row.grades.first ?? nil else {
        if row.isAwaited.first == true {
          table.append([Cell(row.student.id), Cell(row.student.name)])
        }
        continue
      }
      var cells: [Cell] = [
        Cell(row.student.id), Cell(row.student.name), Cell(grade.state.rawValue),
        .points(grade.score), .points(grade.max), Cell(grade.late?.description),
        Cell(grade.proof?.rawValue), grade.attempt.map { Cell($0) } ?? nil,
      ]
      if isOvertaken {
        let exercises = grade.changed.keys.sorted().map { JSONValue.string($0) }
        cells.append(Cell(.array(exercises)))
      }
      for exercise in worksheet.exercises {
        let item = grade.items.first { $0.exercise == exercise.id }
        cells.append(
          item.map { item in
            item.points.map { .points($0) } ?? Cell(.null, shown: "?", tone: .warning)
          } ?? nil)
      }
      table.append(cells)
    }
    return table
  }
}

extension Gradebook {
  /// Sorts by several keys, the first one first.
  ///
  /// - Parameters:
  ///   - alphabet: the order of names.
  ///   - shares: the shares that marks are based on, by student; nil without marks.
  mutating func sort(
    by keys: [String], in alphabet: NameOrder, shares: [String: Rational]? = nil
  ) throws {
    func precedes(_ first: String, _ second: String) -> Bool {
      alphabet.key(first) < alphabet.key(second)
    }
    for key in keys.reversed() {
      let descends = key.hasPrefix("-")
      let name = descends ? String(key.dropFirst()) : key
      let ascending: (Row, Row) -> Bool
      switch (name, shares) {
      case ("name", _): ascending = { precedes($0.student.name, $1.student.name) }
      case ("given", _): ascending = { precedes($0.student.given, $1.student.given) }
      case ("family", _): ascending = { precedes($0.student.family, $1.student.family) }
      case ("student", _): ascending = { $0.student.id < $1.student.id }
      case ("score", _): ascending = { $0.total.score < $1.total.score }
      case ("mark", let shares?):
        // Students without a mark come last.
        func share(_ row: Row) -> Rational { shares[row.student.id] ?? Rational(-1) }
        ascending = { share($0) > share($1) }
      default:
        throw Failure(
          .fetchSortTypeNotAvailable, "no sort key '\(name)'",
          hint: shares == nil
            ? "use student, name, given, family, score"
            : "use student, name, given, family, score, mark")
      }
      rows.sort { descends ? ascending($1, $0) : ascending($0, $1) }
    }
  }
}
