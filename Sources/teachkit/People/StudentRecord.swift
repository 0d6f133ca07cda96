import Course
import Exchange
import HubProtocol
import Model
import PlainYAML
import Reports
import Storage
import Text

/// All data about one student.
struct StudentRecord {
  let id: String
  /// Every place in the school's files.
  let mentions: [Mention]
  /// The data outside the school's files, by subject; only subjects with data.
  let holdings: [StudentData]
  /// Assignments that include the student, with the recipient that does.
  let assignments: [(id: String, via: String)]
  /// Groups in whose submissions the student took part.
  let groups: [String]
  /// Whether rejected texts of `edit` are kept.
  let hasEdits: Bool
  /// Subjects with a leaderboard, which the inboxes of others contain.
  let boards: [String]
  /// The school's hub as written, if only its server knows the contents.
  let server: String?

  /// - Parameter isKnown: whether it is fine to find nothing; called in that case.
  /// - Throws: `MissingObject` if there is no data about this identifier.
  init(
    of id: String, in school: SchoolStore, orElse isKnown: @autoclosure () throws -> Bool = false
  ) throws {
    let files = school.files
    self.id = id
    mentions = try files.removals(of: try files.mentions(of: .student(id)))
    // A name that can't be an identifier has no data.
    guard !mentions.isEmpty || Identifier.problem(in: id, for: .student) == nil else {
      throw MissingObject(kind: "student", path: id)
    }
    let all = try StudentData.subjects(school)
      .map { try StudentData(of: id, in: $0, school) }
    holdings = all.filter { !$0.isEmpty }
    guard try !mentions.isEmpty || !holdings.isEmpty || isKnown() else {
      throw MissingObject(kind: "student", path: id)
    }
    server = all.contains { $0.isMailboxThere == nil } ? try files.school().hub : nil
    hasEdits = try !WorkTree(root: school.folder).entries(in: "edit").isEmpty
    let roster = try files.roster()
    let present = roster.classes.values.flatMap { schoolClass in
      schoolClass.groups.filter { $0.students.contains(id) }.map { "\(schoolClass.id)/\($0.id)" }
    }
    let former = holdings.flatMap(\.submissions).map(\.submission.mailbox).filter { $0 != id }
      .map { $0.split(separator: "+").joined(separator: "/") }
    groups = Set(present + former).sorted()
    let subjects = Set(
      try files.subjectIDs().filter { subject in
        try files.participants(of: subject).current.contains { $0.id == id }
      })
    boards = try subjects.filter { try files.subject($0).leaderboard != .off }.sorted()
    assignments = try files.assignments().compactMap { assignment in
      let everyone =
        assignment.work.isEmpty || assignment.work.contains { subjects.contains($0.subject) }
        ? [id] : []
      let word = assignment.to.first { word in
        roster.recipient(word).map { roster.members(of: $0, everyone: everyone).contains(id) }
          ?? false
      }
      return word.map { (assignment.id, $0) }
    }
  }

  /// Other locations of data that the school's commands can't change.
  var elsewhere: [String] {
    var places = ["the school's history, in earlier commits"]
    if let server {
      places.append(
        "the hub \(server): the mailbox '\(id)' of each subject, their keys, and the people files of its subjects"
      )
    }
    places += boards.map {
      "earlier leaderboards in the inboxes of others: 'teachkit share \($0) --purge' removes them"
    }
    if hasEdits { places.append("rejected texts of 'edit': .git/teachkit/edit") }
    places += groups.map { "submissions of the group \($0)" }
    places += [
      "clones of the school, by colleagues and on your other machines",
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
  /// The path in the file, such as `groups.red` or `ada`.
  var place: String {
    steps.compactMap { step in
      if case .key(let key) = step { key } else { nil }
    }.joined(separator: ".")
  }
}

extension StudentData {
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
  /// The data by place.
  func text(_ layout: Layout) -> String {
    var table = Table(
      "held", [.init("where", title: "Store"), .init("place"), .init("what", title: "Data")],
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
