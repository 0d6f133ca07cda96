import ArgumentParser
import Course

struct Create: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a class, student, subject, worksheet or another object.",
    discussion: """
      Creates the object in one commit. Its parent must exist, except for \
      the chapters above a worksheet: they are created automatically.
      """,
    subcommands: [
      CreateClass.self, CreateStudent.self, CreateGroup.self, CreateSubject.self,
      CreateContext.self, CreateWorksheet.self, CreateExercise.self,
    ])
}
