import Exchange
import Model
import PlainYAML
import Reports
import Storage
import Text

/// The lists of a school's objects.
public struct SchoolListings {
  public let files: SchoolFiles
  public let now: Instant
  public let zone: Zone
  public let creations: CreationTimes
  private let standing: AssignmentStanding

  public init(_ files: SchoolFiles, root: String, now: Instant) throws {
    self.files = files
    self.now = now
    zone = try files.zone()
    creations = CreationTimes(root: root)
    standing = try AssignmentStanding(files, root: root, at: now)
  }

  private func created<Item>(_ object: @escaping (Item) -> ObjectPath) -> Property<Item> {
    .time("created", isShown: false, in: zone) { try creations.time(of: object($0)) }
  }

  // MARK: People

  public func classes() throws -> Listing<SchoolClass> {
    Listing(
      kind: "classes", items: try files.classIDs().map { try files.schoolClass($0) },
      properties: [
        .text("id", title: "Class") { $0.id }, .text("title") { $0.title },
        .integer("year") { $0.year }, .integer("number") { $0.number },
        .integer("students") { $0.students.count },
        .words("groups") { $0.groups.map(\.id) },
        created { .schoolClass($0.id) },
      ])
  }

  /// - Parameter ids: lists only these students, in this order.
  public func students(_ ids: [String]? = nil) throws -> Listing<Student> {
    let roster = try files.roster()
    var memberships: [String: (classes: [String], groups: [String])] = [:]
    for (id, schoolClass) in roster.classes.sorted(by: { $0.key < $1.key }) {
      for student in schoolClass.students {
        memberships[student, default: ([], [])].classes.append(id)
      }
      for group in schoolClass.groups {
        for student in group.students {
          memberships[student, default: ([], [])].groups.append("\(id)/\(group.id)")
        }
      }
    }
    let order = ids ?? roster.students.counting
    return Listing(
      kind: "students", items: order.compactMap { roster.students[$0] },
      properties: [
        .text("id", title: "Student") { $0.id }, .text("given") { $0.given },
        .text("family") { $0.family }, .integer("number") { $0.number },
        .words("classes", filter: "class", known: roster.classes.keys.sorted()) {
          memberships[$0.id]?.classes ?? []
        },
        .words("groups") { memberships[$0.id]?.groups ?? [] },
        .text("email", isShown: false) { $0.email }, .text("alias", isShown: false) { $0.alias },
        created { .student($0.id) },
      ],
      filters: [
        Filter("group", known: roster.groupPaths + ["none"]) { student in
          let groups = memberships[student.id]?.groups ?? []
          return groups.isEmpty ? ["none"] : groups
        }
      ], alphabet: try files.alphabet())
  }

  public func groups() throws -> Listing<(path: String, students: [String])> {
    let roster = try files.roster()
    return SchoolListings.groups(
      known: roster.classes.keys.sorted(),
      roster.classes.sorted { $0.key < $1.key }.flatMap { id, schoolClass in
        schoolClass.groups.map { (path: "\(id)/\($0.id)", students: $0.students) }
      })
  }

  /// - Parameter classes: all existing classes.
  public static func groups(
    known classes: [String] = [], _ items: [(path: String, students: [String])]
  ) -> Listing<(path: String, students: [String])> {
    Listing(
      kind: "groups", items: items,
      properties: [
        .text("path", title: "Group") { $0.path },
        .words("students") { $0.students },
        .integer("count", isShown: false) { $0.students.count },
      ], filters: [Filter("class", known: classes) { [String($0.path.prefix { $0 != "/" })] }])
  }

