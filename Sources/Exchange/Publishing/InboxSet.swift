import Git
import HubProtocol
import Model
import PlainYAML
import Storage

/// The files of all inboxes of a subject, for students and groups.
struct InboxSet {
  /// Files by mailbox and path.
  ///
  /// Students with a failure have none, so that their current inbox is kept.
  private(set) var files: [String: [String: TreeChange]] = [:]
  /// Students whose inbox can't be written.
  private(set) var failures = StudentFailures()
  /// The common files of all participants, for a class bundle: no grades, and no participants.
  var common: [String: TreeChange] {
    let paths = projection.worksheets.map(\.path) + handouts
    let lines = paths.compactMap { shared[$0] ?? nil }
    var files = [
      "format": InboxSet.format, "assignments.yaml": TreeChange.write(lines.flatMap { $0 }),
    ]
    files[NoticeFile.name] = NoticeFile.file(sharedNotices ?? [])
    return files
  }

  /// The access list, by mailbox.
  private(set) var access: [String: AccessList.Entry] = [:]

  private struct Line: Hashable {
    let path: ContextPath
    let terms: Terms
    let isAssigned: Bool
    /// Whether it counts in no total.
    var isExtra = false
    /// Due dates of exercises that differ from the published ones.
    let dues: [String: Instant]
  }

  private let projection: Projection
  private let book: AssignmentBook
  private let rules: WorkRules
  private let countsUnassigned: Bool
  private let scale: MarkScale?
  private let students: Students
  /// Nil if students see none.
  private let board: StandingBoard?
  /// The current notices of each student.
  private let notices: [String: [Notice]]
  /// The notices of all participants; nil without participants.
  private var sharedNotices: [Notice]?
  private var weights: [ContextPath: Rational] = [:]
  private let zone: Zone
  private let now: Instant
  private var lines: [Line: [UInt8]] = [:]
  private var recipients: [ContextPath: Set<String>] = [:]
  /// Published work other than worksheets.
  private let handouts: [ContextPath]
  /// The common line of some work; its value is nil if students have different lines.
  private var shared: [ContextPath: [UInt8]?] = [:]

  init(
    _ participants: [Participant], _ projection: Projection, book: AssignmentBook,
    rules: WorkRules, countsUnassigned: Bool, scale: MarkScale?, zone: Zone,
    students: Students, notices: [String: [Notice]], returned: ReturnedGrades,
    leaderboard: Leaderboard?, at now: Instant
  ) throws {
    board = leaderboard.map { StandingBoard($0) }
    self.notices = notices
    self.students = students
    self.projection = projection
    self.book = book
    self.rules = rules
    self.countsUnassigned = countsUnassigned
    self.scale = scale
    self.zone = zone
    self.now = now
    handouts = book.handouts(in: projection.subject).filter { path in
      path.file == nil || projection.files[path.work] != nil
    }
    for worksheet in projection.worksheets {
      weights[worksheet.path] = worksheet.weight
      recipients[worksheet.path] = book.allRecipients(of: worksheet.path)
    }
    let slips = try returned.slips(for: Set(participants.map(\.id)))
    var failures = returned.failures
    for participant in participants.sorted(by: { $0.id < $1.id }) {
      _ = try failures.attempt(participant.id) {
        try add(participant, slips[participant.id] ?? [])
      }
    }
    self.failures = failures
    for failure in failures.items { files[failure.student] = nil }
  }

  private mutating func add(
    _ participant: Participant, _ slips: [(path: ContextPath, slip: GradeSlip)]
  ) throws {
    var pairs = InboxSet.frame(
      participant.permission, participant.state, since: participant.since,
      sendsActivity: students[participant.id]?.progress ?? true)
    access[participant.id] = .init(
      permission: participant.permission, state: participant.state, since: participant.since,
      invitation: participant.state == .removed ? nil : participant.invitation,
      request: participant.request, revoked: participant.revoked)
    if participant.state != .removed {
      pairs["assignments.yaml"] = .write(assignments(of: participant.id))
      let own = notices[participant.id] ?? []
      pairs[NoticeFile.name] = NoticeFile.file(own)
      sharedNotices = sharedNotices?.filter(own.contains) ?? own
    }
    var standing = StandingFile()
    for (path, slip) in slips {
      pairs["grades/\(path.work).yaml"] = slip.file
      if let points = slip.points, counts(path, for: participant.id) {
        try standing.add(points, weight: weights[path] ?? .one)
      }
    }
    pairs["standing.yaml"] = try standing.change(
      scale, board: participant.state == .removed ? [] : board?.bytes(for: participant.id) ?? [])
    files[participant.id] = pairs
  }

  private static let format = TreeChange.write(Array("\(School.format)\n".utf8))

  private static func frame(
    _ permission: Participant.Permission, _ state: Participant.State, since: Instant? = nil,
    sendsActivity: Bool = true
  ) -> [String: TreeChange] {
    let participant = Value.fields([
      ("permission", .scalar(permission.rawValue)), ("state", .scalar(state.rawValue)),
      ("since", .text(since?.description)), ("progress", sendsActivity ? nil : .plain("no")),
    ])
    return [
      "format": format,
      "participant.yaml": .write(Array(Printer.print(participant).utf8)),
    ]
  }

