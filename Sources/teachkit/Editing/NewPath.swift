import Course
import Model
import Storage
import Text

/// Reads the paths of new objects.
enum NewPath {
  /// Reads `math/fractions/adding`, optionally after `subjects/`.
  ///
  /// - Throws: `Failure` if it isn't a path below a subject.
  static func context(_ text: String, _ kind: String) throws -> ContextPath {
    var parts = SchoolPath.parts(of: text)
    if parts.first == SchoolPath.subjects { parts.removeFirst() }
    guard let path = ContextPath(parts.joined(separator: "/")), !path.components.isEmpty else {
      throw Failure(
        .valueIsFaulty, "invalid \(kind) path '\(text)'",
        hint: "begin with the subject, such as math/fractions/adding")
    }
    return path
  }

  /// Reads an identifier, optionally after its folder: `7b`, `classes/7b`.
  static func identifier(_ text: String, in folder: String) -> String {
    text.hasPrefix(folder + "/") ? String(text.dropFirst(folder.utf8.count + 1)) : text
  }
}

extension Session {
  /// Reads a time from the command line.
  ///
  /// - Throws: `Failure` if the text isn't a time.
  func time(_ text: String?, _ option: String, _ edge: TimeText.Edge, in zone: Zone) throws
    -> Instant?
  {
    guard let text else { return nil }
    guard let time = TimeText.read(text, in: zone, edge, now: now) else {
      throw Failure(
        .valueIsFaulty, "invalid time '\(text)' for '\(option)'",
        hint: impossibleDay(in: text, year: Zone.utc.civil(now).date.year)
          ?? "write 2026-11-28, '24.12. 8:00', fri, 'tomorrow 8pm' or +3d")
    }
    return time
  }

  /// Asks for confirmation of a due date that is likely a typo: in the past, or so far ahead that a
  /// day without a year has probably just passed.
  ///
  /// - Parameters:
  ///   - verb: what is done with the date, as in "assign it anyway".
  ///   - otherwise: the message after a no.
  func confirm(due: Instant?, in zone: Zone, to verb: String, otherwise: Message) throws {
    guard let due else { return }
    let days = (due.seconds - now.seconds) / 86_400
    guard due < now || days > 330 else { return }
    let message: Message =
      due < now
      ? "the due date \(zone.text(due)) is in the past"
      : "the due date \(zone.text(due)) is in \(days) days"
    try requireConfirmation(despite: message, to: "\(verb) it", otherwise: otherwise)
  }

  /// Returns a time in its written form: relative words become a time, the rest is kept.
  func written(
    _ text: String?, _ option: String, _ edge: TimeText.Edge, in zone: Zone
  ) throws -> String? {
    guard let text else { return nil }
    guard let time = TimeText.written(text, in: zone, edge, now: now) else {
      throw Failure(
        .valueIsFaulty, "invalid time '\(visible(text))'",
        hint: impossibleDay(in: text, year: Zone.utc.civil(now).date.year)
          ?? "\(option) takes 2026-11-28, '24.12. 8:00', fri, 'tomorrow 8pm' or +3d")
    }
    return time
  }
}

/// Explains a day that doesn't exist, such as 31.11.; nil for other texts.
///
/// - Parameter year: the year of days without one.
func impossibleDay(in text: String, year: Int) -> Message? {
  let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  return CivilDate.impossibleDay(in: text, year: year).map { month, days in
    "\(months[month - 1]) has \(days) days"
  }
}
