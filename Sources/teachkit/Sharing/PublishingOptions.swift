import ArgumentParser
import Course
import Model
import Storage

/// Options of commands that end by sharing a shared subject again.
struct PublishingOptions: ParsableArguments {
  @Flag(name: .customLong("no-share"), help: "Don't share the change yet.")
  var noShare = false
}

extension Session {
  /// Shares a changed subject again if it is shared already, unless `--no-share` is given.
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
