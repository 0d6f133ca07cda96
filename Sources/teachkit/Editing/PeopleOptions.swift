import ArgumentParser
import Text

/// `--for WHO`, in commands that also take people as an argument.
struct PeopleOptions: ParsableArguments {
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("The same as WHO: students, classes or groups.", valueName: "who"),
    completion: Candidates.who.completion)
  var people: [String] = []
}

/// One or more students, classes or groups, as arguments or with `--for`.
struct PeopleArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Students, classes or groups.", valueName: "who"),
    completion: Candidates.who.completion)
  var arguments: [String] = []
  @OptionGroup var forOptions: PeopleOptions

  var all: [String] { arguments + forOptions.people }

  func validate() throws {
    if all.isEmpty { throw ValidationError("missing students: name a student, class or group") }
  }
}
