/// A name with an address, as Git writes it: `Grace Hopper <grace@example.org>`.
public struct Person: Hashable, Sendable {
  public var name: String
  public var mail: String

  public init(name: String, mail: String) {
    self.name = name
    self.mail = mail
  }

  /// Reads `Name <mail>`, or a name alone.
  public init(text: String) {
    guard let open = text.lastIndex(of: "<"), text.hasSuffix(">") else {
      self.init(name: text.trimmed, mail: "")
      return
    }
    self.init(
      name: String(text[..<open]).trimmed,
      mail: String(text[text.index(after: open)...].dropLast()).trimmed)
  }
}

extension Person: CustomStringConvertible {
  public var description: String { mail.isEmpty ? name : "\(name) <\(mail)>" }
}

extension String {
  /// Without spaces, tabs and line ends at either end.
  var trimmed: String {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex
    return start < end ? String(self[start..<end]) : ""
  }
}

/// A student as the school knows them.
public struct Student: Hashable, Sendable {
  public let id: String
  public var given: String
  public var family: String
  public var email: String?
  public var number: Int?
  /// The name that leaderboards may show.
  public var alias: String?
  /// The name under which a server knows them.
  public var login: String?
  /// Whether progress is reported; a student may opt out.
  public var progress: Bool

  public init(
    id: String, given: String = "", family: String = "", email: String? = nil,
    number: Int? = nil, alias: String? = nil, login: String? = nil, progress: Bool = true
  ) {
    self.id = id
    self.given = given
    self.family = family
    self.email = email
    self.number = number
    self.alias = alias
    self.login = login
    self.progress = progress
  }

  /// Given and family name, or the identifier where there is neither.
  public var name: String {
    let full = [given, family].filter { !$0.isEmpty }.joined(separator: " ")
    return full.isEmpty ? id : full
  }

  /// Whether a text may be a mail address: something before an `@` and something after it, without
  /// spaces, 320 characters at most. Whether it is one is known where the mail arrives.
  public static func isMailAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && text.count <= 320
      && text.unicodeScalars.allSatisfy { $0.value > 0x20 && !$0.properties.isWhitespace }
  }
}

/// A class: who is taught together, and when.
public struct SchoolClass: Hashable, Sendable {
  public struct Group: Hashable, Sendable {
    public let id: String
    public var students: [String]

    public init(id: String, students: [String] = []) {
      self.id = id
      self.students = students
    }
  }

  public let id: String
  public var title: String
  public var year: Int?
  public var number: Int?
  /// IANA name of a time zone of its own.
  public var zone: String?
  /// When the school day ends, in seconds since midnight.
  public var closing: Int?
  public var weekdays: [Weekday]
  public var holidays: [ClosedRange<CivilDate>]
  public var students: [String]
  public var groups: [Group]

  public init(
    id: String, title: String, year: Int? = nil, number: Int? = nil, zone: String? = nil,
    closing: Int? = nil, weekdays: [Weekday] = [], holidays: [ClosedRange<CivilDate>] = [],
    students: [String] = [], groups: [Group] = []
  ) {
    self.id = id
    self.title = title
    self.year = year
    self.number = number
    self.zone = zone
    self.closing = closing
    self.weekdays = weekdays
    self.holidays = holidays
    self.students = students
    self.groups = groups
  }

  public func group(_ id: String) -> Group? { groups.first { $0.id == id } }
}

/// Recipients or participants by one word: a student, a class, a group, or everyone.
public enum Who: Hashable, Sendable {
  case everyone
  case student(String)
  case schoolClass(String)
  case group(schoolClass: String, group: String)
}

extension Who {
  /// The class that is meant, or that the group is in; nil for a student and for everyone.
  public var schoolClass: String? {
    switch self {
    case .everyone, .student: nil
    case .schoolClass(let id), .group(let id, _): id
    }
  }

  /// What is meant, in words.
  public var kind: String {
    switch self {
    case .everyone: "everybody"
    case .student: "a student"
    case .schoolClass: "a class"
    case .group: "a group"
    }
  }
}

extension Who: CustomStringConvertible {
  /// As it is written: `everyone`, `ada`, `7b`, `7b/red`.
  public var description: String {
    switch self {
    case .everyone: "everyone"
    case .student(let id), .schoolClass(let id): id
    case .group(let schoolClass, let group): "\(schoolClass)/\(group)"
    }
  }
}

/// All students and classes of a school, to look up who is meant.
public struct Roster: Sendable {
  public let students: [String: Student]
  public let classes: [String: SchoolClass]

  public init(students: [String: Student], classes: [String: SchoolClass]) {
    self.students = students
    self.classes = classes
  }

  /// The paths of all groups, such as `7b/red`, those of one class together.
  public var groupPaths: [String] {
    classes.sorted { $0.key < $1.key }.flatMap { id, schoolClass in
      schoolClass.groups.map { "\(id)/\($0.id)" }
    }
  }

  /// What a word means, or nil where there is no such student, class or group.
  public func who(_ text: String) -> Who? {
    if text == "everyone" { return .everyone }
    if students[text] != nil { return .student(text) }
    if classes[text] != nil { return .schoolClass(text) }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, classes[parts[0]]?.group(parts[1]) != nil else { return nil }
    return .group(schoolClass: parts[0], group: parts[1])
  }

  /// The identifiers of the students that are meant, in the order of the class or group.
  ///
  /// - Parameter everyone: who `everyone` is, usually a subject's participants.
  public func members(of who: Who, everyone: [String]) -> [String] {
    switch who {
    case .everyone: everyone
    case .student(let id): [id]
    case .schoolClass(let id): classes[id]?.students ?? []
    case .group(let schoolClass, let group):
      classes[schoolClass]?.group(group)?.students ?? []
    }
  }
}
