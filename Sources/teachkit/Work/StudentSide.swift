import Exchange
import Git
import Model
import Storage
import Text

extension Session {
  /// The clone that the command runs in, opened.
  ///
  /// - Parameter isPulling: whether what is missing comes back anyway.
  /// - Throws: `Failure` elsewhere; in a school it says that this is for students.
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
    if !clone.finished.isEmpty { output.notice("finished the pull that had been interrupted") }
    sayFiles(clone.finished)
    clone.recoveryNotices.forEach(sayRecovery)
    if case .student(let id)? = viewer, id != clone.student {
      throw Failure(
        .noWritePermission, "this is the clone of '\(clone.student)', not of '\(id)'",
        hint: "a teacher looks with '--as' in the school")
    }
    if !isPulling, !clone.hasSubject {
      output.notice("subject.yaml is missing: 'teachkit pull' brings it back")
    }
    return clone
  }

  /// Says what became of files that the student had changed.
  func sayFiles(_ outcomes: [FileOutcome]) {
    var restored: [String] = []
    for outcome in outcomes {
      switch outcome {
      case .keptBeside(let path, let name):
        output.notice("\(path) was changed here: your version is now \(name)")
      case .left(let path, let new):
        let rest = new.map { "; the new one is \($0)" } ?? ""
        output.notice("\(path) was changed here: yours stays\(rest)")
      case .restored(let path): restored.append(path)
      case .written, .removed: break
      }
    }
    if restored.count > 3 {
      output.notice("\(restored.count) published files had been deleted: they are back")
    } else {
      for path in restored { output.notice("\(path) had been deleted: it is back") }
    }
  }

  /// Says into which of the student's own files others' changes came.
  func sayMerged(_ paths: [String]) {
    for path in paths { output.notice("\(path) was changed here and there: both are in it") }
  }

  /// Says what of a worksheet's files and answers won't reach the teacher.
  func sayLeftOut(_ leftOut: [LeftOut]) {
    for one in leftOut.prefix(8) { output.notice("left out: \(one.path) \(one.reason.words)") }
    if leftOut.count > 8 { output.notice("left out: \(leftOut.count - 8) more files") }
  }

  /// Says what among the answers to a worksheet answers nothing.
  func sayUselessAnswers(of worksheet: Worksheet, _ clone: StudentClone) throws {
    sayLeftOut(try clone.unfitAnswers(of: worksheet))
    do {
      sayImpossible(try clone.impossibleAnswers(of: worksheet), to: worksheet)
    } catch let faulty as FaultyFiles {
      sayUnreadable(faulty.faults)
    }
  }

  /// Says what is wrong in answers that can't be read.
  func sayUnreadable(_ faults: [Fault]) {
    for fault in faults {
      let place = [fault.file] + (fault.position.map { ["\($0)"] } ?? [])
      output.notice("\(place.joined(separator: ":")): \(fault.message)")
      if let hint = fault.hint { output.hint(hint) }
    }
  }

  /// Says where something is that only a newer teachkit knows.
  func sayUnknown(in files: [String]) {
    guard let first = files.first else { return }
    let more = files.count > 1 ? " and \(counted(files.count - 1, "more file", "more files"))" : ""
    output.notice("what this teachkit doesn't know is left out of \(first)\(more)")
    output.hint("a newer teachkit knows it")
  }

  /// Says which answers can't be right as they are written.
  func sayImpossible(_ answers: [ImpossibleAnswer], to worksheet: Worksheet) {
    let file = "\(worksheet.path.work)/answers.yaml"
    for answer in answers.prefix(8) {
      for failure in answer.problem.failures {
        output.notice("\(file):\(answer.position): \(answer.exercise): \(failure.message)")
        if let hint = failure.hint { output.hint(hint) }
      }
    }
    if answers.count > 8 { output.notice("\(file): \(answers.count - 8) more that can't be right") }
  }

  func sayKept(_ kept: [PullReport.KeptAnswers]) {
    for answers in kept {
      output.notice(
        "\(answers.path.work): answered otherwise elsewhere: "
          + "\(answers.exercises.joined(separator: ", ")); the answers here stay")
    }
  }
}

extension LeftOut.Reason {
  /// To stand behind a path.
  var words: String {
    switch self {
    case .hidden: "has a name that begins with a dot"
    case .link: "is a symbolic link"
    case .name: "has a name that is no UTF-8"
    case .special: "is no regular file"
    case .folder: "is a folder, and a file is asked for"
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
