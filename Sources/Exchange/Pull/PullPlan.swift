import Git
import HubProtocol
import Model
import Storage

/// Plans the changes of a pull, without making them.
struct PullPlan {
  private let clone: StudentClone
  private var repository: Repository { clone.repository }
  private(set) var steps: [FileStep] = []
  private(set) var references: [Reference] = []
  /// Work with a newer attempt from the hub.
  private(set) var restored: [ContextPath] = []
  /// Answers that changed both here and on the hub; the local ones stay.
  private(set) var keptAnswers: [PullReport.KeptAnswers] = []
  /// The student's files into which other changes were merged, relative to the clone.
  private(set) var merged: [String] = []
  /// Attempts from the hub that are invalid.
  private(set) var refused: [PullReport.Refused] = []
  /// Submissions under former names, by their new reference.
  private var followed: [String: ObjectID] = [:]
  private let batch = ObjectBatch()

  init(_ clone: StudentClone) { self.clone = clone }

  var journal: PullJournal { PullJournal(steps: steps, references: references) }

  /// Writes the new contents that the plan created.
  func writeObjects() throws { try repository.write(batch) }

  mutating func move(_ name: String, to id: ObjectID) {
    references.append(Reference(name, id))
  }

  /// Plans published files and starters. Starters are copied to `work/` once; later changes are
  /// merged.
  mutating func publish(_ old: PublishedTree, _ new: PublishedTree) throws {
    for path in Set(old.files.keys).union(new.files.keys).sorted() {
      steps.append(
        FileStep(path: path, before: old.files[path], after: new.files[path], wins: true))
    }
    let (before, after) = (old.starters, new.starters)
    let taken = Set(steps.map(\.path))
    for (path, id) in after.sorted(by: { $0.key < $1.key })
    where before[path] != id && !taken.contains(path) {
      steps.append(try own(path, before: before[path], after: id))
    }
  }

  /// The step to a newer version of a student's file.
  ///
  /// Changes of different lines on both sides are merged.
  private mutating func own(
    _ path: String, before: ObjectID?, after: ObjectID?
  ) throws -> FileStep {
    let step = FileStep(path: path, before: before, after: after, wins: false)
    guard let before, let after, let current = try repository.fileVersion(path),
      current.mode != .symlink, current.id != before, current.id != after,
      let mine = try WorkTree(root: clone.root).bytes(at: path),
      let both = try? LineMerge(
        base: blob(before), ours: mine, theirs: blob(after)), both.isClean
    else { return step }
    merged.append(path)
    return FileStep(
      path: path, before: current.id, after: try batch.add(blob: both.bytes), wins: false)
  }

  private func blob(_ id: ObjectID) throws -> [UInt8] {
    try repository.blob(id, limit: TreeRules.attempt.bytes)
  }

  /// Moves a worksheet's student files and submissions to its new path.
  ///
  /// - Parameter names: its former paths and, last, the current one.
  mutating func follow(_ path: ContextPath, from names: [String]) throws {
    let new = StudentClone.Ref.submission(path)
    for name in names.dropLast() where try !holdsOwn(path.work) {
      let old = ContextPath(
        subject: path.subject, components: name.split(separator: "/").map(String.init))
      for (file, id) in try clone.ownFiles(of: old) {
        steps.append(FileStep(path: "\(path.work)/\(file)", before: nil, after: id, wins: false))
        steps.append(FileStep(path: "\(name)/\(file)", before: id, after: nil, wins: false))
      }
      guard let tip = try repository.reference(StudentClone.Ref.submission(old)),
        try repository.reference(new) == nil
      else { continue }
      move(new, to: tip)
      followed[new] = tip
    }
  }

  private func holdsOwn(_ work: String) throws -> Bool {
    let path = ContextPath(
      subject: clone.subject, components: work.split(separator: "/").map(String.init))
    return try steps.contains { $0.path.hasPrefix(work + "/") } || !clone.ownFiles(of: path).isEmpty
  }

  /// Merges a submission from elsewhere: from before this clone, another machine, or other members
  /// of a group.
  mutating func mergeEarlier(_ path: ContextPath, from theirs: ObjectID, _ worksheet: Worksheet?)
    throws
  {
    let reference = StudentClone.Ref.submission(path)
    let mine = try repository.reference(reference) ?? followed[reference]
    if mine == theirs { return }
    if let mine, try repository.isAncestor(theirs, of: mine) { return }
    let old: [String: ObjectID]
    let new: [String: ObjectID]
    do {
      // Work that only went into a bundle isn't part of the hub's history.
      let common = try mine.flatMap { mine in
        try AttemptFiles.attempts(to: mine, in: repository).first {
          try repository.isAncestor($0.id, of: theirs)
        }
      }
      old = try common.map { try AttemptFiles.read($0.id, in: repository) } ?? [:]
      new = try AttemptFiles.read(theirs, in: repository)
    } catch let fault as TreeFault {
      // Other members can submit anything: invalid files are ignored.
      refused.append(.init(path: path, fault: fault))
      return
    }
    for name in Set(old.keys).union(new.keys).sorted() where old[name] != new[name] {
      if name == "answers.yaml" {
        try mergeAnswers(path, old[name], new[name], worksheet)
      } else {
        steps.append(
          try own("\(path.work)/\(name)", before: old[name], after: new[name]))
      }
    }
    move(reference, to: theirs)
    restored.append(path)
  }

  /// Merges answer by answer.
  private mutating func mergeAnswers(
    _ path: ContextPath, _ old: ObjectID?, _ new: ObjectID?, _ worksheet: Worksheet?
  ) throws {
    let file = clone.answersFile(path)
    guard let current = try WorkTree(root: clone.root).bytes(at: file) else {
      steps.append(FileStep(path: file, before: nil, after: new, wins: false))
      return
    }
    func sheet(_ bytes: [UInt8]) throws -> AnswerSheet {
      let sheet = try AnswerSheet(bytes)
      return worksheet.map(sheet.following) ?? sheet
    }
    func sheet(_ id: ObjectID?) throws -> AnswerSheet {
      try sheet(id.map(blob) ?? [])
    }
    // Unreadable answers aren't merged: the student's own stay.
    guard let mine = try? sheet(current), let base = try? sheet(old),
      let theirs = try? sheet(new)
    else { return }
    let merged = try mine.merging(theirs, since: base, of: worksheet)
    if !merged.kept.isEmpty {
      keptAnswers.append(.init(path: path, exercises: merged.kept))
    }
    guard merged.sheet.bytes != mine.bytes else { return }
    steps.append(
      FileStep(
        path: file, before: try ObjectID.hash(blob: current),
        after: try batch.add(blob: merged.sheet.bytes), wins: false))
  }
}
