import Course
import Exchange
import Git
import Grading
import Model
import PlainYAML
import Reports
import Storage
import Text

/// Steps through the answers to mark, on a terminal, or line by line in a pipe.
///
/// The marks of each answer are committed before the next one is shown.
struct MarkingSession {
  let session: Session
  let store: SchoolStore
  let plan: MarkingPlan
  let text: SubmittedText
  /// Whether names are hidden.
  let isBlind: Bool
  private let students: Students
  private let zone: Zone
  private let marker: String
  private let committer: Committer
  private let isOnScreen: Bool
  private let width: Int
  /// The messages for the next screen.
  private var notes: [String] = []
  /// The texts of marks that this session wrote or agreed to, by worksheet, student and field.
  private var seen: [MarkKey: String?] = [:]
  /// The steps with decisions.
  private(set) var marked: Set<Int> = []
  /// Students whose marks couldn't be written.
  private(set) var failures = StudentFailures()

  init(
    _ session: Session, _ store: SchoolStore, _ plan: MarkingPlan, _ submissions: Submissions,
    isBlind: Bool
  ) throws {
    self.session = session
    self.store = store
    self.plan = plan
    self.isBlind = isBlind
    let files = store.files
    students = try files.roster().students
    zone = try files.zone()
    committer = try session.committer(of: store)
    marker = try session.marker(committer, in: files)
    let around = session.surroundings
    isOnScreen = around.inputIsTerminal && around.outputIsTerminal && !around.isPlainTerminal
    width = around.outputIsTerminal ? max(30, min(around.width, 100)) : 80
    text = SubmittedText(submissions, width: width)
  }

  /// - Returns: whether it ended with Ctrl-C.
  mutating func run() throws -> Bool {
    defer { session.endTyping() }
    let steps = plan.steps
    var place = 0
    while place < steps.count {
      let (move, decisions) = try ask(steps[place], place)
      if !decisions.isEmpty, try agrees(to: decisions, steps[place]) {
        try keep(decisions, steps[place], place)
      }
      switch move {
      case .back: place = max(0, place - 1)
      case .leave: return false
      case .interrupt: return true
      default: place += 1
      }
    }
    return false
  }

  // MARK: Marking

  private typealias Entry = (move: WorkSession.Move, decisions: [Marking.Decision])

  /// Shows an answer, or finally a whole work, and reads the decisions about it.
  private mutating func ask(_ step: MarkingPlan.Step, _ place: Int) throws -> Entry {
    let work = plan.works[step.work]
    let marks = try store.files.marks(work.worksheet.path)[step.students[0]].map { Marks($0) }
    var fields = step.exercise.map { work.worksheet.markFields(of: $0) } ?? [.comment]
    if let exercise = step.exercise, marks?.asked[exercise.id]?.isAnswered == false {
      fields.append(.commentOn(exercise.id))
    }
    try show(step, marks ?? Marks())
    var decisions: [Marking.Decision] = []
    // Points above the maximum, until they are typed again.
    var confirming: Marking.Decision?
    var next = 0
    func decide(_ decision: Marking.Decision) {
      decisions.removeAll { $0.field == decision.field }
      decisions.append(decision)
      next += 1
    }
    while next < fields.count {
      let field = fields[next]
      let present = decisions.first { $0.field == field }.map(\.text) ?? marks?.text(of: field)
      switch session.typeLine(prompt(field, work.worksheet, present)) {
      case .end: return (.leave, decisions)
      case .interrupted: return (.interrupt, decisions)
      case .notText: say(warning("the input isn't UTF-8 text"))
      case .text(let line):
        switch line.singleSpaced {
        case "": next += 1
        case "-":
          decisions.removeAll { $0.field == field }
          next += 1
        case "q": return (.leave, decisions)
        case "<" where next > 0: next -= 1
        case "<": return (.back, decisions)
        case "e" where field == .comment && isOnScreen && session.editor != nil:
          let text = try session.edit((marks?.comment).map { $0 + "\n" } ?? "")
          let comment = text.map(\.trimmingLineEnds)
          if let comment, comment != marks?.comment {
            decide(.init(.comment, comment.isEmpty ? nil : comment))
          } else {
            next += 1
          }
        case "o" where opensFiles(step): try openFiles(step)
        case "?": say(explanation(of: step.exercise))
        case "=" where field.isPoints:
          guard let text = marks?.text(of: field) else {
            say(warning("this answer has no earlier points"))
            continue
          }
          decide(.init(field, text))
        case "!": decide(.init(field, nil))
        default:
          do {
            let decision = try work.worksheet.decision(field, line)
            if let excess = work.worksheet.excess(decision), decision != confirming {
              confirming = decision
              say(warning("\(excess); type them again to keep them"))
              continue
            }
            decide(decision)
          } catch let failure as Failure {
            say(warning([failure.message, failure.hint ?? ""].joined(separator: "; ").text))
          }
        }
      }
    }
    return (.next, decisions)
  }

