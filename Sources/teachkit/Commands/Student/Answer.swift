import ArgumentParser
import Course
import Exchange
import Git
import Model
import Reports
import Text

struct Answer: Command {
  static let configuration = CommandConfiguration(
    commandName: "answer",
    abstract: "Answer one exercise.",
    discussion: """
      PATH is an exercise, or a worksheet with only one. Give several choices, pairs ('left=right') \
      and gaps ('name=text') as separate values; parts that you don't name keep their answers. \
      After '--', every word is part of the answer. Without a value, the command shows the answer.

      Example: teachkit answer adding/half 3/4
      """)

  @Argument(help: "An exercise, such as 'adding/half'.", completion: Candidates.content.completion)
  var path: String

  @Argument(parsing: .allUnrecognized, help: "The answer.")
  var values: [String] = []

  @Flag(help: "Clear the answer.")
  var clear = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    // After `--`, every word is part of the answer.
    let options = values.prefix { $0 != "--" }
    let values = Array(options + values.dropFirst(options.count + 1))
    if let option = options.first(where: { $0.hasPrefix("--") }) {
      throw Failure(
        .commandIsFaulty, "unknown option '\(option)'", hint: "see 'teachkit answer --help'")
    }
    let clone = try session.openClone()
    let (worksheet, exercise) = try chosen(clone)
    let before = try clone.answers(worksheet)[exercise.id]
    let path = "\(worksheet.path.work)/\(exercise.id)"
    guard clear || !values.isEmpty else {
      return session.report(statement(path, before, exercise, version: nil))
    }
    if clear, !values.isEmpty {
      throw Failure(.commandIsFaulty, "'--clear' can't be combined with an answer")
    }
    let answer = clear ? nil : try read(values, for: exercise, of: worksheet, keeping: before)
    try clone.set(answer, for: exercise, of: worksheet, expecting: before)
    try clone.record("\(clear ? "Clear" : "Answer") \(path)")
    let file = "\(worksheet.path.work)/answers.yaml"
    session.report(
      statement(path, answer, exercise, version: try clone.repository.fileVersion(file)?.id))
    if let answer, let doubt = AnswerProblem.doubt(about: answer, to: exercise) {
      session.output.notice(doubt)
    }
    if try clone.state(of: worksheet).isClosed(at: session.now) {
      session.output.notice("\(worksheet.path.work) is closed: it no longer accepts submissions")
    }
  }

  private func read(
    _ words: [String], for exercise: Exercise, of worksheet: Worksheet,
    keeping before: AnswerValue?
  ) throws -> AnswerValue {
    do {
      return try AnswerInput.read(words, for: exercise, keeping: before)
    } catch let problem as AnswerProblem {
      guard case .isAFile(let name) = problem else { throw problem }
      throw Failure(
        .valueIsFaulty, "the answer is a file",
        hint: "save it as \(worksheet.path.work)/work/\(name)")
    }
  }

  private func chosen(_ clone: StudentClone) throws -> (Worksheet, Exercise) {
    let (worksheet, exercise) = try clone.find(path)
    if let exercise { return (worksheet, exercise) }
    if worksheet.exercises.count == 1, let only = worksheet.exercises.first {
      return (worksheet, only)
    }
    let ids = worksheet.exercises.prefix(8).map { "'\($0.id)'" }.joined(separator: ", ")
    throw Failure(
      .valueIsFaulty, "'\(worksheet.path.work)' has more than one exercise",
      hint: "add one to the path: \(ids)")
  }

  private func statement(
    _ path: String, _ answer: AnswerValue?, _ exercise: Exercise, version: ObjectID?
  ) -> Statement {
    let line = answer.map { AnswerText.line($0, to: exercise.question) } ?? "not answered"
    return Statement(
      kind: "answer", sentence: "\(visible(path)): \(visible(line, keepingLines: true))",
      fields: [
        ("path", .string(path)), ("answer", AnswerText.json(answer)),
        ("version", .text(version?.description)),
      ])
  }
}
