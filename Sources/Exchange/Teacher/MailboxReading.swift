import Git
import Hub
import Model

/// What reading one mailbox came to.
struct MailboxReading: Sendable {
  let mailbox: String
  /// Whether its branches could be listed.
  var isRead = false
  var deliveries: [Delivery] = []
  var refused: [CollectReport.Refused] = []
  /// Branches of which the hub has no new work, and yet something else than it had.
  var moved: [MovedBranch] = []
  /// What the student said last as they left, where there is nobody to tell but the mailbox.
  var left: Departure?
  /// When the hub's clock went back, as its new receipts say.
  var setBack: Instant?
  /// The newest receipt, which counts as seen once what it is for is recorded; nil where the mailbox
  /// was not read from a desk.
  var newestReceipt: NewestReceipt?
  /// What the student asks about what came back.
  var requests: [RequestFile.Entry] = []

  struct NewestReceipt: Sendable {
    /// Nil if the mailbox has no receipt.
    let id: ObjectID?
  }

  init(mailbox: String) { self.mailbox = mailbox }

  /// Reads what the student tells beside work.
  mutating func readProgress(at commit: ObjectID?, in source: some ObjectSource) {
    left = Departure(at: commit, in: source)
    requests = RequestFile(at: commit, in: source).entries
  }

  /// Leaves out attempts for which a ledger has no room.
  ///
  /// - Parameter recorded: tells how many attempts the ledger for a branch has.
  mutating func makeRoom(recorded: (CollectedBranch) throws -> Int) rethrows {
    for index in deliveries.indices.reversed() {
      let branch = deliveries[index].branch
      let leftOut = deliveries[index].makeRoom(recorded: try recorded(branch))
      if leftOut == 0 { continue }
      let isFull = deliveries[index].commits.isEmpty
      refuse(branch.branch, .tooManyAttempts(leftOut: leftOut), isPast: !isFull)
      if isFull { deliveries.remove(at: index) }
    }
  }

  mutating func refuse(_ branch: String?, _ problem: CollectProblem, isPast: Bool = false) {
    refused.append(
      .init(
        mailbox: mailbox, branch: branch.map { String($0.dropFirst("refs/heads/".count)) },
        problem: problem, isPast: isPast))
  }
}

/// A mailbox to read, with what was collected from it before.
struct MailboxTask: Sendable {
  let mailbox: String
  /// Whether the school lets nobody hand in there now. What a hub has given a receipt for was handed
  /// in while one could.
  var isReadOnly: Bool
  /// Whether its student takes part no more: there is nothing to be expected, and what came before
  /// with a receipt still counts as handed in.
  var hasLeft = false
  /// Whose it is alone; nil for a group's.
  var owner: String?
  /// Tips by branch.
  let known: [String: ObjectID]
  /// Of them those that the hub need not have as they were collected.
  var loose: [String: LooseBranch] = [:]
  /// Whether it should be on the hub though nothing was collected from it.
  let isExpected: Bool

  /// The branches that the hub must have.
  var expected: [String] {
    known.keys.sorted().filter { name in loose[name].map { $0.hub != nil } ?? true }
  }
}

/// What is here of a branch that came, in part or as a whole, another way than from the hub, or was
/// accepted to be gone from there.
struct LooseBranch: Sendable {
  /// What the hub had of it last, and must still have; nil for nothing.
  let hub: ObjectID?
  /// Every attempt.
  var commits: Set<ObjectID> = []
  /// Those with which the hub has what it had.
  private var holding: Set<ObjectID> = []

  /// - Parameter histories: those of all tips, each from the newest attempt.
  init(hub: ObjectID?, histories: [[ObjectID]]) {
    self.hub = hub
    for history in histories {
      commits.formUnion(history)
      if let end = hub.flatMap(history.firstIndex) { holding.formUnion(history[...end]) }
    }
  }

  /// Whether a hub that has this attempt, or one after it, has what it had.
  func isKept(at commit: ObjectID?) -> Bool {
    hub == nil || commit.map(holding.contains) ?? false
  }
}

/// A branch of which the hub has something else than it had, all of it known here.
struct MovedBranch: Sendable {
  let branch: String
  /// Where it is; nil for nowhere.
  let tip: ObjectID?
  /// Whether it lacks what it had, which was accepted.
  let isRewound: Bool
}

/// Writes large deliveries at once, so that what waits for the one pack stays small.
///
/// Objects that no branch reaches yet do no harm.
struct Spill {
  /// The store to which they go.
  let path: String
  /// How many bytes may wait.
  private let most = 8 << 20
  private var waiting = 0

  init(path: String) { self.path = path }

  mutating func relieve(_ reading: inout MailboxReading) throws {
    for index in reading.deliveries.indices {
      let size = reading.deliveries[index].objects.reduce(0) { $0 + $1.object.bytes.count }
      waiting += size
      guard waiting > most else { continue }
      let batch = ObjectBatch()
      for object in reading.deliveries[index].objects { batch.add(object) }
      try batch.write(to: try SchoolStores.open(path))
      reading.deliveries[index].objects = []
      waiting -= size
    }
  }
}

