import Course
import Exchange
import Grading
import Model
import Reports
import Text

extension WorkSession {
  /// Shows all questions with their answers; on a screen the student can go back to them.
  mutating func review() throws -> Move {
    let sheet = try clone.answers(worksheet)
    let answered = try clone.answered(worksheet)
    let verdicts = try verdicts()
    let exercises = worksheet.exercises
    let titled = open()
    say("")
    let title = titled ? "" : layout.paint(visible(worksheet.context.title), .strong) + "  "
    say("\(title)\(answered.count) of \(exercises.count) answered")
    say("")
    let widest = exercises.reduce(0) { max($0, displayWidth(visible($1.id))) }
    for (index, exercise) in exercises.enumerated() {
      let result = verdicts?[exercise.id].flatMap {
        ReturnedGrade.Result(rawValue: $0.outcome.rawValue)
      }
      let (mark, tone): (String, Tone) =
        answered.contains(exercise.id)
        ? result.map(FeedbackReport.mark) ?? ("*", .good) : ("·", .warning)
      let answer = sheet[exercise.id].map { AnswerText.line($0, to: exercise.question) } ?? ""
      let line = wrapped(visible(answer), to: max(8, width - widest - 10))
      say(
        padded(String(index + 1), to: 3, .right) + " "
          + layout.paint(mark, tone) + " "
          + padded(visible(exercise.id), to: widest) + "  "
          + (line.first ?? "") + (line.count > 1 ? " …" : ""))
    }
    guard isOnScreen else { return .leave }
    say("")
    while true {
      switch session.typeLine("Number to go back, 's' to submit, Return to leave> ") {
      case .end: return .leave
      case .interrupted: return .interrupt
      case .notText: break
      case .text(let text):
        switch text.lowercased() {
        case "", "q", "-": return .leave
        case "<": return .to(exercises.count - 1)
        case "s": return .submit
        default:
          if let number = Int(text), exercises.indices.contains(number - 1) {
            return .to(number - 1)
          }
        }
      }
    }
  }
}
