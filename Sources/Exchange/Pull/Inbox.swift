import Model
import PlainYAML
import Storage
import Text

/// A student's inbox: the terms of their work, and returned grades.
public struct Inbox: Sendable {
  /// The terms for this student and a worksheet.
  public struct Entry: Hashable, Sendable {
    public var title: String?
    public var instructions: String?
    public var release: Instant?
    public var due: Instant?
    /// Due dates of exercises that differ from the published ones.
    public var dues: [String: Instant] = [:]
    public var late = LateRules()
    public var attempts: Int?
    public var afterSolutions = AfterSolutions.ignored
    public var mode = Assignment.Mode.own
    /// Whether it is assigned to this student; otherwise it is only for viewing and trying.
    public var isAssigned = false
    /// Whether the assignment is archived: it can only be read.
    public var isArchived = false
    /// When the work was assigned again: earlier attempts belong to an earlier assignment.
    public var again: Instant?
    /// Whether it is excluded from totals.
    public var isExtra = false
    /// The group's mailbox for group work.
    public var mailbox: String?
    /// The start of the exam.
    public var opens: Instant?
    /// How long before the due date the student is reminded, longest first.
    public var reminders: [TimeSpan] = []

    public init() {}
  }

  /// By path below the subject, such as `fractions/adding`.
  public private(set) var entries: [String: Entry] = [:]
  /// Returned grades by the same paths.
  public private(set) var grades: [String: ReturnedGrade] = [:]
  /// The total share of all returned points, and its mark; nil without school marks.
  public private(set) var total: (share: Rational, mark: String?)?
  /// The leaderboard as this student sees it.
  public private(set) var leaderboard: [StandingRow] = []
  /// The teacher's notices, oldest first, including expired ones.
  public private(set) var notices: [Notice] = []
  /// Whether this student may submit.
  public private(set) var permission = Participant.Permission.readWrite
  public private(set) var state = Participant.State.accepted
  /// Whether activity is sent to the teacher.
  public private(set) var sendsActivity = true
  /// The start of the participation or invitation.
  private(set) var since: Instant?
  /// The files with unknown fields.
  private(set) var unknown: Set<String> = []

  public init() {}

  /// Reads an inbox, ignoring unknown fields.
  ///
  /// - Throws: `FaultyFiles` for invalid YAML or an inbox in a newer format.
  public init(_ files: some FileSource) throws {
    if let format = try Self.root(of: "format", files)?.scalar.flatMap({ Int($0) }),
      format > School.format
    {
      throw FaultyFiles(faults: [
        Fault(
          file: "inbox/format", rule: .newerFormat,
          message: "unsupported inbox format \(format)",
          hint: "install a newer teachkit")
      ])
    }
    if let participant = try Self.root(of: "participant.yaml", files).map(NotedFields.init) {
      permission =
        participant["permission"]?.scalar.flatMap { .init(rawValue: $0) } ?? permission
      state = participant["state"]?.scalar.flatMap { .init(rawValue: $0) } ?? state
      since = participant["since"]?.scalar.flatMap { Instant(iso: $0) }
      sendsActivity = participant["progress"]?.scalar != "no"
      if participant.hasUnknown { unknown.insert("inbox/participant.yaml") }
    }
    for entry in try Self.root(of: "assignments.yaml", files)?.mapping ?? [] {
      let fields = NotedFields(entry.value)
      entries[entry.key] = Entry(fields)
      if fields.hasUnknown { unknown.insert("inbox/assignments.yaml") }
    }
    notices = try NoticeFile.notices(Self.root(of: NoticeFile.name, files))
    let standing = try Self.root(of: "standing.yaml", files)
    total = standing?["share"]?.scalar.flatMap { Rational(exact: $0) }.map {
      ($0, standing?["mark"]?.scalar)
    }
    leaderboard = StandingRow.rows(standing)
    try readGrades(below: "grades", as: "", from: files, depth: 0)
  }

  /// A worksheet with the due dates of this student.
  public func applied(_ worksheet: Worksheet) -> Worksheet {
    entries[worksheet.path.work]?.applied(worksheet) ?? worksheet
  }

