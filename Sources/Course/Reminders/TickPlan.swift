import Model

/// Something that `tick` does for a subject, or for an assignment.
public struct TickStep: Hashable, Sendable {
  /// In the order in which steps are done.
  public enum Kind: String, CaseIterable, Sendable {
    case publish, collect, grade
    case returning = "return"
    case remind
  }

  public let kind: Kind
  /// The subject, or the assignment for a reminder: `math`, `assignments/adding`.
  public let name: String
  /// When its time came, or will come.
  public var at: Instant
  /// The work whose time came.
  public var works: [ContextPath] = []
  /// The time until which it was done before.
  public var since: Instant?

  /// The keys of the steps without which it isn't done.
  var dependencies: [String] {
    switch kind {
    case .publish, .collect: []
    case .grade, .returning: ["\(Kind.collect.rawValue) \(name)"]
    case .remind: Set(works.map(\.subject)).sorted().map { "\(Kind.collect.rawValue) \($0)" }
    }
  }

  /// Identifies the step in the state.
  public var key: String { "\(kind.rawValue) \(name)" }

  public init(
    _ kind: Kind, _ name: String, at: Instant, works: [ContextPath] = [], since: Instant? = nil
  ) {
    self.kind = kind
    self.name = name
    self.at = at
    self.works = works
    self.since = since
  }
}

/// A time at which a step is to be done.
public struct TickMoment: Hashable, Sendable {
  public let step: TickStep
  /// The time after which the step is skipped; nil if it never expires.
  public var expires: Instant?
  /// Whether it remains to be done, if the school's ledgers know; otherwise the state decides.
  public var isPending: Bool?

  public init(_ step: TickStep, expires: Instant? = nil, isPending: Bool? = nil) {
    self.step = step
    self.expires = expires
    self.isPending = isPending
  }
}

/// The steps of `tick` that are due, and those that come next.
public struct TickPlan: Sendable {
  /// In the order of their execution, each key once.
  public let due: [TickStep]
  /// The next step of each key, earliest first.
  public let next: [TickStep]

  /// - Parameter state: the finished and failed steps. Times in the future count as now: the clock was
  ///   set back.
  public init(_ moments: [TickMoment], _ state: TickState, at now: Instant) {
    var due: [String: TickStep] = [:]
    var next: [String: TickStep] = [:]
    func add(_ step: TickStep) {
      if let known = next[step.key], known.at <= step.at { return }
      next[step.key] = step
    }
    for moment in moments where moment.expires.map({ now < $0 }) ?? true {
      var step = moment.step
      if step.at > now {
        add(step)
        continue
      }
      let last = state.done[step.key].map { min($0, now) }
      guard moment.isPending ?? last.map({ step.at > $0 }) ?? true else { continue }
      step.since = last
      // Grading, returning and reminding wait for a collect that failed.
      let failures = ([step.key] + step.dependencies).compactMap { state.failures[$0] }
      if let failure = failures.first(where: { $0.at <= now && $0.retry > now }) {
        step.at = failure.retry
        add(step)
        continue
      }
      if var known = due[step.key] {
        known.at = max(known.at, step.at)
        known.works += step.works.filter { !known.works.contains($0) }
        step = known
      }
      due[step.key] = step
    }
    let order = TickStep.Kind.allCases
    self.due = due.values.sorted { first, second in
      let places = [first, second].map { order.firstIndex(of: $0.kind) ?? 0 }
      return (places[0], first.name) < (places[1], second.name)
    }
    self.next = next.values.sorted { ($0.at, $0.key) < ($1.at, $1.key) }
  }
}
