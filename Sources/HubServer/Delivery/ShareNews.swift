import Git
import HubProtocol
import PlainYAML

/// What a teacher's push to a desk makes new for students: the differences of their inboxes.
public struct ShareNews: Sendable {
  /// A piece of news.
  public struct Item: Hashable, Sendable {
    public enum Kind: String, Sendable {
      case worksheet = "new"
      case assigned, due, returned, announcement
    }

    public let what: Kind
    /// The path below the subject; nil for an announcement.
    public let path: String?
    /// The due date of the work.
    public var due: String?
    /// The text of an announcement.
    public var text: String?
  }

  public let subject: String
  /// The subject's title.
  public let title: String?
  /// The news in order, each with its recipients.
  public private(set) var items: [(item: Item, participants: [String])] = []
  private let titles: [String: String]

  /// A changed inbox.
  public struct Change: Sendable {
    let student: String
    let old: ObjectID?
    let new: ObjectID

    /// Reads `OLD NEW MAILBOX`, where `OLD` is `-` for a new one.
    ///
    /// - Returns: nil for other lines, and for the mailbox of a group.
    public init?(line: String) {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3, let new = ObjectID(words[1]), !words[2].contains("+") else {
        return nil
      }
      self.init(student: words[2], old: ObjectID(words[0]), new: new)
    }

    init(student: String, old: ObjectID?, new: ObjectID) {
      (self.student, self.old, self.new) = (student, old, new)
    }

    var line: String { "\(old?.description ?? "-") \(new) \(student)\n" }
  }

  /// - Throws: `GitError` for an unreadable desk.
  public init(_ changes: [Change], of subject: String, on hub: ServedHub) throws {
    self.subject = subject
    let published = try hub.folder.repository(HubPlace(subject, .subject).path)
    let main = try published?.reference(HubBranch.main)
    let entries = PublishedEntries(published, main: main)
    func field(_ name: String, _ file: String) -> String? {
      guard let published, let main, let tree = try? published.commit(main).tree,
        let bytes = try? published.file(at: file, in: tree, limit: 1 << 20)
      else { return nil }
      return try? Document(bytes).root[name]?.scalar
    }
    title = field("title", "subject.yaml")
    guard let desk = try hub.folder.repository(HubPlace(subject, .desk).path) else {
      titles = [:]
      return
    }
    var recipients: [Item: [String]] = [:]
    var order: [Item] = []
    for change in changes.sorted(by: { $0.student < $1.student }) {
      let new = try InboxContent(change.new, in: desk)
      if new.isRemoved { continue }
      let old = try change.old.map { try InboxContent($0, in: desk) } ?? InboxContent()
      for item in try new.news(since: old, { try entries.current(of: $0) }) {
        if recipients[item] == nil { order.append(item) }
        recipients[item, default: []].append(change.student)
      }
    }
    items = order.map { ($0, recipients[$0] ?? []) }
    titles = Dictionary(
      Set(order.compactMap(\.path)).compactMap { path in
        field("title", "\(path)/worksheet.yaml").map { (path, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The title of the work that an item is about.
  public func title(of item: Item) -> String? { item.path.flatMap { titles[$0] } }

  /// Everyone for whom something is new, sorted.
  public var participants: [String] { Set(items.flatMap(\.participants)).sorted() }
}

/// The parts of an inbox that can be news.
struct InboxContent {
  private struct Work: Equatable {
    let due: String?
    let isAssigned: Bool
  }

  private(set) var isRemoved = false
  private var works: [(path: String, work: Work)] = []
  private var grades: [String: ObjectID] = [:]
  private var notices: [(text: String, at: String)] = []

  init() {}

  init(_ commit: ObjectID, in source: some ObjectSource) throws {
    let tree = try source.commit(commit).tree
    func root(_ file: String) throws -> Node? {
      try source.file(at: file, in: tree, limit: 16 << 20).flatMap { try? Document($0).root }
    }
    isRemoved = try root("participant.yaml")?["state"]?.scalar == "removed"
    works = try (root("assignments.yaml")?.mapping ?? []).map { entry in
      (
        entry.key,
        Work(
          due: entry.value["due"]?.scalar, isAssigned: entry.value["state"]?.scalar == "active")
      )
    }
    notices = try (root("announcements.yaml")?.sequence ?? []).compactMap { item in
      item["text"]?.scalar.map { ($0, item["at"]?.scalar ?? "") }
    }
    for file in try source.files(in: tree, below: "grades") {
      let path = file.path.dropFirst("grades/".count)
      if path.hasSuffix(".yaml") { grades[String(path.dropLast(5))] = file.entry.id }
    }
  }

  /// - Parameter current: returns the present name of a former path; nil if it has none.
  func news(
    since old: InboxContent, _ current: (String) throws -> String?
  ) rethrows -> [ShareNews.Item] {
    let known = Set(works.map(\.path))
    var before: [String: Work] = [:]
    var formerNames: [String: String] = [:]
    for (path, work) in old.works {
      let name = try known.contains(path) ? path : current(path) ?? path
      before[name] = work
      formerNames[name] = path
    }
    var news = works.compactMap { path, work -> ShareNews.Item? in
      guard let last = before[path] else {
        return .init(what: work.isAssigned ? .assigned : .worksheet, path: path, due: work.due)
      }
      if work.isAssigned, !last.isAssigned {
        return .init(what: .assigned, path: path, due: work.due)
      }
      return work.due == last.due ? nil : .init(what: .due, path: path, due: work.due)
    }
    news += grades.sorted { $0.key < $1.key }.compactMap { path, grade in
      old.grades[formerNames[path] ?? path] == grade ? nil : .init(what: .returned, path: path)
    }
    news += notices.compactMap { notice in
      old.notices.contains { $0 == notice }
        ? nil : .init(what: .announcement, path: nil, text: notice.text)
    }
    return news
  }
}
