import Git
import HubProtocol
import Model
import PlainYAML
import Storage
import Text

/// Recording submissions.
extension SubjectExchange {
  /// Records submissions, and missing work after its due date, in the ledgers `received`; the first
  /// record of a commit counts.
  ///
  /// - Parameter kept: the remaining attempts of branches whose losses on the hub were accepted;
  ///   all others are removed.
  /// - Returns: the mailboxes whose submissions can't be recorded, which are reported.
  func record(
    _ report: inout CollectReport, _ files: SchoolFiles, readings: [MailboxReading],
    keeping kept: [ContextPath: [String: KeptAttempts]], by source: Arrival.Source
  ) throws -> Set<String> {
    var entries: [ContextPath: [String: [Arrival]]] = [:]
    let owners = try WorkOwners(subject, school, files, &report)
    for arrived in report.arrived {
      guard let path = arrived.path else { continue }
      var arrival = Arrival(
        commit: arrived.commit.description, at: arrived.received ?? now,
        by: arrived.received == nil ? source : .hub, claimed: arrived.claimed,
        ref: HubBranch.short(arrived.work))
      let before = try readable(path, in: files).ledger[arrived.mailbox].map { Arrival.list($0) }
      arrival.members = try owners.members(arrived.mailbox, of: path, for: arrival, after: before)
      entries[path, default: [:]][arrived.mailbox, default: []].append(arrival)
    }
    for withdrawn in report.withdrawn {
      guard let path = withdrawn.path else { continue }
      entries[path, default: [:]][withdrawn.mailbox, default: []].append(
        Arrival(
          commit: nil, at: withdrawn.received ?? now,
          by: withdrawn.received == nil ? source : .hub, ref: HubBranch.short(withdrawn.work),
          withdrawn: withdrawn.attempt.description, withdrawal: withdrawn.commit.description))
    }
    for (path, mailboxes) in kept {
      for mailbox in mailboxes.keys { entries[path, default: [:]][mailbox, default: []] += [] }
    }
    // These need the teacher's decision first.
    let refused = Set(
      report.refused.filter { [.rewound, .vanished].contains($0.problem) }.map(\.mailbox))
    for (path, lost) in try lostRecords(besides: refused) {
      for (mailbox, arrivals) in lost where entries[path]?[mailbox] == nil {
        entries[path, default: [:]][mailbox] = try arrivals.map { arrival in
          var arrival = arrival
          if arrival.members == nil, arrival.commit != nil {
            arrival.members = try owners.members(mailbox, of: path, for: arrival)
          }
          return arrival
        }
        report.repaired[path, default: 0] += 1
      }
    }
    let looked = Set(readings.filter(\.isRead).map(\.mailbox))
    for (path, dues) in try dueWork(files, &report) {
      let ledger = try readable(path, in: files).ledger
      for (mailbox, due) in dues where looked.contains(mailbox) {
        let new = entries[path]?[mailbox] ?? []
        let arrivals = (ledger[mailbox].map { Arrival.list($0) } ?? []) + new
        // A slow clock can't prove that a later submission was missing.
        if arrivals.contains(where: { $0.isLook && $0.at > due || $0.at >= now }) {
          continue
        }
        entries[path, default: [:]][mailbox] = new + [Arrival(commit: nil, at: now, by: .collect)]
        report.looks += 1
      }
    }
    let (people, asked, activity) = (report.people, report.asked, report.activity)
    let (revoked, closedRequests, choices) = (
      report.revoked, report.closedRequests, report.choices
    )
    if entries.isEmpty, people.isEmpty, asked.isEmpty, activity.isEmpty, revoked.isEmpty,
      closedRequests.isEmpty, choices.isEmpty
    {
      return []
    }
    var failed: [String: String] = [:]
    var unasked: [String: String] = [:]
    let committed = try school.change("collect", subject, by: committer) { change in
      try Participation.record(
        people, closedRequests: closedRequests, revoked: revoked, choices: choices, of: subject,
        in: change)
      // A key opens the whole hub.
      for other in try revoked.isEmpty ? [] : files.subjectIDs() where other != subject {
        do {
          try Participation.record(revoked: revoked, of: other, in: change)
        } catch is FaultyFiles {
          // The other subject's own collect records it after that is fixed.
        }
      }
      for (path, asked) in Dictionary(grouping: asked, by: \.path) {
        let failures = try change.ask(path, asked.map { ($0.student, $0.exercise, $0.request) })
        for item in failures.items { unasked[item.student] = "\(path): \(item.error)" }
      }
      for (path, reports) in Dictionary(grouping: activity, by: \.path) {
        let failures = try change.recordActivity(path, reports.map { ($0.student, $0.summary) })
        for item in failures.items { unasked[item.student] = "\(path): \(item.error)" }
      }
      for (path, arrivals) in entries {
        let file = SchoolPath.received(path)
        if try readable(path, in: school.files).isSpoiled { try change.write(file, []) }
        try change.editLedger(file) { ledger in
          for (mailbox, new) in arrivals {
            do {
              try ledger.add(new, to: mailbox, keeping: kept[path]?[mailbox])
            } catch let error as EditError {
              failed[mailbox] = "\(path): \(error)"
            }
          }
        }
      }
    }
    report.commit = committed?.commit
    report.arrived.removeAll { failed[$0.mailbox] != nil }
    report.refused += [failed, unasked].flatMap { $0.sorted { $0.key < $1.key } }.map {
      .init(mailbox: $0.key, branch: nil, problem: .record($0.value), isPast: false)
    }
    return Set(failed.keys)
  }

