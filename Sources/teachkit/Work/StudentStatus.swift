import Course
import Exchange
import Model
import Reports
import Storage
import Text

/// The state of a student's work, by worksheet.
struct StudentStatus {
  let states: [WorkState]
  let times: TimeWords
  /// Whether it is shown in the school, with full paths.
  let isSchool: Bool

  /// The worksheets that are assigned to the student, or that they started or submitted, unless
  /// they are archived.
  ///
  /// - Parameter all: whether to include all published worksheets.
  init(_ states: [WorkState], _ times: TimeWords, all: Bool, isSchool: Bool) {
    self.isSchool = isSchool
    self.times = times
    self.states = states.byDue.filter { state in
      all || state.terms.isAssigned
        || !state.terms.isArchived
          && (state.submission != nil || state.returned != nil || state.isBegun)
    }
  }

  var table: Table {
    Table(
      "status",
      [
        .init("path", title: "Worksheet"), .init("title", isShown: false),
        .init("assigned", isShown: false), .init("state"),
        .init("due"), .init("left", isShown: false), .init("closes", isShown: false),
        .init("answered", isShown: false), .init("exercises", isShown: false),
        .init("attempt", isShown: false), .init("at", isShown: false),
        .init("late", isShown: false), .init("changed", isShown: false),
        .init("inFileAlone", isShown: false), .init("score", isShown: false),
        .init("max", isShown: false), .init("done", isShown: false),
      ], rows: states.map(row))
  }

  private func row(_ state: WorkState) -> [Cell] {
    let path = isSchool ? "\(state.path)" : state.path.work
    let submission = state.submission
    let isLate = submission.map { state.isLate(at: $0.at, in: times.zone) }
    let grade = state.returned?.grade
    let isReadable = state.faults.isEmpty
    return [
      Cell(.string(path), shown: state.shownPath ?? path), Cell(state.title),
      Cell(.boolean(state.terms.isAssigned)),
      .state(of: state, times), due(state),
      state.due.map { Cell(Int($0.seconds - times.now.seconds)) } ?? nil,
      Cell(state.closes?.description),
      isReadable ? Cell(state.answered) : Cell(nil), Cell(state.exercises),
      submission.map { Cell($0.attempt) } ?? nil, Cell(submission?.at.description),
      isLate.map { Cell(.boolean($0)) } ?? nil,
      submission.map { Cell(.boolean($0.isOutdated)) } ?? nil,
      submission.map { Cell(.boolean(!$0.isDelivered)) } ?? nil,
      Cell(.number(grade?.score)), Cell(.number(grade?.max)), Cell(state.done?.description),
    ]
  }

  /// The due date, bold if it is within a day and the work wasn't submitted, red if it has passed.
  private func due(_ state: WorkState) -> Cell {
    guard let due = state.due else { return Cell(nil) }
    let isOpen = state.isToDo(at: times.now) || state.path.isHandout && due > times.now
    let shown: Message =
      isOpen ? "\(times.at(due)) (\(times.distance(to: due)))" : "\(times.at(due))"
    let left = due.seconds - times.now.seconds
    let tone: Tone = !isOpen ? .plain : left < 0 ? .bad : left < 86_400 ? .warning : .plain
    return Cell(.string(due.description), shown: shown, tone: tone)
  }
}

extension Cell {
  /// The state of a student's work in words, with its details: `submitted (attempt 1, late)`.
  static func state(of state: WorkState, _ times: TimeWords) -> Cell {
    let stage = state.stage(at: times.now)
    let details = state.details(of: stage, in: times.zone)
    let tone: Tone =
      switch stage {
      case .new, .opened, .working, .again: state.acceptsSubmissions ? .warning : .plain
      case .submitted: details.count > 1 ? .warning : .good
      case .done, .returned, .excused: .good
      case .archived: .quiet
      case .closed: .bad
      }
    return Cell(
      .string(stage.rawValue),
      shown: details.isEmpty
        ? stage.message : "\(stage.message) (\(details.joined(separator: ", ")))",
      tone: tone)
  }
}

extension WorkStage {
  /// The state in words: `try again`.
  var message: Message {
    Message(template: rawValue.split(separator: "-").joined(separator: " "))
  }
}

extension WorkState {
  /// The details of a state, such as the attempt and `late`.
  fileprivate func details(of stage: WorkStage, in zone: Zone) -> [Message] {
    var details: [Message] = []
    switch stage {
    case .new, .opened, .excused: break
    case .working where !faults.isEmpty: details = ["unreadable"]
    case .working: details = ["\(answered) of \(exercises) answered"]
    case .returned, .again:
      details = returned.map { [score($0.grade)] } ?? []
    case .done:
      if let done, isLate(at: done, in: zone) { details = ["late"] }
    case .submitted:
      guard let submission else { break }
      details = ["attempt \(submission.attempt)"]
      if isLate(at: submission.at, in: zone) { details.append("late") }
    case .closed, .archived: break
    }
    if terms.isArchived, stage != .archived { details.append("archived") }
    guard let submission else { return details }
    if submission.isOutdated, stage != .working { details.append("changed since") }
    if !submission.isDelivered { details.append("only in a file") }
    return details
  }

  /// The score, such as `2 of 3`, and its attempt, unless that was the last one submitted.
  private func score(_ grade: Grade) -> Message {
    let score: Message = grade.score.map { "\($0) of \(grade.max)" } ?? grade.state.message
    guard let attempt = grade.attempt, let last = submission?.attempt ?? grade.attempts,
      attempt != last
    else { return score }
    return "\(score), attempt \(attempt)"
  }

  /// The title of an assignment that consists only of text.
  var shownPath: String? { path.isHandout && path.file == nil ? title : nil }
}
