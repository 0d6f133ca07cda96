import ArgumentParser

struct Create: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Make a class, a student, a subject, a worksheet or another object.",
    discussion: """
      Everything that is made is one commit. What it belongs to must be there already, but for the \
      chapters above a worksheet: they are made on the way.
      """,
    subcommands: [
      CreateClass.self, CreateStudent.self, CreateGroup.self, CreateSubject.self,
      CreateContext.self, CreateWorksheet.self, CreateExercise.self,
    ])
}
