import Exchange
import Git
import Model
import Storage
import Text

extension Session {
  /// The clone that the command runs in, opened.
  ///
  /// - Throws: `Failure` elsewhere; in a school it says that this is for students.
  func openClone() throws -> StudentClone {
    guard case .clone(let root)? = Place.find(from: directory) else {
      if case .school? = Place.find(from: directory) {
        throw Failure(
          .wrongRepository, "this is a school, and the command is for students",
          hint: "run it in a clone, or name the clone's folder with -C")
      }
      throw CloneError.notAClone(directory)
    }
    let clone = try StudentClone(above: root, now: now)
    if !clone.finished.isEmpty { output.notice("finished the pull that had been interrupted") }
    sayFiles(clone.finished)
    return clone
  }

  /// Says what became of files that the student had changed.
  func sayFiles(_ outcomes: [FileOutcome]) {
    for outcome in outcomes {
      switch outcome {
      case .keptBeside(let path, let name):
        output.notice("\(path) was changed here: your version is now \(name)")
      case .left(let path):
        output.notice("\(path) was changed here: yours stays")
      case .written, .removed: break
      }
    }
  }

  func sayKept(_ kept: [PullReport.KeptAnswers]) {
    for answers in kept {
      output.notice(
        "\(answers.path.work): others answered \(answers.exercises.joined(separator: ", ")) "
          + "otherwise; your answers stay")
    }
  }
}

extension StudentClone {
  /// The worksheet that a path, a unique ending or a title names, and the exercise in it.
  ///
  /// - Throws: `LookupError`, `Failure` for a chapter.
  func find(_ text: String) throws -> (worksheet: Worksheet, exercise: Exercise?) {
    let files = try files
    let locator = Locator(files)
    let found: ObjectPath
    do {
      found = try locator.find(text, among: [.subject, .context, .exercise])
    } catch LookupError.unknown(let text, nil) {
      throw LookupError.unknown(text, suggestion: try suggestion(for: text))
    }
    switch found {
    case .exercise(let path, let id):
      let worksheet = try files.worksheet(path)
      return (worksheet, worksheet.exercise(id))
    case .context(let path) where try files.isWorksheet(path):
      return (try files.worksheet(path), nil)
    default:
      let inside = try found.context.map { try files.worksheets(below: $0) } ?? []
      throw Failure(
        .valueIsFaulty, "'\(locator.shown(found))' is no worksheet",
        hint: inside.isEmpty
          ? nil : "it has " + inside.prefix(8).map { "'\($0.work)'" }.joined(separator: ", "))
    }
  }

  /// The exercise whose path, or its ending, is nearest to a text.
  private func suggestion(for text: String) throws -> String? {
    let paths = try worksheets().flatMap { worksheet in
      worksheet.exercises.map { "\(worksheet.path.work)/\($0.id)" }
    }
    let length = text.split(separator: "/").count
    let endings = paths.map { path in
      path.split(separator: "/").suffix(length).joined(separator: "/")
    }
    return closest(text, in: endings)
  }
}
