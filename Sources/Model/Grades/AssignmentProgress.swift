/// The state of an assignment, as its teacher sees it.
public struct AssignmentProgress: Hashable, Sendable {
  public enum Stage: String, CaseIterable, Sendable {
    case draft
    /// Its release is to come.
    case scheduled
    case active
    /// Everything is returned.
    case completed
    case archived
  }

  /// One student's work on one worksheet or file of the assignment.
  public struct Piece: Hashable, Sendable {
    public let facts: WorkFacts
    /// Whether the last attempt, or else the mark as done, came after the due date.
    public let isLate: Bool

    public init(_ facts: WorkFacts, isLate: Bool = false) {
      (self.facts, self.isLate) = (facts, isLate)
    }
  }

  /// Numbers of pieces of work.
  public struct Counts: Hashable, Sendable {
    public var new = 0
    public var opened = 0
    public var done = 0
    public var submitted = 0
    /// The late ones among those that are done or submitted.
    public var late = 0
    public var returned = 0

    public init() {}

    /// The counts with their names, in order.
    public var named: [(name: String, count: Int)] {
      [
        ("new", new), ("opened", opened), ("done", done), ("submitted", submitted),
        ("late", late), ("returned", returned),
      ]
    }

    mutating func add(_ piece: Piece) {
      switch piece.facts.stage {
      case .new, .closed, .archived: new += 1
      case .opened, .working, .again: opened += 1
      case .done:
        done += 1
        if piece.isLate { late += 1 }
      case .submitted:
        submitted += 1
        if piece.isLate { late += 1 }
      case .returned, .excused: returned += 1
      }
    }
  }

  public let stage: Stage
  public let counts: Counts

  /// - Parameters:
  ///   - pieces: the work of all recipients.
  ///   - now: the current time.
  public init(_ assignment: Assignment, _ pieces: [Piece], at now: Instant) {
    var counts = Counts()
    for piece in pieces { counts.add(piece) }
    self.counts = counts
    let submittable = pieces.filter(\.facts.acceptsSubmissions)
    let isCompleted =
      if submittable.isEmpty {
        // Nothing is ever returned.
        assignment.isOver(at: now) || !pieces.isEmpty && counts.done == pieces.count
      } else {
        counts.returned == submittable.count
      }
    stage =
      switch assignment.state {
      case .draft: .draft
      case .archived: .archived
      case .active where assignment.release.map { $0 > now } ?? false: .scheduled
      case .active: isCompleted ? .completed : .active
      }
  }
}

extension Assignment {
  /// Whether it is archived, or its time is over for all students.
  public func isOver(at now: Instant) -> Bool {
    guard state != .archived, let due = rules.exam?.to ?? due else { return state == .archived }
    return ([due] + extensions.map(\.until)).allSatisfy { $0 < now }
  }
}
