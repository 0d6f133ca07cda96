import Model
import PlainYAML
import Storage
import Text

/// A change of one guidance record.
public enum GuidanceAction: Hashable, Sendable {
  case delay(to: CivilDate)
  case complete, delete
}

extension GuidanceBook.Entry {
  /// The record after a change.
  ///
  /// - Throws: `Failure` if the record's status or the date doesn't allow it.
  public func changed(by action: GuidanceAction) throws -> GuidanceRecord {
    var changed = record
    switch action {
    case .delay(let date):
      if date < today {
        throw Failure(
          .valueIsFaulty, "the date \(date) is in the past", hint: "delay it to today or later")
      }
      if !record.isOpen { throw closed }
      if date == record.date { return record }
      changed.from = record.from ?? record.date
      changed.date = date
      changed.status = .delayed
    case .complete:
      if record.status == .deleted { throw closed }
      changed.status = .complete
    case .delete: changed.status = .deleted
    }
    return changed
  }

  private var closed: Failure {
    Failure(
      .valueIsFaulty, "'\(record.id)' is already \(record.status.rawValue)",
      hint: "add a new record with 'teachkit guidance add \(record.student) --reason …'")
  }
}

extension People {
  /// The class of each student that words name: the class itself, or the only class of a student.
  ///
  /// - Parameters:
  ///   - schoolClass: the class of all students.
  ///   - teacher: decides between several classes of a student.
  public func classMembers(
    _ words: [String], of schoolClass: String?, teacher: Person
  ) throws -> [(student: String, schoolClass: String)] {
    let roster = try files.roster()
    var found: [(student: String, schoolClass: String)] = []
    for word in words {
      let who = try recipient(word)
      switch who {
      case .everyone:
        throw Failure(
          .valueIsFaulty, "'everyone' isn't possible here", hint: "name students, groups or classes"
        )
      case .schoolClass(let id), .group(let id, _):
        let members = roster.members(of: who, everyone: [])
        if members.isEmpty { throw Failure(.notFound, "no students in '\(visible(word))'") }
        found += members.map { ($0, id) }
      case .student(let id):
        found.append((id, try self.schoolClass(of: id, schoolClass, teacher, in: roster)))
      }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0.student).inserted }
  }

  private func schoolClass(
    of student: String, _ wish: String?, _ teacher: Person, in roster: Roster
  ) throws -> String {
    let all = roster.classes.values.filter { $0.students.contains(student) }.map(\.id).sorted()
    if let wish, all.contains(wish) { return wish }
    guard !all.isEmpty, wish == nil else {
      throw Failure(
        .notFound,
        wish.map { "'\(student)' isn't in '\($0)'" } ?? "'\(student)' isn't in a class",
        hint: "add the student with 'teachkit add \(student) --to \(wish ?? "7b")'")
    }
    if all.count == 1 { return all[0] }
    let mine = (try? ClassSelection(teacher: teacher).classes(in: files)) ?? []
    for narrower in [all.filter(mine.contains), all.filter { roster.classes[$0]?.closing != nil }]
    where narrower.count == 1 {
      return narrower[0]
    }
    throw Failure(
      .valueIsFaulty, "'\(student)' is in several classes: \(all.joined(separator: ", "))",
      hint: "choose one with --class")
  }
}

extension Change {
  /// Adds guidance records to the list of a class.
  public func addGuidance(_ records: [GuidanceRecord], to schoolClass: String) throws {
    try edit(SchoolPath.guidance(schoolClass)) {
      try $0.appending(records.map { .flow($0.value) }, to: [])
    }
  }

  /// Replaces the status and dates of a record.
  public func writeGuidance(_ record: GuidanceRecord, of schoolClass: String) throws {
    try edit(SchoolPath.guidance(schoolClass)) { document in
      let items = document.root.sequence ?? []
      guard let index = items.firstIndex(where: { $0["id"]?.scalar == record.id }) else {
        return document
      }
      let fields: [(String, Value?)] = [
        ("date", .scalar("\(record.date)")), ("status", .scalar(record.status.rawValue)),
        ("from", record.from.map { .scalar("\($0)") }),
      ]
      return try fields.reduce(document) { document, field in
        guard let value = field.1 else { return document }
        return try document.setting(
          [.index(index), .key(field.0)], to: value, order: Schema.guidance.map(\.name))
      }
    }
  }

  /// Removes the deleted records from before a date.
  ///
  /// - Returns: the number of removed records.
  public func purgeGuidance(of schoolClass: String, before date: CivilDate) throws -> Int {
    let records = try SchoolFiles(self).guidance(of: schoolClass)
    let gone = records.indices.filter {
      records[$0].status == .deleted && records[$0].date < date
    }
    if gone.count == records.count, !gone.isEmpty {
      remove(SchoolPath.guidance(schoolClass))
    } else if !gone.isEmpty {
      try edit(SchoolPath.guidance(schoolClass)) { try $0.removing(gone, of: []) }
    }
    return gone.count
  }
}

extension GuidanceRecord {
  fileprivate var value: Value {
    .fields([
      ("id", .scalar(id)), ("student", .scalar(student)), ("reason", .scalar(reason)),
      ("detail", .text(detail)), ("date", .scalar("\(date)")), ("status", .scalar(status.rawValue)),
      ("from", from.map { .scalar("\($0)") }), ("by", .text(by)),
    ])
  }
}
