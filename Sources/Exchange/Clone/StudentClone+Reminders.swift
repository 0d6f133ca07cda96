import Git
import Model
import Storage

/// A reminder of work that is due.
public struct DueReminder: Hashable, Sendable {
  public let path: ContextPath
  public let due: Instant
  /// The start of an exam.
  public let opens: Instant?
  /// When to remind.
  public let at: Instant
}

extension StudentClone {
  /// The reminders whose time has come since the last call of ``markReminded()``, at most one for
  /// each work that the student hasn't submitted.
  public func dueReminders() throws -> [DueReminder] {
    let last = try lastReminded()
    // Dates on the hub count before they are pulled.
    let (inbox, zone) = (try inbox(at: latestState().inbox), try files.zone())
    return try states().compactMap { state in
      let terms = inbox.entries[state.path.work] ?? state.terms
      guard let due = terms.due ?? state.due, due > now, state.awaitsReminder else { return nil }
      let start = terms.opens ?? due
      let times = terms.reminders.map { zone.subtracting($0, from: start) }
      guard let at = times.filter({ $0 <= now }).max(), last.map({ at > $0 }) ?? true else {
        return nil
      }
      return DueReminder(path: state.path, due: due, opens: terms.opens, at: at)
    }
  }

  /// Records that all reminders until now were shown.
  public func markReminded() throws {
    try DurableFile.write(Array("\(now)\n".utf8), to: remindedPath)
  }

  private var remindedPath: String { repository.layout.gitFolder + "/teachkit/reminded" }

  /// The time of the last reminders; a time in the future comes from a clock that was set back.
  private func lastReminded() throws -> Instant? {
    guard DurableFile.exists(remindedPath) else { return nil }
    let text = String(decoding: try DurableFile.read(remindedPath) ?? [], as: UTF8.self)
    return Instant(iso: text.split(separator: "\n").first ?? "").map { min($0, now) }
  }
}
