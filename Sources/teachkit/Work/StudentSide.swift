import Course
import Exchange
import Git
import Model
import Storage
import Text

extension Session {
  /// Opens the clone in which the command runs.
  ///
  /// - Parameter isPulling: whether missing files will be restored anyway.
  /// - Throws: `Failure` outside a clone; in a school, it says that the command is for students.
  func openClone(isPulling: Bool = false) throws -> StudentClone {
    guard case .clone(let root)? = Place.find(from: directory) else {
      if case .school? = Place.find(from: directory) {
        throw Failure(
          .wrongRepository, "this is a school, and the command is for students",
          hint: "run it in a clone, or name the clone's folder with -C")
      }
      throw CloneError.notAClone(directory)
    }
    let clone = try StudentClone(above: root, now: now)
    if !clone.finished.isEmpty { output.notice("completed an interrupted pull") }
    reportFiles(clone.finished)
    clone.recoveryNotices.forEach(reportRecovery)
    if case .student(let id)? = viewer, id != clone.student {
      throw Failure(
        .noWritePermission, "this is the clone of '\(clone.student)', not of '\(id)'",
        hint: "run it in the school to use '--as'")
    }
    if !isPulling, !clone.hasSubject {
      output.notice("subject.yaml is missing; 'teachkit pull' restores it")
    }
    return clone
  }

  /// Reports the outcome for files that the student had changed.
  func reportFiles(_ outcomes: [FileOutcome]) {
    var restored: [String] = []
    for outcome in outcomes {
      switch outcome {
      case .keptBeside(let path, let name):
        output.notice("\(path) was changed here: your version is now \(name)")
      case .left(let path, let new):
        let rest = new.map { "; the new version is \($0)" } ?? ""
        output.notice("\(path) was changed here: your version is kept\(rest)")
      case .restored(let path): restored.append(path)
      case .written, .removed: break
      }
    }
    if restored.count > 3 {
      output.notice("\(restored.count) deleted published files were restored")
    } else {
      for path in restored { output.notice("\(path) was deleted and has been restored") }
    }
  }

  /// Reports which of the student's files were merged with changes of others.
  func reportMerged(_ paths: [String]) {
    for path in paths { output.notice("\(path) was changed here and elsewhere: merged both") }
  }

  /// Reports the files and answers of a worksheet that will be left out of the submission.
  func reportLeftOut(_ leftOut: [OmittedFile]) {
    for file in leftOut.prefix(8) { output.notice("left out: \(file.path) \(file.reason.words)") }
    if leftOut.count > 8 { output.notice("left out: \(leftOut.count - 8) more files") }
  }

  /// Reports answers without a question.
  func reportUselessAnswers(of worksheet: Worksheet, _ clone: StudentClone) throws {
    reportLeftOut(try clone.unfitAnswers(of: worksheet))
    do {
      reportImpossibleAnswers(try clone.impossibleAnswers(of: worksheet), to: worksheet)
    } catch let faulty as FaultyFiles {
      reportUnreadable(faulty.faults)
    }
  }

  /// Reports faults in unreadable answers.
  func reportUnreadable(_ faults: [Fault]) {
    for fault in faults {
      let place = [fault.file] + (fault.position.map { ["\($0)"] } ?? [])
      output.notice("\(place.joined(separator: ":")): \(fault.message)")
      if let hint = fault.hint { output.hint(hint) }
    }
  }

  /// Reports the fields that only a newer teachkit knows.
  func reportUnknownFields(in files: [String]) {
    guard let first = files.first else { return }
    let more = files.count > 1 ? " and \(counted(files.count - 1, "more file", "more files"))" : ""
    output.notice("ignored fields unknown to this version of teachkit in \(first)\(more)")
    output.hint("update teachkit")
  }

  /// Reports answers that can't be right as they are written.
  func reportImpossibleAnswers(_ answers: [ImpossibleAnswer], to worksheet: Worksheet) {
    let file = "\(worksheet.path.work)/answers.yaml"
    for answer in answers.prefix(8) {
      for failure in answer.problem.failures {
        output.notice("\(file):\(answer.position): \(answer.exercise): \(failure.message)")
        if let hint = failure.hint { output.hint(hint) }
      }
    }
    if answers.count > 8 {
      output.notice("\(file): \(answers.count - 8) more answers that can't be right")
    }
  }

  func reportKeptAnswers(_ kept: [PullReport.KeptAnswers]) {
    for answers in kept {
      output.notice(
        """
        \(answers.path.work): different answers elsewhere: \
        \(answers.exercises.joined(separator: ", ")); the answers here are kept
        """)
    }
  }
}

extension OmittedFile.Reason {
  /// The reason, to follow a path.
  var words: Message {
    switch self {
    case .hidden: "has a name that begins with a dot"
    case .link: "is a symbolic link"
    case .name: "has a name that is not valid UTF-8"
    case .special: "is not a regular file"
    case .folder: "is a folder instead of a file"
    }
  }
}

extension StudentClone {
  /// Finds the worksheet, and the exercise in it, by path, unique ending or title.
  ///
  /// - Throws: `LookupError`, or `Failure` for a chapter.
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
        .valueIsFaulty, "'\(locator.shown(found))' is not a worksheet",
        hint: inside.isEmpty
          ? nil : "it contains \(inside.prefix(8).map { "'\($0.work)'" }.joined(separator: ", "))")
    }
  }

  /// The exercise whose path or path ending is most similar to a text.
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
