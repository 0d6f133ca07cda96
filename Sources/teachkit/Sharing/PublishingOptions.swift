import ArgumentParser
import Model
import Storage

/// For commands that end with sharing where the subject is shared already.
struct PublishingOptions: ParsableArguments {
  @Flag(name: .customLong("no-share"), help: "Leave it to the next 'share' to tell students.")
  var noShare = false
}

extension Session {
  /// The last step of a command that changed something in a subject: what is shared already is
  /// shared again, unless that is to wait.
  ///
  /// - Parameter change: see ``Publishing/shareAgain(_:after:)``.
  func publish(
    _ subject: String, after change: ContextPath? = nil, in store: SchoolStore,
    _ options: PublishingOptions
  ) async throws {
    if options.noShare { return }
    try await Publishing(self, store).shareAgain(subject, after: change)
  }
}
