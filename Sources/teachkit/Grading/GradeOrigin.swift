import Course
import Exchange
import Git
import Grading
import Model
import Reports
import Storage
import Text

/// The origin of the numbers in one grade.
struct GradeOrigin: Report {
  /// The commits that wrote the grade and its inputs.
  struct Versions {
    let grade, worksheet, marks: Commit?
    /// The blob of the worksheet.
    let file: ObjectID?

    init(of path: ContextPath, _ student: String, in store: SchoolStore) throws {
      grade = try store.lastChange(of: SchoolPath.grades(path), line: student)
      worksheet = try store.lastChange(of: SchoolPath.worksheet(path))
      marks = try store.lastChange(of: SchoolPath.marks(path), line: student)
      file = try store.files.source.bytes(at: SchoolPath.worksheet(path)).map {
        try ObjectID.hash(blob: $0)
      }
    }
  }

  let worksheet: Worksheet
  let work: GradeRun.Work
  let assessment: Assessment
  /// The grade in the gradebook if it is for the same submission. It contains the results of
  /// programs that were run elsewhere.
  let recorded: Grade?
  let zone: Zone
  let versions: Versions

  private var grade: Grade {
    let isUnknown = assessment.verdicts.contains { $0.reason == .notRun }
    return isUnknown ? recorded ?? assessment.grade : assessment.grade
  }

  /// The points for an answer, if known on this machine.
  private func points(of verdict: Verdict) -> Rational? {
    if verdict.reason != .notRun { return verdict.points }
    return recorded?.items.first { $0.exercise == verdict.exercise }?.points
  }

  private var arrival: Arrival? {
    guard let commit = grade.commit else { return nil }
    return work.arrivals.first { $0.commit == commit }
  }

  private func text(_ number: Rational?) -> String { number?.description ?? "?" }

  // MARK: For people

