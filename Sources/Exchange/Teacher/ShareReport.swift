import Git
import Model
import PlainYAML

/// What sharing did, or would do.
public struct ShareReport: Sendable {
  /// The school's commit that is out there now.
  public let source: ObjectID
  /// Whether nothing was written.
  public internal(set) var isDryRun = true
  /// Students who are sent the solutions of worksheets for the first time.
  var newlySolved: [ContextPath: Set<String>] = [:]
  /// Worksheets that become visible.
  public var appeared: [ContextPath] = []
  /// Worksheets that could become visible and stay unpublished, as nobody asked for them.
  public var held: [ContextPath] = []
  /// Worksheets that had another path, and where they were.
  public var moved: [(path: ContextPath, from: ContextPath)] = []
  /// Worksheets that say something else than before; what they said stays in the hub's history.
  public var rewritten: [ContextPath] = []
  /// Worksheets that are no longer published; who fetched them has them still.
  public var disappeared: [ContextPath] = []
  /// Whether anything of what all see changed.
  public var isSubjectChanged = false
  /// Whether the subject was not on the hub before.
  public var isFirst = false
  /// Mailboxes that were made.
  public var made: [String] = []
  /// Mailboxes whose inbox changed, the new ones among them.
  public var changed: [String] = []
  /// Whether the subject's history on the hub was forgotten.
  public var isSubjectPurged = false
  /// Whether the hub is a server of another kind, which removes nothing when it is told to.
  public var isKeptByServer = false
  /// Mailboxes of which the hub forgot what was in the inbox before.
  public var purged: [String] = []
  /// Mailboxes whose inbox held a forged commit; the inbox begins anew.
  public internal(set) var forged: [String] = []
  /// Mailboxes that could not be written, and why. All others were.
  public var failed: [(mailbox: String, error: ExchangeError)] = []
  /// Whether the last share did not reach every mailbox: the hub, which wasn't asked, may lack more.
  public var isUnfinished = false
  /// Files that lie beside what is published and are not, such as symlinks.
  public var leftOut: [String] = []
  /// Who left, as the hub told, though the school says that they take part.
  public var departed: [ParticipantNews] = []
  /// What is to be said once.
  public var notices: [ExchangeNotice] = []

  init(source: ObjectID) { self.source = source }

  /// Worksheets that students would see come, go or change, but for those at or below a path.
  public func others(than path: ContextPath) -> [ContextPath] {
    Set(appeared + moved.map(\.path) + rewritten + disappeared).filter { !$0.isWithin(path) }
      .sorted()
  }

  /// Whether students would see worksheets that they have not seen, in a subject that they have.
  public var needsConsent: Bool { !isFirst && !appeared.isEmpty }

  /// Whether the hub had it all already.
  public var isUnchanged: Bool {
    !isSubjectChanged && changed.isEmpty && failed.isEmpty && !isUnfinished
  }
}

extension ShareReport {
  /// Finds out which worksheets come, move and go.
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
  /// The paths below the subject that a worksheet had, the oldest first.
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