  /// Assigned files and assignments without work with their terms, sorted by path.
  public func handouts(in subject: String) -> [(path: ContextPath, terms: Entry)] {
    entries.compactMap { path, entry in
      guard entry.isAssigned || entry.isArchived, let whole = ContextPath("\(subject)/\(path)"),
        whole.isHandout
      else {
        return nil
      }
      return (whole, entry)
    }.sorted { $0.path < $1.path }
  }

  private mutating func readGrades(
    below folder: String, as work: String, from files: some FileSource, depth: Int
  ) throws {
    guard depth <= Identifier.deepestContext else { return }
    for entry in try files.entries(in: folder) {
      let path = "\(folder)/\(entry.name)"
      if entry.kind == .folder {
        try readGrades(
          below: path, as: work + entry.name + "/", from: files, depth: depth + 1)
      } else if entry.kind == .file, entry.name.hasSuffix(".yaml"),
        let node = try Self.root(of: path, files), let grade = ReturnedGrade(node)
      {
        grades[work + entry.name.dropLast(5)] = grade
      }
    }
  }

  private static func root(of path: String, _ files: some FileSource) throws -> Node? {
    guard let bytes = try files.bytes(at: path) else { return nil }
    do throws(YAMLError) {
      return try Document(bytes).root
    } catch {
      throw FaultyFiles(faults: [
        Fault(
          file: "inbox/" + path, position: error.position, line: error.line, rule: .yaml,
          message: error.message, hint: error.hint)
      ])
    }
  }
}

/// A mapping that records which of its fields were read.
private final class NotedFields {
  private let node: Node
  private var asked: [String] = []

  init(_ node: Node) { self.node = node }

  subscript(name: String) -> Node? {
    asked.append(name)
    return node[name]
  }

  /// Whether there are unread fields.
  var hasUnknown: Bool { node.mapping?.contains { !asked.contains($0.key) } ?? false }
}

extension Inbox.Entry {
  /// A worksheet with the due dates of this student.
  public func applied(_ worksheet: Worksheet) -> Worksheet {
    var applied = worksheet
    applied.due = due ?? worksheet.due
    for place in applied.exercises.indices where applied.exercises[place].due != nil {
      if let due = dues[applied.exercises[place].id] { applied.exercises[place].due = due }
    }
    return applied
  }

  fileprivate init(_ node: NotedFields) {
    func time(_ key: String) -> Instant? { node[key]?.scalar.flatMap { Instant(iso: $0) } }
    title = node["title"]?.scalar
    instructions = node["instructions"]?.scalar
    release = time("release")
    due = time("due")
    for entry in node["exercises"]?.mapping ?? [] {
      dues[entry.key] = entry.value.scalar.flatMap { Instant(iso: $0) }
    }
    let rules = node["late"]
    late = LateRules(
      grace: rules?["grace"]?.scalar.flatMap { TimeSpan(text: $0) },
      penalty: rules?["penalty"]?.scalar.flatMap { LatePenalty(text: $0) },
      cutoff: rules?["cutoff"]?.scalar.flatMap { TimeSpan(text: $0) },
      budget: rules?["budget"]?.scalar.flatMap { TimeSpan(text: $0) },
      evidence: rules?["evidence"]?.scalar.flatMap { Evidence(rawValue: $0) })
    attempts = node["attempts"]?.scalar.flatMap { Int($0) }
    afterSolutions =
      node["after-solutions"]?.scalar.flatMap { AfterSolutions(rawValue: $0) } ?? .ignored
    mode = node["mode"]?.scalar.flatMap { .init(rawValue: $0) } ?? .own
    isAssigned = node["state"]?.scalar == Assignment.State.active.rawValue
    isArchived = node["state"]?.scalar == Assignment.State.archived.rawValue
    again = time("again")
    isExtra = node["extra"]?.scalar == "yes" || mode == .view
    mailbox = node["mailbox"]?.scalar
    opens = time("opens")
    reminders = (node["reminders"]?.sequence ?? []).compactMap { item in
      item.scalar.flatMap { TimeSpan(text: $0) }
    }
  }
}
