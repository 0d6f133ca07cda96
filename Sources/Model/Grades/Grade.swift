/// The arrival of a submission, its withdrawal, or a collect without new submissions.
public struct Arrival: Hashable, Sendable {
  public enum Source: String, CaseIterable, Sendable { case hub, collect, bundle }

  /// The commit id in hexadecimal; nil for a withdrawal, and for a collect without new submissions.
  public let commit: String?
  /// The attempt that was withdrawn before it was collected, and the commit that withdrew it.
  public let withdrawn: String?
  public let withdrawal: String?
  /// The time of the hub's receipt, or of the collect.
  public let at: Instant
  public let by: Source
  /// The time that the commit claims.
  public let claimed: Instant?
  /// The branch of the submission.
  public let ref: String?
  /// The members of the group at that time, or only the student in work for groups; nil if the
  /// submission belongs to the students who use the mailbox.
  public var members: [String]?

  public init(
    commit: String?, at: Instant, by: Source, claimed: Instant? = nil, ref: String? = nil,
    members: [String]? = nil, withdrawn: String? = nil, withdrawal: String? = nil
  ) {
    self.commit = commit
    self.withdrawn = withdrawn
    self.withdrawal = withdrawal
    self.at = at
    self.by = by
    self.claimed = claimed
    self.ref = ref
    self.members = members
  }

  /// Whether a collect found no new submission.
  public var isLook: Bool { commit == nil && withdrawn == nil }
}

/// A teacher's manual marks for one student's work.
public struct Marks: Hashable, Sendable {
  public struct Override: Hashable, Sendable {
    public let score: Rational
    public let why: String?

    public init(score: Rational, why: String? = nil) {
      self.score = score
      self.why = why
    }
  }

  /// A student's question about a returned exercise.
  public struct Request: Hashable, Sendable {
    public let text: String
    public let at: Instant
    /// The time of the last question that was answered by points or a comment.
    public var answered: Instant?

    public init(text: String, at: Instant, answered: Instant? = nil) {
      self.text = text
      self.at = at
      self.answered = answered
    }

    public var isAnswered: Bool { answered.map { $0 >= at } ?? false }

    /// The text on one line.
    public var line: String { text.split(whereSeparator: \.isNewline).joined(separator: " ") }
  }

  /// Points for an exercise: for the whole exercise, and by item of its rubric.
  public struct Given: Hashable, Sendable {
    public var points: Rational?
    public var rubric: [String: Rational]

    public init(points: Rational? = nil, rubric: [String: Rational] = [:]) {
      self.points = points
      self.rubric = rubric
    }
  }

  /// How `marked` and `earlier` name a submission: the first digits of its commit.
  public static func name(of commit: String?) -> String {
    commit.map { String($0.prefix(12)) } ?? nothing
  }

  /// The value of `marked` if nothing was submitted.
  public static let nothing = "none"

  /// Points by exercise.
  public var points: [String: Rational]
  /// Points by item of a rubric, by exercise.
  public var rubric: [String: [String: Rational]]
  /// The submissions for which points were given, by exercise. Points of other exercises apply to
  /// every submission.
  public var marked: [String: String]
  /// Points that were given for other submissions, by submission and exercise.
  public var earlier: [String: [String: Given]]
  /// Comments by exercise.
  public var comments: [String: String]
  /// On the whole work.
  public var comment: String?
  public var override: Override?
  /// Why the work is excused; nil if it isn't.
  public var excused: String?
  /// The student's questions, by exercise.
  public var asked: [String: Request]
  /// The markers.
  public var by: String?
  /// The commit of the school whose grade was returned to the student.
  public var returned: String?
  /// The number of attempts when it was returned with a request for another one; nil without such a
  /// request.
  public var again: Int?
  /// When the student was first sent the solutions; nil if they were not.
  public var solved: Instant?

  public init(
    points: [String: Rational] = [:], rubric: [String: [String: Rational]] = [:],
    marked: [String: String] = [:], earlier: [String: [String: Given]] = [:],
    comments: [String: String] = [:], comment: String? = nil, override: Override? = nil,
    excused: String? = nil, asked: [String: Request] = [:], by: String? = nil,
    returned: String? = nil, again: Int? = nil, solved: Instant? = nil
  ) {
    self.points = points
    self.rubric = rubric
    self.marked = marked
    self.earlier = earlier
    self.comments = comments
    self.asked = asked
    self.again = again
    self.solved = solved
    self.comment = comment
    self.override = override
    self.excused = excused
    self.by = by
    self.returned = returned
  }

