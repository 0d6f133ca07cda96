import Model
import Reports
import Text

/// A changed input of a grade.
public struct GradeCause: Hashable {
  public enum Input: String { case submission, worksheet, marks, assignment, `extension`, policy }

  public let input: Input
  /// The part of the input: an exercise, a field of the marks, `due`, `late.penalty`.
  public let field: String
  public var old: String?
  public var new: String?
  /// Whether the worksheet changed after the answer.
  public var isAfterAnswer = false

  /// The change in words: `assignment: due 2026-11-28 23:59 → 2026-12-01 23:59`.
  public var words: Message {
    let name = field == input.rawValue ? field : "\(input.rawValue): \(field)"
    if isAfterAnswer { return "\(name) changed after the answer was submitted" }
    if old == nil, new == nil { return Message(verbatim: name) }
    return "\(name) \(old ?? "none") → \(new ?? "none")"
  }

  public var json: JSONValue {
    [
      "input": .string(input.rawValue), "field": .string(field), "old": .text(old),
      "new": .text(new), "afterAnswer": .boolean(isAfterAnswer),
    ]
  }

  /// Returns the differences between the inputs of two grades of a student's work.
  public static func all(
    from old: (worksheet: Worksheet, work: GradeRun.Work),
    to new: (worksheet: Worksheet, work: GradeRun.Work), in zone: Zone
  ) -> [GradeCause] {
    var causes: [GradeCause] = []
    func add(_ input: Input, _ field: String, _ before: String?, _ after: String?) {
      if before != after {
        causes.append(.init(input: input, field: field, old: before, new: after))
      }
    }
    let arrivals = (old.work.arrivals.compactMap(\.commit), new.work.arrivals.compactMap(\.commit))
    if arrivals.0 != arrivals.1 {
      let counts = (arrivals.0.count, arrivals.1.count)
      causes.append(
        .init(input: .submission, field: "attempts", old: "\(counts.0)", new: "\(counts.1)"))
    } else if old.work.arrivals != new.work.arrivals {
      causes.append(.init(input: .submission, field: "received"))
    }
    for id in (old.worksheet.exercises + new.worksheet.exercises).map(\.id).unique()
    where old.worksheet.exercise(id) != new.worksheet.exercise(id) {
      causes.append(.init(input: .worksheet, field: id))
    }
    let fields = (old.worksheet.markedFields + new.worksheet.markedFields).unique()
    for field in fields + MarkField.others where field != .comment {
      add(.marks, field.name, old.work.marks.text(of: field), new.work.marks.text(of: field))
    }
    let terms = (old.work.terms, new.work.terms)
    func text(_ time: Instant?) -> String? { time.map(zone.text) }
    add(
      .extension, "extension", text(terms.0.more?.until), text(terms.1.more?.until))
    if terms.0.more?.until == terms.1.more?.until {
      add(.assignment, "due", text(terms.0.due), text(terms.1.due))
    }
    add(.assignment, "again", text(terms.0.again), text(terms.1.again))
    add(.assignment, "archived", text(terms.0.archived), text(terms.1.archived))
    add(.assignment, "exam", text(terms.0.opens), text(terms.1.opens))
    add(.assignment, "mailbox", terms.0.mailbox, terms.1.mailbox)
    let rules = (terms.0.rules, terms.1.rules)
    for (before, after) in zip(rules.0, rules.1) { add(.policy, before.0, before.1, after.1) }
    return causes
  }
}

extension Worksheet {
  /// All fields of its exercises that can be marked.
  fileprivate var markedFields: [MarkField] {
    exercises.flatMap { [.points($0.id)] + ($0.rubric.isEmpty ? [] : markFields(of: $0)) }
  }
}

extension Sequence where Element: Hashable {
  /// Removes duplicates, keeping the first of each.
  fileprivate func unique() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Terms {
  /// Each rule's name and its written form.
  public var rules: [(name: String, text: String?)] {
    [
      ("late.grace", late.grace?.description), ("late.penalty", late.penalty?.description),
      ("late.cutoff", late.cutoff?.description), ("late.budget", late.budget?.description),
      ("late.evidence", late.evidence?.rawValue),
      ("attempts", attempts.map { "\($0)" }), ("counts", counts.rawValue),
      ("after-solutions", afterSolutions == .counts ? afterSolutions.rawValue : nil),
    ]
  }
}
