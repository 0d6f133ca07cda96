import ArgumentParser
import Course

/// The root command, described by `teachkit help --all`.
struct Teachkit: ParsableCommand {
  static let version = teachkitVersion

  static let configuration = CommandConfiguration(
    commandName: "teachkit",
    abstract: "Version, share, assign and grade course material with Git.",
    discussion: """
      Run it anywhere inside a school (teachers) or a clone of a subject (students). \
      For any other NAME, 'teachkit NAME' runs 'teachkit-NAME' from PATH.
      """,
    version: "teachkit \(version)",
    subcommands: [MergeDriver.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Content",
        subcommands: [
          Init.self, Create.self, SetCommand.self, Edit.self, Save.self, Rename.self, Move.self,
          Copy.self,
          Delete.self, Undo.self, Restore.self, Backup.self,
          TemplateCommand.self, ContextCommand.self, Check.self,
        ]),
      CommandGroup(
        name: "People and sharing",
        subcommands: [
          Import.self, Export.self, Add.self, Remove.self, Forget.self, Share.self, Invite.self,
          Announce.self, GuidanceCommand.self, Remind.self, Unshare.self, Preview.self,
          Audit.self,
        ]),
      CommandGroup(
        name: "Coursework",
        subcommands: [
          Assign.self, Extend.self, Archive.self, Collect.self, Download.self,
          MarkCommand.self, Excuse.self, GradeCommand.self, RunCommand.self, Blame.self,
          Return.self, Tick.self, Stats.self,
        ]),
      CommandGroup(
        name: "Student",
        subcommands: [
          Clone.self, Pull.self, Watch.self, Work.self, Play.self, Answer.self, Open.self,
          Close.self,
          Try.self,
          Done.self, Submit.self, Feedback.self, ActivityCommand.self, Leave.self,
        ]),
      CommandGroup(name: "Server", subcommands: [HubCommand.self]),
      CommandGroup(
        name: "Teachers and students",
        subcommands: [
          Status.self, Deadlines.self, CalendarCommand.self, List.self, Search.self, Show.self,
          PrintCommand.self,
          Log.self, Diff.self, Grades.self, LeaderboardCommand.self, Doctor.self, Demo.self,
        ]),
    ])

  @OptionGroup(title: "Common options") var common: CommonOptions
}
