/// A way to deliver reminders: an item of `notify` in `school.yaml`.
public enum NotificationChannel: Hashable, Sendable {
  /// A notification on the desktop.
  case desktop
  /// A mail to an address; nil for the teacher's.
  case mail(to: String?)
  /// A program with its arguments, which gets the reminder as JSON.
  case command([String])
  /// The terminal.
  case print

  /// The name in `notify`.
  public var name: String {
    switch self {
    case .desktop: "desktop"
    case .mail: "mail"
    case .command: "command"
    case .print: "print"
    }
  }
}
