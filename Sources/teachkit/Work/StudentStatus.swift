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

  /// The worksheets that are assigned to the student, or that they started or submitted.
  ///
  /// - Parameter all: whether to include all published worksheets.
  init(_ states: [WorkState], _ times: TimeWords, all: Bool, isSchool: Bool) {
    self.isSchool = isSchool
    self.times = times
    self.states = states.byDue.filter { state in
      all || state.terms.isAssigned || state.handIn != nil || state.returned != nil
        || state.isBegun
    }
  }

  var table: Table {
    Table(
      "status",
      [
        .init("path", title: "Worksheet"), .init("title", isShown: false),
        .init("assigned", isShown: false), .init("state"),
        .init("due"), .init("left", isShown: false), .init("closes", isShown: false),
        .init("answered", isNumber: true), .init("exercises", isShown: false),
        .init("attempt", title: "Submitted"), .init("at", isShown: false),
        .init("late", isShown: false), .init("changed", isShown: false),
        .init("inFileAlone", isShown: false),
        .init("score", isNumber: true), .init("max", isShown: false),
      ], rows: states.map(row))
  }

  private func row(_ state: WorkState) -> [Cell] {
    let phase = state.phase(at: times.now)
    let path = isSchool ? "\(state.path)" : state.path.work
    let handIn = state.handIn
    let isLate = handIn.map { state.isLate(at: $0.at, in: times.zone) }
    let grade = state.returned?.grade
    return [
      Cell(.string(path), shown: state.shownPath ?? path), Cell(state.title),
      Cell(.boolean(state.terms.isAssigned)),
      Cell(.string(phase.rawValue), shown: phase.message, tone: tone(phase)), due(state),
      state.due.map { Cell(Int($0.seconds - times.now.seconds)) } ?? nil,
      Cell(state.closes?.description),
      answered(state),
      Cell(state.exercises), handedIn(state, isLate), Cell(handIn?.at.description),
      isLate.map { Cell(.boolean($0)) } ?? nil,
      handIn.map { Cell(.boolean($0.isOutdated)) } ?? nil,
      handIn.map { Cell(.boolean(!$0.isDelivered)) } ?? nil,
      Cell(.number(grade?.score), shown: grade.map { score($0, state) } ?? "", tone: .strong),
      Cell(.number(grade?.max)),
    ]
  }

  private func tone(_ phase: WorkState.Phase) -> Tone {
    switch phase {
    case .new, .started, .again: .warning
    case .handedIn, .returned: .good
    case .closed: .bad
    case .open: .plain
    }
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

  private func answered(_ state: WorkState) -> Cell {
    if state.path.isHandout { return Cell(.integer(0), shown: "") }
    guard state.faults.isEmpty else { return Cell(.null, shown: "unreadable", tone: .bad) }
    return Cell(
      .integer(state.answered), shown: "\(state.answered) of \(state.exercises)",
      tone: state.answered < state.exercises ? .plain : .good)
  }

  private func handedIn(_ state: WorkState, _ isLate: Bool?) -> Cell {
    guard let handIn = state.handIn else { return Cell(nil) }
    var notes: [Message] = []
    if isLate == true { notes.append("late") }
    if handIn.isOutdated { notes.append("changed since") }
    if !handIn.isDelivered { notes.append("only in a file") }
    let shown: Message =
      notes.isEmpty
      ? "attempt \(handIn.attempt)"
      : "attempt \(handIn.attempt) (\(notes.joined(separator: ", ")))"
    return Cell(.integer(handIn.attempt), shown: shown, tone: notes.isEmpty ? .plain : .warning)
  }

  /// The score, such as `2 of 3`, and its attempt, unless that was the last one submitted.
  private func score(_ grade: Grade, _ state: WorkState) -> Message {
    let score: Message = grade.score.map { "\($0) of \(grade.max)" } ?? grade.state.message
    guard state.isNewerThanGrade || grade.attempts != nil, let attempt = grade.attempt else {
      return score
    }
    return "\(score) (attempt \(attempt))"
  }
}

extension WorkState.Phase {
  /// The phase in words: `handed in`.
  var message: Message {
    Message(template: rawValue.split(separator: "-").joined(separator: " "))
  }
}

extension WorkState {
  /// The title of an assignment that consists only of text.
  var shownPath: String? { path.isHandout && path.file == nil ? title : nil }
}
