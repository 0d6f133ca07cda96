import Course
import Git
import Model
import Storage
import Text

extension Session {
  /// The notifier with the channels in the user's Git setting `teachkit.notify`, or else in the school's
  /// `notify`, or else the desktop.
  ///
  /// - Parameters:
  ///   - school: nil in a clone.
  ///   - show: prints a reminder; by default on standard output.
  func notifier(
    for school: School?, _ repository: Repository, show: ((Reminder) -> Void)? = nil
  ) throws -> Notifier {
    let setting = try repository.setting("teachkit.notify")
    let isAllowed = try repository.setting("teachkit.notifyCommands")
    return Notifier(
      try setting.map { try NotificationChannel.list(setting: $0) } ?? school?.notify ?? [.desktop],
      teacher: school?.teacher,
      allowsCommands: setting != nil || ["true", "yes", "on", "1"].contains(isAllowed),
      findProgram: surroundings.hasProgram,
      makeIdentifier: { "\(self.now.seconds).\(String(self.random.next(), radix: 36))" },
      show: show ?? { self.output.print(visible($0.line)) })
  }

  /// Reports channels that failed, and continues.
  func report(_ failures: [DeliveryFailure]) {
    for failure in failures.map(\.failure) {
      output.notice(failure.message)
      if let hint = failure.hint { output.hint(hint) }
    }
  }
}
