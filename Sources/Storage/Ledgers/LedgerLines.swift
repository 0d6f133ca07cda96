import Model
import PlainYAML

/// Reading and writing the lines of the ledgers `received`, `marks` and `grades`.
///
/// The program writes ledgers; unreadable lines count as missing instead of being guessed, and
/// `check` reports them.
extension Arrival {
  /// Parses a mailbox's arrivals; unreadable entries are omitted.
  public static func list(_ node: Node) -> [Arrival] {
    (node.sequence ?? []).compactMap { item in
      guard let at = item["at"]?.scalar.flatMap({ Instant(iso: $0) }) else { return nil }
      return Arrival(
        commit: item["commit"]?.scalar, at: at,
        by: item["by"]?.scalar.flatMap { Source(rawValue: $0) } ?? .collect,
        claimed: item["claimed"]?.scalar.flatMap { Instant(iso: $0) }, ref: item["ref"]?.scalar,
        members: item["members"]?.sequence?.compactMap(\.scalar),
        withdrawn: item["withdrawn"]?.scalar, withdrawal: item["withdrawal"]?.scalar)
    }
  }

  public var value: Value {
    var pairs: [(String, Value)] = []
    if let commit { pairs.append(("commit", .scalar(commit))) }
    if let withdrawn { pairs.append(("withdrawn", .scalar(withdrawn))) }
    if let withdrawal { pairs.append(("withdrawal", .scalar(withdrawal))) }
    pairs.append(("at", .scalar(at.description)))
    pairs.append(("by", .scalar(by.rawValue)))
    if let claimed { pairs.append(("claimed", .scalar(claimed.description))) }
    if let ref { pairs.append(("ref", .scalar(ref))) }
    if let members { pairs.append(("members", .sequence(members.map { .scalar($0) }))) }
    return .fields(pairs)
  }
}

extension Ledger {
  /// The keys of the entries that may contain a word, found without reading the others.
  public func keys(mentioning word: String) -> [String] {
    keys.filter { lines(of: $0)?.mayHold(word) ?? false }
  }

  /// The number of submissions of a mailbox in `received`.
  public func attempts(of mailbox: String) -> Int {
    (self[mailbox].map { Arrival.list($0) } ?? []).count { $0.commit != nil }
  }
}

extension Marks.Request {
  /// Parses a student's question; nil if it is unreadable.
  public init?(_ node: Node) {
    guard let text = node["text"]?.scalar, let at = node["at"]?.scalar.flatMap({ Instant(iso: $0) })
    else { return nil }
    self.init(
      text: text, at: at, answered: node["answered"]?.scalar.flatMap { Instant(iso: $0) })
  }

  public var value: Value {
    .fields([
      ("text", .scalar(text)), ("at", .scalar(at.description)),
      ("answered", answered.map { .scalar($0.description) }),
    ])
  }
}

extension Marks.Given {
  /// Reads the points of an exercise: one number, or a mapping of its rubric.
  init(_ node: Node) {
    self.init(rubric: node)
    points = node.scalar.flatMap { Rational(exact: $0) }
  }

  init(rubric node: Node) {
    self.init()
    for item in node.mapping ?? [] {
      rubric[item.key] = item.value.scalar.flatMap { Rational(exact: $0) }
    }
  }

  /// The points, if the whole exercise was marked, or else the points of its rubric.
  var value: Value {
    if let points { return .plain(points.exact) }
    return .fields(
      rubric.sorted { $0.key < $1.key }.map { ($0.key, .plain($0.value.exact)) })
  }
}