  /// The points of an exercise, whichever submission they were given for; nil for none.
  public func given(for exercise: String) -> Given? {
    let given = Given(points: points[exercise], rubric: rubric[exercise] ?? [:])
    return given == Given() ? nil : given
  }

  /// The marks with the points that were given for some submissions, by exercise; without those that
  /// were only given for others.
  public func given(for submissions: [String: String]) -> Marks {
    var marks = self
    for (exercise, submission) in submissions where marked[exercise] ?? submission != submission {
      let given = earlier[submission]?[exercise]
      marks.points[exercise] = given?.points
      marks.rubric[exercise] = given?.rubric
    }
    return marks
  }

  /// The points of an exercise that were given for a submission.
  ///
  /// - Parameter commit: in hexadecimal; nil if nothing was submitted.
  public func given(for exercise: String, of commit: String?) -> Given? {
    let name = Marks.name(of: commit)
    if marked[exercise] != name, let given = earlier[name]?[exercise] { return given }
    return given(for: exercise)
  }
}

/// The computed result of one student's work.
public struct Grade: Hashable, Sendable {
  public enum State: String, CaseIterable, Sendable {
    case graded
    /// Part of it waits for marks.
    case partial
    /// Nothing was submitted.
    case missing
    case excused
    /// The submission is unreadable.
    case unreadable
  }
  public enum Proof: String, CaseIterable, Sendable { case receipt, claimed }

  public struct Item: Hashable, Sendable {
    public let exercise: String
    /// Points; nil while the exercise waits for marks.
    public let points: Rational?
    /// The lateness of an exercise with its own due date; nil if it equals that of the whole work,
    /// or in time.
    public let late: Late?

    public init(exercise: String, points: Rational?, late: Late? = nil) {
      self.exercise = exercise
      self.points = points
      self.late = late
    }
  }

  /// The lateness of an exercise.
  public struct Late: Hashable, Sendable {
    /// In whole days or hours begun.
    public let by: TimeSpan
    /// The points after the late penalty; nil while the exercise waits for marks.
    public let left: Rational?
    /// Whether it came after the cutoff.
    public let isClosed: Bool

    public init(by: TimeSpan, left: Rational?, isClosed: Bool = false) {
      self.by = by
      self.left = left
      self.isClosed = isClosed
    }
  }

  /// After the late penalty; nil without a score (missing, excused, unreadable).
  public var score: Rational?
  /// Before the late penalty.
  public var earned: Rational?
  public var max: Rational
  public var state: State
  /// The lateness, rounded up to whole days or hours; nil if in time.
  public var late: TimeSpan?
  /// The part of it covered by the student's late budget; nil for nothing.
  public var spent: TimeSpan?
  /// Whether it came after the cutoff.
  public var isClosed: Bool
  public var proof: Proof?
  /// 1 for the first submission.
  public var attempt: Int?
  /// The number of attempts, if the last one isn't the one that counts.
  public var attempts: Int?
  /// The number of attempts that don't count because they arrived after the solutions; nil for
  /// none.
  public var afterSolutions: Int?
  /// The id of the commit that counts, in hexadecimal.
  public var commit: String?
  /// In the worksheet's order.
  public var items: [Item]
  /// The results of programs, by exercise.
  public var runs: [String: CodeReport]
  /// The exercises that wait because the worksheet changed after the answer.
  public var changed: [String: WorksheetChange]

  public init(
    score: Rational? = nil, earned: Rational? = nil, max: Rational, state: State,
    late: TimeSpan? = nil, spent: TimeSpan? = nil, isClosed: Bool = false, proof: Proof? = nil,
    attempt: Int? = nil, attempts: Int? = nil, afterSolutions: Int? = nil,
    commit: String? = nil, items: [Item] = [], runs: [String: CodeReport] = [:],
    changed: [String: WorksheetChange] = [:]
  ) {
    self.score = score
    self.earned = earned
    self.max = max
    self.state = state
    self.late = late
    self.spent = spent
    self.isClosed = isClosed
    self.proof = proof
    self.attempt = attempt
    self.attempts = attempts
    self.afterSolutions = afterSolutions
    self.commit = commit
    self.items = items
    self.runs = runs
    self.changed = changed
  }
}
