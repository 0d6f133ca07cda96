/// A school: its name, time zone and rules.
public struct School: Hashable, Sendable {
  /// The version of the text format that this program writes.
  public static let format = 1

  /// A unique random id.
  public var uid: String
  public var name: String
  public var teacher: Person?
  /// The IANA name of the time zone of all dates.
  public var zone: String
  /// A language tag, such as `de`.
  public var language: String?
  /// Where subjects are shared: a folder relative to the school, `ssh://…` or `https://…`.
  public var hub: String?
  /// The default provider of contexts: NAME of `teachkit-provider-NAME`, or of a template.
  public var provider: String?
  public var late: LateRules
  /// The scale of school marks; nil without marks.
  public var scale: MarkScale?
  /// In the order of the year.
  public var terms: [SchoolTerm]
  /// How reminders are delivered; nil for the default.
  public var notify: [NotificationChannel]?
  /// The reasons for guidance that the school adds.
  public var guidanceReasons: [String]

  public init(
    uid: String, name: String, teacher: Person? = nil, zone: String = "UTC",
    language: String? = nil, hub: String? = nil, provider: String? = nil,
    late: LateRules = LateRules(), scale: MarkScale? = nil, terms: [SchoolTerm] = [],
    notify: [NotificationChannel]? = nil, guidanceReasons: [String] = []
  ) {
    self.uid = uid
    self.name = name
    self.teacher = teacher
    self.zone = zone
    self.language = language
    self.hub = hub
    self.provider = provider
    self.late = late
    self.scale = scale
    self.terms = terms
    self.notify = notify
    self.guidanceReasons = guidanceReasons
  }
}

/// The colours a subject can have.
public enum Colour: String, CaseIterable, Sendable {
  case red, orange, yellow, green, mint, teal, cyan, blue, indigo, purple, pink, brown, grey
}

/// The further steps of `tick` for a subject.
public struct TickRules: Hashable, Sendable {
  public enum Return: String, CaseIterable, Sendable {
    case no
    /// When the time of the last student is over.
    case afterDue = "after-due"
  }

  public var grades: Bool
  public var returns: Return

  public init(grades: Bool = false, returns: Return = .no) {
    self.grades = grades
    self.returns = returns
  }
}

/// A subject: the unit of sharing, and the root of a tree of contexts.
public struct Subject: Hashable, Sendable {
  public enum Share: String, CaseIterable, Sendable { case invited, open }
  public enum Leaderboard: String, CaseIterable, Sendable { case off, alias, names }
  /// When students see the solutions.
  public enum Solutions: String, CaseIterable, Sendable {
    case returned
    case afterDue = "after-due"
    case never
  }

  public let id: String
  public var title: String
  public var titles: [Translation]
  public var colour: Colour?
  public var topic: Topic?
  public var summary: String?
  public var classes: [String]
  public var share: Share
  public var permission: Participant.Permission
  /// The open invitation, if there is one.
  public var invitation: Invitation?
  /// The provider of contexts; the school's by default.
  public var provider: String?
  public var rules: WorkRules
  /// Whether work counts in totals that was not assigned to the student.
  public var countsUnassigned: Bool
  public var solutions: Solutions
  public var leaderboard: Leaderboard
  /// Whether clones send activity when a session ends.
  public var isLive: Bool
  /// Whether a calendar of the due dates is published.
  public var hasCalendar: Bool
  /// The steps of `tick` in addition to publishing and collecting.
  public var tick: TickRules
  /// The scale of school marks; the school's by default.
  public var scale: MarkScale?
  /// Where it was imported from.
  public var source: Origin?

  public init(
    id: String, title: String, titles: [Translation] = [], colour: Colour? = nil,
    topic: Topic? = nil, summary: String? = nil, classes: [String] = [],
    share: Share = .invited, permission: Participant.Permission = .readWrite,
    invitation: Invitation? = nil, provider: String? = nil,
    rules: WorkRules = WorkRules(), countsUnassigned: Bool = false,
    solutions: Solutions = .returned,
    leaderboard: Leaderboard = .off, isLive: Bool = false,
    hasCalendar: Bool = false, tick: TickRules = TickRules(), scale: MarkScale? = nil,
    source: Origin? = nil
  ) {
    self.id = id
    self.title = title
    self.titles = titles
    self.colour = colour
    self.topic = topic
    self.summary = summary
    self.classes = classes
    self.share = share
    self.permission = permission
    self.invitation = invitation
    self.provider = provider
    self.rules = rules
    self.countsUnassigned = countsUnassigned
    self.solutions = solutions
    self.leaderboard = leaderboard
    self.isLive = isLive
    self.hasCalendar = hasCalendar
    self.tick = tick
    self.scale = scale
    self.source = source
  }
}

/// A student's participation in a subject.
public struct Participant: Hashable, Sendable {
  public enum Permission: String, CaseIterable, Sendable {
    case readOnly = "read-only"
    case readWrite = "read-write"
  }
  public enum State: String, CaseIterable, Sendable { case pending, accepted, removed }

  public let id: String
  public var permission: Permission
  public var state: State
  public var since: Instant?
  public var until: Instant?
  /// The invitation, if it is unused as far as the school knows.
  public var invitation: Invitation?
  /// The accepted request to join, if the student asked with an open invitation.
  public var request: String?
  /// When the hub last revoked a key of the student, as far as the school knows.
  public var revoked: Instant?
  /// When the student chose to be hidden from others in leaderboards; nil if they are shown.
  public var hidden: Instant?

  public init(
    id: String, permission: Permission = .readWrite, state: State = .accepted,
    since: Instant? = nil, until: Instant? = nil, invitation: Invitation? = nil,
    request: String? = nil, revoked: Instant? = nil, hidden: Instant? = nil
  ) {
    self.id = id
    self.permission = permission
    self.state = state
    self.since = since
    self.until = until
    self.invitation = invitation
    self.request = request
    self.revoked = revoked
    self.hidden = hidden
  }
}
