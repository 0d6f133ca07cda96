import Exchange
import Hub
import Model
import PlainYAML
import Reports
import Storage

/// All that is held of one student.
struct StudentRecord {
  let id: String
  /// Every place in the school's files.
  let mentions: [Mention]
  /// What is kept beside them, subject by subject; only those in which there is anything.
  let holdings: [StudentHoldings]
  /// Assignments that reach the student, with the word that means them.
  let assignments: [(id: String, via: String)]
  /// Groups whose common work the student had a part in.
  let groups: [String]
  /// Whether texts of edits that were not taken are kept.
  let hasEdits: Bool
  /// The school's hub as it is written, where its server alone knows what is on it.
  let server: String?

  /// - Parameter isKnown: whether there may be nothing; asked where that is so.
  /// - Throws: `MissingObject` where nothing is held of anybody of that identifier.
  init(
    of id: String, in school: SchoolStore, orElse isKnown: @autoclosure () throws -> Bool = false
  ) throws {
    let files = school.files
    self.id = id
    mentions = try files.removals(of: try files.mentions(of: .student(id)))
    // Nothing that is kept of anybody is called what nobody can be.
    guard !mentions.isEmpty || Identifier.problem(in: id, for: .student) == nil else {
      throw MissingObject(kind: "student", path: id)
    }
    let all = try StudentHoldings.subjects(school)
      .map { try StudentHoldings(of: id, in: $0, school) }
    holdings = all.filter { !$0.isEmpty }
    guard try !mentions.isEmpty || !holdings.isEmpty || isKnown() else {
      throw MissingObject(kind: "student", path: id)
    }
    server = all.contains { $0.isMailboxThere == nil } ? try files.school().hub : nil
    hasEdits = try !WorkTree(root: school.folder).entries(in: "edit").isEmpty
    let roster = try files.roster()
    groups = roster.classes.values.flatMap { one in
      one.groups.filter { $0.students.contains(id) }.map { "\(one.id)/\($0.id)" }
    }.sorted()
    let subjects = Set(
      try files.subjectIDs().filter { subject in
        try files.participants(of: subject).contains { $0.id == id && $0.state != .removed }
      })
    assignments = try files.assignments().compactMap { assignment in
      let everyone =
        assignment.work.isEmpty || assignment.work.contains { subjects.contains($0.subject) }
        ? [id] : []
      let word = assignment.to.first { word in
        roster.who(word).map { roster.members(of: $0, everyone: everyone).contains(id) } ?? false
      }
      return word.map { (assignment.id, $0) }
    }
  }

  /// Where more may be held that no command of the school reaches.
  var elsewhere: [String] {
    var places = ["the school's history: what its commits held before"]
    if let server {
      places.append(
        "the hub \(server): the mailbox '\(id)' of each subject, their keys, and what its desks say of them"
      )
    }
    if hasEdits { places.append("texts that 'edit' keeps: .git/teachkit/edit") }
    places += groups.map { "the work that the group \($0) handed in together" }
    places += [
      "clones of the school: those of colleagues, and on other machines of yours",
      "the student's own clones", "backups of the school, of the hub and of these machines",
    ]
    return places
  }
}

extension StudentRecord {
  private static func json(_ value: Value) -> JSONValue {
    switch value {
    case .null: .null
    case .scalar(let text), .plain(let text): .string(text)
    case .sequence(let items): .array(items.map(json))
    case .mapping(let pairs): .object(pairs.map { .init($0.key, json($0.value)) })
    case .flow(let value): json(value)
    }
  }

  var json: JSONValue {
    let held = mentions.map { mention -> JSONValue in
      [
        "file": .string(mention.file), "place": .string(mention.place),
        "value": Self.json(mention.value),
      ]
    }
    let submissions = holdings.flatMap { holding in
      holding.numbered.map { work, attempt, submission -> JSONValue in
        [
          "path": .string("\(holding.subject)/\(work)"), "attempt": .integer(attempt),
          "claimed": .string(submission.claimed.description),
          "commit": .string("\(submission.commit)"),
        ]
      }
    }
    let inboxes = holdings.compactMap { holding -> JSONValue? in
      holding.inbox.map { inbox in
        [
          "subject": .string(holding.subject),
          "files": .object(
            inbox.files.sorted { $0.key < $1.key }.map {
              .init($0.key, .string(String(decoding: $0.value, as: UTF8.self)))
            }),
        ]
      }
    }
    return Record.envelope(
      "student-record", "item",
      [
        "id": .string(id), "held": .array(held),
        "assignments": .array(
          assignments.map { ["id": .string($0.id), "via": .string($0.via)] }),
        "submissions": .array(submissions), "inboxes": .array(inboxes),
        "mailboxes": .array(
          holdings.filter { $0.isMailboxThere == true }.compactMap { $0.mailbox }
            .map { .string($0.text) }),
        "elsewhere": .array(elsewhere.map { .string($0) }),
      ])
  }
}

extension Mention {
  /// The place within the file: `groups.red`, `ada`.
  var place: String {
    steps.compactMap { step in
      if case .key(let key) = step { key } else { nil }
    }.joined(separator: ".")
  }
}

extension StudentHoldings {
  /// The submissions with the number of each attempt, from 1.
  var numbered: [(work: String, attempt: Int, submission: Submission)] {
    var counts: [String: Int] = [:]
    return submissions.map { work, submission in
      counts[work, default: 0] += 1
      return (work, counts[work] ?? 1, submission)
    }
  }
}

extension StudentRecord: Report {
  /// What is held, place by place.
  func text(_ layout: Layout) -> String {
    var table = Table(
      "held", [.init("where"), .init("place"), .init("what")],
      rows: mentions.map {
        [Cell($0.file), Cell($0.place), Cell(Printer.flow($0.value))]
      })
    for assignment in assignments {
      table.append([Cell("assignments/\(assignment.id).yaml"), "reaches", Cell(assignment.via)])
    }
    for holding in holdings {
      for (work, attempt, submission) in holding.numbered {
        table.append([
          "collected", Cell("\(holding.subject)/\(work)"),
          Cell("attempt \(attempt), \(submission.claimed)"),
        ])
      }
      for file in (holding.inbox?.files ?? [:]).keys.sorted() {
        table.append(["inbox", Cell(holding.subject), Cell(file)])
      }
      if holding.isMailboxThere == true {
        table.append(["hub", Cell(holding.subject), Cell(holding.mailbox?.text)])
      }
    }
    return table.text(layout)
  }
}
