import Git
import Storage

/// A decided pull, or another change of many files, that may not be complete in the work tree yet.
///
/// It is written durably before the first file is changed, and removed after the last. Any command
/// that finds a journal completes the change.
struct PullJournal: Hashable {
  let steps: [FileStep]
  /// Where references move to, by full name.
  let references: [Reference]
  /// The message of the final commit; nil for a pull.
  let message: String?

  init(steps: [FileStep], references: [Reference], message: String? = nil) {
    self.steps = steps
    self.references = references
    self.message = message
  }

  /// Reads a journal; nil for one that was never written whole.
  init?(_ bytes: [UInt8]) {
    guard let records = JournalText.records(of: bytes) else { return nil }
    var steps: [FileStep] = []
    var references: [Reference] = []
    var message: String?
    for record in records {
      switch (record[0], record.count) {
      case ("file", 5):
        steps.append(
          FileStep(
            path: record[1], before: ObjectID(record[2]), after: ObjectID(record[3]),
            wins: record[4] == "wins"))
      case ("reference", 3):
        guard let id = ObjectID(record[2]) else { return nil }
        references.append(Reference(record[1], id))
      case ("message", 2): message = record[1]
      default: return nil
      }
    }
    self.init(steps: steps, references: references, message: message)
  }

  var bytes: [UInt8] {
    var text = JournalText()
    for step in steps {
      text.add(
        "file", step.path, step.before?.description ?? "", step.after?.description ?? "",
        step.wins ? "wins" : "")
    }
    for reference in references { text.add("reference", reference.name, "\(reference.id)") }
    if let message { text.add("message", message) }
    return text.bytes
  }
}

extension StudentClone {
  private var folder: String { repository.layout.commonFolder + "/teachkit" }
  private var journalPath: String { repository.layout.gitFolder + "/teachkit/pull" }

  /// Runs a closure under the clone's lock, or as part of a closure that already holds it.
  func locked<T>(_ body: () throws -> T) throws -> T {
    if isLocked { return try body() }
    try DurableFile.makeFolder(folder)
    let lock = try ProcessLock(folder + "/lock")
    isLocked = true
    defer { isLocked = false }
    return try withExtendedLifetime(lock) {
      repository.clearTornFiles()
      try finishJournal()
      return try body()
    }
  }

  /// Completes an interrupted pull. If that fails, the clone can still be read.
  func recover() {
    repository.layout.clearLeftovers()
    // A student's own files are in 'work'.
    TornFile.clear(below: root, except: [".git", "work"])
    do {
      if try repository.repairIndex() { recoveryNotices.append(.repairedIndex) }
      if DurableFile.exists(journalPath) { try locked {} }
    } catch {
      recoveryNotices.append(.unfinished(error))
    }
  }

  /// Drops an interrupted change that can't be completed; files that it has written are kept.
  ///
  /// - Returns: whether there was one.
  public func dropUnfinishedChange() throws -> Bool {
    try DurableFile.makeFolder(folder)
    let lock = try ProcessLock(folder + "/lock")
    defer { withExtendedLifetime(lock) {} }
    guard DurableFile.exists(journalPath) else { return false }
    try DurableFile.remove(journalPath)
    return true
  }

  private func finishJournal() throws {
    guard let bytes = try DurableFile.read(journalPath, limit: .max) else { return }
    do {
      try JournalText.checkVersion(of: bytes, at: journalPath)
      if let journal = PullJournal(bytes), try isValid(journal) {
        let folders = journal.steps.map { step in
          "\(root)/" + step.path.split(separator: "/").dropLast().joined(separator: "/")
        }
        for folder in Set(folders) { TornFile.clear(in: folder, surely: true) }
        finished += try complete(journal, isRecovering: true)
      } else {
        try DurableFile.remove(journalPath)
      }
    } catch let error as GitError where error.code == .locked {
      throw error
    } catch {
      throw UnfinishedChange(cause: error)
    }
  }

  /// Whether all objects of a journal exist. If one never reached the disk, nothing was changed
  /// yet.
  private func isValid(_ journal: PullJournal) throws -> Bool {
    try (journal.steps.compactMap(\.after) + journal.references.map(\.id))
      .allSatisfy(repository.contains)
  }

  /// Decides a pull and does it.
  func carryOut(_ journal: PullJournal) throws -> [FileOutcome] {
    try DurableFile.makeFolder(repository.layout.gitFolder + "/teachkit")
    try DurableFile.write(journal.bytes, to: journalPath)
    return try complete(journal)
  }

  private func complete(
    _ journal: PullJournal, isRecovering: Bool = false
  ) throws -> [FileOutcome] {
    var steps = FileSteps(root: root, repository: repository, isRecovering: isRecovering)
    for step in journal.steps { try steps.perform(step) }
    // One flush for all files: as long as the journal exists, they can be written again.
    try Durability.flush(around: root)
    let updates = journal.references.map {
      RefUpdate($0.name, to: $0.id, expecting: .anything)
    }
    try repository.update(updates)
    try record(journal.message ?? "Pull \(subject)")
    try DurableFile.remove(journalPath)
    return steps.outcomes
  }
}
