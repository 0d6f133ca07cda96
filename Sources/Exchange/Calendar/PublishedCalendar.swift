import Model
import Storage

/// The calendar that is published with a subject. It contains only dates that all participants
/// share: no extensions, and no work of single classes, groups or students.
struct PublishedCalendar {
  private let subject: Subject
  private let files: SchoolFiles
  private let book: AssignmentBook
  private let students: [String]
  private let revisions: FileRevisions
  private var entries: [CalendarEntry] = []

  init(of subject: Subject, in files: SchoolFiles, _ revisions: FileRevisions) throws {
    self.subject = subject
    self.files = files
    self.revisions = revisions
    let participants = try files.participants(of: subject.id)
    students = participants.counting.map(\.id)
    let plain = try files.assignments().map { assignment in
      var assignment = assignment
      assignment.extensions = []
      return assignment
    }
    book = AssignmentBook(plain, roster: try files.roster()) { _ in participants }
  }

  /// The file for some published worksheets.
  mutating func bytes(_ worksheets: [Worksheet], at now: Instant) throws -> [UInt8] {
    let rules = subject.rules
    let names = try WorkNames(of: subject.id, in: files)
    for worksheet in worksheets where !worksheet.isPractice {
      let terms = students.map { book.terms(for: $0, worksheet, rules: rules) }
      try add(
        terms, id: names.lasting(worksheet.path), title: worksheet.context.title,
        changedIn: files.dateFiles(of: worksheet.path))
    }
    for path in book.handouts(in: subject.id) {
      let terms = students.compactMap { book.terms(for: $0, handout: path) }
      let isHidden = terms.first?.release.map { $0 > now } == true
      guard terms.count == students.count, !isHidden else { continue }
      try add(
        terms, id: path.handoutID, title: terms.first?.title ?? path.identifier,
        changedIn: files.dateFiles(ofHandout: path))
    }
    return CalendarFile(
      title: subject.title, school: try files.school().uid, entries: entries
    ).bytes
  }

  private mutating func add(
    _ terms: [Terms], id: String, title: String, changedIn changed: [String]
  ) throws {
    let dates = Set(terms.map { [$0.opens, $0.due] })
    guard dates.count == 1, let first = terms.first, !first.isArchived, let due = first.due else {
      return
    }
    entries.append(
      CalendarEntry(
        id: id, title: "\(subject.title): \(title)", opens: first.opens, due: due,
        revised: try revisions.last(of: changed) ?? due,
        reminders: Set(terms.map(\.reminders)).count == 1 ? first.reminders : []))
  }
}
