import Git
import PlainYAML
import Storage

/// A pull, or another change of many files, that has been decided and may not be in the work tree
/// whole yet.
///
/// It is written durably before the first file is touched, and removed after the last. Who finds
/// one finishes what it says.
struct PullJournal: Hashable {
  let steps: [FileStep]
  /// Where references move to, by full name.
  let references: [Reference]
  /// What the commit says in its end; nil for a pull.
  let message: String?

  init(steps: [FileStep], references: [Reference], message: String? = nil) {
    self.steps = steps
    self.references = references
    self.message = message
  }

  /// Reads a journal; nil for one that was never written whole.
  init?(_ bytes: [UInt8]) {
    guard let root = try? Document(bytes).root, let files = root["files"]?.sequence,
      let moves = root["references"]?.mapping
    else { return nil }
    var steps: [FileStep] = []
    for node in files {
      guard let path = node["path"]?.scalar else { return nil }
      steps.append(
        FileStep(
          path: path, before: node["before"]?.scalar.flatMap { ObjectID($0) },
          after: node["after"]?.scalar.flatMap { ObjectID($0) },
          wins: node["wins"]?.scalar == "yes"))
    }
    var references: [Reference] = []
    for entry in moves {
      guard let id = entry.value.scalar.flatMap({ ObjectID($0) }) else { return nil }
      references.append(Reference(entry.key, id))
    }
    self.init(steps: steps, references: references, message: root["message"]?.scalar)
  }

  var bytes: [UInt8] {
    let files = steps.map { step in
      Value.fields([
        ("path", .scalar(step.path)), ("before", .text(step.before?.description)),
        ("after", .text(step.after?.description)), ("wins", .plain(step.wins ? "yes" : "no")),
      ])
    }
    let moves = references.map { ($0.name, Value?.some(.scalar($0.id.description))) }
    return Array(
      Printer.print(
        .fields([
          ("files", .sequence(files)), ("references", .fields(moves)), ("message", .text(message)),
        ])
      ).utf8)
  }
}

extension StudentClone {
  private var folder: String { repository.layout.commonFolder + "/teachkit" }
  private var journalPath: String { folder + "/pull" }

  /// Runs something that no other process may run at the same time; within another such run, as
  /// part of it.
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

  /// Finishes what a killed pull had decided.
  func recover() throws {
    guard try DurableFile.read(journalPath) != nil else { return }
    try locked {}
  }

  private func finishJournal() throws {
    guard let bytes = try DurableFile.read(journalPath) else { return }
    if let journal = PullJournal(bytes) {
      let folders = journal.steps.map { step in
        "\(root)/" + step.path.split(separator: "/").dropLast().joined(separator: "/")
      }
      for folder in Set(folders) { TornFile.clear(in: folder, surely: true) }
      finished += try complete(journal)
    } else {
      try DurableFile.remove(journalPath)
    }
  }

  /// Decides a pull and does it.
  func carryOut(_ journal: PullJournal) throws -> [FileOutcome] {
    try DurableFile.makeFolder(folder)
    try DurableFile.write(journal.bytes, to: journalPath)
    return try complete(journal)
  }

  private func complete(_ journal: PullJournal) throws -> [FileOutcome] {
    var steps = FileSteps(root: root, repository: repository)
    for step in journal.steps { try steps.perform(step) }
    // One flush for all files: until the journal is gone they can be written again.
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