  /// Whether an exercise has all its points, or each item of its rubric.
  private func isComplete(
    _ step: MarkingPlan.Step, of work: MarkingPlan.Work
  ) throws -> Bool {
    guard let exercise = step.exercise else { return true }
    let ledger = try store.files.marks(work.worksheet.path)
    let fields = work.worksheet.markFields(of: exercise).filter(\.isPoints)
    return step.students.contains { student in
      guard let marks = ledger[student].map({ Marks($0) }) else { return false }
      return marks.text(of: .points(exercise.id)) != nil
        || fields.allSatisfy { marks.text(of: $0) != nil }
    }
  }

  private mutating func keep(
    _ decisions: [Marking.Decision], _ step: MarkingPlan.Step, _ place: Int
  ) throws {
    let work = plan.works[step.work]
    let path = work.worksheet.path
    let object = step.exercise.map { "\(path)/\($0.id)" } ?? "\(path)"
    let fields = fields(of: step) + decisions.map(\.field)
    var failed = StudentFailures()
    let committed = try store.change("mark", object, by: committer) { change in
      change.summary = "mark \(object) of \(work.mailbox)"
      failed = try change.mark(
        SchoolFiles(change).worksheet(path), step.students.map { work.marking($0, decisions) },
        by: marker)
      let marks = try SchoolFiles(change).marks(path)
      for student in step.students {
        let current = marks[student].map { Marks($0) }
        for field in fields {
          seen[MarkKey(path, student, field)] = .some(current?.text(of: field))
        }
      }
    }
    failures.add(failed)
    if let edits = committed?.handEdits, !edits.isEmpty { session.reportHandEdits(edits) }
    for failure in failed.failures("mark") { summarize(failure.message) }
    if failed.students.count == step.students.count { return }
    if try isComplete(step, of: work) { marked.insert(place) }
    if !isOnScreen {
      for decision in decisions {
        say("\(decision.field.name): \(decision.text.map { visible($0) } ?? "removed")")
      }
    }
  }

  private func fields(of step: MarkingPlan.Step) -> [MarkField] {
    step.exercise.map {
      [.points($0.id)] + plan.works[step.work].worksheet.markFields(of: $0)
    } ?? [.comment]
  }

  /// Changes by others since the session started: their names and the new text; nil for none.
  private func news(
    _ field: MarkField, of student: String, _ work: MarkingPlan.Work
  ) throws -> (by: String, text: String?)? {
    let path = work.worksheet.path
    let marks = try store.files.marks(path)[student].map { Marks($0) } ?? Marks()
    let text = marks.text(of: field)
    let known = seen[MarkKey(path, student, field)] ?? work.works[student]?.marks.text(of: field)
    return text == known ? nil : (marks.by ?? "somebody", text)
  }

