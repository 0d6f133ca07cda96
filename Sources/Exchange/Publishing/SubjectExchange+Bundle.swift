import Git
import HubProtocol
import Model
import Storage

/// The results of writing bundles for students.
public struct BundleReport: Sendable {
  /// A written bundle.
  public struct File: Hashable, Sendable {
    /// The recipient; nil for all participants.
    public let student: String?
    /// The path of the bundle.
    public let path: String
  }

  public var files: [File] = []
  /// The published commit of the school.
  public let source: ObjectID
  /// Students whose inbox can't be written, or whose marks can't record that they were sent the
  /// solutions.
  public var unwritable = StudentFailures()
}

/// A student's bundle with submissions.
public struct StudentBundle: Sendable {
  /// The path of the bundle.
  public let path: String
  /// The student, if the bundle doesn't name one or names a wrong one.
  public let mailbox: String?

  public init(_ path: String, from mailbox: String? = nil) {
    self.path = path
    self.mailbox = mailbox
  }
}

/// Exchange by bundles, without a hub.
extension SubjectExchange {
  /// Writes a bundle for each participant with the subject and their inbox, as it would be shared
  /// now.
  ///
  /// - Parameters:
  ///   - folder: the folder for the bundles, created if necessary.
  ///   - students: the recipients; nil for all participants.
  ///   - forAll: writes a single bundle for all instead, without grades.
  ///   - planned: only determines the bundles, as if the school had these files.
  /// - Throws: `ExchangeError.noParticipants`, `.fileIsTaken`, `FaultyFiles`, `MissingObject`,
  ///   `GitError`.
  public func writeBundles(
    to folder: String, for students: Set<String>? = nil, forAll: Bool = false,
    ifSchoolWere planned: SchoolFiles? = nil
  ) throws -> BundleReport {
    let lock = try stores.lock()
    defer { withExtendedLifetime(lock) {} }
    let (head, files) = try committed()
    let outbox = try stores.outbox(subject)
    let cache = try GradeCache(outbox)
    let outgoing = try outgoing(head, planned ?? files, at: now, cache: cache)
    try checkHandouts(outgoing)
    let present = outgoing.participants.current.map(\.id)
    guard !present.isEmpty else { throw ExchangeError.noParticipants(subject: subject) }
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
    var report = BundleReport(source: head)
    report.unwritable = outgoing.failures
    report.files = channels.dropFirst().map { channel in
      let name = channel.mailbox.map { "\(subject)-\($0)" } ?? subject
      return .init(student: channel.mailbox, path: "\(folder)/\(name).bundle")
    }
    for file in report.files { try checkCanReplace(file.path) }
    if planned == nil {
      try batch.write(to: outbox)
      try outbox.update(
        channels.map { RefUpdate($0.bundledBranch, to: $0.target, expecting: .anything) })
      try cache.save()
      try DurableFile.makeFolder(folder)
    }
    for (channel, file) in zip(channels.dropFirst(), report.files) where planned == nil {
      let contents: [(BundleBranch.Content, ObjectID?)] = [
        (.main, channels[0].target),
        (.inbox(channel.mailbox ?? BundleBranch.everyone), channel.target),
      ]
      try Bundle.write(
        contents.compactMap { content, id in
          id.map { Reference(BundleBranch(content, of: subject).name, $0) }
        }, from: outbox, to: file.path)
    }
    let solved = outgoing.newlySolved.mapValues { $0.intersection(wanted) }
      .filter { !$0.value.isEmpty }
    if planned == nil, !forAll, !solved.isEmpty {
      _ = try school.change("share", subject, by: committer) { change in
        report.unwritable.add(try change.noteSolutions(of: solved, at: now))
      }
    }
    return report
  }

  /// Checks that an existing file is a former bundle of this subject: a student's file may have the
  /// same name.
  private func checkCanReplace(_ path: String) throws {
    let existing: Bundle?
    do {
      existing = try Bundle.existing(at: path)
    } catch {
      throw error.code == .exists ? ExchangeError.fileIsTaken(path) : error
    }
    let isHandout = existing?.references.allSatisfy { reference in
      switch BundleBranch(reference.name)?.content {
      case .main, .inbox: true
      case .submission, .progress, nil: false
      }
    }
    if isHandout == false { throw ExchangeError.fileIsTaken(path) }
  }

  /// The last shared or bundled commit of a channel.
  private func newest(of channel: Channel, in outbox: Repository) throws(GitError) -> ObjectID? {
    let shared = try outbox.reference(channel.outboxBranch)
    guard let bundled = try outbox.reference(channel.bundledBranch) else { return shared }
    guard let shared else { return bundled }
    return try outbox.isAncestor(shared, of: bundled) ? bundled : shared
  }

  /// Collects submissions from bundles, by the same rules as ``collect(acceptingRewinds:)``.
  ///
  /// Old bundles contain nothing new; a bundle from another computer with an earlier state contains
  /// additional attempts.
  /// - Throws: the errors of collecting; unreadable bundles are reported, and the others are
  ///   collected.
  public func collect(from bundles: [StudentBundle]) throws -> CollectReport {
    let lock = try stores.lock()
    defer { withExtendedLifetime(lock) {} }
    let (_, files) = try committed()
    let reader = DeliveryReader(
      rules: try self.rules(files), acceptsRewinds: true, published: try publishedHere())
    let groups = try files.roster().groups(of: .everyone)
    var report = CollectReport()
    func record(_ reading: MailboxReading) throws {
      let next = try self.record([reading], files, by: .bundle)
      report.arrived += next.arrived
      report.refused += next.refused
      report.activity += next.activity
      report.choices.merge(next.choices) { $1 }
      report.commit = next.commit ?? report.commit
    }
    for file in bundles {
      let bundle: Bundle
      let parts: [BundlePart]
      do throws(CollectProblem) {
        bundle = try open(file, reader.rules.limits)
        parts = try self.parts(of: bundle, file, groups, reader.rules)
      } catch {
        try record(MailboxReading(refusing: file.path, error))
        continue
      }
      for part in parts {
        // Each bundle continues from the previous ones.
        let tasks = try tasks(files, known: try collectedTips())
        try record(try read(part, of: bundle, tasks, reader))
      }
    }
    return report
  }

