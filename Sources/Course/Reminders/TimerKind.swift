import Model
import Text

/// A service that runs a program at a given time.
public enum TimerKind: String, CaseIterable, Sendable {
  case systemd, cron, at
  /// This process, which waits.
  case wait
}

/// A program to run once.
public struct TimerJob: Hashable, Sendable {
  /// Its name, which a later job of the same name replaces: `closing-7b`.
  public let name: String
  public let words: [String]
  public let time: Instant

  public init(name: String, words: [String], time: Instant) {
    (self.name, self.words, self.time) = (name, words, time)
  }

  /// The name of its unit and the mark of its line: `teachkit-closing-7b`. Bytes that systemd doesn't
  /// allow become `\xNN`.
  public static func unit(_ name: String) -> String {
    "teachkit-"
      + name.utf8.map { byte -> String in
        let isAllowed =
          (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        let hex = String(byte, radix: 16)
        return isAllowed ? String(UnicodeScalar(byte)) : "\\x\(hex.count < 2 ? "0" : "")\(hex)"
      }.joined()
  }

  public var unit: String { Self.unit(name) }

  /// The time for `systemd-run --on-calendar`, in UTC because clocks may show local time twice.
  public var calendar: String {
    let text = time.description
    return "\(text.prefix(10)) \(text.dropFirst(11).dropLast()) UTC"
  }

  /// The command for a shell, with a comment as the mark by which it is found again.
  public var command: String { shellLine(words) + " # \(unit)" }

  /// The line of a crontab. cron has no years, so the program itself checks the date.
  ///
  /// - Parameter zone: the zone of this computer.
  public func crontab(in zone: Zone) -> String {
    let local = zone.civil(time)
    let escaped = command.split(separator: "%", omittingEmptySubsequences: false)
      .joined(separator: "\\%")
    let (minute, hour) = (local.secondOfDay / 60 % 60, local.secondOfDay / 3600)
    return "\(minute) \(hour) \(local.date.day) \(local.date.month) * \(escaped)"
  }

  /// The time for `at -t`: `202611201635`.
  public func atTime(in zone: Zone) -> String {
    zone.civil(time).description.filter(\.isNumber)
  }

  /// A crontab without the lines of a job.
  public static func crontab(_ text: String, without name: String) -> String {
    let mark = " # \(unit(name))"
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasSuffix(mark) }.joined(separator: "\n")
  }
}
