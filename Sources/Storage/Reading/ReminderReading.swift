import Model
import PlainYAML
import Text

extension NotificationChannel {
  /// Parses the value of the Git setting `teachkit.notify`: the same list as in `school.yaml`, with or
  /// without brackets.
  ///
  /// - Throws: `FaultyFiles`, which names the setting as the file.
  public static func list(setting text: String) throws -> [NotificationChannel] {
    let list = text.trimmed.hasPrefix("[") ? text : "[\(text)]"
    let reading = try FileReading(
      file: "teachkit.notify", bytes: Array("notify: \(list)\n".utf8), strictness: .school)
    let channels = reading.fields(Schema.school).channels() ?? []
    try reading.finish()
    return channels
  }
}

extension FieldReader {
  /// The channels in `notify`: `desktop`, `mail`, `print`, `{mail: ADDRESS}` or `{command: […]}`.
  func channels() -> [NotificationChannel]? {
    items("notify")?.compactMap { item in
      switch item.scalar {
      case "desktop": return .desktop
      case "mail": return .mail(to: nil)
      case "print": return .print
      case let text?:
        fault(
          .notOneOf, "invalid channel '\(visible(text))'",
          hint: "use desktop, mail, print, {mail: ADDRESS} or {command: [PROGRAM, …]}", at: item)
        return nil
      case nil: return channel(item)
      }
    }
  }

  /// A channel with a value.
  private func channel(_ item: Node) -> NotificationChannel? {
    let fields = FieldReader(
      reading, item, allowedNames: ["mail", "command"], what: "a channel of 'notify'")
    if fields.value("mail") != nil {
      return fields.read("mail", "valid e-mail address such as ada@example.org") {
        Student.isMailAddress($0) ? .mail(to: $0) : nil
      }
    }
    let words = fields.texts("command") ?? []
    if words.first?.isEmpty ?? true {
      fields.fault(
        .missingField, "a channel of 'notify' has no program",
        hint: "write `{command: [/usr/bin/program, argument]}`")
      return nil
    }
    return .command(words)
  }
}

extension FieldReader {
  /// The seconds between the closing reminder and the closing time; nil for `off`.
  func closingReminder() -> Int? {
    if value("reminder") == nil { return 300 }
    return read("reminder", "length of time such as 5m, or 'off'") { text -> Int?? in
      if text == "off" || text == "no" { return .some(nil) }
      guard case .seconds(let seconds)? = TimeSpan(text: text), seconds < 86_400 else { return nil }
      return Int(seconds)
    } ?? nil
  }

  /// The reasons for guidance that the school adds.
  func guidanceReasons() -> [String] {
    let reasons = texts("guidance-reasons") ?? []
    for reason in reasons {
      reading.checkIdentifier(
        reason, .assignment, at: value("guidance-reasons")?.offset ?? node.offset)
    }
    return reasons
  }
}

extension GuidanceRecord {
  /// Reads an entry of `guidance.yaml`.
  init?(_ reading: FileReading, _ node: Node) {
    let fields = FieldReader(
      reading, node, allowed: Schema.guidance, what: "the entry")
    let id = fields.required("id")
    if !id.isEmpty {
      reading.checkIdentifier(id, .assignment, at: fields.value("id")?.offset ?? node.offset)
    }
    let student = fields.required("student")
    let reason = fields.required("reason")
    let detail = fields.text("detail", most: GuidanceRecord.longestDetail)
    if reason == "other", detail == nil, fields.value("detail") == nil {
      fields.fault(
        .missingField, "the reason 'other' needs a detail", hint: "add `detail: late three times`")
    }
    let day = "date such as 2026-11-28"
    let status = fields.oneOf("status", Status.self) ?? .valid
    let from = fields.read("from", day) { TimeText.date($0) }
    let by = fields.text("by")
    guard let date = fields.read("date", day, { TimeText.date($0) }) else {
      if fields.value("date") == nil {
        fields.fault(.missingField, "the entry has no 'date'", hint: "add `date: 2026-11-28`")
      }
      return nil
    }
    self.init(
      id: id, student: student, reason: reason, detail: detail, date: date, status: status,
      from: from, by: by)
  }
}

extension SchoolFiles {
  /// The guidance records of a class in the order of creation.
  public func guidance(of schoolClass: String) throws -> [GuidanceRecord] {
    try values(in: SchoolPath.guidance(schoolClass)) { GuidanceRecord($0, $1) }
  }
}