  /// Asks before replacing marks that another person has given in the meantime.
  private mutating func agrees(
    to decisions: [Marking.Decision], _ step: MarkingPlan.Step
  ) throws -> Bool {
    let work = plan.works[step.work]
    for student in step.students {
      for decision in decisions {
        guard let (by, text) = try news(decision.field, of: student, work), text != decision.text
        else { continue }
        let given = text.map { visible($0) } ?? "nothing"
        let name = isBlind ? "" : " of \(student)"
        say(warning("\(decision.field.name)\(name) is \(given) meanwhile, by \(by)"))
        let asked = decision.text.map { "Replace it with \(visible($0))?" } ?? "Remove it?"
        guard case .text(let line) = session.typeLine("\(asked) [y/N]> "),
          ["y", "yes"].contains(line.singleSpaced.lowercased())
        else {
          summarize("\(decision.field.name) stays \(given)")
          return false
        }
      }
    }
    return true
  }

  /// - Parameter present: the value that Return keeps; nil for none.
  private func prompt(
    _ field: MarkField, _ worksheet: Worksheet, _ present: String?
  ) -> Message {
    let most = worksheet.most(for: field).map { " of \($0)" } ?? ""
    let kept = present.map { " [\(truncated(visible($0.singleSpaced), to: 30))]" } ?? ""
    return switch field {
    case .points: "Points\(most)\(kept)> "
    case .rubric(_, let item): "\(visible(item))\(most)\(kept)> "
    default:
      session.editor != nil && isOnScreen
        ? "Comment\(kept) ('e' opens your editor)> " : "Comment\(kept)> "
    }
  }

  // MARK: Submitted files

  /// Whether an answer consists of files.
  private func opensFiles(_ step: MarkingPlan.Step) -> Bool {
    switch step.exercise?.question {
    case .file, .code: true
    default: false
    }
  }

  /// Opens copies of the files of an answer, which stay until the next marking session.
  private func openFiles(_ step: MarkingPlan.Step) throws {
    guard let exercise = step.exercise else { return }
    session.endTyping()
    do {
      let work = plan.works[step.work]
      guard let commit = work.commit(of: exercise).flatMap({ ObjectID($0) }) else {
        return say(warning("there is no submission to open"))
      }
      var copies = try SubmittedFiles(of: commit, in: text.submissions)
      let names = Set(exercise.question.own(of: try text.submissions.files(of: commit)))
      copies.files.removeAll { !names.contains(String($0.path.dropFirst("work/".count))) }
      if copies.files.isEmpty { say(warning("no file was submitted")) }
      let folder = TemporaryFolder("teachkit-marking", in: session.surroundings.temporaryFolder)
      try folder.makePrivate()
      try copies.save(in: folder.path)
      for path in copies.files.map({ "\(folder.path)/\($0.path)" }) {
        let opener = try FileOpener(for: path, session.surroundings)
        if opener.open(path) != 0 { say(warning("'\(opener.command)' failed")) }
      }
    } catch {
      for failure in explain(error).failures { say(warning(failure.message.text)) }
    }
  }

  // MARK: The screen

  private var layout: Layout { session.output.layout }

  private func say(_ text: String) { session.output.print(text) }

  private mutating func summarize(_ note: Message) {
    if isOnScreen { notes.append(note.text) } else { say(warning(note.text)) }
  }

  private func warning(_ text: String) -> String {
    layout.paint(wrapped(visible(text), to: width).joined(separator: "\n"), .warning)
  }