  func text(_ layout: Layout) -> String {
    var lines = [
      layout.paint("\(worksheet.path) of \(work.student)", .strong) + ": "
        + (grade.score.map { "\($0) of \(grade.max)" } ?? grade.state.rawValue)
    ]
    let rows = summary
    let width = rows.reduce(0) { max($0, displayWidth($1.0)) } + 2
    for (name, words) in rows {
      lines.append("  " + layout.paint(padded(name, to: width), .quiet) + visible(words))
    }
    if !assessment.verdicts.isEmpty { lines.append("") }
    let idWidth = worksheet.exercises.reduce(0) { max($0, displayWidth($1.id)) } + 2
    for (exercise, verdict) in exercises {
      let points = "\(text(points(of: verdict))) of \(exercise.points)"
      lines.append(
        "  " + layout.paint(padded(visible(exercise.id), to: idWidth), .strong)
          + points + "  " + visible(words(of: verdict, exercise).text))
      for line in details(of: verdict, exercise) { lines.append("    " + visible(line.text)) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var exercises: [(Exercise, Verdict)] {
    assessment.verdicts.compactMap { verdict in
      worksheet.exercise(verdict.exercise).map { ($0, verdict) }
    }
  }

  private var summary: [(String, String)] {
    var rows: [(String, String)] = []
    func add(_ name: String, _ parts: [String?]) {
      let words = parts.compactMap { $0 }
      if !words.isEmpty { rows.append((name, words.joined(separator: ", "))) }
    }
    add("graded", [versions.grade.map(words)])
    if let attempt = grade.attempt, let commit = grade.commit {
      add(
        "submission",
        [
          "attempt \(attempt) of \(work.chain.count)", String(commit.prefix(8)),
          assessment.at.map { "submitted \(zone.text($0))" }, proof,
        ])
    }
    add("worksheet", [versions.file.map { "version \($0.short)" }, versions.worksheet.map(words)])
    let marks = markedFields
    if !marks.isEmpty {
      add(
        "marks",
        marks.map { "\($0.name)=\(work.marks.text(of: $0) ?? "")" }
          + [
            work.marks.by.map { "by \($0)" },
            versions.marks.map { "in \($0.id.short)" },
          ])
    }
    let terms = work.terms
    if let count = grade.afterSolutions, let solved = terms.solved {
      add(
        "ignored",
        [
          "\(counted(count, "attempt", "attempts")) after the solutions were sent on "
            + zone.text(solved)
        ])
    }
    if !assessment.rivals.isEmpty {
      let rivals = assessment.rivals.compactMap(\.grade.attempt).map { "attempt \($0)" }
      add("waiting", ["\(rivals.joined(separator: ", ")) could still be the best"])
    }
    let source = terms.assignment.map { "assignments/\($0)" }
    add(
      "assignment",
      [
        source, terms.opens.map { "exam from \(zone.text($0))" },
        terms.due.map { "due \(zone.text($0))" },
      ])
    if let more = terms.more {
      add(
        "extension",
        [
          "for \(more.who) until \(zone.text(more.until))", more.why, more.by.map { "by \($0)" },
          more.on.map { "on \($0)" },
        ])
    }
    add("policy", terms.rules.map { rule in rule.text.map { "\(rule.name) \($0)" } })
    if let late = grade.late {
      add(
        "late",
        [
          "\(late)", grade.isClosed ? "after the cutoff" : nil,
          grade.spent.map { "\($0) taken from the budget" },
          "\(text(grade.score)) of \(text(grade.earned)) remain",
        ])
    }
    return rows
  }

  private func words(_ commit: Commit) -> String {
    let change = ChangeHistory.Change(commit)
    return "\(zone.text(change.time)) by \(change.author) in \(commit.id.short)"
  }

  private var proof: String? {
    switch (grade.proof, arrival?.by) {
    case (nil, _): nil
    case (_, .hub): "according to the hub's receipt"
    case (.receipt, _): "the time of collection"
    case (.claimed, let source):
      "according to the student's computer"
        + (arrival.map {
          "; \(source == .bundle ? "bundle received" : "collected") \(zone.text($0.at))"
        } ?? "")
    }
  }

  /// The manually marked fields that affect the points.
  private var markedFields: [MarkField] {
    let fields = worksheet.exercises.flatMap { exercise in
      [.points(exercise.id)] + (exercise.rubric.isEmpty ? [] : worksheet.markFields(of: exercise))
    }
    return (fields + [.override, .why, .excused]).filter { work.marks.text(of: $0) != nil }
  }

  private func words(of verdict: Verdict, _ exercise: Exercise) -> Message {
    var words = Message(template: verdict.outcome.rawValue)
    if verdict.outcome == .unreviewed {
      words = verdict.obstacle.map { "needs manual marking: \($0)" } ?? "needs manual marking"
    }
    if verdict.reason == .notRun {
      words = recorded == nil ? "not run on this machine" : "as graded before"
    }
    if verdict.isByHand { words = work.marks.by.map { "marked by \($0)" } ?? "marked" }
    if let due = work.terms.due(of: exercise) { words += ", due \(zone.text(due))" }
    if let commit = verdict.commit, commit != grade.commit,
      let place = work.chain.firstIndex(where: { "\($0.commit)" == commit })
    {
      words += ", attempt \(place + 1)"
    }
    if let late = verdict.late, let points = verdict.points {
      words += ", \(late.words(isClosed: verdict.isClosed)): "
      words += "\(text(try? points * verdict.kept)) remain"
    }
    return words
  }

  /// The results of a program, unless the exercise was marked manually.
  private func details(of verdict: Verdict, _ exercise: Exercise) -> [Message] {
    let report = verdict.reason == .notRun ? recorded?.runs[verdict.exercise] : verdict.report
    return verdict.isByHand ? [] : report?.lines(exercise) ?? verdict.lastOutput
  }

  // MARK: For programs

  var json: JSONValue {
    let terms = work.terms
    return Self.envelope(
      "blame", "item",
      [
        "path": .string("\(worksheet.path)"), "student": .string(work.student),
        "state": .string(grade.state.rawValue), "score": .number(grade.score),
        "earned": .number(grade.earned), "max": .number(grade.max),
        "late": .text(grade.late?.description), "spent": .text(grade.spent?.description),
        "graded": json(versions.grade),
        "submission": grade.commit.map { commit in
          [
            "attempt": grade.attempt.map { .integer($0) } ?? nil,
            "attempts": .integer(work.chain.count), "commit": .string(commit),
            "at": .text(assessment.at?.description), "proof": .text(grade.proof?.rawValue),
            "received": .text(arrival?.at.description), "by": .text(arrival?.by.rawValue),
            "claimed": .text(arrival?.claimed?.description),
          ]
        } ?? nil,
        "afterSolutions": grade.afterSolutions.map { .integer($0) } ?? nil,
        "solved": .text(terms.solved?.description),
        "rivals": .array(
          assessment.rivals.compactMap(\.grade.attempt).map { .integer($0) }),
        "worksheet": [
          "version": .text(versions.file?.description), "change": json(versions.worksheet),
        ],
        "marks": [
          "by": .text(work.marks.by), "change": json(versions.marks),
          "fields": .object(
            markedFields.map { .init($0.name, .text(work.marks.text(of: $0))) }),
        ],
        "assignment": .text(terms.assignment), "opens": .text(terms.opens?.description),
        "due": .text(terms.due?.description),
        "closes": .text(terms.closes(in: zone)?.description),
        "extension": terms.more.map { more in
          [
            "who": .string(more.who), "until": .string(more.until.description),
            "why": .text(more.why), "by": .text(more.by), "on": .text(more.on),
          ]
        } ?? nil,
        "policy": .object(terms.rules.map { .init($0.name, .text($0.text)) }),
        "exercises": .array(
          exercises.map { exercise, verdict -> JSONValue in
            [
              "id": .string(exercise.id), "points": .number(points(of: verdict)),
              "max": .number(exercise.points), "result": .string(verdict.outcome.rawValue),
              "byHand": .boolean(verdict.isByHand), "commit": .text(verdict.commit),
              "late": .text(verdict.late?.description), "kept": .number(verdict.kept),
              "due": .text(terms.due(of: exercise)?.description),
              "changed": .text(grade.changed[exercise.id]?.rawValue),
              "details": .array(details(of: verdict, exercise).map { .string($0.text) }),
            ]
          }),
      ])
  }

  private func json(_ commit: Commit?) -> JSONValue {
    guard let change = commit.map({ ChangeHistory.Change($0) }) else { return nil }
    return [
      "commit": .string("\(change.id)"), "time": .string(change.time.description),
      "who": .string(change.author), "change": .string(change.summary),
    ]
  }
}
