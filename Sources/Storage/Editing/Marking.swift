import Model
import PlainYAML

/// Changes to the marks of one student, field by field.
public struct Marking: Hashable, Sendable {
  public struct Decision: Hashable, Sendable {
    public let field: MarkField
    /// The new number or text; nil removes the field.
    public let text: String?

    public init(_ field: MarkField, _ text: String?) {
      self.field = field
      self.text = text
    }
  }

  public let student: String
  public var decisions: [Decision]
  /// The submissions that the points of exercises are for, as ``Marks/name(of:)``. A missing
  /// exercise keeps its submission, or gets one from the next grading.
  public var submissions: [String: String]

  public init(
    _ student: String, _ decisions: [Decision], for submissions: [String: String] = [:]
  ) {
    self.student = student
    self.decisions = decisions
    self.submissions = submissions
  }

  /// The exercises of which it decides points.
  fileprivate var pointed: Set<String> {
    Set(decisions.filter { $0.field.isPoints }.compactMap(\.field.exercise))
  }
}

extension Change {
  /// Writes marks of a worksheet, and keeps all other fields of each student's line.
  ///
  /// - Parameter marker: the person who marks, recorded with each change.
  /// - Returns: the students whose line is too long for the marks and is unchanged.
  /// - Throws: `FaultyFiles` if the existing marks have faults.
  public func mark(
    _ worksheet: Worksheet, _ markings: [Marking], by marker: String
  ) throws -> StudentFailures {
    let faults = try SchoolFiles(self).marksFaults(of: worksheet)
      .filter { $0.severity == .error }
    if !faults.isEmpty { throw FaultyFiles(faults: faults) }
    var failures = StudentFailures()
    try editLedger(SchoolPath.marks(worksheet.path)) { ledger in
      for marking in markings {
        let node = ledger[marking.student]
        let known = node.map { Marks($0) } ?? Marks()
        let before = node.map { Value($0) } ?? .mapping([])
        var after = before
        for exercise in marking.pointed.sorted() {
          after = after.givingWay(known, exercise, to: marking.submissions[exercise])
        }
        let isAnother = after != before
        for decision in marking.decisions
        where isAnother || decision.text != known.text(of: decision.field) {
          after = after.setting(decision.field.keys[...], to: decision.value)
        }
        for exercise in marking.pointed.sorted() {
          let isMarked = after.at([exercise]) != nil || after.at(["rubric", exercise]) != nil
          let submission = marking.submissions[exercise] ?? known.marked[exercise]
          after = after.setting(
            ["marked", exercise], to: isMarked ? submission.map { .scalar($0) } : nil)
        }
        for exercise in Set(marking.decisions.compactMap(\.field.exercise)) {
          guard var request = known.asked[exercise] else { continue }
          request.answered = request.at
          after = after.setting(["asked", exercise], to: request.value)
        }
        guard after != before else { continue }
        if case .mapping(let pairs) = after, pairs.allSatisfy({ $0.key == "by" }) {
          ledger.remove(marking.student)
        } else {
          let markers = MarkersText.joined(known.by ?? "", marker)
          let line = after.setting(["by"], to: .scalar(markers)).inOrderOfMarks
          try failures.attempt(marking.student, at: worksheet.path) {
            try ledger.set(marking.student, line)
          }
        }
      }
    }
    let new = try SchoolFiles(self).marksFaults(of: worksheet).filter { $0.severity == .error }
    if !new.isEmpty { throw FaultyFiles(faults: new) }
    return failures
  }
}

extension Change {
  /// Records the submission that the points of exercises are for, if the marks don't name one yet.
  ///
  /// - Parameter submissions: by student and exercise, as ``Marks/name(of:)``.
  /// - Returns: the students whose line is too long for it.
  public func pinMarks(
    of worksheet: ContextPath, to submissions: [String: [String: String]]
  ) throws -> StudentFailures {
    var failures = StudentFailures()
    if submissions.isEmpty { return failures }
    try editLedger(SchoolPath.marks(worksheet)) { ledger in
      for (student, names) in submissions.sorted(by: { $0.key < $1.key }) {
        guard let node = ledger[student] else { continue }
        var line = Value(node)
        for (exercise, name) in names.sorted(by: { $0.key < $1.key }) {
          line = line.setting(["marked", exercise], to: .scalar(name))
        }
        try failures.attempt(student, at: worksheet) {
          try ledger.set(student, line.inOrderOfMarks)
        }
      }
    }
    return failures
  }

