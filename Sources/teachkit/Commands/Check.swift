import ArgumentParser
import Storage

struct Check: Command {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Look for what is wrong in the files of the school.",
    discussion: """
      Every fault is told with its file, line and column, and what to do. Warnings are for what is \
      allowed and perhaps not meant. With errors the exit code is 1.

      Example: teachkit check math/fractions
      """)

  @Argument(
    help: "What to look at; the whole school unless given.",
    completion: Candidates.content.completion)
  var path: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let files = try session.schoolFiles()
    let check = SchoolCheck(files)
    if let path {
      try check.check(try Locator(files).find(path))
    } else {
      try check.checkAll()
    }
    let report = FaultReport(faults: check.faults, count: check.count)
    session.report(report)
    if report.errors > 0 { throw AnswerIsNo() }
  }
}