  /// The content that was published from here, to the hub or in bundles.
  private func publishedHere() throws -> PublishedEntries {
    guard stores.hasOutbox(subject) else { return .unknown }
    let outbox = try stores.outbox(subject)
    let main = Channel(.subject, in: HubLayout(root: .folder("/\(subject)")))
    return PublishedEntries(outbox, main: try newest(of: main, in: outbox))
  }

  private func open(
    _ file: StudentBundle, _ limits: ObjectCopy.Limits
  ) throws(CollectProblem) -> Bundle {
    do {
      return try Bundle(at: file.path, limits: limits)
    } catch {
      throw .file(error)
    }
  }

  /// The contents of a bundle, by owner.
  private func parts(
    of bundle: Bundle, _ file: StudentBundle, _ groups: [(mailbox: String, members: [String])],
    _ rules: SubmissionRules
  ) throws(CollectProblem) -> [BundlePart] {
    func isMember(_ student: String, of group: String) -> Bool {
      groups.contains { $0.mailbox == group && $0.members.contains(student) }
    }
    let owners = Set(
      bundle.references.compactMap { reference -> String? in
        guard case .submission(_, let owner)? = BundleBranch(reference.name)?.content else {
          return nil
        }
        return owner
      })
    /// The destination of work that belongs to an owner according to the bundle. A member can
    /// submit the group's work, and a member's work is the group's if the bundle doesn't
    /// distinguish them.
    func part(of owner: String) -> BundlePart {
      guard let named = file.mailbox, !isMember(named, of: owner) else {
        return BundlePart(mailbox: owner)
      }
      guard isMember(owner, of: named) else {
        return BundlePart(mailbox: named, stranger: named == owner ? nil : owner)
      }
      return BundlePart(mailbox: owners.contains(named) ? owner : named)
    }
    var found: [String: BundlePart] = [:]
    for reference in bundle.references {
      guard let bundled = BundleBranch(reference.name) else {
        // Bundles made with plain Git have the branch names of a mailbox.
        guard let mailbox = file.mailbox else { throw .missingStudent }
        found["", default: BundlePart(mailbox: mailbox)].branches.append(reference)
        continue
      }
      guard bundled.subject == subject else { throw .otherSubject(bundled.subject) }
      let owner: String
      switch bundled.content {
      case .submission(_, let mailbox), .progress(let mailbox): owner = mailbox
      case .main, .inbox: continue
      }
      let school = try? bundle.objects.commit(reference.id).trailer(HubTrailer.school)
      if let school, school != rules.school { throw .otherSchool }
      switch bundled.content {
      case .submission(let branch, _):
        found[owner, default: part(of: owner)].branches.append(Reference(branch, reference.id))
      default: found[owner, default: part(of: owner)].progress = reference.id
      }
    }
    if found.isEmpty { throw .noSubmissions }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  private func read(
    _ part: BundlePart, of bundle: Bundle, _ tasks: [MailboxTask], _ reader: DeliveryReader
  ) throws -> MailboxReading {
    let mailbox = part.mailbox
    guard let task = tasks.first(where: { $0.mailbox == mailbox && !$0.hasLeft }) else {
      return MailboxReading(refusing: mailbox, .noMailbox(in: subject))
    }
    let store = try stores.collected(subject)
    // Bundles arrive in any order: older commits are already known.
    let found = try part.branches.map { branch in
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
    // Another student's bundle adds no attempts to the collected ones.
    var reader = reader
    reader.acceptsRewinds = part.stranger == nil
    var reading = reader.read(
      MailboxTask(
        mailbox: mailbox, isReadOnly: task.isReadOnly,
        known: task.known.filter { present.contains($0.key) }, isExpected: false),
      found, from: bundle.objects)
    // A bundle doesn't list other branches, and doesn't put work on the hub.
    reading.isRead = false
    if part.stranger == nil {
      reading.readActivity(at: part.progress, in: bundle.objects)
    }
    if let stranger = part.stranger {
      reading.refused = reading.refused.map {
        $0.problem == .rewound
          ? .init(
            mailbox: $0.mailbox, branch: $0.branch, problem: .unrelatedHistory(from: stranger),
            isPast: $0.isPast) : $0
      }
    }
    return reading
  }
}

/// The contents of a student's bundle for one mailbox.
private struct BundlePart {
  /// The mailbox.
  let mailbox: String
  /// The owner named by the bundle, if that is another student.
  var stranger: String?
  /// The branches, with their names in a mailbox.
  var branches: [Reference] = []
  /// The commit with the reported activity.
  var progress: ObjectID?
}

extension MailboxReading {
  /// Nothing of it is read.
  fileprivate init(refusing mailbox: String, _ problem: CollectProblem) {
    self.init(mailbox: mailbox)
    refuse(nil, problem)
  }
}
