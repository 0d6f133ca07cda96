import Git
import HubProtocol
import Model
import Storage
import Text

/// The result of reading a mailbox.
struct MailboxReading: Sendable {
  let mailbox: String
  /// Whether its branches could be listed.
  var isRead = false
  var deliveries: [Delivery] = []
  var refused: [CollectReport.Refused] = []
  /// Branches without new work that nevertheless changed on the hub.
  var moved: [MovedBranch] = []
  /// The student's last leave notice, if the hub can't process it.
  var left: LeaveNotice?
  /// The time to which the hub's clock was set back, according to its new receipts.
  var clockReset: Instant?
  /// The latest receipt, saved once its submission is recorded; nil if the mailbox wasn't read from
  /// a desk.
  var newestReceipt: NewestReceipt?
  /// The student's questions about returned work.
  var requests: [RequestFile.Entry] = []
  /// The activity that the student reports.
  var activity: ActivityReportFile?
  /// The student's choice about leaderboards; nil for none.
  var choice: Result<LeaderboardChoice, LeaderboardChoice.Invalid>?
  /// The marks for collected submissions on the hub, by branch.
  var marked: [String: ObjectID] = [:]

  struct NewestReceipt: Sendable {
    /// Nil if the mailbox has no receipts.
    let id: ObjectID?
  }

  init(mailbox: String) { self.mailbox = mailbox }

  /// Reads the student's messages.
  mutating func readProgress(at commit: ObjectID?, in source: some ObjectSource) {
    left = LeaveNotice(at: commit, in: source)
    requests = RequestFile(at: commit, in: source).entries
    readActivity(at: commit, in: source)
  }

  /// Reads the student's activity and choice, which bundles contain, too.
  mutating func readActivity(at commit: ObjectID?, in source: some ObjectSource) {
    activity = ActivityReportFile(at: commit, in: source)
    choice = LeaderboardChoice.read(at: commit, in: source)
  }

  /// Removes attempts that don't fit into a ledger.
  ///
  /// - Parameter recorded: returns the number of attempts in the ledger for a branch.
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

/// A mailbox to read, with its collected work.
struct MailboxTask: Sendable {
  let mailbox: String
  /// Whether the school doesn't allow submissions. Submissions with a receipt were allowed at the
  /// time.
  var isReadOnly: Bool
  /// Whether its student no longer participates: nothing is expected, but earlier work with a
  /// receipt still counts.
  var hasLeft = false
  /// The student; nil for a group.
  var owner: String?
  /// The collected commits, by branch.
  let known: [String: ObjectID]
  /// The branches that the hub doesn't need to have as collected.
  var loose: [String: DetachedBranch] = [:]
  /// Whether it should exist on the hub even if nothing was collected from it.
  let isExpected: Bool

  /// The branches that the hub must have.
  var expected: [String] {
    known.keys.sorted().filter { name in loose[name].map { $0.hub != nil } ?? true }
  }
}

/// The local state of a branch that came partly or completely from bundles, or whose loss on the
/// hub was accepted.
struct DetachedBranch: Sendable {
  /// The hub's last commit, which it must still have; nil for none.
  let hub: ObjectID?
  /// All attempts.
  var commits: Set<ObjectID> = []
  /// The attempts that include everything the hub had.
  private var holding: Set<ObjectID> = []

  /// - Parameter histories: the histories of all tips, latest attempt first.
  init(hub: ObjectID?, histories: [[ObjectID]]) {
    self.hub = hub
    for history in histories {
      commits.formUnion(history)
      if let end = hub.flatMap(history.firstIndex) { holding.formUnion(history[...end]) }
    }
  }

  /// Whether a hub with this attempt, or a later one, lost nothing.
  func isKept(at commit: ObjectID?) -> Bool {
    hub == nil || commit.map(holding.contains) ?? false
  }
}

/// A branch that changed on the hub to another known commit.
struct MovedBranch: Sendable {
  let branch: String
  /// Its commit; nil if it is gone.
  let tip: ObjectID?
  /// Whether it lost commits, which was accepted.
  let isRewound: Bool
}

/// Writes large submissions immediately, so that the remaining objects fit into one small pack.
///
/// Unreachable objects do no harm.
struct LargeObjectWriter {
  /// The store.
  let path: String
  /// The maximum size of the pending objects in bytes.
  private let most = 8 << 20
  private var waiting = 0

  init(path: String) { self.path = path }

  mutating func flushIfFull(_ reading: inout MailboxReading) throws {
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
  /// Reads the submission branches of a mailbox.
  ///
  /// - Parameter pushed: the last commits of pushes, by branch; empty if unknown.
  func read(
    _ task: MailboxTask, _ branches: [Reference], pushed: [String: Set<ObjectID>] = [:],
    from source: some ObjectSource
  ) -> MailboxReading {
    var reading = MailboxReading(mailbox: task.mailbox)
    guard branches.count <= rules.branches else {
      let error = GitError(.limit, "too many branches: \(branches.count)")
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
          pushed: pushed[branch.name], from: source)
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

  /// The meaning of a missing mailbox; nil if it needn't exist.
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
  /// Reads a mailbox; nil if it doesn't exist and needn't.
  static func read(
    _ task: MailboxTask, of subject: String, on hub: HubFolder, _ reader: DeliveryReader
  ) -> MailboxReading? {
    do throws(GitError) {
      guard let repository = try hub.repository("\(subject)/\(HubLayout.mailbox(task.mailbox))")
      else { return reader.absence(task) }
      let (branches, marked) = try submissions(in: repository)
      var reading = reader.read(task, branches, from: repository)
      reading.marked = marked
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
  /// Reads a mailbox through a temporary repository; nil if the mailbox doesn't exist and needn't.
  ///
  /// - Parameter quarantine: the folder for the temporary repository.
  static func read(
    _ task: MailboxTask, _ layout: HubLayout, _ quarantine: String, _ reader: DeliveryReader
  ) -> MailboxReading? {
    var failed = MailboxReading(mailbox: task.mailbox)
    do {
      let remote = try ProgramRemote(layout.mailbox(task.mailbox).text)
      let all = try remote.references(under: "refs/heads")
      var branches = all.filter { $0.name.hasPrefix(HubBranch.submissions) }
      let marks = all.filter { $0.name.hasPrefix(HubBranch.collected) }
      let marked = Dictionary(marks.map { ($0.name, $0.id) }, uniquingKeysWith: { $1 })
      // The mark of a withdrawal can be there before its branch has moved.
      let collected = Set(task.known.values)
      let unknown = marks.filter { mark in
        !collected.contains(mark.id) && !branches.contains { $0.id == mark.id }
      }
      let progress = all.filter { $0.name == HubBranch.progress }
      let new = branches.filter { task.known[$0.name] != $0.id } + unknown + progress
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
      branches = branches.map { FolderHub.withdrawn($0, marked, in: store) }
      var reading = reader.read(task, branches, from: store)
      reading.readProgress(at: progress.first?.id, in: store)
      reading.marked = marked
      return reading
    } catch let error as GitError {
      if error.isMissing { return reader.absence(task) }
      failed.refuse(nil, .mailbox(error))
    } catch {
      failed.refuse(nil, .mailbox(GitError(.other(0), Message(verbatim: "\(error)"))))
    }
    return failed
  }
}
