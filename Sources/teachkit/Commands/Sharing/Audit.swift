import ArgumentParser
import Course
import Exchange
import Git
import Model
import Reports
import Storage
import Text

struct Audit: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Check that the hub contains exactly what the school shared.",
    discussion: """
      Recreates everything that should be on the hub, reads every \
      object on the teachers' branches, and lists foreign, missing and \
      damaged objects. The exit code is 1 if there are any findings.

      Example: teachkit audit math
      """)

  @Argument(
    help: "The subject; optional if there is only one.",
    completion: Candidates.subjects.completion)
  var subject: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    session.output.isPaged = true
    let school = try session.openSchool()
    let publishing = try Publishing(session, school)
    let root = try WorkSelection.root(subject, in: school.files)
    if try !school.repository.layout.shallowCommits().isEmpty {
      session.output.notice(
        """
        this clone of the school is shallow: content shared from older commits can't be \
        distinguished from foreign content
        """)
      session.output.hint("run 'git fetch --unshallow' to get the full history")
    }
    let report = try await publishing.exchange(root.subject).audit()
    var table = Table(
      "findings", [.init("repository"), .init("finding"), .init("what", title: "Object")])
    for item in report.items {
      let (finding, what) = item.finding.words
      table.append([Cell(item.repository), Cell(finding, tone: .bad), Cell(what)])
    }
    session.report(table)
    session.output.notice(
      """
      \(report.objects) objects in \(report.commits) commits checked: \
      \(report.items.isEmpty ? "no findings" : counted(report.items.count, "finding", "findings"))
      """)
    if !report.items.isEmpty { throw NegativeAnswer() }
  }
}

extension AuditReport.Finding {
  /// The kind of finding, and its details.
  fileprivate var words: (finding: String, what: String) {
    switch self {
    case .unexpected(let id, let path, let commit):
      ("not published", "\(path.isEmpty ? "all" : path) (\(id.short)) in \(commit.short)")
    case .missing(let id, let path, let commit):
      ("missing", "\(path.isEmpty ? "all" : path) (\(id.short)) in \(commit.short)")
    case .foreignCommit(let commit): ("not a teacher's commit", commit.description)
    case .unexpectedReference(let name): ("unexpected branch", name)
    case .absent: ("missing", "the whole repository; run 'teachkit share' to create it")
    case .unfinished:
      ("unfinished", "a share is running or was killed; a share an hour later cleans up")
    case .unknownMailbox: ("unknown mailbox", "no participant or group has this name")
    case .behind: ("not shared", "the last share failed here; run 'teachkit share' again")
    case .moved(let from, let to):
      ("moved", "from \(from.short) to \(to?.short ?? "nowhere")")
    case .unreadable(let error): ("unreadable", error.message.text)
    }
  }
}

extension ObjectID {
  /// The first ten hexadecimal digits.
  fileprivate var short: Substring { description.prefix(10) }
}