extension Marks {
  /// Parses a student's marks.
  public init(_ node: Node) {
    self.init()
    for entry in node.mapping ?? [] {
      let value = entry.value
      switch entry.key {
      case "comment": comment = value.scalar
      case "excused": excused = value.scalar
      case "by": by = value.scalar
      case "returned": returned = value.scalar
      case "again": again = value.scalar.flatMap { Int($0) }
      case "solved": solved = value.scalar.flatMap { Instant(iso: $0) }
      case "comments":
        for comment in value.mapping ?? [] { comments[comment.key] = comment.value.scalar }
      case "asked":
        for request in value.mapping ?? [] { asked[request.key] = Request(request.value) }
      case "override":
        guard let score = value["score"]?.scalar.flatMap({ Rational(exact: $0) }) else { break }
        override = Override(score: score, why: value["why"]?.scalar)
      case "rubric":
        for exercise in value.mapping ?? [] {
          let points = Given(rubric: exercise.value).rubric
          if !points.isEmpty { rubric[exercise.key] = points }
        }
      case "marked":
        for exercise in value.mapping ?? [] { marked[exercise.key] = exercise.value.scalar }
      case "earlier":
        for submission in value.mapping ?? [] {
          for exercise in submission.value.mapping ?? [] {
            earlier[submission.key, default: [:]][exercise.key] = Given(exercise.value)
          }
        }
      default:
        guard let given = value.scalar.flatMap({ Rational(exact: $0) }) else { break }
        points[entry.key] = given
      }
    }
  }

  public var value: Value {
    var pairs: [(String, Value)] = points.sorted { $0.key < $1.key }
      .map { ($0.key, .plain($0.value.exact)) }
    func append(_ name: String, _ parts: [String: Value]) {
      if parts.isEmpty { return }
      pairs.append((name, .fields(parts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })))
    }
    append("rubric", rubric.mapValues { Given(rubric: $0).value })
    append("marked", marked.mapValues { .scalar($0) })
    append(
      "earlier",
      earlier.mapValues { given in
        .fields(given.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value) })
      })
    append("comments", comments.mapValues { .scalar($0) })
    if let comment { pairs.append(("comment", .scalar(comment))) }
    if let override {
      var parts: [(String, Value)] = [("score", .plain(override.score.exact))]
      if let why = override.why { parts.append(("why", .scalar(why))) }
      pairs.append(("override", .fields(parts)))
    }
    if let excused { pairs.append(("excused", .scalar(excused))) }
    append("asked", asked.mapValues(\.value))
    if let by { pairs.append(("by", .scalar(by))) }
    if let returned { pairs.append(("returned", .scalar(returned))) }
    if let again { pairs.append(("again", .plain(String(again)))) }
    if let solved { pairs.append(("solved", .scalar(solved.description))) }
    return .fields(pairs)
  }
}

extension Grade {
  /// Parses a student's grade; nil if it or any of its numbers is unreadable.
  public init?(_ node: Node) {
    var isDamaged = false
    func read<T>(_ node: Node?, _ parse: (String) -> T?) -> T? {
      guard let node, !node.isNull else { return nil }
      let value = node.scalar.flatMap(parse)
      if value == nil { isDamaged = true }
      return value
    }
    func number(_ node: Node?) -> Rational? { read(node) { Rational(exact: $0) } }
    func count(_ key: String) -> Int? { read(node[key]) { Int($0) } }
    func span(_ key: String) -> TimeSpan? { read(node[key]) { TimeSpan(text: $0) } }
    let lateItems = node["late-items"]
    let items = (node["items"]?.mapping ?? []).map { entry in
      let late = lateItems?[entry.key]
      let read = late.flatMap { Late($0) }
      if late != nil, read == nil { isDamaged = true }
      return Item(exercise: entry.key, points: number(entry.value), late: read)
    }
    guard let max = number(node["max"]),
      let state = node["state"]?.scalar.flatMap({ State(rawValue: $0) })
    else { return nil }
    self.init(
      score: number(node["score"]), earned: number(node["earned"]), max: max, state: state,
      late: span("late"), spent: span("spent"), isClosed: node["closed"] != nil,
      proof: node["proof"]?.scalar.flatMap { Proof(rawValue: $0) },
      attempt: count("attempt"), attempts: count("attempts"),
      afterSolutions: count("after-solutions"), commit: node["commit"]?.scalar, items: items,
      runs: Dictionary(
        (node["runs"]?.mapping ?? []).compactMap { entry in
          CodeReport(entry.value).map { (entry.key, $0) }
        }, uniquingKeysWith: { first, _ in first }),
      changed: Dictionary(
        (node["changed"]?.mapping ?? []).compactMap { entry in
          entry.value.scalar.flatMap { WorksheetChange(rawValue: $0) }.map { (entry.key, $0) }
        }, uniquingKeysWith: { first, _ in first }))
    if isDamaged || state == .graded && score == nil { return nil }
  }

