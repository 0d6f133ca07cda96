import Git
import HubProtocol

extension Push {
  /// Starts the hub's program for new data, detached, if the push changed inboxes.
  ///
  /// A failure is logged, and doesn't affect the push.
  /// - Parameter variable: this process's environment.
  public func startNotification(_ variable: (String) -> String?) {
    // After a purge, the former inboxes can't be compared.
    guard case .desk = place.repository, !hub.settings.notify.isEmpty, !isPurge,
      let program = hub.program
    else { return }
    let changes = updates.compactMap { update -> ShareNews.Change? in
      guard let new = update.new, let mailbox = HubBranch.mailbox(ofOutgoing: update.name) else {
        return nil
      }
      var old: ObjectID?
      if case .at(let id) = update.expecting { old = id }
      return ShareNews.Change(student: mailbox, old: old, new: new)
    }
    if changes.isEmpty { return }
    var environment: [String: String] = [:]
    for name in ["PATH", "HOME", "TZ", "TEACHKIT_NOW"] { environment[name] = variable(name) }
    let notification = Subprocess(
      program, ["hub", "notify", hub.folder.path, place.subject], environment: environment,
      folder: hub.folder.path, input: Array(changes.map(\.line).joined().utf8))
    HubLog(hub).attempt("notify", by: principal, at: place) { try notification.detach() }
  }
}
