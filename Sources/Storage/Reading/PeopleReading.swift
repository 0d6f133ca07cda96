import Git
import Model
import PlainYAML
import Substrings
import Text

extension School {
  /// Reads `school.yaml`, or the copy of it in the `subject.yaml` of a clone.
  init(_ reading: FileReading, isClone: Bool = false) {
    let fields = reading.fields(isClone ? Schema.school + Schema.subject : Schema.school)
    if let format = fields.integer("format", in: 1...Int(Int32.max)) {
      if format > School.format {
        fields.fault(
          .newerFormat, "this school is in format \(format), newer than this program knows",
          hint: "install a newer teachkit", at: fields.value("format"))
      }
    } else if fields.value("format") == nil {
      fields.fault(.missingField, "the file has no 'format'", hint: "add `format: 1`")
    }
    self.init(
      uid: fields.required("uid"), name: fields.required("school", most: 256),
      teacher: fields.text("teacher").map { Person(text: $0) },
      zone: fields.text("zone") ?? "UTC",
      language: fields.read("language", "language tag such as de or pt-BR") {
        School.isLanguageTag($0) ? $0 : nil
      },
      hub: fields.read("hub", "place such as ../hub or ssh://host/hub") { text in
        // Only shells expand `~`.
        let isAddress = RemoteAddress.isOne(text)
        return text.hasPrefix("~") || isAddress && !RemoteAddress.isSafe(text) ? nil : text
      }, provider: fields.provider(), late: fields.late(),
      scale: fields.scale(), terms: fields.schoolTerms(), notify: fields.channels(),
      guidanceReasons: fields.guidanceReasons())
  }

  /// Whether a text has the form of a language tag (RFC 5646, section 2.1): words of 1 to 8 ASCII
  /// letters and digits, separated by hyphens. The first word consists of letters.
  public static func isLanguageTag(_ text: String) -> Bool {
    let words = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    return words.first?.count ?? 0 > 1 && words.first?.allSatisfy(isLetter) == true
      && words.allSatisfy {
        (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || isDigit($0) }
      }
  }
}

extension Student {
  /// Reads an entry of `students.yaml`.
  init(_ reading: FileReading, _ entry: Entry) {
    reading.checkIdentifier(entry.key, .student, at: entry.keyOffset)
    let fields = FieldReader(
      reading, entry.value, allowed: Schema.student, what: "'\(entry.key)'")
    self.init(
      id: entry.key, given: fields.text("given", most: 256) ?? "",
      family: fields.text("family", most: 256) ?? "",
      email: fields.read("email", "valid e-mail address such as ada@example.org") {
        $0.isEmpty || Student.isMailAddress($0) ? $0 : nil
      },
      number: fields.integer("number", in: 0...Int(Int32.max)),
      alias: fields.text("alias", most: 64), login: fields.text("login", most: 128),
      progress: fields.flag("progress") ?? true,
      leaderboard: fields.flag("leaderboard") ?? true, isTest: fields.flag("test") ?? false)
  }
}

extension StaffMember {
  /// Reads an entry of `staff.yaml`.
  init(_ reading: FileReading, _ entry: Entry) {
    reading.checkIdentifier(entry.key, .student, at: entry.keyOffset)
    let fields = FieldReader(
      reading, entry.value, allowed: Schema.staffMember, what: "'\(entry.key)'")
    self.init(
      id: entry.key, name: fields.text("name", most: 256) ?? entry.key,
      email: fields.read("email", "valid e-mail address such as ada@example.org") {
        Student.isMailAddress($0) ? $0 : nil
      }, share: fields.integer("share", in: 0...100) ?? 1, work: fields.paths("work"))
  }
}

extension Announcement {
  /// Reads an entry of `announcements.yaml`.
  init?(_ reading: FileReading, _ entry: Entry, in zone: Zone) {
    reading.checkIdentifier(entry.key, .assignment, at: entry.keyOffset)
    let fields = FieldReader(
      reading, entry.value, allowed: Schema.announcement, what: "'\(entry.key)'")
    let to = fields.texts("to") ?? []
    if to.isEmpty {
      fields.fault(
        .missingField, "the announcement has no recipients", hint: "add `to: [7b]`",
        at: fields.value("to"))
    }
    let text = fields.required("text", most: Notice.longest)
    let until = fields.time("until", in: zone, .due)
    guard let at = fields.time("at", in: zone, .release) else {
      if fields.value("at") == nil {
        fields.fault(.missingField, "'\(entry.key)' has no 'at'", hint: "add `at: 2026-11-28`")
      }
      return nil
    }
    self.init(
      id: entry.key, to: to, subjects: fields.texts("subjects"),
      notice: Notice(text: text, at: at, until: until))
  }
}