  public var value: Value {
    var pairs: [(String, Value)] = []
    if let score { pairs.append(("score", .plain(score.exact))) }
    if let earned { pairs.append(("earned", .plain(earned.exact))) }
    pairs.append(("max", .plain(max.exact)))
    pairs.append(("state", .scalar(state.rawValue)))
    if let late { pairs.append(("late", .scalar(late.description))) }
    if let spent { pairs.append(("spent", .scalar(spent.description))) }
    if isClosed { pairs.append(("closed", .plain("yes"))) }
    if let proof { pairs.append(("proof", .scalar(proof.rawValue))) }
    if let attempt { pairs.append(("attempt", .plain(String(attempt)))) }
    if let attempts { pairs.append(("attempts", .plain(String(attempts)))) }
    if let afterSolutions {
      pairs.append(("after-solutions", .plain(String(afterSolutions))))
    }
    if let commit { pairs.append(("commit", .scalar(commit))) }
    if !items.isEmpty {
      pairs.append(
        (
          "items",
          .fields(items.map { ($0.exercise, $0.points.map { .plain($0.exact) } ?? .null) })
        ))
    }
    let late = items.compactMap { item in item.late.map { (item.exercise, $0) } }
    if !late.isEmpty { pairs.append(("late-items", .fields(late.map { ($0, $1.value) }))) }
    if !runs.isEmpty {
      pairs.append(
        ("runs", .fields(runs.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value) })))
    }
    if !changed.isEmpty {
      pairs.append(
        (
          "changed",
          .fields(changed.sorted { $0.key < $1.key }.map { ($0.key, .plain($0.value.rawValue)) })
        ))
    }
    return .fields(pairs)
  }
}

extension Grade.Late {
  /// Parses the lateness of an exercise.
  public init?(_ node: Node) {
    guard let by = node["late"]?.scalar.flatMap({ TimeSpan(text: $0) }) else { return nil }
    self.init(
      by: by, left: node["left"]?.scalar.flatMap { Rational(exact: $0) },
      isClosed: node["closed"] != nil)
  }

  public var value: Value {
    var pairs: [(String, Value)] = [("late", .scalar(by.description))]
    if let left { pairs.append(("left", .plain(left.exact))) }
    if isClosed { pairs.append(("closed", .plain("yes"))) }
    return .fields(pairs)
  }
}

extension CodeReport {
  /// Parses the results of a program: verdicts by case or test, or the compiler's messages.
  public init?(_ node: Node) {
    switch node.content {
    case .scalar(let message): self = .notCompiled(message)
    case .sequence(let items):
      self = .cases(items.map { $0.scalar.flatMap { CodeOutcome(rawValue: $0) } ?? .failed })
    case .mapping(let entries):
      self = .tests(
        entries.map {
          CodeResult.Test(name: $0.key, passed: $0.value.scalar == CodeOutcome.ok.rawValue)
        })
    case .null: return nil
    }
  }

  public var value: Value {
    switch self {
    case .notCompiled(let message): .scalar(message)
    case .cases(let outcomes): .sequence(outcomes.map { .plain($0.rawValue) })
    case .tests(let tests):
      .fields(
        tests.map { ($0.name, .plain(($0.passed ? CodeOutcome.ok : .wrong).rawValue)) })
    }
  }
}
