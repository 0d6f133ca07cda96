/// A field of one student's marks, by its name on command lines and in tables: `half`,
/// `essay.clarity`, `comment`.
public enum MarkField: Hashable, Sendable {
  /// The points of an exercise.
  case points(String)
  /// The points of an item of an exercise's rubric.
  case rubric(String, item: String)
  /// The comment on an exercise.
  case commentOn(String)
  case comment
  /// The override of the total score, and its reason.
  case override, why
  case excused

  /// The fields other than exercises.
  public static let others: [MarkField] = [.comment, .override, .why, .excused]

  public var name: String {
    switch self {
    case .points(let exercise): exercise
    case .rubric(let exercise, let item): "\(exercise).\(item)"
    case .commentOn(let exercise): "\(exercise).comment"
    case .comment: "comment"
    case .override: "override"
    case .why: "override.why"
    case .excused: "excused"
    }
  }

  /// Its path in a student's line of marks.
  public var keys: [String] {
    switch self {
    case .points(let exercise): [exercise]
    case .rubric(let exercise, let item): ["rubric", exercise, item]
    case .commentOn(let exercise): ["comments", exercise]
    case .comment: ["comment"]
    case .override: ["override", "score"]
    case .why: ["override", "why"]
    case .excused: ["excused"]
    }
  }

  public var isNumber: Bool {
    switch self {
    case .points, .rubric, .override: true
    case .commentOn, .comment, .why, .excused: false
    }
  }

  /// Whether it is about the points of an exercise.
  public var isPoints: Bool { isNumber && self != .override }

  /// Its exercise; nil for the whole work.
  public var exercise: String? {
    switch self {
    case .points(let exercise), .rubric(let exercise, _), .commentOn(let exercise): exercise
    case .comment, .override, .why, .excused: nil
    }
  }
}

extension Worksheet {
  /// The marked fields of an exercise: the items of its rubric, or else the exercise itself.
  public func markFields(of exercise: Exercise) -> [MarkField] {
    exercise.rubric.isEmpty
      ? [.points(exercise.id)] : exercise.rubric.map { .rubric(exercise.id, item: $0.id) }
  }

  /// The field with a name; exercises are also found by former names. `why` is the reason for the
  /// override, unless an exercise has that name.
  public func markField(_ name: String) -> MarkField? {
    if let other = MarkField.others.first(where: { $0.name == name }) { return other }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard let exercise = parts.first.flatMap({ exercise(everCalled: $0) }) else {
      return name == "why" ? .why : nil
    }
    guard parts.count == 2 else { return .points(exercise.id) }
    if let item = exercise.rubric.first(where: { $0.id == parts[1] }) {
      return .rubric(exercise.id, item: item.id)
    }
    return parts[1] == "comment" ? .commentOn(exercise.id) : nil
  }

  /// The names of all fields.
  public var markFieldNames: [String] {
    let ofExercises = exercises.flatMap { exercise in
      [exercise.id] + exercise.rubric.map { "\(exercise.id).\($0.id)" }
        + ["\(exercise.id).comment"]
    }
    return ofExercises + MarkField.others.map(\.name)
  }

  /// The maximum points of a field; nil if unlimited.
  public func most(for field: MarkField) -> Rational? {
    switch field {
    case .points(let id): exercise(id)?.points
    case .rubric(let id, let item): exercise(id)?.rubric.first { $0.id == item }?.points
    default: nil
    }
  }
}

extension Marks {
  /// The value of a field as text.
  public func text(of field: MarkField) -> String? {
    switch field {
    case .points(let exercise): points[exercise]?.exact
    case .rubric(let exercise, let item): rubric[exercise]?[item]?.exact
    case .commentOn(let exercise): comments[exercise]
    case .comment: comment
    case .override: override?.score.exact
    case .why: override?.why
    case .excused: excused
    }
  }
}
