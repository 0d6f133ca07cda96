import Git
import Hub
import Model
import Storage

/// What writing files for students did.
public struct HandoutReport: Sendable {
  /// A file that was written.
  public struct File: Hashable, Sendable {
    /// Whom it is for; nil for all participants.
    public let student: String?
    /// The path of the file.
    public let path: String
  }

  public var files: [File] = []
  /// The school's commit that they show.
  public let source: ObjectID
}

/// A file of a student's with work to hand in.
public struct HandIn: Sendable {
  /// The path of the file.
  public let path: String
  /// Whose it is, where the file itself doesn't say or is not believed.
  public let mailbox: String?

  public init(_ path: String, from mailbox: String? = nil) {
    self.path = path
    self.mailbox = mailbox
  }
}

/// Exchange by files, such as by mail or on a stick, with no hub between.
extension SubjectExchange {
  /// Writes for each participant a file with the subject and their inbox, as it would be shared now.
  ///
  /// - Parameters:
  ///   - folder: where they go; it is made where it is missing.
  ///   - students: for whom; nil for all participants.
  ///   - forAll: writes in their stead one file for all, with what all are told alike: no grades.
  ///   - planned: says which files it would be if the school's were these, and writes nothing.
  /// - Throws: `ExchangeError.nobody`, `FaultyFiles`, `MissingObject`, `GitError`.
  public func writeHandouts(
    to folder: String, for students: Set<String>? = nil, forAll: Bool = false,
    ifSchoolWere planned: SchoolFiles? = nil
  ) throws -> HandoutReport {
    let lock = try stores.lock()
    defer { withExtendedLifetime(lock) {} }
    let (head, files) = try committed()
    let outbox = try stores.outbox(subject)
    let cache = try GradeCache(outbox)
    let outgoing = try outgoing(head, planned ?? files, at: now, cache: cache)
    let present = outgoing.participants.filter { $0.state != .removed }.map(\.id)
    guard !present.isEmpty else { throw ExchangeError.nobody(subject: subject) }
    let wanted = present.filter { students?.contains($0) ?? true }.sorted()
    let layout = HubLayout(root: .folder("\(folder)/\(subject)"))
    let contents: [Channel.Content] = [.subject] + (forAll ? [.common] : wanted.map { .inbox($0) })
    var channels = try contents.map { content in
      var channel = Channel(content, in: layout)
      channel.outbox = try newest(of: channel, in: outbox)
      channel.hub = channel.outbox
      return channel
    }
    var shared = ShareReport(source: head)
    shared.isDryRun = false
    let batch = try plan(&channels, outgoing, outbox, &shared)
    if planned == nil {
      try batch.write(to: outbox)
      try outbox.update(
        channels.map { RefUpdate($0.handoutBranch, to: $0.target, expecting: .anything) })
      try cache.save()
      try DurableFile.makeFolder(folder)
    }
    var report = HandoutReport(source: head)
    for channel in channels.dropFirst() {
      let name = channel.mailbox.map { "\(subject)-\($0)" } ?? subject
      let path = "\(folder)/\(name).bundle"
      report.files.append(.init(student: channel.mailbox, path: path))
      if planned != nil { continue }
      let contents: [(BundleBranch.Content, ObjectID?)] = [
        (.main, channels[0].target),
        (.inbox(channel.mailbox ?? BundleBranch.everyone), channel.target),
      ]
      try Bundle.write(
        contents.compactMap { content, id in
          id.map { Reference(BundleBranch(content, of: subject).name, $0) }
        }, from: outbox, to: path)
    }
    return report
  }

  /// Where a channel was last shared or handed out.
  private func newest(of channel: Channel, in outbox: Repository) throws(GitError) -> ObjectID? {
    let shared = try outbox.reference(channel.outboxBranch)
    guard let handedOut = try outbox.reference(channel.handoutBranch) else { return shared }
    guard let shared else { return handedOut }
    return try outbox.isAncestor(shared, of: handedOut) ? handedOut : shared
  }