extension SchoolClass {
  /// Reads `class.yaml`.
  init(id: String, _ reading: FileReading) {
    let fields = reading.fields(Schema.schoolClass)
    let weekdays = (fields.texts("weekdays") ?? []).compactMap { text in
      if let day = Weekday(text: text) { return day }
      fields.fault(
        .notAValue, "'\(text)' is not a weekday", hint: "write mon, tue, wed, and so on",
        at: fields.value("weekdays"))
      return nil as Weekday?
    }
    let holidays = (fields.texts("holidays") ?? []).compactMap { text in
      if let days = SchoolClass.days(text) { return days }
      fields.fault(
        .notAValue, "'\(text)' is not a date or a range of dates",
        hint: "write 2026-12-21..2027-01-06", at: fields.value("holidays"))
      return nil as ClosedRange<CivilDate>?
    }
    let groups = (fields.entries("groups") ?? []).map { entry in
      reading.checkIdentifier(entry.key, .group, at: entry.keyOffset)
      let members = entry.value.sequence?.compactMap(\.scalar)
      if members == nil, !entry.value.isNull {
        fields.fault(.notAList, "a group must be a list of students", at: entry.value)
      }
      return Group(id: entry.key, students: members ?? [])
    }
    self.init(
      id: id, title: fields.value("title") == nil ? id : fields.required("title", most: 256),
      teacher: fields.text("teacher").map { Person(text: $0) },
      year: fields.integer("year", in: 0...9999),
      number: fields.integer("number", in: 0...9999), zone: fields.text("zone"),
      closing: fields.read("closing", "time of day such as 16:40") { TimeText.timeOfDay($0) },
      reminder: fields.closingReminder(), weekdays: weekdays, holidays: holidays,
      students: fields.texts("students") ?? [],
      groups: groups)
  }

  static func days(_ text: String) -> ClosedRange<CivilDate>? {
    guard let dots = text.firstRange(of: "..") else {
      return TimeText.date(text).map { $0...$0 }
    }
    guard let first = TimeText.date(text[..<dots.lowerBound]),
      let last = TimeText.date(text[dots.upperBound...]), first <= last
    else { return nil }
    return first...last
  }
}

extension Participant {
  /// Reads an entry of `participants.yaml`.
  init(_ reading: FileReading, _ entry: Entry, in zone: Zone) {
    reading.checkIdentifier(entry.key, .student, at: entry.keyOffset)
    let fields = FieldReader(
      reading, entry.value, allowed: Schema.participant, what: "'\(entry.key)'")
    self.init(
      id: entry.key, permission: fields.oneOf("permission", Permission.self) ?? .readWrite,
      state: fields.oneOf("state", State.self) ?? .accepted,
      since: fields.time("since", in: zone, .release),
      until: fields.time("until", in: zone, .due), invitation: fields.invitation(in: zone),
      request: fields.text("request"), revoked: fields.time("revoked", in: zone, .release),
      hidden: fields.time("hidden", in: zone, .release))
  }
}

extension FieldReader {
  /// The invitation that a link belongs to.
  func invitation(in zone: Zone) -> Invitation? {
    guard let value = value("invitation") else { return nil }
    let fields = FieldReader(
      reading, value, allowed: Schema.invitation, what: "'invitation'")
    guard let key = fields.text("key"), let until = fields.time("until", in: zone, .due) else {
      return nil
    }
    return Invitation(key: key, until: until, declined: fields.texts("declined") ?? [])
  }
}

extension FileReading {
  /// Adds a fault if a text isn't a valid identifier.
  func checkIdentifier(_ text: String, _ kind: IdentifierKind, at offset: Int) {
    guard let problem = Identifier.problem(in: text, for: kind) else { return }
    fault(.identifier, "'\(text)' \(problem.words)", hint: problem.hint, at: offset)
  }
}
