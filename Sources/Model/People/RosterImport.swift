import Text

/// A row of an imported roster.
public struct RosterRow: Hashable, Sendable {
  /// Its line number, from 1.
  public let line: Int
  public var id: String?
  /// Values by field name. Missing fields stay unchanged.
  public var fields: [String: String]
  /// Identifiers of classes.
  public var classes: [String]

  public init(line: Int, id: String? = nil, fields: [String: String] = [:], classes: [String] = [])
  {
    self.line = line
    self.id = id
    self.fields = fields
    self.classes = classes
  }
}

extension Student {
  /// The value of a field by its name in the file; nil if it isn't set.
  public func text(of field: String) -> String? {
    switch field {
    case "given": given.isEmpty ? nil : given
    case "family": family.isEmpty ? nil : family
    case "email": email
    case "number": number.map(String.init)
    case "alias": alias
    case "login": login
    case "progress": progress ? nil : "no"
    case "leaderboard": leaderboard ? nil : "no"
    default: nil
    }
  }

  /// A student with fields set by name; invalid values are ignored.
  public init(id: String, fields: [String: String]) {
    self.init(
      id: id, given: fields["given"] ?? "", family: fields["family"] ?? "",
      email: fields["email"], number: fields["number"].flatMap { Int($0) },
      alias: fields["alias"], login: fields["login"], progress: fields["progress"] != "no",
      leaderboard: fields["leaderboard"] != "no")
  }
}

/// The changes that an import makes to a school.
public struct RosterPlan: Hashable, Sendable {
  public struct FieldChange: Hashable, Sendable {
    public let field: String
    public let old: String?
    public let new: String
  }

  public struct Entry: Hashable, Sendable {
    public let line: Int
    public let id: String
    public let isNew: Bool
    /// In the order of the schema; all fields for a new student.
    public let changes: [FieldChange]
    /// Classes that the student joins.
    public let joins: [String]

    public var isUnchanged: Bool { !isNew && changes.isEmpty && joins.isEmpty }
  }

  /// A class member who is missing from the list.
  public struct Absence: Hashable, Sendable {
    public let id: String
    public let schoolClass: String
  }

  /// A warning for the user.
  public enum Doubt: Hashable, Sendable {
    /// A new student with the name of another student.
    case sameName(line: Int, id: String, others: [String])
    /// A new student with the e-mail address or number of another student.
    case sameMark(line: Int, id: String, field: String, other: String)
  }

  public let entries: [Entry]
  public let absences: [Absence]
  public let doubts: [Doubt]

  public var isEmpty: Bool { entries.allSatisfy(\.isUnchanged) }
}

/// A row that can't be imported.
public struct RosterProblem: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Another row is about the same student.
    case twice(id: String, otherLine: Int)
    /// The row matches several students.
    case ambiguous(name: String, candidates: [String])
    /// The row's identifier is the name of a class.
    case takenByClass(String)
    /// The row's identifier differs from another one only in case.
    case almostTaken(String, by: String)
  }

  public let line: Int
  public let kind: Kind
}

extension RosterPlan {
  /// Matches the rows with the students of the school and computes the changes.
  ///
  /// - Parameters:
  ///   - rule: the naming rule for new students.
  ///   - language: the school's language.
  /// - Throws: `RosterProblem`.
  public init(
    _ rows: [RosterRow], roster: Roster, rule: NamingRule, language: String?
  ) throws(RosterProblem) {
    let matching = try RosterMatching(rows, roster: roster)
    var naming = StudentNaming(
      rule, language: language,
      taken: roster.students.all + Array(roster.classes.keys) + rows.compactMap(\.id))
    let nameless = rows.indices.filter { matching.found[$0] == nil && rows[$0].id == nil }
    let names = naming.name(nameless.map { Student(id: "", fields: rows[$0].fields) })
    var ids = rows.indices.map { matching.found[$0] ?? rows[$0].id ?? "" }
    for (index, name) in zip(nameless, names) { ids[index] = name }

    entries = zip(rows, ids).enumerated().map { index, pair in
      Entry(pair.0, id: pair.1, isNew: matching.found[index] == nil, roster, matching.members)
    }
    doubts = rows.indices.filter { matching.found[$0] == nil }.flatMap { index -> [Doubt] in
      var doubts: [Doubt] = []
      let (line, id) = (rows[index].line, ids[index])
      let (students, others) = matching.namesakes(of: index)
      if !students.isEmpty || !others.isEmpty {
        doubts.append(.sameName(line: line, id: id, others: students + others.map { ids[$0] }))
      }
      for field in ["email", "number"] {
        guard let owner = matching.owner(of: field, in: index) else { continue }
        doubts.append(.sameMark(line: line, id: id, field: field, other: owner))
      }
      return doubts
    }
    let present = Set(zip(rows, ids).flatMap { row, id in row.classes.map { [id, $0] } })
    let classes = rows.reduce(into: [String]()) { all, row in
      all += row.classes.filter { !all.contains($0) }
    }
    absences = classes.flatMap { schoolClass in
      (roster.classes[schoolClass]?.students ?? [])
        .filter { !present.contains([$0, schoolClass]) }
        .map { Absence(id: $0, schoolClass: schoolClass) }
    }
  }
}

extension RosterPlan.Entry {
  /// - Parameter members: the students of each class.
  fileprivate init(
    _ row: RosterRow, id: String, isNew: Bool, _ roster: Roster, _ members: [String: Set<String>]
  ) {
    line = row.line
    self.id = id
    self.isNew = isNew
    let known = isNew ? nil : roster.students[id]
    changes = Schema.roster.compactMap { field in
      let old = known?.text(of: field.name)
      guard let new = row.fields[field.name], new != old else { return nil }
      // Default values aren't written.
      if ["progress", "leaderboard"].contains(field.name), new == "yes", old == nil { return nil }
      return RosterPlan.FieldChange(field: field.name, old: old, new: new)
    }
    joins = row.classes.filter { members[$0]?.contains(id) != true }
  }
}