  private mutating func show(_ step: MarkingPlan.Step, _ marks: Marks) throws {
    let work = plan.works[step.work]
    session.output.print(isOnScreen ? "\u{1B}[2J\u{1B}[H" : "\n", terminator: "")
    for note in notes { say(warning(note)) }
    notes = []
    say(heading(step, work))
    if let exercise = step.exercise {
      let question = QuestionText(exercise: exercise, layout: layout, width: width)
      let number = work.worksheet.exercises.firstIndex { $0.id == exercise.id } ?? 0
      say(question.heading(number + 1, of: work.worksheet.exercises.count, in: zone) + "\n")
      question.body(nil).forEach(say)
      say("")
      for line in try text.lines(of: exercise, in: work.commit(of: exercise)) {
        say(layout.paint(line, .good))
      }
      if let key = exercise.solution.flatMap({ AnswerText.line(value: $0, to: exercise.question) })
      {
        let lines = wrapped(("Answer key: \(visible(key))" as Message).text, to: width)
        say("\n" + layout.paint(lines.joined(separator: "\n"), .quiet))
      }
      say("")
      let old = submission(before: exercise, work, marks)
      rubric(of: exercise, marks, areOld: old != nil).forEach(say)
      if let verdict = work.assessment.verdicts.first(where: { $0.exercise == exercise.id }) {
        for line in [verdict.obstacle].compactMap({ $0 }) + verdict.lastOutput {
          say(warning(line.text))
        }
      }
      if let points = marks.points[exercise.id] {
        say(old.map { "For \($0): \(points)" } ?? "So far: \(points)")
      }
      if old != nil { say("Type '=' to give the same points again.") }
      for field in fields(of: step) {
        if let (by, text) = try news(field, of: step.students[0], work) {
          say(warning("\(field.name) is \(text ?? "nothing") meanwhile, by \(by)"))
        }
      }
      if let request = marks.asked[exercise.id], !request.isAnswered {
        wrapped("Asked: \(visible(request.text, keepingLines: true))", to: width).forEach(say)
      }
    } else if let comment = marks.comment {
      say("")
      for line in wrapped(visible(comment, keepingLines: true), to: width) { say(line) }
    }
    if isOnScreen {
      say(
        layout.paint(
          "Return keeps and goes on · < back · ! remove · ? explanation"
            + (opensFiles(step) ? " · o open" : "") + " · q quit", .quiet))
    }
  }

  /// The attempt that an exercise's points are for, if that has another answer.
  private func submission(
    before exercise: Exercise, _ work: MarkingPlan.Work, _ marks: Marks
  ) -> String? {
    let verdict = work.assessment.verdicts.first { $0.exercise == exercise.id }
    guard let name = marks.marked[exercise.id], name != verdict?.markedFor,
      name != Marks.name(of: work.commit(of: exercise))
    else { return nil }
    let place = work.works.values.first?.chain.firstIndex { "\($0.commit)".hasPrefix(name) }
    return place.map { "attempt \($0 + 1)" } ?? "another attempt"
  }

  /// The heading, such as `2/7  ada  Ada Lovelace · math/poster · attempt 2`.
  private func heading(_ step: MarkingPlan.Step, _ work: MarkingPlan.Work) -> String {
    let number = layout.paint("\(step.work + 1)/\(plan.works.count)", .strong)
    var notes = ["\(work.worksheet.path)"]
    if isBlind { return "\(number)  \(layout.paint(notes[0], .quiet))" }
    let names = step.students.map { students[$0]?.name ?? $0 }.joined(separator: ", ")
    if let attempt = work.assessment.grade.attempt { notes.append("attempt \(attempt)") }
    if let late = work.assessment.grade.late { notes.append("\(late) late") }
    return "\(number)  \(layout.paint(visible(work.mailbox), .strong))  \(visible(names))  "
      + layout.paint(notes.joined(separator: " · "), .quiet)
  }

  private func rubric(of exercise: Exercise, _ marks: Marks, areOld: Bool) -> [String] {
    let widest = exercise.rubric.reduce(0) { max($0, displayWidth(visible($1.id))) }
    return exercise.rubric.map { item in
      let given =
        marks.rubric[exercise.id]?[item.id]
        .map { areOld ? "was \($0) of " : "\($0) of " } ?? ""
      return "  \(padded(visible(item.id), to: widest))  \(given)\(item.points)  "
        + visible(item.title)
    }
  }

  private func explanation(of exercise: Exercise?) -> String {
    let text = exercise?.explain.map {
      visible($0.withReadableFormulas, keepingLines: true)
    }
    return wrapped(text ?? "No explanation.", to: width).joined(separator: "\n")
  }
}

/// A field of a student's marks of a worksheet.
private struct MarkKey: Hashable {
  let path: ContextPath
  let student: String
  let field: MarkField

  init(_ path: ContextPath, _ student: String, _ field: MarkField) {
    (self.path, self.student, self.field) = (path, student, field)
  }
}
