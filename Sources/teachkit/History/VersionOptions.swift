import ArgumentParser
import Course
import Storage

/// Options that protect a change against overwriting another one.
struct VersionOptions: ParsableArguments {
  @Option(
    name: .customLong("if-version"),
    help: ArgumentHelp(
      "Refuse unless this is still the version that 'show --version' prints.", valueName: "version")
  )
  var expected: ExpectedVersion?
}

extension ExpectedVersion: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
