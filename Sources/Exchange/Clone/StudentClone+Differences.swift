import Git
import Model
import PlainYAML
import Storage

extension StudentClone {
  /// The answers and files that changed since the last submission.
  ///
  /// - Throws: `FaultyFiles` for invalid answers, `CloneError.unfitFile`, `GitError`.
  public func differences(in worksheet: Worksheet) throws -> [Difference] {
    let work = worksheet.path.work
    let before = try submittedFiles(worksheet.path)
    let old = try AnswerSheet(before["answers.yaml"].map { try repository.blob($0) } ?? [])
      .following(worksheet)
    let new = try answers(worksheet)
    var found: [Difference] = []
    for exercise in worksheet.exercises where old[exercise.id] != new[exercise.id] {
      func text(_ sheet: AnswerSheet) -> String? {
        sheet[exercise.id].map { $0.value(for: exercise.question) }.map { value in
          if case .scalar(let text) = value { text } else { Printer.flow(value) }
        }
      }
      found.append(
        Difference(
          "answer", of: "\(work)/\(exercise.id)", in: answersFile(worksheet.path), old: text(old),
          new: text(new)))
    }
    let now = Set(try WorkFolder(of: "\(root)/\(work)").files)
    let files = Set(before.keys.filter { $0.hasPrefix("work/") }).union(now)
    for file in files.sorted() {
      let id = try now.contains(file) ? repository.fileVersion("\(work)/\(file)")?.id : nil
      if id == before[file] { continue }
      let what: Difference.Kind =
        before[file] == nil ? .added : id == nil ? .removed : .changed
      found.append(Difference(file: file, of: work, what))
    }
    return found
  }

  /// The files of the last attempt; empty without one.
  private func submittedFiles(_ path: ContextPath) throws -> [String: ObjectID] {
    guard let tip = try repository.reference(Ref.submission(path)),
      let last = try AttemptFiles.attempts(to: tip, in: repository).first
    else { return [:] }
    return try AttemptFiles.read(last.id, in: repository)
  }
}
