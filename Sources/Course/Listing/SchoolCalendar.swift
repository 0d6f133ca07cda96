import Exchange
import Model
import Storage
import Text

/// The due dates and exams of a school, or of some students, as a calendar.
public struct SchoolCalendar {
  private let files: SchoolFiles
  private let revisions: FileRevisions?
  private let now: Instant

  public init(_ school: SchoolStore, at now: Instant) throws {
    files = school.files
    revisions = try FileRevisions(of: school)
    self.now = now
  }

  /// - Parameter text: a student, class or group, or a subject or context; nil for everything.
  /// - Throws: `LookupError`.
  public func file(_ text: String?, _ style: CalendarFile.Style) throws -> CalendarFile {
    var (title, root, students): (String, ContextPath?, Set<String>?) = (
      try files.school().name, nil, nil
    )
    if let text {
      let kinds: Set<ObjectPath.Kind> = [.subject, .context, .student, .schoolClass, .group]
      let found = try Locator(files).find(text, among: kinds)
      if let context = found.context {
        root = context
        title =
          try context.components.isEmpty
          ? files.subject(context.subject).title : files.context(context).title
      } else {
        students = Set(try People(files).students([text]))
        title = "\(title): \(text)"
      }
    }
    let roots = try root.map { [$0] } ?? files.subjectIDs().map { ContextPath(subject: $0) }
    var entries: [CalendarEntry] = []
    let works = try DeadlineList(roots, in: files).works
    let dues = Dictionary(
      works.filter { $0.exercise == nil }.map { ($0.context, Set($0.parts.map(\.part.due))) },
      uniquingKeysWith: { first, _ in first })
    for work in works {
      // An exercise that is due with its worksheet needs no entry of its own.
      let known = work.exercise == nil ? [] : dues[work.context] ?? []
      entries += try self.entries(of: work, for: students).filter { !known.contains($0.due) }
    }
    return CalendarFile(
      title: title, school: try files.school().uid, style: style, entries: entries)
  }

  private func entries(
    of work: DeadlineList.Work, for wanted: Set<String>?
  ) throws -> [CalendarEntry] {
    let context = work.context
    let isHandout = context.isHandout
    let changed =
      try isHandout ? files.dateFiles(ofHandout: context) : files.dateFiles(of: context)
    let suffix = work.exercise.map { "/\($0)" } ?? ""
    let id =
      isHandout
      ? context.handoutID : try WorkNames(of: context.subject, in: files).lasting(context)
    let subject = context.subject.isEmpty ? "" : "\(try files.subject(context.subject).title): "
    return try work.parts.enumerated().compactMap { place, entry in
      let students = wanted.map { entry.students.filter($0.contains) } ?? entry.students
      if students.isEmpty { return nil }
      // The calendar of a single student has one entry for some work, as in the student's clone.
      let isOwn = place == 0 || wanted?.count == 1
      let who = isOwn ? "" : entry.part.more?.who ?? students[0]
      let names = students.joined(separator: ", ")
      let recipients: Message =
        place == 0 ? counted(students.count, "student", "students") : Message(verbatim: names)
      let details: [Message] = [
        Message(verbatim: work.path), recipients,
        entry.part.closes.map { "accepted until \(zoneText($0))" } ?? "",
      ]
      return CalendarEntry(
        id: id + suffix + (who.isEmpty ? "" : "+\(who)"),
        title: subject + work.title + (work.exercise.map { " (\($0))" } ?? "")
          + (who.isEmpty ? "" : " (\(names))"),
        details: details.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n"),
        opens: entry.part.opens, due: entry.part.due,
        revised: try revisions?.last(of: changed) ?? now, reminders: entry.part.reminders)
    }
  }

  private func zoneText(_ time: Instant) -> String {
    (try? files.zone())?.text(time) ?? time.description
  }
}
