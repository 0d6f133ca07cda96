import Exchange
import Model
import Storage

/// A class, group or subject, to which students can be added.
public enum Membership: Hashable, Sendable {
  case schoolClass(String)
  case group(schoolClass: String, group: String)
  case subject(String)

  /// Finds it by the argument of `--to` or `--from`.
  ///
  /// - Throws: `LookupError`, also if a class and a subject have the same name.
  public init(_ text: String, in files: SchoolFiles) throws {
    let isSubject = try files.subjectIDs().contains(text)
    if isSubject, try files.classIDs().contains(text) {
      throw LookupError.ambiguous(text, candidates: ["classes/\(text)", "subjects/\(text)"])
    }
    switch try files.roster().recipient(text) {
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

  public var object: ObjectPath {
    switch self {
    case .schoolClass(let id): .schoolClass(id)
    case .group(let schoolClass, let group): .group(schoolClass: schoolClass, group: group)
    case .subject(let id): .context(ContextPath(subject: id))
    }
  }

  /// The file that lists the members.
  public var file: String {
    switch self {
    case .schoolClass(let id), .group(let id, _): SchoolPath.schoolClass(id)
    case .subject(let id): SchoolPath.participants(id)
    }
  }

  /// The subject, if the members are its participants.
  public var subject: String? {
    if case .subject(let id) = self { id } else { nil }
  }

  /// The subjects that depend on the membership: the subject itself, or those with active
  /// assignments or announcements to the class or its groups.
  public func subjects(_ files: SchoolFiles) throws -> [String] {
    guard let schoolClass else { return subject.map { [$0] } ?? [] }
    let roster = try files.roster()
    let meant = try files.assignments().filter { assignment in
      assignment.state == .active
        && assignment.to.contains { roster.recipient($0)?.schoolClass == schoolClass }
    }
    let announced = try files.announcements().filter { announcement in
      announcement.to.contains { roster.recipient($0)?.schoolClass == schoolClass }
    }
    return try Set(
      meant.flatMap { try files.subjects(of: $0) }
        + announced.flatMap { try $0.subjects ?? files.subjectIDs() }
    ).sorted()
  }

  private var schoolClass: String? {
    switch self {
    case .schoolClass(let id), .group(let id, _): id
    case .subject: nil
    }
  }

  /// The current members; those of a subject include test students.
  public func members(_ files: SchoolFiles) throws -> [String] {
    switch self {
    case .schoolClass(let id): try files.schoolClass(id).students
    case .group(let id, let group): try files.schoolClass(id).group(group)?.students ?? []
    case .subject(let id):
      try files.participants(of: id).current.map(\.id)
    }
  }

  /// Returns the given students who are participants with a different permission.
  public func members(
    among students: [String], without permission: Participant.Permission, _ files: SchoolFiles
  ) throws -> [String] {
    guard case .subject(let id) = self else { return [] }
    let others = Set(
      try files.participants(of: id).current.filter { $0.permission != permission }.map(\.id))
    return students.filter(others.contains)
  }

  /// Returns the former participants among the students who keep a permission that new ones
  /// wouldn't get.
  public func keepingPermission(_ students: [String], _ files: SchoolFiles) throws -> [Participant]
  {
    try subject.map { try Participation.keepingPermission(students, of: $0, files) } ?? []
  }

  /// Adds students who aren't members yet.
  ///
  /// - Parameter permission: the permission of participants, including current ones. By default
  ///   former participants keep theirs, and new ones get the subject's.
  public func add(
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

  /// Removes students who are members.
  public func remove(_ students: [String], at now: Instant, in change: Change) throws {
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
