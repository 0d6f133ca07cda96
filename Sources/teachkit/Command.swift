import ArgumentParser
import Course

/// A command of any kind: an options struct whose doc comments are its help, and a `run` method.
protocol Verb: ParsableCommand {
  var common: CommonOptions { get }

  /// The supported values of `--format`.
  static var formats: [Format] { get }

  /// Whether a teacher may run it `--as` a student.
  static var showsAsStudent: Bool { get }
}

extension Verb {
  static var formats: [Format] { [.text, .json] }
  static var showsAsStudent: Bool { false }
}

/// A synchronous command.
protocol Command: Verb {
  /// Runs the command. `explain(_:)` turns errors into a message, a hint and an exit code.
  func run(_ session: Session) throws
}

/// A command that works concurrently or waits for a network.
///
/// Its threads add half a millisecond to each start.
protocol AsyncCommand: Verb {
  /// Runs the command. `explain(_:)` turns errors into a message, a hint and an exit code.
  func run(_ session: Session) async throws
}
