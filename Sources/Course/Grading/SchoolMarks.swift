import Model
import Reports
import Storage
import Text

/// The school marks of a gradebook: per worksheet, per term and overall.
public struct SchoolMarks {
  private let book: Gradebook
  private let scale: MarkScale
  /// The terms that contain due dates.
  private let terms: [SchoolTerm]
  /// Each worksheet's term, by its earliest due date for any student.
  private let termOfWork: [SchoolTerm?]

  public init(_ book: Gradebook, of subject: String, in files: SchoolFiles) throws {
    let school = try files.school()
    guard let scale = try files.scale(of: subject) else {
      throw Failure(
        .notFound, "no mark scale for '\(subject)'",
        hint: "set one with 'teachkit set \(subject) scale.1=92% scale.2=81%' and so on")
    }
    let zone = try files.zone()
    let assignments = try files.book()
    let students = try files.participants(of: subject).counting
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

  /// Returns the share of points behind the overall mark, by student.
  public func shares() throws -> [String: Rational] {
    var shares: [String: Rational] = [:]
    for row in book.rows { shares[row.student.id] = try totals(row).all.share }
    return shares
  }

  /// - Parameter book: the same gradebook, in any order.
  public func table(of book: Gradebook) throws -> Table {
    var columns: [Table.Column] = [.init("student"), .init("name")]
    for worksheet in book.worksheets {
      let path = worksheet.path.description
      columns += [
        .init(
          path, title: Message(verbatim: worksheet.context.title), isNumber: true,
          members: ["works", path, "mark"]),
        .init("\(path) share", isShown: false, members: ["works", path, "share"]),
      ]
    }
    for term in terms.map(\.id) {
      columns += [
        .init(
          "\(term) share", title: Message(verbatim: term), isNumber: true,
          members: ["terms", term, "share"]),
        .init("\(term) mark", title: "Mark", isNumber: true, members: ["terms", term, "mark"]),
      ]
    }
    columns += [.init("share", title: "Total", isNumber: true), .init("mark", isNumber: true)]
    var table = Table("marks", columns)
    for row in book.rows { table.append(try cells(row)) }
    return table
  }

  /// The share of a worksheet's points; nil if it doesn't count.
  private func share(_ row: Gradebook.Row, _ place: Int) throws -> Rational? {
    guard let grade = row.grades[place], grade.state != .excused, !grade.max.isZero,
      !row.isExtra[place]
    else {
      return nil
    }
    return try (grade.score ?? .zero) / grade.max
  }

  private func totals(
    _ row: Gradebook.Row
  ) throws -> (all: WeightedShare, terms: [SchoolTerm: WeightedShare]) {
    var all = WeightedShare()
    var terms: [SchoolTerm: WeightedShare] = [:]
    for (place, worksheet) in book.worksheets.enumerated() {
      guard let share = try share(row, place) else { continue }
      try all.add(share, weight: worksheet.weight)
      if let term = termOfWork[place] {
        try terms[term, default: WeightedShare()].add(share, weight: worksheet.weight)
      }
    }
    return (all, terms)
  }

  private func cells(_ row: Gradebook.Row) throws -> [Cell] {
    let totals = try totals(row)
    var cells: [Cell] = [Cell(row.student.id), Cell(row.student.name)]
    for place in book.worksheets.indices {
      guard let grade = row.grades[place], let share = try share(row, place) else {
        cells += [Cell(.null, shown: reason(row, place), tone: .quiet), nil]
        continue
      }
      let mark = mark(share)
      let isOpen = grade.state == .partial
      cells += [Cell(mark.value, shown: mark.shown + (isOpen ? "?" : "")), .points(share)]
    }
    for sum in try terms.map({ try totals.terms[$0]?.share }) + [totals.all.share] {
      let percent = sum.flatMap { Percent.text($0, of: .one) } ?? ""
      cells += [
        sum.map { Cell(.decimal($0.description), shown: percent) } ?? nil,
        sum.map { mark($0) } ?? nil,
      ]
    }
    return cells
  }

  /// Why a worksheet doesn't count.
  private func reason(_ row: Gradebook.Row, _ place: Int) -> String {
    guard let grade = row.grades[place] else { return "" }
    if grade.state == .excused { return "excused" }
    return row.isExtra[place] ? "extra" : "no points"
  }

  private func mark(_ share: Rational) -> Cell {
    let mark = scale.mark(for: share)
    return Cell(.text(mark), shown: mark ?? "–", tone: .strong)
  }
}
