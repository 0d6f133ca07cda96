import Git
import HubProtocol
import Model
import Storage

/// Marking submissions as collected on the hub, so that they can no longer be withdrawn.
extension SubjectExchange {
  /// The maximum number of times that mailboxes are read again because attempts were withdrawn.
  static let mostOvertakings = 5

  /// Stores the new submissions of readings, marks them on the hub, and records them.
  ///
  /// A mailbox in which an attempt was withdrawn in the meantime isn't recorded, but reported as
  /// overtaken.
  func mark(
    _ readings: [MailboxReading], _ files: SchoolFiles, on former: HubAddress? = nil
  ) async throws -> CollectReport {
    var readings = readings
    _ = try store(readings)
    for index in readings.indices { readings[index].removeObjects() }
    let hub = try former ?? self.hub(files)
    let overtaken = try await setMarks(readings.filter { !$0.marks.isEmpty }, on: hub)
    readings.removeAll { overtaken.contains($0.mailbox) }
    var report = try record(readings, files, from: former, by: .collect)
    report.overtaken = overtaken
    return report
  }

  /// - Returns: the mailboxes in which an attempt was withdrawn.
  private func setMarks(
    _ readings: [MailboxReading], on hub: HubAddress
  ) async throws -> Set<String> {
    if readings.isEmpty { return [] }
    let (subject, store) = (subject, stores.collectedPath(subject))
    let layout = HubLayout(hub: hub, subject: subject)
    let atDesk = readings.filter(\.isFromDesk)
    let others = readings.filter { !$0.isFromDesk }
    var overtaken: Set<String> = []
    if !atDesk.isEmpty {
      let desk = try SchoolStores.open(stores.deskPath(subject))
      let marks = try deskMarks(atDesk, in: desk)
      let isSet = try marks.isEmpty || ProgramHub.setMarks(marks, at: layout.desk, from: desk)
      if !isSet { overtaken.formUnion(atDesk.map(\.mailbox)) }
    }
    let found = try await inParallel(others, tasks: hub.folder == nil ? ProgramHub.tasks : nil) {
      part in
      let folder = try hub.folder.map { try HubFolder($0) }
      let collected = try Repository(store)
      return try part.compactMap { reading -> String? in
        let isSet =
          if let folder {
            try FolderHub.setMarks(reading.marks, of: reading.mailbox, subject, on: folder)
          } else {
            try ProgramHub.setMarks(
              reading.marks, at: layout.mailbox(reading.mailbox), from: collected)
          }
        return isSet ? nil : reading.mailbox
      }
    }
    return overtaken.union(found)
  }
}

extension SubjectExchange {
  /// Writes the marks of a served hub's desk: small commits that name the receipts.
  private func deskMarks(
    _ readings: [MailboxReading], in desk: Repository
  ) throws -> [RefUpdate] {
    let batch = ObjectBatch()
    let tree = try batch.tree(updating: nil, in: desk, with: [:])
    let signature = committer.signature
    let updates = try readings.flatMap(\.marks).compactMap { mark -> RefUpdate? in
      var old: ObjectID?
      if case .at(let id) = mark.expecting { old = id }
      guard let receipt = mark.new, try old.map({ try desk.commit($0).markedReceipt }) != receipt
      else { return nil }
      let new = try batch.add(
        commit: CommitContent(
          tree: tree, parents: old.map { [$0] } ?? [], author: signature, committer: signature,
          message: "Collect\n\n\(HubTrailer.receipt): \(receipt)\n"))
      return RefUpdate(mark.name, to: new, from: old)
    }
    try desk.write(batch)
    return updates
  }
}

extension MailboxReading {
  /// The marks to set: those of all branches with new attempts; on a desk, the receipt to mark.
  var marks: [RefUpdate] {
    let new = deliveries.filter { !$0.commits.isEmpty }
    if new.isEmpty { return [] }
    if let newestReceipt {
      let name = HubBranch.collected + mailbox
      guard let id = newestReceipt.id else { return [] }
      return [RefUpdate(name, to: id, from: marked[name])]
    }
    return new.compactMap { delivery in
      let name = HubBranch.collected(on: delivery.branch.branch)
      if marked[name] == delivery.new { return nil }
      return RefUpdate(name, to: delivery.new, from: marked[name])
    }
  }

  /// Whether it was read from the desk of a served hub.
  var isFromDesk: Bool { newestReceipt != nil }

  mutating func removeObjects() {
    for index in deliveries.indices { deliveries[index].objects = [] }
  }
}

extension FolderHub {
  /// - Returns: whether no mark had moved since the mailbox was read.
  fileprivate static func setMarks(
    _ marks: [RefUpdate], of mailbox: String, _ subject: String, on hub: HubFolder
  ) throws(GitError) -> Bool {
    let place = "\(subject)/\(HubLayout.mailbox(mailbox))"
    guard let repository = try hub.repository(place) else { return false }
    do throws(GitError) {
      try repository.update(marks, durability: .ordered)
      return true
    } catch {
      if [.modified, .exists].contains(error.code) { return false }
      throw error
    }
  }

  /// The branches of submissions; a withdrawal whose mark is already set counts as pushed.
  static func submissions(
    in repository: FolderRepository
  ) throws(GitError) -> (branches: [Reference], marked: [String: ObjectID]) {
    // In this order: a student moves the mark at the same time as the branch.
    let marks = try repository.references(under: String(HubBranch.collected.dropLast()))
    let branches = try repository.references(under: String(HubBranch.submissions.dropLast()))
    let marked = Dictionary(marks.map { ($0.name, $0.id) }, uniquingKeysWith: { $1 })
    return (branches.map { withdrawn($0, marked, in: repository) }, marked)
  }

  /// The withdrawal that marks a branch and continues it; otherwise the branch.
  static func withdrawn(
    _ branch: Reference, _ marked: [String: ObjectID], in source: some ObjectSource
  ) -> Reference {
    guard let mark = marked[HubBranch.collected(on: branch.name)], mark != branch.id,
      let commit = try? source.commit(mark), commit.withdrawn != nil,
      (try? source.isAncestor(branch.id, of: mark)) == true
    else { return branch }
    return Reference(branch.name, mark)
  }
}

extension ProgramHub {
  /// - Returns: whether no mark had moved since the mailbox was read. True if the hub doesn't know
  ///   marks: then students can't withdraw anything.
  fileprivate static func setMarks(
    _ marks: [RefUpdate], at address: HubAddress, from store: Repository
  ) throws(GitError) -> Bool {
    let known = marks.compactMap { mark -> (String, ObjectID)? in
      if case .at(let id) = mark.expecting { (mark.name, id) } else { nil }
    }
    var remote = try ProgramRemote(
      address.text, knowing: Dictionary(known, uniquingKeysWith: { $1 }))
    for mark in marks {
      guard case .at(let old) = mark.expecting, let new = mark.new else { continue }
      let isKnown = try store.contains(old)
      let isForward = isKnown ? try store.isAncestor(old, of: new) : false
      if !isForward { remote.mayRewind = true }
    }
    let results = try remote.push(marks, from: store, atomic: true)
    return results.allSatisfy { result in
      switch result.outcome {
      case .moved, .upToDate: return true
      case .behind, .abandoned: return false
      case .refused:
        if case .overtaken? = result.hubReply { return false }
        return true
      }
    }
  }
}
