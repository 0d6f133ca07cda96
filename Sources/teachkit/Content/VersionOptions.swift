import ArgumentParser
import Storage

/// What keeps a change from undoing somebody else's.
struct VersionOptions: ParsableArguments {
  @Option(
    name: .customLong("if-version"),
    help: ArgumentHelp(
      "Only if this is still its version, as 'show --version' tells it.", valueName: "version"))
  var expected: ExpectedVersion?
}

extension ExpectedVersion: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
