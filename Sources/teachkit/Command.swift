import ArgumentParser

/// A command of any kind: an options struct whose doc comments are the help, and one `run`.
protocol Verb: ParsableCommand {
  var common: CommonOptions { get }

  /// What `--format` may be.
  static var formats: [Format] { get }

  /// Whether a teacher may run it `--as` a student.
  static var showsAsStudent: Bool { get }
}

extension Verb {
  static var formats: [Format] { [.text, .json] }
  static var showsAsStudent: Bool { false }
}

/// A command.
protocol Command: Verb {
  /// Does it. What it throws becomes words, a hint and an exit code in `explain(_:)`.
  func run(_ session: Session) throws
}

/// A command that works on several things at once, or waits for a network. Its threads cost each
/// start of it half a millisecond.
protocol AsyncCommand: Verb {
  /// Does it. What it throws becomes words, a hint and an exit code in `explain(_:)`.
  func run(_ session: Session) async throws
}
