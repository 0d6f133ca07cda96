import Model
import Storage
import Text

/// The reminder before the end of a class's school day, made when it fires.
public struct ClosingReminder {
  public let reminder: Reminder
  /// The problem that the reminder warns of; nil if all data could be read.
  public let problem: (any Error)?

  /// Counts the students of the class who are on today's guidance list.
  ///
  /// - Parameters:
  ///   - withNames: whether to list them.
  ///   - time: when the reminder was due.
  ///   - explain: the first line of an error for users.
  public init(
    of id: String, in files: SchoolFiles, withNames: Bool, at now: Instant, due time: Instant,
    explain: (any Error) -> String
  ) {
    var title: String?
    var words: [String] = []
    do {
      let schoolClass = try files.schoolClass(id)
      title = schoolClass.title
      let zone = try files.zone(of: schoolClass)
      if let closing = schoolClass.closing {
        let end = zone.instant(CivilTime(zone.civil(now).date, secondOfDay: closing), .earlier)
        let verb = end < now ? "closed" : "closes"
        words.append("\(schoolClass.title) \(verb) at \(TimeText.clock(closing)).")
      }
      let today = zone.civil(now).date
      let due = try files.guidance(of: id).filter { $0.isDue(on: today) }
      words.append(Self.words(due, try files.students(), withNames: withNames))
      problem = nil
    } catch {
      words.append("The guidance list of \(id) can't be read: \(explain(error)).")
      words.append("Check it before the students leave.")
      problem = error
    }
    reminder = Reminder(
      kind: .closing, title: title ?? id, text: words.joined(separator: " "), schoolClass: id,
      time: time)
  }

  private static func words(
    _ records: [GuidanceRecord], _ students: Students, withNames: Bool
  ) -> String {
    var reasons: [(student: String, reasons: [String])] = []
    for record in records {
      let reason = record.detail ?? record.reason
      if let known = reasons.firstIndex(where: { $0.student == record.student }) {
        reasons[known].reasons.append(reason)
      } else {
        reasons.append((record.student, [reason]))
      }
    }
    if reasons.isEmpty { return "No students on today's guidance list." }
    let count = reasons.count == 1 ? "1 student" : "\(reasons.count) students"
    if !withNames { return "\(count) on today's guidance list." }
    let distinct = students.distinctNames
    let names = reasons.map { student, reasons in
      "\(distinct[student] ?? student) (\(reasons.joined(separator: ", ")))"
    }
    return "\(count) on today's guidance list: \(names.joined(separator: ", "))."
  }
}
