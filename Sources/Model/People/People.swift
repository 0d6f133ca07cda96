/// A name with an e-mail address, as Git writes it: `Grace Hopper <grace@example.org>`.
public struct Person: Hashable, Sendable {
  public var name: String
  public var mail: String

  public init(name: String, mail: String) {
    self.name = name
    self.mail = mail
  }

  /// Parses `Name <mail>`, or only a name.
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
  /// The text without leading and trailing spaces, tabs and line breaks.
  public var trimmed: String {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex
    return start < end ? String(self[start..<end]) : ""
  }
}

/// A student of the school.
public struct Student: Hashable, Sendable {
  public let id: String
  public var given: String
  public var family: String
  public var email: String?
  public var number: Int?
  /// The name for leaderboards.
  public var alias: String?
  /// The student's name on a server.
  public var login: String?
  /// Whether progress is reported; a student can opt out.
  public var progress: Bool
  /// Whether others see the student in leaderboards; a student can opt out.
  public var leaderboard: Bool
  /// Whether a teacher acts as this student. Test students count nowhere.
  public var isTest: Bool

  public init(
    id: String, given: String = "", family: String = "", email: String? = nil,
    number: Int? = nil, alias: String? = nil, login: String? = nil, progress: Bool = true,
    leaderboard: Bool = true, isTest: Bool = false
  ) {
    self.id = id
    self.given = given
    self.family = family
    self.email = email
    self.number = number
    self.alias = alias
    self.login = login
    self.progress = progress
    self.leaderboard = leaderboard
    self.isTest = isTest
  }

  /// Given and family name, or the identifier if both are empty.
  public var name: String {
    let full = [given, family].filter { !$0.isEmpty }.joined(separator: " ")
    return full.isEmpty ? id : full
  }

  /// Whether a text looks like an e-mail address: text before and after an `@`, without spaces, at
  /// most 320 characters. Only delivery can prove that it exists.
  public static func isMailAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && text.count <= 320
      && text.unicodeScalars.allSatisfy { $0.value > 0x20 && !$0.properties.isWhitespace }
  }
}

/// A class: students who are taught together, and their school hours.
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
  /// The class teacher; nil if the file names none.
  public var teacher: Person?
  public var year: Int?
  public var number: Int?
  /// The IANA name of its time zone; nil for the school's.
  public var zone: String?
  /// The end of the school day, in seconds since midnight.
  public var closing: Int?
  /// The seconds between the closing reminder and the closing time; nil if reminders are off.
  public var reminder: Int?
  public var weekdays: [Weekday]
  public var holidays: [ClosedRange<CivilDate>]
  public var students: [String]
  public var groups: [Group]

  public init(
    id: String, title: String, teacher: Person? = nil, year: Int? = nil, number: Int? = nil,
    zone: String? = nil, closing: Int? = nil, reminder: Int? = 300, weekdays: [Weekday] = [],
    holidays: [ClosedRange<CivilDate>] = [],
    students: [String] = [], groups: [Group] = []
  ) {
    self.id = id
    self.title = title
    self.teacher = teacher
    self.year = year
    self.number = number
    self.zone = zone
    self.closing = closing
    self.reminder = reminder
    self.weekdays = weekdays
    self.holidays = holidays
    self.students = students
    self.groups = groups
  }

  public func group(_ id: String) -> Group? { groups.first { $0.id == id } }

  /// The class without some members.
  fileprivate func without(_ isLeaving: (String) -> Bool) -> SchoolClass {
    guard
      students.contains(where: isLeaving)
        || groups.contains(where: { $0.students.contains(where: isLeaving) })
    else { return self }
    var rest = self
    rest.students.removeAll(where: isLeaving)
    for index in rest.groups.indices { rest.groups[index].students.removeAll(where: isLeaving) }
    return rest
  }
}

/// A recipient or group of participants, given by one word: a student, a class, a group, or
/// everyone.
public enum Recipient: Hashable, Sendable {
  case everyone
  case student(String)
  case schoolClass(String)
  case group(schoolClass: String, group: String)
}

extension Recipient {
  /// The class, or the class of the group; nil for a student and for everyone.
  public var schoolClass: String? {
    switch self {
    case .everyone, .student: nil
    case .schoolClass(let id), .group(let id, _): id
    }
  }

  /// The kind of recipient as text.
  public var kind: String {
    switch self {
    case .everyone: "everybody"
    case .student: "a student"
    case .schoolClass: "a class"
    case .group: "a group"
    }
  }
}

extension Recipient: CustomStringConvertible {
  /// Its notation: `everyone`, `ada`, `7b`, `7b/red`.
  public var description: String {
    switch self {
    case .everyone: "everyone"
    case .student(let id), .schoolClass(let id): id
    case .group(let schoolClass, let group): "\(schoolClass)/\(group)"
    }
  }
}

/// All students and classes of a school, for looking up recipients.
public struct Roster: Sendable {
  public let students: Students
  /// Test students are in no class, whatever its file says.
  public let classes: [String: SchoolClass]

  public init(students: Students, classes: [String: SchoolClass]) {
    self.students = students
    self.classes = classes.mapValues { $0.without(students.isTest) }
  }

  /// The paths of all groups, such as `7b/red`, grouped by class.
  public var groupPaths: [String] {
    classes.sorted { $0.key < $1.key }.flatMap { id, schoolClass in
      schoolClass.groups.map { "\(id)/\($0.id)" }
    }
  }

  /// The meaning of a word; nil if it isn't a student, class or group.
  public func recipient(_ text: String) -> Recipient? {
    if text == "everyone" { return .everyone }
    if students[text] != nil { return .student(text) }
    if classes[text] != nil { return .schoolClass(text) }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, classes[parts[0]]?.group(parts[1]) != nil else { return nil }
    return .group(schoolClass: parts[0], group: parts[1])
  }

  /// The identifiers of the selected students, in the order of the class or group.
  ///
  /// - Parameter everyone: the meaning of `everyone`, usually a subject's participants.
  public func members(of who: Recipient, everyone: [String]) -> [String] {
    switch who {
    case .everyone: everyone
    case .student(let id): [id]
    case .schoolClass(let id): classes[id]?.students ?? []
    case .group(let schoolClass, let group):
      classes[schoolClass]?.group(group)?.students ?? []
    }
  }
}