extension DeliveryReader {
  /// Reads what a mailbox has on branches for work.
  ///
  /// - Parameter handedIn: the commits with which pushes ended, by branch; empty where nobody knows.
  func read(
    _ task: MailboxTask, _ branches: [Reference], handedIn: [String: Set<ObjectID>] = [:],
    from source: some ObjectSource
  ) -> MailboxReading {
    var reading = MailboxReading(mailbox: task.mailbox)
    guard branches.count <= rules.branches else {
      let error = GitError(.limit, "there are \(branches.count) branches, far more than work")
      reading.refuse(nil, .mailbox(error))
      return reading
    }
    reading.isRead = true
    let present = Set(branches.map(\.name))
    for gone in task.expected where !present.contains(gone) {
      if acceptsRewinds {
        reading.moved.append(.init(branch: gone, tip: nil, isRewound: true))
      } else {
        reading.refuse(gone, .vanished)
      }
    }
    for branch in branches {
      let loose = task.loose[branch.name]
      if loose == nil, task.known[branch.name] == branch.id { continue }
      do throws(CollectProblem) {
        if let loose, loose.commits.contains(branch.id) {
          let isRewound = !loose.isKept(at: branch.id)
          if isRewound, !acceptsRewinds { throw .rewound }
          if loose.hub != branch.id {
            reading.moved.append(.init(branch: branch.name, tip: branch.id, isRewound: isRewound))
          }
          continue
        }
        guard let work = HubBranch.work(of: branch.name) else { throw .branchName }
        if task.isReadOnly { throw .readOnly }
        let found = try read(
          CollectedBranch(mailbox: task.mailbox, branch: branch.name), work: work,
          tip: branch.id, known: task.known[branch.name], loose: loose,
          handedIn: handedIn[branch.name], from: source)
        if let delivery = found.delivery { reading.deliveries.append(delivery) }
        for (problem, isPast) in found.problems {
          reading.refuse(branch.name, problem, isPast: isPast)
        }
      } catch {
        reading.refuse(branch.name, error)
      }
    }
    return reading
  }

  /// What it means that a mailbox is not on the hub; nil where it need not be.
  func absence(_ task: MailboxTask) -> MailboxReading? {
    var reading = MailboxReading(mailbox: task.mailbox)
    if !task.expected.isEmpty, acceptsRewinds {
      reading.moved = task.expected.map { .init(branch: $0, tip: nil, isRewound: true) }
    } else if !task.expected.isEmpty {
      reading.refuse(nil, .vanished)
    } else if task.isExpected {
      reading.refuse(nil, .absent)
    } else {
      return nil
    }
    return reading
  }
}

extension FolderHub {
  /// Reads one mailbox; nil where there is none, and need not be.
  static func read(
    _ task: MailboxTask, of subject: String, on hub: HubFolder, _ reader: DeliveryReader
  ) -> MailboxReading? {
    do throws(GitError) {
      guard let repository = try hub.repository("\(subject)/\(HubLayout.mailbox(task.mailbox))")
      else { return reader.absence(task) }
      let branches = try repository.references(under: "refs/heads/submit")
      var reading = reader.read(task, branches, from: repository)
      reading.readProgress(at: try repository.reference(HubBranch.progress), in: repository)
      return reading
    } catch {
      var failed = MailboxReading(mailbox: task.mailbox)
      failed.refuse(nil, .mailbox(error))
      return failed
    }
  }
}

extension ProgramHub {
  /// Reads one mailbox through a repository that is there for that alone; nil where the mailbox
  /// is not there, and need not be.
  ///
  /// - Parameter quarantine: the folder in which it is made.
  static func read(
    _ task: MailboxTask, _ layout: HubLayout, _ quarantine: String, _ reader: DeliveryReader
  ) -> MailboxReading? {
    var failed = MailboxReading(mailbox: task.mailbox)
    do {
      let remote = try ProgramRemote(layout.mailbox(task.mailbox).text)
      let all = try remote.references(under: "refs/heads")
      let branches = all.filter { $0.name.hasPrefix(HubBranch.submissions) }
      let progress = all.filter { $0.name == HubBranch.progress }
      let new = branches.filter { task.known[$0.name] != $0.id } + progress
      let path = "\(quarantine)/\(task.mailbox).git"
      if new.isEmpty || branches.count > reader.rules.branches {
        return reader.read(task, branches, from: ObjectBatch())
      }
      defer { try? DurableFile.removeFolder(path) }
      let store = try SchoolStores.open(path)
      _ = try remote.fetch(
        new.map { FetchedRef($0.name, to: $0.name, mayRewind: true) }, into: store,
        limits: reader.rules.limits
      ) { _, _ in }
      var reading = reader.read(task, branches, from: store)
      reading.readProgress(at: progress.first?.id, in: store)
      return reading
    } catch let error as GitError {
      if error.isMissing { return reader.absence(task) }
      failed.refuse(nil, .mailbox(error))
    } catch {
      failed.refuse(nil, .mailbox(GitError(.other(0), "\(error)")))
    }
    return failed
  }
}
