import Exchange
import Git
import Grading
import Model
import Reports
import Storage
import Text

/// The grades that grading would change, by student, with the changed inputs.
public struct GradeDiff {
  private let store: SchoolStore
  private let subject: String
  private let submissions: Submissions
  private let zone: Zone
  /// The school's state at its last grading, by commit.
  private var runs: [ObjectID: GradeRun] = [:]
  public private(set) var table = Table(
    "differences",
    [
      .init("path", title: "Work"), .init("student"),
      .init("old score", title: "Old", isNumber: true, members: ["old", "score"]),
      .init("old max", isNumber: true, isShown: false, members: ["old", "max"]),
      .init("old state", isShown: false, members: ["old", "state"]),
      .init("new score", title: "New", isNumber: true, members: ["new", "score"]),
      .init("new max", isNumber: true, isShown: false, members: ["new", "max"]),
      .init("new state", isShown: false, members: ["new", "state"]),
      .init("exercises", isShown: false), .init("why"),
    ])

  public init(of subject: String, in store: SchoolStore, _ submissions: Submissions) throws {
    self.store = store
    self.subject = subject
    self.submissions = submissions
    zone = try store.files.zone()
  }

  /// Adds the changes from grading a worksheet, except those of test students.
  public mutating func add(_ outcome: GradeRun.Outcome, _ worksheet: Worksheet, _ run: GradeRun)
    throws
  {
    let outcome = outcome.counting
    if outcome.changed.isEmpty { return }
    let works = try run.works(on: worksheet, of: .counting).byStudent
    let before = try state(at: store.lastChange(of: SchoolPath.grades(outcome.path)), outcome.path)
    for change in outcome.changed {
      guard let new = works[change.student] else { continue }
      var why = [
        change.old == nil
          ? "not graded yet" : "the grade was changed by hand or by an older teachkit"
      ]
      var causes: [GradeCause] = []
      if change.old != nil, let before, let old = before.works[change.student] {
        causes = GradeCause.all(from: (before.worksheet, old), to: (worksheet, new), in: zone)
        try addOvertaken(change, new, worksheet, run, to: &causes)
        if try before.tests != run.files.privateFiles(of: worksheet) {
          causes.append(.init(input: .worksheet, field: "private"))
        }
        if !causes.isEmpty {
          why = causes.map(\.words.text)
        } else if change.old?.runs != change.new.runs {
          why = ["the programs gave other results"]
        }
      }
      table.append(
        [
          Cell("\(outcome.path)"), Cell(change.student),
        ] + cells(change.old) + cells(change.new) + [
          Cell(.array(change.exercises.map { .string($0) })),
          Cell(.array(causes.map(\.json)), shown: why.joined(separator: "; ")),
        ])
    }
  }

  /// Marks changes of the worksheet that are newer than the answers, and adds those from before
  /// the last grading if nothing else explains the grade.
  private func addOvertaken(
    _ change: GradeRun.Outcome.Changed, _ work: GradeRun.Work, _ worksheet: Worksheet,
    _ run: GradeRun, to causes: inout [GradeCause]
  ) throws {
    guard let submission = work.chain.first(where: { "\($0.commit)" == change.new.commit }),
      let seen = try run.reader.version(for: submission.origin, of: worksheet)
    else { return }
    let overtaken = worksheet.exercises.filter { exercise in
      seen.earlier(exercise).map { $0 != exercise } ?? false
    }.map(\.id)
    let isUnexplained = causes.isEmpty
    for exercise in overtaken {
      let cause = GradeCause(input: .worksheet, field: exercise)
      if let place = causes.firstIndex(of: cause) {
        causes[place].isAfterAnswer = true
      } else if isUnexplained, change.exercises.contains(exercise) {
        causes.append(.init(input: .worksheet, field: exercise, isAfterAnswer: true))
      }
    }
  }

  private func cells(_ grade: Grade?) -> [Cell] {
    guard let grade else { return [nil, nil, nil] }
    let score = Gradebook.cell(grade)
    let shown = grade.score.map { "\($0) of \(grade.max)" + (grade.late == nil ? "" : ", late") }
    return [
      Cell(score.value, shown: shown ?? score.shown, tone: score.tone), .points(grade.max),
      Cell(grade.state.rawValue),
    ]
  }

  private mutating func state(
    at commit: Commit?, _ path: ContextPath
  ) throws -> (worksheet: Worksheet, works: [String: GradeRun.Work], tests: [String: [UInt8]])? {
    guard let commit else { return nil }
    let run: GradeRun
    if let known = runs[commit.id] {
      run = known
    } else {
      guard let made = try? GradeRun(subject: subject, store.files(at: commit.id), submissions)
      else { return nil }
      run = made
      runs[commit.id] = made
    }
    guard let worksheet = try? run.files.worksheet(path) else { return nil }
    return (
      worksheet, try run.works(on: worksheet, of: .counting).byStudent,
      try run.files.privateFiles(of: worksheet)
    )
  }
}

extension [GradeRun.Work] {
  fileprivate var byStudent: [String: GradeRun.Work] {
    Dictionary(map { ($0.student, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension GradeRun.Outcome.Changed {
  /// The exercises whose points change.
  public var exercises: [String] {
    let before = Dictionary(
      (old?.items ?? []).map { ($0.exercise, $0.points) }, uniquingKeysWith: { first, _ in first })
    return new.items.filter { before[$0.exercise] != .some($0.points) }.map(\.exercise)
  }
}
