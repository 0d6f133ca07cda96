import Model
import Storage

/// The mails that remind students of an assignment.
public struct DueMails {
  public private(set) var reminders: [(person: Person, reminder: Reminder)] = []
  /// The students without a mail address.
  public private(set) var withoutAddress: [String] = []

  /// - Parameter step: the time of the last reminders, and of these.
  public init(
    _ assignment: Assignment, _ files: SchoolFiles, _ step: TickStep, at now: Instant
  ) throws {
    let (zone, known) = (try files.zone(), try files.students())
    var lines: [String: [String]] = [:]
    for (start, works) in try files.starts(of: assignment).sorted(by: { $0.key < $1.key })
    where start > now {
      let isNow = assignment.reminders.map { zone.subtracting($0, from: start) }.contains {
        at in
        at <= now && step.since.map { at > $0 } ?? true
          && assignment.reminded.map { at > $0 } ?? true
      }
      guard isNow else { continue }
      for (path, students) in works {
        let title =
          path.isHandout ? assignment.title : try files.worksheet(path).context.title
        for student in students {
          lines[student, default: []].append(
            "\(title) (\(path.isHandout ? assignment.id : path.work)): \(zone.text(start))")
        }
      }
    }
    let school = try files.school().name
    for (student, lines) in lines.sorted(by: { $0.key < $1.key }) {
      guard let mail = known[student]?.email, !mail.isEmpty else {
        withoutAddress.append(student)
        continue
      }
      let text =
        "Due soon, and not submitted yet:\n\n" + lines.joined(separator: "\n") + "\n\n\(school)"
      reminders.append(
        (
          Person(name: known[student]?.name ?? student, mail: mail),
          Reminder(
            kind: .due, title: "Due soon: \(assignment.title)", text: text, time: now)
        ))
    }
  }
}
