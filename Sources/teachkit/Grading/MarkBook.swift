import Model
import Reports
import Storage

/// The school marks of a gradebook: of each worksheet, of each term, and in all.
struct MarkBook {
  private let book: Gradebook
  private let scale: MarkScale
  /// The terms in which anything is due.
  private let terms: [SchoolTerm]
  /// The term of each worksheet: that in which it is first due for anybody.
  private let termOfWork: [SchoolTerm?]

  init(_ book: Gradebook, of subject: String, in files: SchoolFiles) throws {
    let school = try files.school()
    guard let scale = try files.subject(subject).scale ?? school.scale else {
      throw Failure(
        .notFound, "nothing says what is which mark",
        hint: "'teachkit set \(subject) scale.1=92% scale.2=81%' and so on gives a scale")
    }
    let zone = try files.zone()
    let assignments = try files.book()
    let students = try files.participants(of: subject).filter { $0.state != .removed }
    let rules = try files.subject(subject).rules
    let termOfWork = book.worksheets.map { worksheet in
      students.compactMap { assignments.terms(for: $0.id, worksheet, rules: rules).due }
        .min().flatMap { due in
          school.terms.first { $0.days.contains(zone.civil(due).date) }
        }
    }
    self.book = book
    self.scale = scale
    self.termOfWork = termOfWork
    terms = school.terms.filter { termOfWork.contains($0) }
  }

  func table() throws -> Table {
    var columns: [Table.Column] = [.init("student"), .init("name")]
    for worksheet in book.worksheets {
      let path = worksheet.path.description
      columns += [
        .init(
          path, title: worksheet.context.title, isNumber: true, members: ["works", path, "mark"]),
        .init("\(path) share", isShown: false, members: ["works", path, "share"]),
      ]
    }
    for term in terms.map(\.id) {
      columns += [
        .init("\(term) share", title: term, isNumber: true, members: ["terms", term, "share"]),
        .init("\(term) mark", title: "Mark", isNumber: true, members: ["terms", term, "mark"]),
      ]
    }
    columns += [.init("share", title: "Total", isNumber: true), .init("mark", isNumber: true)]
    var table = Table("marks", columns)
    for row in book.rows { table.append(try cells(row)) }
    return table
  }

  private func cells(_ row: Gradebook.Row) throws -> [Cell] {
    var total = WeightedShare()
    var totals: [SchoolTerm: WeightedShare] = [:]
    var cells: [Cell] = [Cell(row.student.id), Cell(row.student.name)]
    for (place, worksheet) in book.worksheets.enumerated() {
      guard let grade = row.grades[place], grade.state != .excused, !grade.max.isZero else {
        cells += [Cell(.null, shown: row.grades[place] == nil ? "" : "excused", tone: .quiet), nil]
        continue
      }
      let share = try (grade.score ?? .zero) / grade.max
      try total.add(share, weight: worksheet.weight)
      if let term = termOfWork[place] {
        try totals[term, default: WeightedShare()].add(share, weight: worksheet.weight)
      }
      let mark = mark(share)
      let isOpen = grade.state == .partial
      cells += [Cell(mark.value, shown: mark.shown + (isOpen ? "?" : "")), .points(share)]
    }
    for sum in try terms.map({ try totals[$0]?.share }) + [total.share] {
      let percent = sum.flatMap { Percent.text($0, of: .one) } ?? ""
      cells += [
        sum.map { Cell(.decimal($0.description), shown: percent) } ?? nil,
        sum.map { mark($0) } ?? nil,
      ]
    }
    return cells
  }

  private func mark(_ share: Rational) -> Cell {
    let mark = scale.mark(for: share)
    return Cell(.text(mark), shown: mark ?? "–", tone: .strong)
  }
}