  /// Records when students were first sent the solutions of worksheets.
  ///
  /// - Returns: the students whose line is too long for it.
  public func noteSolutions(
    of works: [ContextPath: Set<String>], at time: Instant
  ) throws -> StudentFailures {
    var failures = StudentFailures()
    for (path, students) in works {
      let time = timeOfSolutions(to: path, sentAt: time)
      try editLedger(SchoolPath.marks(path)) { ledger in
        for student in students.sorted() where ledger[student]?["solved"] == nil {
          let line = ledger[student].map { Value($0) } ?? .mapping([])
          try failures.attempt(student, at: path) {
            try ledger.set(student, line.setting(["solved"], to: .scalar(time.description)))
          }
        }
      }
    }
    return failures
  }

  /// The recorded time of solutions: submissions recorded by then came before them, even if the
  /// hub's clock is ahead.
  public func timeOfSolutions(to path: ContextPath, sentAt time: Instant) -> Instant {
    let received = try? SchoolFiles(self).received(path)
    let arrivals = (received?.keys ?? []).flatMap { received?[$0].map { Arrival.list($0) } ?? [] }
    return max(time, arrivals.map(\.at).max() ?? time)
  }

  /// Records students' questions about exercises of a worksheet.
  ///
  /// - Returns: the students whose line is too long for them.
  public func ask(
    _ worksheet: ContextPath, _ requests: [(student: String, exercise: String, Marks.Request)]
  ) throws -> StudentFailures {
    var failures = StudentFailures()
    try editLedger(SchoolPath.marks(worksheet)) { ledger in
      for (student, exercise, request) in requests {
        let before = ledger[student].map { Value($0) } ?? .mapping([])
        let after = before.setting(["asked", exercise], to: request.value)
        try failures.attempt(student, at: worksheet) {
          try ledger.set(student, after.inOrderOfMarks)
        }
      }
    }
    return failures
  }
}

/// The people who marked a student's work, as one text: `grace, alan`.
enum MarkersText {
  /// The names of both texts, each once, in order of appearance.
  static func joined(_ first: String, _ second: String) -> String {
    let names = [first, second].flatMap { $0.split(separator: ",") }
      .map { String($0.drop { $0 == " " }) }
    return names.enumerated().filter { !names[..<$0].contains($1) }.map(\.element)
      .joined(separator: ", ")
  }
}

extension Marking.Decision {
  fileprivate var value: Value? { text.map { field.isNumber ? .plain($0) : .scalar($0) } }
}

extension Value {
  /// A line of marks after a change of submission: the points for the previous one become earlier
  /// points, and earlier points for the new one are restored.
  fileprivate func givingWay(_ known: Marks, _ exercise: String, to submission: String?) -> Value {
    guard let old = known.marked[exercise], let submission, old != submission,
      let given = known.given(for: exercise)
    else { return self }
    var line = setting(["earlier", old, exercise], to: given.value)
    let back = known.earlier[submission]?[exercise]
    line = line.setting([exercise], to: back?.points.map { .plain($0.exact) })
    let rubric = back.map(\.rubric).flatMap { $0.isEmpty ? nil : Marks.Given(rubric: $0).value }
    line = line.setting(["rubric", exercise], to: rubric)
    return line.setting(["earlier", submission, exercise], to: nil)
  }

  fileprivate func at(_ keys: [String]) -> Value? {
    keys.reduce(self) { value, key in
      guard case .mapping(let pairs)? = value else { return nil }
      return pairs.first { $0.key == key }?.value
    }
  }

  /// The mapping with a value set at a path. Missing mappings are created, and empty ones removed.
  fileprivate func setting(_ keys: ArraySlice<String>, to value: Value?) -> Value {
    guard let key = keys.first else { return value ?? self }
    var pairs: [Pair] = []
    if case .mapping(let mapping) = self { pairs = mapping }
    let place = pairs.firstIndex { $0.key == key }
    let rest = keys.dropFirst()
    var new = value
    if !rest.isEmpty {
      let below = place.map { pairs[$0].value } ?? .mapping([])
      new = below.setting(rest, to: value)
      if case .mapping(let left)? = new, left.isEmpty { new = nil }
    }
    switch (place, new) {
    case (let place?, let new?): pairs[place].value = new
    case (let place?, nil): pairs.remove(at: place)
    case (nil, let new?): pairs.append(Pair(key, new))
    case (nil, nil): break
    }
    return .mapping(pairs)
  }

  /// The exercises first, then the fields about the whole.
  fileprivate var inOrderOfMarks: Value {
    guard case .mapping(let pairs) = self else { return self }
    func rank(_ pair: Pair) -> Int { MarksCheck.fields.firstIndex(of: pair.key) ?? -1 }
    return .mapping(
      pairs.enumerated().sorted { (rank($0.1), $0.0) < (rank($1.1), $1.0) }.map(\.element))
  }
}
