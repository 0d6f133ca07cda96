import Git
import HubProtocol
import Model
import Storage
import Text

/// The findings of an audit.
public struct AuditReport: Sendable {
  public enum Finding: Hashable, Sendable {
    /// An object that the school doesn't publish, with its path in a commit.
    case unexpected(ObjectID, path: String, commit: ObjectID)
    /// A missing or unreadable object.
    case missing(ObjectID, path: String, commit: ObjectID)
    /// A commit on a branch of the teachers that names no commit of this school.
    case foreignCommit(ObjectID)
    /// An unexpected branch or tag.
    case unexpectedReference(String)
    /// The repository is missing.
    case absent
    /// A running or killed share left an unfinished repository.
    case unfinished
    /// A folder among the mailboxes that belongs to no participant or group.
    case unknownMailbox
    /// The last share didn't reach this branch.
    case behind
    /// The branch was moved since the last share.
    case moved(from: ObjectID, to: ObjectID?)
    /// The repository can't be opened or read.
    case unreadable(GitError)
  }

  public struct Item: Hashable, Sendable {
    /// Its path relative to the hub: `math/mailboxes/ada.git`.
    public let repository: String
    public let finding: Finding
  }

  public var items: [Item] = []
  /// The number of checked commits and objects.
  public var commits = 0
  public var objects = 0
}

extension SubjectExchange {
  /// Compares the teacher's branches on the hub with the expected ones, commit by commit and object
  /// by object.
  ///
  /// Published content is regenerated from the school's commit that each commit names, as of its
  /// time.
  /// - Throws: `ExchangeError.notShared`, and errors of reading the school.
  public func audit() async throws -> AuditReport {
    let (head, files) = try committed()
    let hub = try hub(files)
    guard try await isShared() else {
      throw ExchangeError.notShared(subject: subject, hub: hub.text)
    }
    var auditor = Auditor(self)
    let outgoing = try outgoing(head, files, at: now, cache: auditor.moments.grades)
    let outbox = try stores.outbox(subject)
    let channels = try await channels(of: outgoing, on: hub, outbox)
    if hub.folder == nil {
      for group in ProgramHub.byAddress(channels) { try audit(group, onServer: hub, &auditor) }
    } else {
      for channel in channels { try audit(channel, on: hub, &auditor) }
    }
    let layout = HubLayout(hub: hub, subject: subject)
    for failure in outgoing.failures.items {
      let error =
        failure.error as? GitError ?? GitError(.corrupt, Message(verbatim: "\(failure.error)"))
      auditor.add(Channel(.inbox(failure.student), in: layout).place, .unreadable(error))
    }
    if let path = hub.folder, let folder = try FolderHub.open(path) {
      do {
        try auditMailboxes(in: folder, files, &auditor)
      } catch let error as GitError {
        auditor.add("\(subject)/\(HubLayout.mailboxes)", .unreadable(error))
      }
    }
    return auditor.report
  }

  /// Checks the commit of a channel.
  ///
  /// - Returns: its latest commit, if there is one.
  private func tip(of channel: Channel, _ auditor: inout Auditor) -> ObjectID? {
    if let error = channel.error {
      auditor.add(channel.place, .unreadable(error))
      return nil
    }
    guard channel.exists else {
      auditor.add(channel.place, .absent)
      return nil
    }
    if let outboxTip = channel.outbox, outboxTip != channel.hub {
      auditor.add(
        channel.place,
        isBehind(channel, outboxTip) ? .behind : .moved(from: outboxTip, to: channel.hub))
    }
    return channel.hub
  }

  /// Whether the hub lacks a commit of a local share.
  private func isBehind(_ channel: Channel, _ outboxTip: ObjectID) -> Bool {
    guard let outbox = try? stores.outbox(subject),
      (try? outbox.reference(SchoolStores.unfinished)) ?? nil != nil
    else { return false }
    return channel.hub.map { (try? outbox.isAncestor($0, of: outboxTip)) ?? false } ?? true
  }

  /// Audits channels in one repository of a server.
  private func audit(
    _ channels: [Channel], onServer hub: HubAddress, _ auditor: inout Auditor
  ) throws {
    let existing = channels.filter { tip(of: $0, &auditor) != nil }
    // The fetched objects must not enter the outbox.
    let path = "\(stores.quarantine)/audit.git"
    try DurableFile.removeFolder(path)
    defer { try? DurableFile.removeFolder(path) }
    let store = try SchoolStores.open(path)
    try fetch(existing, on: hub, into: store)
    for channel in existing {
      guard let tip = channel.hub else { continue }
      do throws(GitError) {
        try auditor.check(channel, tip, in: store)
      } catch {
        auditor.add(channel.place, .unreadable(error))
      }
    }
  }

  /// Audits a channel in a folder.
  private func audit(
    _ channel: Channel, on hub: HubAddress, _ auditor: inout Auditor
  ) throws {
    guard let path = hub.folder, let tip = tip(of: channel, &auditor) else { return }
    do throws(GitError) {
      guard let repository = try HubFolder(path).repository(channel.place) else { return }
      let allowed = channel.mailbox == nil ? [HubBranch.main] : [HubBranch.inbox]
      for reference in try repository.references() where !allowed.contains(reference.name) {
        let isStudents =
          channel.mailbox != nil
          && (HubBranch.work(of: reference.name) != nil || reference.name == HubBranch.progress
            || HubBranch.isMark(reference.name))
        if !isStudents { auditor.add(channel.place, .unexpectedReference(reference.name)) }
      }
      try auditor.check(channel, tip, in: repository)
    } catch {
      auditor.add(channel.place, .unreadable(error))
    }
  }