  /// The students who left, according to their mailboxes.
  func mailboxNews(
    _ readings: [MailboxReading], _ files: SchoolFiles
  ) throws -> [ParticipantNews] {
    let left = Dictionary(
      readings.compactMap { reading in reading.left.map { (reading.mailbox, $0) } },
      uniquingKeysWith: { $1 })
    return try files.participants(of: subject).current.compactMap { participant in
      guard let notice = left[participant.id],
        notice.ends(participant.since)
      else { return nil }
      let at = min(notice.at, now)
      return ParticipantNews(
        id: participant.id, what: .left, at: participant.since.map { max($0, at) } ?? at)
    }
  }

  /// The work whose due date has passed, by mailbox.
  private func dueWork(
    _ files: SchoolFiles, _ report: inout CollectReport
  ) throws -> [(path: ContextPath, dues: [String: Instant])] {
    guard let book = try report.reportingFaults({ try files.book() }) else { return [] }
    let root = try files.subject(subject)
    var rules = root.rules
    rules.late = rules.late.over(try files.school().late)
    let students = try files.participants(of: subject).current
      .filter { $0.permission == .readWrite }
    var found: [(path: ContextPath, dues: [String: Instant])] = []
    for path in try files.worksheets(below: ContextPath(subject: subject)) {
      let published = try report.reportingFaults {
        try Projection.published(path, in: files, book: book, rules: root.rules, at: now)
      }
      guard let worksheet = published.flatMap({ $0 }), !worksheet.isPractice else { continue }
      var dues: [String: Instant] = [:]
      for student in students {
        let terms = book.terms(for: student.id, worksheet, rules: rules)
        guard let due = terms.due, terms.mode != .view, !terms.isArchived else { continue }
        dues[terms.mailbox] = max(dues[terms.mailbox] ?? due, due)
      }
      dues = dues.filter { $0.value < now }
      if !dues.isEmpty { found.append((worksheet.path, dues)) }
    }
    return found
  }
}

extension HubBranch {
  /// The branch for submissions of a work, without `refs/heads/`.
  static func short(_ work: String) -> String {
    String(submission(of: work).dropFirst("refs/heads/".count))
  }
}

extension Ledger {
  /// The commits of a mailbox that arrived on another branch, or on any branch if `ref` is nil.
  func arrivals(of mailbox: String, elsewhereThan ref: String?) -> Set<String> {
    let arrivals = self[mailbox].map { Arrival.list($0) } ?? []
    return Set(arrivals.filter { $0.ref != nil && $0.ref != ref }.compactMap(\.commit))
  }

  /// Adds arrivals of new commits to a mailbox's line; unreadable entries are removed.
  ///
  /// - Parameter kept: the remaining attempts of a branch; nil for all.
  fileprivate mutating func add(
    _ new: [Arrival], to mailbox: String, keeping kept: KeptAttempts?
  ) throws {
    let all = self[mailbox].map { Arrival.list($0) } ?? []
    let before = all.filter { arrival in
      guard let kept, let commit = arrival.commit, arrival.ref == kept.ref else { return true }
      return kept.commits.contains(commit)
    }
    let known = Set(before.compactMap { $0.commit ?? $0.withdrawal })
    let missing = new.filter { ($0.commit ?? $0.withdrawal).map { !known.contains($0) } ?? true }
    if missing.isEmpty, before.count == all.count { return }
    let line = (before + missing).sorted { a, b in
      a.at == b.at ? (a.claimed ?? a.at) < (b.claimed ?? b.at) : a.at < b.at
    }
    try set(mailbox, .sequence(line.map(\.value)))
  }
}

/// The students to whom submissions belong.
private final class WorkOwners {
  private let school: SchoolStore
  private let files: SchoolFiles
  private let book: AssignmentBook?
  private let rules: WorkRules
  private let groups: [String: [String]]
  private lazy var history = Result {
    try school.repository.head().commit.map { try school.repository.history(from: [$0]) } ?? []
  }

  init(
    _ subject: String, _ school: SchoolStore, _ files: SchoolFiles, _ report: inout CollectReport
  ) throws {
    self.school = school
    self.files = files
    book = try report.reportingFaults { try files.book() }
    rules = try files.subject(subject).rules
    groups = Dictionary(
      try files.roster().groups(of: .everyone).map { ($0.mailbox, $0.members) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The members of a group at the time of its submission, or only the student if they have no
  /// group; nil if the work isn't for groups.
  ///
  /// - Parameter before: the records of earlier submissions.
  func members(
    _ mailbox: String, of path: ContextPath, for arrival: Arrival, after before: [Arrival]? = nil
  ) throws -> [String]? {
    if let members = groups[mailbox] {
      // The time that the student's computer claims can't be before the last collect.
      let collects = before?.filter { $0.by == .collect }.map(\.at) ?? []
      let claimed = ([arrival.claimed ?? arrival.at] + collects).max() ?? arrival.at
      let time = arrival.by == .hub ? arrival.at : min(claimed, arrival.at)
      return try pastMembers(of: mailbox, at: time) ?? members
    }
    guard let book, let worksheet = try? files.worksheet(path) else { return nil }
    return book.terms(for: mailbox, worksheet, rules: rules).mode == .group ? [mailbox] : nil
  }

  /// The members of a group according to the school's history; nil if it had none.
  private func pastMembers(of mailbox: String, at time: Instant) throws -> [String]? {
    let known = try history.get()
    guard let latest = known.first?.committer.seconds, latest > time.seconds,
      let commit = known.first(where: { $0.committer.seconds <= time.seconds })
    else { return nil }
    let students = try files.roster().students
    let groups = (try? school.files(at: commit.id).roster().groups(of: .everyone)) ?? []
    let members = groups.first { $0.mailbox == mailbox }?.members.filter { students[$0] != nil }
    return members?.isEmpty == false ? members : nil
  }
}
