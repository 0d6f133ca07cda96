/// Work given to recipients.
public struct Assignment: Hashable, Sendable {
  public enum Mode: String, CaseIterable, Sendable {
    /// A copy for each student.
    case own
    /// For viewing only; nothing is submitted.
    case view
    /// One copy for a group, which submits together.
    case group
  }
  public enum State: String, CaseIterable, Sendable { case draft, active, archived }

  /// An extension of the due date for some recipients.
  public struct Extension: Hashable, Sendable {
    public let who: String
    public let until: Instant
    public let why: String?
    public let by: String?
    public let on: String?

    public init(
      who: String, until: Instant, why: String? = nil, by: String? = nil, on: String? = nil
    ) {
      self.who = who
      self.until = until
      self.why = why
      self.by = by
      self.on = on
    }
  }

  public let id: String
  public var title: String
  public var instructions: String?
  /// Recipients as written: students, classes, groups, `everyone`.
  public var to: [String]
  /// Contexts, and files published with them; empty for an assignment that has only instructions.
  public var work: [ContextPath]
  public var release: Instant?
  public var due: Instant?
  public var rules: WorkRules
  public var mode: Mode
  public var extensions: [Extension]
  /// How long before the due date students are reminded.
  public var reminders: [TimeSpan]
  /// Whether `tick` also sends the reminders by mail.
  public var mailsReminders: Bool
  /// The time of the last reminder that was sent by mail.
  public var reminded: Instant?
  public var state: State
  /// When it was assigned again: earlier attempts belong to an earlier assignment of the work.
  public var again: Instant?
  /// When it was archived; later attempts don't count.
  public var archived: Instant?
  /// Whether it comes first in lists.
  public var isFavourite: Bool

  public init(
    id: String, title: String, instructions: String? = nil, to: [String], work: [ContextPath],
    release: Instant? = nil, due: Instant? = nil, rules: WorkRules = WorkRules(),
    mode: Mode = .own, extensions: [Extension] = [], reminders: [TimeSpan] = [],
    mailsReminders: Bool = false, reminded: Instant? = nil, state: State = .active,
    again: Instant? = nil, archived: Instant? = nil, isFavourite: Bool = false
  ) {
    self.id = id
    self.title = title
    self.instructions = instructions
    self.to = to
    self.work = work
    self.release = release
    self.due = due
    self.rules = rules
    self.mode = mode
    self.extensions = extensions
    self.reminders = reminders
    self.mailsReminders = mailsReminders
    self.reminded = reminded
    self.state = state
    self.again = again
    self.archived = archived
    self.isFavourite = isFavourite
  }

  /// Whether it is for more than single students, so that test students get it, too.
  public func isForMany(in roster: Roster) -> Bool {
    roster.isForMany(to)
  }
}

extension Roster {
  /// Whether some words mean more than single students.
  func isForMany(_ words: [String]) -> Bool {
    words.contains { word in
      switch recipient(word) {
      case .everyone?, .schoolClass?, .group?: true
      case .student?, nil: false
      }
    }
  }
}
