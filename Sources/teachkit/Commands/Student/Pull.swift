import ArgumentParser
import Course
import Exchange
import Model
import Reports
import Storage
import Text

struct Pull: Command {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Get updates: worksheets, due dates, grades, announcements.",
    discussion: """
      Replaces published files; if you changed one, your version is kept next to it \
      as NAME.mine. In work/, your changes stay: a newer version of a file is merged \
      if it changes other lines, and skipped otherwise. Reports each update once.

      Example: teachkit pull
      """)

  @Argument(
    help: "A file from your teacher, instead of the hub.",
    completion: .file(extensions: ["bundle"]))
  var file: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let clone = try session.openClone(isPulling: true)
    let report = try clone.pull(
      from: file.map { try TeacherBundle(FolderPath($0, from: session.directory).text) })
    if report.isRemoved { throw CloneError.removed(subject: clone.subject) }
    session.reportFiles(report.files)
    session.reportMerged(report.merged)
    session.reportKeptAnswers(report.keptAnswers)
    for refused in report.refused {
      session.output.notice(
        "\(refused.path.work): cannot use submissions of others: \(refused.fault.words)")
    }
    session.reportUnknownFields(in: report.unknown)
    let times = TimeWords(zone: try clone.files.zone(), now: session.now)
    session.report(NewsReport(report, times, try clone.states()))
    if report.isEmpty { session.output.notice("already up to date") }
  }
}