  /// Finds unknown folders among the mailboxes.
  private func auditMailboxes(
    in folder: HubFolder, _ files: SchoolFiles, _ auditor: inout Auditor
  ) throws {
    let mailboxes = "\(subject)/\(HubLayout.mailboxes)"
    for place in [subject, mailboxes] {
      for name in try folder.abandoned(in: place, age: 0) {
        auditor.add("\(place)/\(name)", .unfinished)
      }
    }
    let groups = try files.roster().groups(of: .everyone).map(\.mailbox)
    let known = Set(try files.participants(of: subject).entries.map(\.id) + groups)
    for name in try folder.folders(in: mailboxes)
    where !(HubLayout.mailbox(ofFolder: name).map(known.contains) ?? false) {
      auditor.add("\(mailboxes)/\(name)", .unknownMailbox)
    }
  }
}

/// Regenerates published content and compares it.
private struct Auditor {
  var report = AuditReport()
  fileprivate private(set) var moments: PublishedMoments

  init(_ exchange: SubjectExchange) { moments = PublishedMoments(exchange) }

  mutating func add(_ repository: String, _ finding: AuditReport.Finding) {
    report.items.append(.init(repository: repository, finding: finding))
  }

  /// Checks a branch with its whole history.
  mutating func check(
    _ channel: Channel, _ tip: ObjectID, in source: some ObjectSource
  ) throws(GitError) {
    var next: ObjectID? = tip
    var published: Set<ObjectID> = []
    var foreign: [Commit] = []
    while let id = next {
      let commit: Commit
      do {
        commit = try source.commit(id)
      } catch {
        add(channel.place, .missing(id, path: "", commit: id))
        break
      }
      report.commits += 1
      next = commit.parents.first
      guard commit.parents.count <= 1, let files = try moments.files(of: commit, channel) else {
        foreign.append(commit)
        continue
      }
      if channel.content == .access, isAccess(id, in: source, amongst: files) {
        report.objects += 2
        continue
      }
      let expected = ObjectBatch()
      let root = try expected.tree(updating: nil, in: expected, with: files)
      published.formUnion(expected.ids)
      for case .entry(let id, _) in files.values { published.insert(id) }
      compare(commit.tree, root, "", channel, commit.id, source, expected)
    }
    for commit in foreign {
      add(channel.place, .foreignCommit(commit.id))
      list(commit.tree, "", channel, commit.id, source, but: published)
    }
  }

  /// Whether a commit of the access list only contains expected entries: older commits may have
  /// fewer.
  private func isAccess(
    _ commit: ObjectID, in source: some ObjectSource, amongst files: [String: TreeChange]
  ) -> Bool {
    guard case .write(let bytes, _)? = files[AccessList.file],
      let wanted = try? AccessList(bytes), let found = try? AccessList(at: commit, in: source),
      let entries = try? source.tree(source.commit(commit).tree)
    else { return false }
    return entries.count == 1 && found.isPart(of: wanted)
  }

  /// Lists the files of a foreign commit that no other commit of the branch should have.
  private mutating func list(
    _ tree: ObjectID, _ path: String, _ channel: Channel, _ commit: ObjectID,
    _ source: some ObjectSource, but published: Set<ObjectID>
  ) {
    report.objects += 1
    guard let entries = try? source.tree(tree) else {
      return add(channel.place, .missing(tree, path: path, commit: commit))
    }
    for entry in entries where !published.contains(entry.id) {
      let place = path.isEmpty ? entry.name : "\(path)/\(entry.name)"
      if entry.mode == .tree {
        list(entry.id, place, channel, commit, source, but: published)
      } else {
        report.objects += 1
        add(channel.place, .unexpected(entry.id, path: place, commit: commit))
      }
    }
  }

  /// Compares a tree on the hub with the expected one. Equal trees are read as well, because
  /// objects may be damaged.
  private mutating func compare(
    _ found: ObjectID, _ wanted: ObjectID?, _ path: String, _ channel: Channel,
    _ commit: ObjectID, _ source: some ObjectSource, _ expected: ObjectBatch
  ) {
    report.objects += 1
    let before = report.items.count
    defer {
      // A folder is reported only if none of its contents are.
      if found != wanted, report.items.count == before {
        add(channel.place, .unexpected(found, path: path, commit: commit))
      }
    }
    let wantedEntries = wanted.flatMap { try? expected.tree($0) } ?? []
    guard let entries = try? source.tree(found) else {
      return add(channel.place, .missing(found, path: path, commit: commit))
    }
    for entry in entries {
      let place = path.isEmpty ? entry.name : "\(path)/\(entry.name)"
      let twin = wantedEntries.first { $0.bytes == entry.bytes && $0.mode == entry.mode }
      if entry.mode == .tree {
        compare(entry.id, twin?.id, place, channel, commit, source, expected)
        continue
      }
      report.objects += 1
      if twin?.id != entry.id {
        add(channel.place, .unexpected(entry.id, path: place, commit: commit))
      }
      if (try? source.read(entry.id, limit: .max)) ?? nil == nil {
        add(channel.place, .missing(entry.id, path: place, commit: commit))
      }
    }
    for entry in wantedEntries where !entries.contains(where: { $0.bytes == entry.bytes }) {
      let place = path.isEmpty ? entry.name : "\(path)/\(entry.name)"
      add(channel.place, .missing(entry.id, path: place, commit: commit))
    }
  }
}
