import Model
import Reports
import Text

/// A short text that is delivered at a certain time.
public struct Reminder: Hashable, Sendable {
  public enum Kind: String, Sendable {
    /// Before the end of a class's school day.
    case closing
    /// Before a due date.
    case due
    /// News for a student.
    case news
    /// Work done by a timer.
    case tick
  }

  public var kind: Kind
  /// One line.
  public var title: String
  public var text: String
  /// The class, if it concerns one.
  public var schoolClass: String?
  /// When it was due.
  public var time: Instant

  public init(
    kind: Kind, title: String, text: String, schoolClass: String? = nil, time: Instant
  ) {
    self.kind = kind
    self.title = title
    self.text = text
    self.schoolClass = schoolClass
    self.time = time
  }

  /// The reminder in one line.
  public var line: String { text.hasPrefix(title) ? text : "\(title): \(text)" }

  /// The document that a `command` reads.
  public var json: JSONValue {
    [
      "format": 1, "kind": .string(kind.rawValue), "title": .string(title), "text": .string(text),
      "class": .text(schoolClass), "time": .string(time.description),
    ]
  }
}

/// A channel that couldn't deliver a reminder.
public struct DeliveryFailure: Error, Hashable, Sendable {
  /// The channel's name.
  public let channel: String
  public let reason: Message
  public let hint: Message?

  public init(_ channel: String, _ reason: Message, hint: Message? = nil) {
    (self.channel, self.reason, self.hint) = (channel, reason, hint)
  }

  /// The failure of a command that needs the channel.
  public var failure: Failure {
    let attempt: Message =
      switch channel {
      case "desktop": "cannot show notifications"
      case "mail": "cannot send mail"
      default: "cannot run the program of 'notify'"
      }
    return Failure(.notConfigured, "\(attempt): \(reason)", hint: hint)
  }
}
