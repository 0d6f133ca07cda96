import Exchange
import Model
import PlainYAML
import Storage
import Text

/// The activity of all recipients of a worksheet or an assigned file, with averages over those with data.
public struct WorksheetActivity: Sendable {
  public struct Entry: Sendable {
    public let student: String
    public let name: String
    /// Nil for no data.
    public let summary: ActivitySummary?
    /// Whether the student's activity isn't reported.
    public let isSilent: Bool
    /// Whether the student's line in the ledger is damaged.
    public let isDamaged: Bool
  }

  /// An average and the number of students with data.
  public struct Average<Value: Sendable>: Sendable {
    public let value: Value
    public let count: Int
  }

  public let path: ContextPath
  /// Sorted by name.
  public let entries: [Entry]

  /// Reads the ledger of a worksheet or file.
  ///
  /// The main result of a graded quiz is its score, and its results are those of the questions.
  /// - Parameter students: the students to include; nil for all recipients and everyone with data,
  ///   except test students.
  /// - Throws: `FaultyFiles`, `GitError`.
  public init(
    at path: ContextPath, in files: SchoolFiles, students: Set<String>? = nil
  ) throws {
    self.path = path
    let roster = try files.roster()
    let ledger = try files.activity(path)
    let worksheet = try path.isHandout ? nil : files.worksheet(path)
    let grades = try worksheet == nil ? nil : files.grades(path)
    let recipients = try Self.recipients(of: path, in: files)
    let ids =
      students ?? recipients.union(ledger.keys).filter { !roster.students.isTest($0) }
    let alphabet = try files.alphabet()
    entries = ids.compactMap { roster.students[$0] }.map { student in
      let node = ledger[student.id]
      var summary = node.flatMap { ActivitySummary($0) }
      if let worksheet, let grade = grades?[student.id] {
        summary = summary?.adding(grade, of: worksheet)
      }
      return Entry(
        student: student.id, name: student.name, summary: student.progress ? summary : nil,
        isSilent: !student.progress, isDamaged: node != nil && summary == nil)
    }.map { (alphabet.key($0.name), $0) }
      .sorted { ($0.0, $0.1.student) < ($1.0, $1.1.student) }.map(\.1)
  }

  private static func recipients(
    of path: ContextPath, in files: SchoolFiles
  ) throws -> Set<String> {
    let book = try files.book()
    guard path.isHandout else { return book.recipients(of: path, withArchived: true) }
    let students = try files.participants(of: path.subject).counting.map(\.id)
    return Set(students.filter { book.terms(for: $0, handout: path) != nil })
  }

  private var summaries: [ActivitySummary] { entries.compactMap(\.summary) }

  /// The average working time in seconds; nil without data.
  public var time: Average<Int64>? {
    let all = summaries
    if all.isEmpty { return nil }
    return Average(value: all.reduce(0) { $0 + $1.seconds } / Int64(all.count), count: all.count)
  }

  /// The average progress; nil without data.
  public var progress: Average<Rational>? { Self.mean(summaries.map(\.progress)) }

  /// The average of all quantities among the main results; nil without any.
  public var quantity: Average<Rational>? {
    Self.mean(
      summaries.compactMap {
        if case .quantity(let number)? = $0.primary?.value { number } else { nil }
      })
  }

  /// The average share of the main results that are scores; nil if there are none.
  public var score: Average<Rational>? {
    Self.mean(
      summaries.compactMap {
        guard case .score(let score, let max)? = $0.primary?.value else { return nil }
        return try? score / max
      })
  }

  /// - Returns: nil without values, or if exact arithmetic can't express the mean.
  private static func mean(_ values: [Rational]) -> Average<Rational>? {
    guard !values.isEmpty,
      let sum = try? values.reduce(Rational.zero, { try $0 + $1 }),
      let mean = try? sum / Rational(values.count)
    else { return nil }
    return Average(value: mean, count: values.count)
  }
}

extension ActivitySummary {
  /// The activity with the score of a graded worksheet, unless a program reported its own result.
  func adding(_ grade: Grade, of worksheet: Worksheet) -> ActivitySummary {
    guard primary == nil, items.isEmpty, let score = grade.score, !worksheet.exercises.isEmpty,
      let primary = try? ActivityItem(
        id: "score", title: "Score", value: .score(min(score, grade.max), max: grade.max))
    else { return self }
    let items = worksheet.exercises.compactMap { exercise -> ActivityItem? in
      guard let points = grade.items.first(where: { $0.exercise == exercise.id })?.points else {
        return nil
      }
      return try? ActivityItem(id: exercise.id, value: .binary(.correct, points >= exercise.points))
    }
    return ActivitySummary(
      seconds: seconds, progress: progress, attempts: attempts, primary: primary,
      items: Array(items.prefix(ActivityAttempt.mostItems)), done: done, at: at)
  }
}