  /// Collects from files what ``collect(acceptingRewinds:)`` collects from a hub, with the same
  /// rules.
  ///
  /// A file that was collected before, or an older one, brings nothing new; one that was made on
  /// another computer from an earlier state brings attempts that count beside the others.
  /// - Throws: as collecting; a file that can't be read is reported, and the others are collected.
  public func collect(from handIns: [HandIn]) throws -> CollectReport {
    let lock = try stores.lock()
    defer { withExtendedLifetime(lock) {} }
    let (_, files) = try committed()
    let reader = DeliveryReader(
      rules: rules, acceptsRewinds: true, published: try publishedHere())
    var report = CollectReport()
    for handIn in handIns {
      // What one file brought is known when the next is read.
      let tasks = try tasks(files, known: try collectedTips())
      let next = try take(try read(handIn, tasks, reader), files, by: .bundle)
      report.arrived += next.arrived
      report.refused += next.refused
      report.commit = next.commit ?? report.commit
    }
    return report
  }

  /// What went out from here, to the hub or in files.
  private func publishedHere() throws -> PublishedEntries {
    guard stores.hasOutbox(subject) else { return .unknown }
    let outbox = try stores.outbox(subject)
    let main = Channel(.subject, in: HubLayout(root: .folder("/\(subject)")))
    return PublishedEntries(outbox, main: try newest(of: main, in: outbox))
  }

  /// Reads all mailboxes of which a file has something.
  private func read(
    _ handIn: HandIn, _ tasks: [MailboxTask], _ reader: DeliveryReader
  ) throws -> [MailboxReading] {
    func refused(_ mailbox: String, _ problem: CollectProblem) -> MailboxReading {
      var reading = MailboxReading(mailbox: mailbox)
      reading.refuse(nil, problem)
      return reading
    }
    let bundle: Bundle
    do {
      bundle = try Bundle(at: handIn.path, limits: reader.rules.limits)
    } catch {
      return [refused(handIn.path, .file(error))]
    }
    var branches: [String: [Reference]] = [:]
    var named: String?
    for reference in bundle.references {
      let (branch, mailbox): (String, String?)
      if let own = BundleBranch(reference.name) {
        guard own.subject == subject else {
          return [refused(handIn.path, .otherSubject(own.subject))]
        }
        guard case .submission(let work, let owner) = own.content else { continue }
        named = owner
        (branch, mailbox) = (work, handIn.mailbox ?? owner)
      } else {
        // Who made the file with Git alone has the names of a mailbox.
        (branch, mailbox) = (reference.name, handIn.mailbox)
      }
      guard let mailbox else { return [refused(handIn.path, .namesNobody)] }
      branches[mailbox, default: []].append(Reference(branch, reference.id))
    }
    if branches.isEmpty { return [refused(handIn.path, .holdsNoWork)] }
    let store = try stores.collected(subject)
    return try branches.sorted { $0.key < $1.key }.map { mailbox, found in
      guard let task = tasks.first(where: { $0.mailbox == mailbox && !$0.hasLeft }) else {
        return refused(mailbox, .noMailbox)
      }
      // Files come in any order: of a branch that is further here already nothing is new.
      let found = try found.map { branch in
        guard let tip = task.known[branch.name], try store.contains(branch.id) else {
          return branch
        }
        let collected = CollectedBranch(mailbox: mailbox, branch: branch.name)
        let tips =
          try [tip] + store.references(under: collected.folder(CollectedBranch.beside)).map(\.id)
        let isKnown = try tips.contains { try store.isAncestor(branch.id, of: $0) }
        return isKnown ? Reference(branch.name, tip) : branch
      }
      let present = Set(found.map(\.name))
      // Of another's file nothing counts beside what is here.
      let stranger = named == mailbox ? nil : named
      var reader = reader
      reader.acceptsRewinds = stranger == nil
      var reading = reader.read(
        MailboxTask(
          mailbox: mailbox, isReadOnly: task.isReadOnly,
          known: task.known.filter { present.contains($0.key) }, isExpected: false),
        found, from: bundle.objects)
      // A file doesn't tell what else there may be, and the hub doesn't have it for that.
      reading.isRead = false
      if let stranger {
        reading.refused = reading.refused.map {
          $0.problem == .rewound
            ? .init(
              mailbox: $0.mailbox, branch: $0.branch, problem: .apart(from: stranger),
              isPast: $0.isPast) : $0
        }
      }
      reading.gone = reading.deliveries.map(\.branch.branch)
      return reading
    }
  }
}
