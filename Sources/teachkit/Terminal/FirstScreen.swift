import ArgumentParser
import Text

/// The help of `teachkit` alone: the commands that beginners need, in the order of use.
enum FirstScreen {
  private static let teacher: [any ParsableCommand.Type] = [
    Init.self, Create.self, Check.self, Share.self, Assign.self, Status.self, Collect.self,
    MarkCommand.self, GradeCommand.self, Return.self,
  ]
  private static let student: [any ParsableCommand.Type] = [
    Clone.self, Status.self, Work.self, Submit.self, Pull.self,
  ]

  static var text: String {
    ([Teachkit.configuration.abstract, "", "Teachers, in the order of use:"] + lines(teacher)
      + ["", "Students, in the order of use:"] + lines(student)
      + [
        "", "'teachkit help COMMAND' explains a command, 'teachkit help --all' lists all,",
        "and 'teachkit demo' shows the whole workflow in a demo school.",
      ]).joined(separator: "\n")
  }

  private static func lines(_ commands: [any ParsableCommand.Type]) -> [String] {
    commands.map { "  " + padded($0._commandName, to: 9) + $0.configuration.abstract }
  }
}
