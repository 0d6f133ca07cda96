import Model
import Text

extension Notifier {
  /// Sends mails to students, each alone. A mail that fails doesn't stop the others, unless none can
  /// be sent from this computer.
  ///
  /// - Returns: the number of sent mails, and the failures.
  public func mail(
    _ mails: [(person: Person, reminder: Reminder)]
  ) -> (sent: Int, failures: [Failure]) {
    var (sent, failures) = (0, [Failure]())
    for (person, reminder) in mails {
      do throws(DeliveryFailure) {
        try mail(reminder, to: [person])
        sent += 1
      } catch {
        let failure = error.failure
        // The hint says what this computer lacks.
        if failure.hint != nil && sent == 0 { return (0, [failure]) }
        failures.append(
          Failure(failure.id, "\(failure.message) (to \(visible(person.mail)))", hint: error.hint))
      }
    }
    return (sent, failures)
  }
}
