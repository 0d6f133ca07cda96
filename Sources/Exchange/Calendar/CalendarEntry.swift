import Model

/// A due date or an exam in a calendar.
public struct CalendarEntry: Hashable, Sendable {
  /// Identifies it in the school; it stays the same when the date moves.
  public var id: String
  public var title: String
  public var details: String
  /// The start of an exam; nil for a due date.
  public var opens: Instant?
  public var due: Instant
  /// When the date last changed.
  public var revised: Instant
  /// How long before the due date, or before the start of an exam, to remind.
  public var reminders: [TimeSpan]
  /// Whether the work was submitted; it has no reminders then.
  public var isDone: Bool

  public init(
    id: String, title: String, details: String = "", opens: Instant? = nil, due: Instant,
    revised: Instant, reminders: [TimeSpan] = [], isDone: Bool = false
  ) {
    self.id = id
    self.title = title
    self.details = details
    self.opens = opens
    self.due = due
    self.revised = revised
    self.reminders = reminders
    self.isDone = isDone
  }
}
