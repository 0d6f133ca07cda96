import ArgumentParser
import Course
import Model
import PlainYAML
import Storage
import Text

struct CreateExercise: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "exercise",
    abstract: "Add an exercise to a worksheet.",
    discussion: """
      The exercise is validated before it is saved, for example that the answer is one of the \
      choices and each gap occurs in the prompt. Add rubrics by editing the worksheet's file.

      Example: teachkit create exercise math/fractions/adding/half --type number \
      --prompt "What is 1/2 + 1/4?" --answer 3/4 --points 2
      """)

  @Argument(
    help: "The worksheet and the new identifier: math/fractions/adding/half.",
    completion: Candidates.worksheets.completion)
  var path: String
  @OptionGroup var exercise: ExerciseOptions
  @OptionGroup var publishing: PublishingOptions
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let store = try session.openSchool()
    let files = store.files
    let whole = try NewPath.context(path, "exercise")
    let worksheet = try worksheet(whole, files)
    let id = whole.identifier
    let due = try session.written(exercise.due, "--due", .due, in: files.zone())
    let fields = try exercise.fields(id: id, due: due)
    try session.change("create exercise", .exercise(worksheet, id), in: store) { change in
      try store.checkUnused(id, in: worksheet)
      try change.createExercise(id, in: worksheet, fields)
      try checkNew { try SchoolFiles(change).worksheet(worksheet) }
    }
    try await session.publish(worksheet.subject, after: worksheet, in: store, publishing)
  }

  /// The worksheet in the path, named by its whole path or a unique ending.
  private func worksheet(_ whole: ContextPath, _ files: SchoolFiles) throws -> ContextPath {
    guard let parent = whole.parent else { return whole }
    if try files.isWorksheet(parent) { return parent }
    do {
      let found = try Locator(files).find("\(parent)", among: [.context])
      guard let path = found.context, try files.isWorksheet(path) else {
        throw MissingWorksheet(path: parent)
      }
      return path
    } catch LookupError.unknown(_, let suggestion) {
      throw MissingWorksheet(path: parent, suggestion: suggestion)
    }
  }
}

/// The worksheet for a new exercise doesn't exist.
struct MissingWorksheet: Explainable {
  let path: ContextPath
  var suggestion: String?

  var failures: [Failure] {
    [
      Failure(
        .parentObjectIsFaulty, "no worksheet '\(path)'",
        hint: suggestion.map { "did you mean '\($0)'?" }
          ?? "create it with 'teachkit create worksheet \(path) --title TITLE'")
    ]
  }
}
