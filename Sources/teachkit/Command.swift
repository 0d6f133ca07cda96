import ArgumentParser

/// A verb: an options struct whose doc comments are the help, then one `run`.
protocol Command: ParsableCommand {
  var common: CommonOptions { get }

  /// What `--format` may be.
  static var formats: [Format] { get }

  /// Does it. What it throws becomes words, a hint and an exit code in `explain(_:)`.
  func run(_ session: Session) async throws
}

extension Command {
  static var formats: [Format] { [.text, .json] }
}
