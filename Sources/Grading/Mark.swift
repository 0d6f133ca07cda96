import Model

/// The points given by hand for an exercise, if they are for the attempt in question.
enum Mark {
  case none
  /// They apply; with the submission that the marks name, or nil.
  case fits(Marks.Given, submission: String?)
  /// They were given for another answer.
  case isForAnother(Marks.Given, submission: String)
}

extension Marks {
  /// Finds the points for an exercise of an attempt.
  ///
  /// Points apply to the attempt that they were given for, and to all attempts with the same answer
  /// to the exercise. Points that name no attempt apply to all. Missing answers need no points.
  /// - Parameters:
  ///   - commit: the attempt; nil if nothing was submitted, and then all points apply.
  ///   - content: the content of the attempt.
  ///   - other: reads the attempt that marks name.
  func mark(
    for exercise: Exercise, of commit: String?, _ content: Content?,
    reading other: (String) -> Content?
  ) -> Mark {
    func fits(_ submission: String) -> Bool {
      guard let commit, let content else { return true }
      if commit.hasPrefix(submission) { return true }
      if submission == Marks.nothing { return content.answer(to: exercise) == .answered(nil) }
      return other(submission).map { $0.isSame(as: content, in: exercise) } ?? false
    }
    let given = given(for: exercise.id)
    let submission = marked[exercise.id]
    if let given, submission.map(fits) ?? true { return .fits(given, submission: submission) }
    for (name, points) in earlier.sorted(by: { $0.key < $1.key }) {
      if let given = points[exercise.id], fits(name) { return .fits(given, submission: name) }
    }
    if content?.answer(to: exercise) == .answered(nil) { return .none }
    if let given, let submission { return .isForAnother(given, submission: submission) }
    return .none
  }
}

extension Marks.Given {
  /// The points of an exercise: for the whole exercise, or else the sum of its rubric if each item
  /// is marked.
  func points(for exercise: Exercise) throws(RationalOverflow) -> Rational? {
    if let points { return points }
    if rubric.isEmpty { return nil }
    let items = exercise.rubric.isEmpty ? rubric.keys.sorted() : exercise.rubric.map(\.id)
    var sum = Rational.zero
    for item in items {
      guard let given = rubric[item] else { return nil }
      sum = try sum + given
    }
    return sum
  }
}

extension Content {
  enum Answer: Hashable {
    /// The answer's text; nil for no answer.
    case answered(AnswerValue?)
    /// Files with their digests.
    case files([String: String])
    case unreadable
  }

  func answer(to exercise: Exercise) -> Answer {
    guard case .answers(let answers, let files, _, _) = self else { return .unreadable }
    if exercise.question.files.isEmpty {
      return .answered(exercise.own(in: answers).flatMap { $0.isBlank ? nil : $0 })
    }
    let ownFiles = Set(exercise.question.own(of: files.keys))
    return ownFiles.isEmpty ? .answered(nil) : .files(files.filter { ownFiles.contains($0.key) })
  }

  /// Whether both can be read and answer an exercise alike.
  func isSame(as other: Content, in exercise: Exercise) -> Bool {
    let answer = answer(to: exercise)
    return answer != .unreadable && answer == other.answer(to: exercise)
  }
}
