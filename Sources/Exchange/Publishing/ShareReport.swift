import Git
import Model
import PlainYAML
import Storage

/// The effects of sharing.
public struct ShareReport: Sendable {
  /// The published commit of the school.
  public let source: ObjectID
  /// Whether nothing was written.
  public internal(set) var isDryRun = true
  /// Students who are sent the solutions of worksheets for the first time.
  var newlySolved: [ContextPath: Set<String>] = [:]
  /// Worksheets that become visible.
  public var appeared: [ContextPath] = []
  /// Worksheets that could become visible, but stay unpublished because nobody asked for them.
  public var held: [ContextPath] = []
  /// Moved worksheets, with their former paths.
  public var moved: [(path: ContextPath, from: ContextPath)] = []
  /// Changed worksheets; the old versions stay in the hub's history.
  public var rewritten: [ContextPath] = []
  /// Unpublished worksheets; students who fetched them keep them.
  public var disappeared: [ContextPath] = []
  /// Whether the published subject changed.
  public var isSubjectChanged = false
  /// Whether the subject is new on the hub.
  public var isFirst = false
  /// New mailboxes.
  public var made: [String] = []
  /// Mailboxes with a changed inbox, including new ones.
  public var changed: [String] = []
  /// Whether the subject's history on the hub was removed.
  public var isSubjectPurged = false
  /// Whether the hub is another kind of server, which can't remove history.
  public var isKeptByServer = false
  /// Mailboxes whose former inboxes were removed from the hub.
  public var purged: [String] = []
  /// Mailboxes with a forged commit in the inbox, which is recreated.
  public internal(set) var forged: [String] = []
  /// Mailboxes that could not be written, with the reasons. All others were.
  public var failed: [(mailbox: String, error: ExchangeError)] = []
  /// Mailboxes whose inbox can't be written because local data is damaged; it is kept.
  public var unwritable = StudentFailures()
  /// Whether the last share didn't reach every mailbox, so that the hub may be outdated.
  public var isUnfinished = false
  /// Unpublished content next to published files, such as symlinks.
  public var leftOut: [String] = []
  /// Students who left according to the hub, although the school lists them as participants.
  public var departed: [ParticipantNews] = []
  /// Notices that are shown once.
  public var notices: [ExchangeNotice] = []

  init(source: ObjectID) { self.source = source }

  /// Visible changes of worksheets outside a path.
  public func others(than path: ContextPath) -> [ContextPath] {
    Set(appeared + moved.map(\.path) + rewritten + disappeared).filter { !$0.isWithin(path) }
      .sorted()
  }

  /// Whether new worksheets would become visible in a subject that students already have.
  public var needsConsent: Bool { !isFirst && !appeared.isEmpty }

  /// Whether the hub is already up to date.
  public var isUnchanged: Bool {
    !isSubjectChanged && changed.isEmpty && failed.isEmpty && !isUnfinished
  }
}

extension ShareReport {
  /// Determines the new, moved and unpublished worksheets.
  mutating func compare(
    _ projection: Projection, _ outbox: Repository, _ main: Channel
  ) throws {
    isFirst = main.hub == nil
    isSubjectChanged = main.target != main.hub
    let shown = try main.hub.flatMap { try outbox.contains($0) ? outbox.commit($0) : nil }
    let suffix = "/worksheet.yaml"
    let old = try shown.map { try outbox.files(in: $0.tree) } ?? []
    let before = Dictionary(
      old.filter { $0.path.hasSuffix(suffix) }
        .map { (String($0.path.dropLast(suffix.count)), $0.entry.id) },
      uniquingKeysWith: { first, _ in first })
    let new = projection.worksheets.map(\.path)
    var gone = Set(before.keys).subtracting(new.map(\.work))
    for path in new where before[path.work] == nil {
      let former = gone.isEmpty ? nil : projection.formerNames(of: path).last(where: gone.contains)
      if let former, let from = ContextPath("\(projection.subject)/\(former)") {
        gone.remove(former)
        moved.append((path, from))
      } else {
        appeared.append(path)
      }
    }
    rewritten = try new.filter { path in
      guard let id = before[path.work] else { return false }
      return try projection.files[path.work + suffix].map { try ObjectID.hash(blob: $0) } != id
    }
    disappeared = gone.sorted().compactMap { ContextPath("\(projection.subject)/\($0)") }
  }
}

extension Projection {
  /// The former paths of a worksheet below the subject, oldest first.
  fileprivate func formerNames(of path: ContextPath) -> [String] {
    var names: [String] = [""]
    var folder = ""
    for id in path.components {
      folder += folder.isEmpty ? id : "/" + id
      let bytes = files["\(folder)/worksheet.yaml"] ?? files["\(folder)/context.yaml"]
      let was = bytes.flatMap { try? Document($0) }?.root["was"]?.sequence ?? []
      names = was.compactMap(\.scalar) + names.map { $0.isEmpty ? id : "\($0)/\(id)" }
    }
    return names.dropLast()
  }
}