  /// Lists the participants of subjects.
  ///
  /// - Parameter requests: open requests to join.
  public func participants(of subjects: [String], _ requests: [String: [JoinRequest]]) throws
    -> Listing<(subject: String, participant: Participant)>
  {
    let students = try files.roster().students
    let asking = Dictionary(
      requests.values.joined().map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    /// The student of a row; nil for a request, which only claims an identity.
    func student(_ participant: Participant) -> Student? {
      participant.state == .pending && participant.request != nil ? nil : students[participant.id]
    }
    let items = try subjects.flatMap { subject in
      let requests = (requests[subject] ?? []).map {
        Participant(id: $0.student, state: .pending, since: $0.at, request: $0.id)
      }
      return try (files.participants(of: subject).listed + requests).map {
        (subject: subject, participant: $0)
      }
    }
    let last = Dictionary(
      try Set(items.map(\.subject)).map { ($0, try LastSubmissions(of: $0, in: files)) },
      uniquingKeysWith: { $1 })
    return Listing(
      kind: "participants", items: items,
      properties: [
        .text("id", title: "Student") { $0.participant.id },
        .text("name") { item in
          student(item.participant)?.name ?? item.participant.request.flatMap { asking[$0] ?? nil }
        },
        .text("given", isShown: false) { student($0.participant)?.given },
        .text("family", isShown: false) { student($0.participant)?.family },
        .word("subject", known: try files.subjectIDs()) { $0.subject },
        .word("permission", known: Participant.Permission.allCases.map(\.rawValue)) {
          $0.participant.permission.rawValue
        },
        .state(known: Participant.State.allCases.map(\.rawValue)) {
          $0.participant.state.rawValue
        } groups: { _ in
          []
        },
        .time("since", in: zone) { $0.participant.since },
        .time("until", isShown: false, in: zone) { $0.participant.until },
        .time("linkUntil", title: "Link expiry", in: zone) { $0.participant.invitation?.until },
        .time("handedIn", title: "Submitted", in: zone) { item in
          student(item.participant).flatMap { last[item.subject]?[$0.id] }
        },
      ], alphabet: try files.alphabet())
  }

  // MARK: Assignments

  public typealias ListedAssignment = (assignment: Assignment, progress: AssignmentProgress)

  /// Lists assignments, favourites first.
  ///
  /// - Parameter withArchived: whether archived ones are included.
  public func assignments(withArchived: Bool = true) throws -> Listing<ListedAssignment> {
    let all = try files.assignments().filter { withArchived || $0.state != .archived }
    return Listing(
      kind: "assignments",
      items: try (all.filter(\.isFavourite) + all.filter { !$0.isFavourite })
        .map { ($0, try standing.progress(of: $0)) },
      properties: [
        .text("id", title: "Assignment") { $0.assignment.id },
        .text("title") { $0.assignment.title }, .words("to") { $0.assignment.to },
        .words("work") { $0.assignment.work.map(\.description) },
        .time("due", in: zone) { $0.assignment.due },
        .time("release", isShown: false, in: zone) { $0.assignment.release },
        Property(
          .init("state"), key: { .words($0.progress.stage.rawValue) },
          filter: Filter(
            "state", known: AssignmentProgress.Stage.allCases.map(\.rawValue) + ["unpublished"]
          ) {
            let stage = $0.progress.stage
            return [stage.rawValue] + ([.draft, .scheduled].contains(stage) ? ["unpublished"] : [])
          },
          cell: {
            Cell(.string($0.progress.stage.rawValue), shown: Message(verbatim: $0.progress.words))
          }),
        .flag("favourite") { $0.assignment.isFavourite },
        created { .assignment($0.assignment.id) },
        Property(.init("counts", isShown: false), cell: { Cell($0.progress.json) }),
      ],
      filters: [
        Filter("class", known: try files.classIDs()) {
          $0.assignment.to.map { String($0.prefix { $0 != "/" }) }
        },
        Filter("group", known: try files.roster().groupPaths) {
          $0.assignment.to.filter { $0.contains("/") }
        },
        Filter("subject", known: try files.subjectIDs()) { $0.assignment.work.map(\.subject) },
      ])
  }
}

extension AssignmentProgress {
  /// The state in words, with counts while it is active: `active (12 new, 3 submitted)`.
  public var words: String {
    let counts = countWords
    return stage == .active && !counts.isEmpty ? "\(stage.rawValue) (\(counts))" : stage.rawValue
  }

  /// The counts that aren't 0: `12 new, 3 submitted`.
  public var countWords: String {
    counts.named.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
  }

  /// The counts for programs; null unless it is active or completed.
  public var json: JSONValue {
    guard [.active, .completed].contains(stage) else { return .null }
    return .object(counts.named.map { JSONValue.Member($0.name, .integer($0.count)) })
  }
}
