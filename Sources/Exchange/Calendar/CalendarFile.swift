import Model

/// A calendar file in the format of RFC 5545 (iCalendar).
public struct CalendarFile: Sendable {
  public enum Style: Sendable { case events, tasks }

  /// The title that calendar programs show.
  public let title: String
  /// The unique id of the school, which makes the ids of entries unique worldwide.
  public let school: String
  public let style: Style
  public let entries: [CalendarEntry]

  public init(title: String, school: String, style: Style = .events, entries: [CalendarEntry]) {
    self.title = title
    self.school = school
    self.style = style
    self.entries = entries.sorted { ($0.due, $0.id) < ($1.due, $1.id) }
  }

  /// The same entries in another style.
  public func styled(_ style: Style) -> CalendarFile {
    CalendarFile(title: title, school: school, style: style, entries: entries)
  }

  public var bytes: [UInt8] {
    var text = CalendarText()
    text.add("BEGIN", "VCALENDAR")
    text.add("VERSION", "2.0")
    text.add("PRODID", "-//TeachKit//teachkit//EN")
    text.add("X-WR-CALNAME", escaping: title)
    for entry in entries { add(entry, to: &text) }
    text.add("END", "VCALENDAR")
    return text.bytes
  }

  private func add(_ entry: CalendarEntry, to text: inout CalendarText) {
    let component = style == .events ? "VEVENT" : "VTODO"
    text.add("BEGIN", component)
    text.add("UID", escaping: "\(entry.id)@\(school).teachkit")
    text.add("DTSTAMP", entry.revised.calendarText)
    text.add("SEQUENCE", "\(entry.sequence)")
    switch style {
    case .events:
      text.add("DTSTART", (entry.opens ?? entry.due).calendarText)
      if entry.opens != nil { text.add("DTEND", entry.due.calendarText) }
      text.add("TRANSP", entry.opens == nil ? "TRANSPARENT" : "OPAQUE")
    case .tasks:
      if let opens = entry.opens { text.add("DTSTART", opens.calendarText) }
      text.add("DUE", entry.due.calendarText)
      text.add("STATUS", entry.isDone ? "COMPLETED" : "NEEDS-ACTION")
    }
    text.add("SUMMARY", escaping: entry.title)
    if !entry.details.isEmpty { text.add("DESCRIPTION", escaping: entry.details) }
    for reminder in entry.isDone ? [] : entry.reminders {
      let end = style == .tasks && entry.opens == nil ? ";RELATED=END" : ""
      text.add("BEGIN", "VALARM")
      text.add("ACTION", "DISPLAY")
      text.add("DESCRIPTION", escaping: entry.title)
      text.add("TRIGGER\(end)", "-\(reminder.calendarText)")
      text.add("END", "VALARM")
    }
    text.add("END", component)
  }
}

extension CalendarEntry {
  /// A number that rises whenever the date changes: the seconds since 2020.
  fileprivate var sequence: Int64 { max(0, revised.seconds - 1_577_836_800) }
}

extension Instant {
  /// `20261128T225900Z`
  fileprivate var calendarText: String {
    String(description.filter { $0 != "-" && $0 != ":" })
  }
}

extension TimeSpan {
  /// `P3D` or `PT90M`
  fileprivate var calendarText: String {
    switch self {
    case .days(let days): "P\(days)D"
    case .seconds(let seconds) where seconds % 3600 == 0: "PT\(seconds / 3600)H"
    case .seconds(let seconds) where seconds % 60 == 0: "PT\(seconds / 60)M"
    case .seconds(let seconds): "PT\(seconds)S"
    }
  }
}

/// The content lines of a calendar, folded at 75 bytes.
private struct CalendarText {
  private static let most = 75

  private(set) var bytes: [UInt8] = []

  /// Adds a property with free text.
  mutating func add(_ name: String, escaping text: String) {
    var value = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",": value += "\\\(scalar)"
      case "\n": value += "\\n"
      case "\t": value += " "
      case _ where scalar.properties.generalCategory == .control: break
      default: value.unicodeScalars.append(scalar)
      }
    }
    add(name, value)
  }

  /// Adds a property. Continued lines begin with a space, and no character is divided.
  mutating func add(_ name: String, _ value: String) {
    var length = 0
    for scalar in "\(name):\(value)".unicodeScalars {
      let encoded = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      if length + encoded.count > Self.most {
        bytes += Array("\r\n ".utf8)
        length = 1
      }
      bytes += encoded
      length += encoded.count
    }
    bytes += Array("\r\n".utf8)
  }
}
