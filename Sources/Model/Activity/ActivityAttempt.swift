/// One attempt at an activity: its working time, progress and results.
public struct ActivityAttempt: Hashable, Sendable {
  /// A period of work.
  public struct Session: Hashable, Sendable {
    public let start, end: Instant

    /// An end before the start, after the clock was set back, counts as the start.
    public init(start: Instant, end: Instant) {
      self.start = start
      self.end = max(start, end)
    }

    /// Its length in seconds.
    public var seconds: Int64 { end.seconds - start.seconds }
  }

  /// The maximum number of items, without the primary one.
  public static let mostItems = 200

  public let started: Instant
  /// In order of time.
  public private(set) var sessions: [Session] = []
  public var coverage = Coverage()
  /// The main result, such as a quiz's score.
  public private(set) var primary: ActivityItem?
  /// In the order of their first reports.
  public private(set) var items: [ActivityItem] = []

  public init(started: Instant) { self.started = started }

  /// The working time in seconds: the sum of the sessions.
  public var seconds: Int64 { sessions.reduce(0) { $0 + $1.seconds } }

  /// The end of the last session.
  public var last: Instant { sessions.map(\.end).max().map { max($0, started) } ?? started }

  /// Whether nothing was recorded.
  public var isEmpty: Bool {
    seconds == 0 && coverage.ranges.isEmpty && primary == nil && items.isEmpty
  }

  /// Adds a session, or replaces an earlier record of the same one.
  public mutating func add(_ session: Session) {
    sessions.removeAll { $0.start == session.start }
    if session.seconds > 0 { sessions.append(session) }
    sessions.sort { $0.start < $1.start }
  }

  /// Sets an item, replacing one with its identifier.
  public mutating func set(_ item: ActivityItem) throws(ActivityFault) {
    if let place = items.firstIndex(where: { $0.id == item.id }) {
      guard items[place].value.isSameKind(as: item.value) else { throw .kindChanged(id: item.id) }
      items[place] = item.keepingTitle(of: items[place])
    } else if items.count == ActivityAttempt.mostItems {
      throw .tooManyItems
    } else {
      items.append(item)
    }
  }

  /// Removes the items, but not the main result.
  mutating func dropItems() { items = [] }

  /// Sets the main result, replacing an earlier one of the same kind.
  public mutating func set(primary item: ActivityItem) throws(ActivityFault) {
    guard primary.map({ $0.value.isSameKind(as: item.value) }) ?? true else {
      throw .kindChanged(id: item.id)
    }
    primary = primary?.id == item.id ? primary.map(item.keepingTitle) : item
  }
}