  /// The terms of a student, work by work; those of group work are also added to the group's
  /// mailbox.
  private mutating func assignments(of student: String) -> [UInt8] {
    var text: [UInt8] = []
    for worksheet in projection.worksheets {
      var terms = book.terms(for: student, worksheet, rules: rules)
      let group = terms.mailbox == student ? nil : terms.mailbox
      if group == nil { terms.mailbox = "" }
      let isAssigned = recipients[worksheet.path]?.contains(student) ?? false
      let line = line(
        Line(
          path: worksheet.path, terms: terms, isAssigned: isAssigned,
          isExtra: !worksheet.isPractice && terms.mode != .view
            && !counts(worksheet.path, for: student),
          dues: dues(worksheet, terms)))
      text += line
      share(line, of: worksheet.path)
      if let group { add(line, of: worksheet.path, toGroup: group) }
      admit(student, to: group, closing: terms.closes(in: zone), of: worksheet)
    }
    for path in handouts {
      var line: [UInt8] = []
      if var terms = book.terms(for: student, handout: path) {
        terms.mailbox = ""
        line = self.line(Line(path: path, terms: terms, isAssigned: true, dues: [:]))
      }
      text += line
      share(line, of: path)
    }
    return text
  }

  private func counts(_ work: ContextPath, for student: String) -> Bool {
    book.counts(work, for: student, unassigned: countsUnassigned)
  }

  private mutating func share(_ line: [UInt8], of path: ContextPath) {
    let isShared = shared[path].map { $0 == line } ?? true
    shared.updateValue(isShared ? line : nil, forKey: path)
  }

  private func dues(_ worksheet: Worksheet, _ terms: Terms) -> [String: Instant] {
    var dues: [String: Instant] = [:]
    for exercise in worksheet.exercises where exercise.due != nil {
      let due = terms.due(of: exercise) ?? terms.due
      if due != exercise.due { dues[exercise.id] = due }
    }
    return dues
  }

  /// Records the members of a group's mailbox, and the closing times of a mailbox: for a group the
  /// latest of its members.
  private mutating func admit(
    _ student: String, to group: String?, closing: Instant?, of worksheet: Worksheet
  ) {
    let mailbox = group ?? student
    var entry = access[mailbox] ?? .init(members: [])
    if group != nil, entry.members?.contains(student) == false { entry.members?.append(student) }
    if let closing {
      let work = HubBranch.dotted(worksheet.path.work)
      entry.closes[work] = max(entry.closes[work] ?? closing, closing)
    }
    access[mailbox] = entry
  }

  /// Members of a group have the same terms except for extensions: those of the first one are used.
  private mutating func add(_ line: [UInt8], of path: ContextPath, toGroup group: String) {
    let key = Group(name: group, path: path)
    guard groupLines.insert(key).inserted else { return }
    groupTexts[group, default: []] += line
    files[group] = InboxSet.frame(.readWrite, .accepted)
      .merging(["assignments.yaml": .write(groupTexts[group] ?? [])]) { $1 }
  }

  private var groupTexts: [String: [UInt8]] = [:]

  private struct Group: Hashable {
    let name: String
    let path: ContextPath
  }
  private var groupLines: Set<Group> = []

  /// An entry of `assignments.yaml`; students with the same terms have the same entry.
  private mutating func line(_ line: Line) -> [UInt8] {
    if let known = lines[line] { return known }
    let entry: Value = [.init(line.path.work, .mapping(fields(line)))].value
    let bytes = Array(Printer.print(entry).utf8)
    lines[line] = bytes
    return bytes
  }

  private func fields(_ line: Line) -> [Value.Pair] {
    let terms = line.terms
    // Assigned work that isn't released yet is announced without details.
    let isReleased = terms.release.map { $0 <= now } ?? true
    var pairs: [Value.Pair] = []
    func add(_ name: String, _ text: String?) {
      if let text { pairs.append(.init(name, .scalar(text))) }
    }
    add("title", terms.title)
    add("instructions", isReleased ? terms.instructions : nil)
    add("release", terms.release?.description)
    add("due", terms.due?.description)
    let late = terms.late
    let rules = [
      ("grace", late.grace?.description), ("penalty", late.penalty?.description),
      ("cutoff", late.cutoff?.description), ("budget", late.budget?.description),
      ("evidence", late.evidence?.rawValue),
    ]
    if !line.path.isHandout {
      pairs.append(
        .init(
          "late",
          .flow(
            .mapping(
              rules.compactMap { name, rule in rule.map { .init(name, .scalar($0)) } }))))
    }
    if !line.dues.isEmpty {
      let dues = line.dues.sorted { $0.key < $1.key }
      pairs.append(
        .init("exercises", .mapping(dues.map { .init($0.key, .scalar($0.value.description)) })))
    }
    if let attempts = terms.attempts {
      pairs.append(.init("attempts", .plain(String(attempts))))
    }
    if terms.afterSolutions == .counts {
      add("after-solutions", terms.afterSolutions.rawValue)
    }
    add("opens", terms.opens?.description)
    if !terms.reminders.isEmpty {
      let spans = terms.reminders.map { Value.scalar($0.description) }
      pairs.append(.init("reminders", .flow(.sequence(spans))))
    }
    add("mode", terms.mode.rawValue)
    if terms.isArchived {
      add("state", "archived")
    } else if line.isAssigned {
      add("state", isReleased ? "active" : "scheduled")
    }
    add("again", terms.again?.description)
    if line.isExtra { pairs.append(.init("extra", .plain("yes"))) }
    if !terms.mailbox.isEmpty { add("mailbox", terms.mailbox) }
    return pairs
  }
}

extension [Value.Pair] {
  fileprivate var value: Value { .mapping(self) }
}
