/// The type of a context.
public enum ContextType: String, CaseIterable, Sendable {
  case chapter, section, level, page, task, challenge, quiz, exercise, lesson, book, game
  case document, audio, video, course, custom
  /// The root, that is, the subject.
  case app

  /// The types of contexts below a subject.
  public static let belowSubjects = allCases.filter { $0 != .app }
}

/// A node of a subject's tree: the common part of chapters, lessons and worksheets.
public struct Context: Hashable, Sendable {
  public let path: ContextPath
  public var title: String
  public var titles: [Translation]
  public var type: ContextType
  /// The name of a custom type.
  public var custom: String?
  /// Its position among its siblings; contexts without one come last, sorted by identifier.
  public var order: Int?
  public var topic: Topic?
  public var summary: String?
  /// The suggested age in years.
  public var age: ClosedRange<Int>?
  /// The suggested time in minutes.
  public var time: ClosedRange<Int>?
  public var link: String?
  /// A picture in `files/`, 80 to 330 pixels on a side.
  public var thumbnail: String?
  public var assignable: Bool
  /// Former paths below the subject.
  public var was: [String]
  /// Where it was imported from.
  public var source: Origin?

  public init(
    path: ContextPath, title: String, titles: [Translation] = [], type: ContextType = .lesson,
    custom: String? = nil, order: Int? = nil, topic: Topic? = nil, summary: String? = nil,
    age: ClosedRange<Int>? = nil, time: ClosedRange<Int>? = nil, link: String? = nil,
    thumbnail: String? = nil, assignable: Bool = true, was: [String] = [],
    source: Origin? = nil
  ) {
    self.path = path
    self.title = title
    self.titles = titles
    self.type = type
    self.custom = custom
    self.order = order
    self.topic = topic
    self.summary = summary
    self.age = age
    self.time = time
    self.link = link
    self.thumbnail = thumbnail
    self.assignable = assignable
    self.was = was
    self.source = source
  }
}

extension Context {
  /// Whether it precedes a sibling: by order, then those without one by identifier.
  public func precedes(_ other: Context) -> Bool {
    (order ?? .max, path.identifier) < (other.order ?? .max, other.path.identifier)
  }
}

/// A context with exercises.
public struct Worksheet: Hashable, Sendable {
  public var context: Context
  public var isDraft: Bool
  public var release: Instant?
  /// Whether it is for practice: its answers are published, and it is never graded.
  public var isPractice: Bool
  public var due: Instant?
  public var rules: WorkRules
  /// The expected total, for `check`.
  public var points: Rational?
  /// Its weight in a total of school marks.
  public var weight: Rational
  public var exercises: [Exercise]

  public init(
    context: Context, isDraft: Bool = false, release: Instant? = nil, isPractice: Bool = false,
    due: Instant? = nil, rules: WorkRules = WorkRules(), points: Rational? = nil,
    weight: Rational = .one, exercises: [Exercise] = []
  ) {
    self.context = context
    self.isDraft = isDraft
    self.release = release
    self.isPractice = isPractice
    self.due = due
    self.rules = rules
    self.points = points
    self.weight = weight
    self.exercises = exercises
  }

  public var path: ContextPath { context.path }

  /// The points of all exercises except bonus exercises.
  public var maximum: Rational {
    get throws(RationalOverflow) {
      var sum = Rational.zero
      for exercise in exercises where !exercise.isBonus { sum = try sum + exercise.points }
      return sum
    }
  }

  public func exercise(_ id: String) -> Exercise? { exercises.first { $0.id == id } }

  /// The exercise with an identifier or former identifier.
  public func exercise(everCalled id: String) -> Exercise? {
    exercise(id) ?? exercises.first { $0.was.contains(id) }
  }
}
