import Git
import Model
import PlainYAML
import Storage

/// The files of a worksheet's folder.
extension StudentClone {
  /// The state of a file that is the answer to an exercise.
  public enum FileState: Hashable, Sendable {
    case missing
    /// Unchanged starter file.
    case untouched
    case changed
    /// Not a file that can be submitted.
    case unfit(OmittedFile.Reason)
  }

  func answersFile(_ path: ContextPath) -> String { path.work + "/answers.yaml" }

  /// The answers in the work tree, by current identifiers.
  ///
  /// - Throws: `FaultyFiles` for invalid YAML.
  public func answers(_ worksheet: Worksheet) throws -> AnswerSheet {
    let file = answersFile(worksheet.path)
    let bytes = try WorkTree(root: root).bytes(at: file) ?? []
    do throws(YAMLError) {
      return try AnswerSheet(bytes).following(worksheet)
    } catch {
      throw FaultyFiles(faults: [Fault(file: file, error)])
    }
  }

  /// Sets or clears an answer, in the file.
  ///
  /// - Parameter expecting: the answer that the student saw.
  /// - Throws: `CloneError.changedMeanwhile`, `FaultyFiles`, `EditError`, `GitError`.
  public func set(
    _ answer: AnswerValue?, for exercise: Exercise, of worksheet: Worksheet,
    expecting: AnswerValue?
  ) throws {
    try locked {
      let sheet = try answers(worksheet)
      guard sheet[exercise.id] == expecting else {
        throw CloneError.changedMeanwhile(exercise: exercise.id)
      }
      let changed =
        if let answer {
          try sheet.setting(answer, for: exercise, of: worksheet)
        } else {
          try sheet.clearing(exercise.id)
        }
      guard changed.bytes != sheet.bytes else { return }
      try DurableFile.makeFolder("\(root)/\(worksheet.path.work)")
      try DurableFile.write(changed.bytes, to: "\(root)/\(answersFile(worksheet.path))")
    }
  }

  /// The answered exercises of a worksheet.
  public func answered(_ worksheet: Worksheet) throws -> Set<String> {
    let sheet = try answers(worksheet)
    var found: Set<String> = []
    for exercise in worksheet.exercises {
      if !exercise.question.files.isEmpty {
        for name in try workFiles(for: exercise, of: worksheet)
        where try fileState(name, of: worksheet) == .changed {
          found.insert(exercise.id)
        }
      } else if sheet[exercise.id] != nil {
        found.insert(exercise.id)
      }
    }
    return found
  }

  /// The files in `work/` that answer an exercise, relative to it.
  ///
  /// - Throws: `CloneError.unfitFile`, `GitError`.
  public func workFiles(for exercise: Exercise, of worksheet: Worksheet) throws -> [String] {
    let folder = "\(root)/\(worksheet.path.work)"
    if case .file(let name) = exercise.question {
      return WorkFolder.kind(of: "work/\(name)", below: folder) == .file ? [name] : []
    }
    return exercise.question.own(
      of: try WorkFolder(of: folder).files.map { String($0.dropFirst("work/".count)) })
  }

  /// The state of a file in `work/`.
  public func fileState(_ name: String, of worksheet: Worksheet) throws -> FileState {
    let path = "\(worksheet.path.work)/work/\(name)"
    switch WorkFolder.kind(of: "work/\(name)", below: "\(root)/\(worksheet.path.work)") {
    case nil: return .missing
    case .unfit(let reason): return .unfit(reason)
    case .folder: return .unfit(.folder)
    case .file: break
    }
    guard let version = try repository.fileVersion(path) else { return .missing }
    guard let commit = try published(),
      let starter = try repository.entry(
        at: "\(worksheet.path.work)/starters/\(name)", in: repository.commit(commit).tree)
    else { return .changed }
    return starter.id == version.id ? .untouched : .changed
  }

  /// The regular files in `work/`, relative to it.
  public func workFiles(of worksheet: Worksheet) throws -> Set<String> {
    let folder = try WorkFolder(of: "\(root)/\(worksheet.path.work)")
    return Set(folder.files.map { String($0.dropFirst("work/".count)) })
  }

  /// Creates the folder for the student's files of a worksheet.
  public func makeWorkFolder(_ path: ContextPath) throws {
    try DurableFile.makeFolder("\(root)/\(path.work)/work")
  }

  /// The files in `work/` that can't be submitted.
  ///
  /// - Throws: `CloneError.unfitFile`, `GitError`.
  public func leftOut(of worksheet: Worksheet) throws -> [OmittedFile] {
    let work = worksheet.path.work
    var found = try WorkFolder(of: "\(root)/\(work)").leftOut.map {
      OmittedFile(path: "\(work)/\($0.path)", reason: $0.reason)
    }
    found += try unfitAnswers(of: worksheet).filter { $0.reason == .folder }
    return found
  }

  /// The answer files that exist but can't be submitted.
  public func unfitAnswers(of worksheet: Worksheet) throws -> [OmittedFile] {
    try worksheet.exercises.flatMap { exercise in
      try exercise.question.files.compactMap { name in
        guard case .unfit(let reason) = try fileState(name, of: worksheet),
          reason != .folder || exercise.question.type == .file
        else { return nil }
        return OmittedFile(path: "\(worksheet.path.work)/work/\(name)", reason: reason)
      }
    }
  }

  /// The entries in `answers.yaml` that can't be right whatever the key is.
  public func impossibleAnswers(of worksheet: Worksheet) throws -> [ImpossibleAnswer] {
    try answers(worksheet).impossible(for: worksheet)
  }

  /// The tree to submit: answers and the regular files in `work/`.
  ///
  /// - Returns: the tree, added to `batch`; nil if it is empty.
  /// - Throws: `CloneError.unfitFile`.
  func submissionTree(_ path: ContextPath, in batch: ObjectBatch) throws -> ObjectID? {
    let source = WorkTree(root: root)
    var changes: [String: TreeChange] = [:]
    if let bytes = try source.bytes(at: answersFile(path)) {
      changes["answers.yaml"] = .write(bytes)
    }
    for file in try WorkFolder(of: "\(root)/\(path.work)").files {
      changes[file] = try source.bytes(at: "\(path.work)/\(file)").map { .write($0) }
    }
    if changes.isEmpty { return nil }
    let tree = try batch.tree(updating: nil, in: repository, with: changes)
    do {
      try TreeRules.attempt.check(tree, in: batch)
    } catch let fault as TreeFault {
      throw CloneError.unfitFile(fault)
    }
    return tree
  }
}

extension Fault {
  /// An invalid YAML file.
  init(file: String, _ error: YAMLError) {
    self.init(
      file: file, position: error.position, line: error.line, rule: .yaml,
      message: error.message, hint: error.hint)
  }
}
