import Exchange
import Model
import Storage

/// What students can be added to and removed from.
enum Membership: Hashable {
  case schoolClass(String)
  case group(schoolClass: String, group: String)
  case subject(String)

  /// Finds it by what stands behind `--to` or `--from`.
  ///
  /// - Throws: `LookupError`; `Failure` where a class and a subject have the same name.
  init(_ text: String, in files: SchoolFiles) throws {
    let isSubject = try files.subjectIDs().contains(text)
    if isSubject, try files.classIDs().contains(text) {
      throw LookupError.ambiguous(text, candidates: ["classes/\(text)", "subjects/\(text)"])
    }
    switch try files.roster().who(text) {
    case .schoolClass(let id): self = .schoolClass(id)
    case .group(let schoolClass, let group):
      self = .group(schoolClass: schoolClass, group: group)
    default:
      switch try Locator(files).find(text, among: [.schoolClass, .group, .subject]) {
      case .schoolClass(let id): self = .schoolClass(id)
      case .group(let schoolClass, let group):
        self = .group(schoolClass: schoolClass, group: group)
      case .context(let path): self = .subject(path.subject)
      default: throw LookupError.unknown(text, suggestion: nil)
      }
    }
  }

  var object: ObjectPath {
    switch self {
    case .schoolClass(let id): .schoolClass(id)
    case .group(let schoolClass, let group): .group(schoolClass: schoolClass, group: group)
    case .subject(let id): .context(ContextPath(subject: id))
    }
  }

  /// The file that says who is in it.
  var file: String {
    switch self {
    case .schoolClass(let id), .group(let id, _): SchoolPath.schoolClass(id)
    case .subject(let id): SchoolPath.participants(id)
    }
  }

  /// The subject whose participants they are.
  var subject: String? {
    if case .subject(let id) = self { id } else { nil }
  }

  /// The subjects in which it matters who is in it: whose participants they are, or in which work
  /// was assigned to the class or one of its groups.
  func subjects(_ files: SchoolFiles) throws -> [String] {
    guard let schoolClass else { return subject.map { [$0] } ?? [] }
    let roster = try files.roster()
    let meant = try files.assignments().filter { assignment in
      assignment.state == .active
        && assignment.to.contains { roster.who($0)?.schoolClass == schoolClass }
    }
    return Set(try meant.flatMap { try files.subjects(of: $0) }).sorted()
  }

  private var schoolClass: String? {
    switch self {
    case .schoolClass(let id), .group(let id, _): id
    case .subject: nil
    }
  }

  /// The students that are in it now.
  func members(_ files: SchoolFiles) throws -> [String] {
    switch self {
    case .schoolClass(let id): try files.schoolClass(id).students
    case .group(let id, let group): try files.schoolClass(id).group(group)?.students ?? []
    case .subject(let id):
      try files.participants(of: id).filter { $0.state != .removed }.map(\.id)
    }
  }

  /// Who of some students is in it and may do something else than a permission says.
  func members(
    among students: [String], without permission: Participant.Permission, _ files: SchoolFiles
  ) throws -> [String] {
    guard case .subject(let id) = self else { return [] }
    let others = Set(
      try files.participants(of: id)
        .filter { $0.state != .removed && $0.permission != permission }.map(\.id))
    return students.filter(others.contains)
  }

  /// Who of some students took part once, and keeps a permission that others wouldn't get.
  func keepingPermission(_ students: [String], _ files: SchoolFiles) throws -> [Participant] {
    try subject.map { try Participation.keepingPermission(students, of: $0, files) } ?? []
  }

  /// Adds students who aren't in it.
  ///
  /// - Parameter permission: that of participants of a subject, also where they take part already;
  ///   who took part once keeps theirs, and new ones get the
  ///   subject's, unless given.
  func add(
    _ students: [String], _ permission: Participant.Permission?, at now: Instant,
    in change: Change
  ) throws {
    switch self {
    case .schoolClass(let id):
      try change.addStudents(students, to: id)
    case .group(let id, let group):
      try change.addStudents(students, to: id, group: group)
    case .subject(let id):
      _ = try Participation.add(
        students, to: id, permission: permission, at: now, in: change, SchoolFiles(change))
    }
  }

  /// Removes students who are in it.
  func remove(_ students: [String], at now: Instant, in change: Change) throws {
    switch self {
    case .schoolClass(let id):
      try change.removeStudents(students, from: id)
    case .group(let id, let group):
      try change.removeStudents(students, from: id, group: group)
    case .subject(let id):
      _ = try Participation.remove(students, from: id, at: now, in: change, SchoolFiles(change))
    }
  }
}
