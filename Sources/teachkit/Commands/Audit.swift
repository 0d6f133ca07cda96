import ArgumentParser
import Exchange
import Git
import Model
import Reports
import Storage

struct Audit: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Check that the hub holds what the school shared, and nothing else.",
    discussion: """
      Makes again everything that should be out there, reads every object on the branches that \
      teachers write, and lists what is foreign, missing or damaged. The exit code is 1 where \
      anything is.

      Example: teachkit audit math
      """)

  @Argument(
    help: "The subject; the only one where there is one.",
    completion: Candidates.subjects.completion)
  var subject: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let school = try session.openSchool()
    let publishing = try Publishing(session, school)
    let root = try WorkSelection.root(subject, in: school.files)
    if try !school.repository.layout.shallowCommits().isEmpty {
      session.output.notice(
        "this clone of the school is shallow: what was shared of older commits can't be told from "
          + "what is foreign")
      session.output.hint("'git fetch --unshallow' brings the rest")
    }
    let report = try await publishing.exchange(root.subject).audit()
    var table = Table("findings", [.init("repository"), .init("finding"), .init("what")])
    for item in report.items {
      let (finding, what) = item.finding.words
      table.append([Cell(item.repository), Cell(finding, tone: .bad), Cell(what)])
    }
    session.report(table)
    session.output.notice(
      "\(report.objects) objects in \(report.commits) commits looked at, "
        + (report.items.isEmpty
          ? "all as shared" : counted(report.items.count, "finding", "findings")))
    if !report.items.isEmpty { throw AnswerIsNo() }
  }
}

extension AuditReport.Finding {
  /// What it is, and what it is about.
  fileprivate var words: (finding: String, what: String) {
    switch self {
    case .unexpected(let id, let path, let commit):
      ("not published", "\(path.isEmpty ? "all" : path) (\(id.short)) in \(commit.short)")
    case .missing(let id, let path, let commit):
      ("missing", "\(path.isEmpty ? "all" : path) (\(id.short)) in \(commit.short)")
    case .foreignCommit(let commit): ("no teacher's commit", commit.description)
    case .unexpectedReference(let name): ("not a branch of ours", name)
    case .absent: ("missing", "the whole repository; 'teachkit share' makes it")
    case .unfinished:
      ("unfinished", "a share is under way or was killed; one an hour later removes it")
    case .unknownMailbox: ("nobody's mailbox", "no participant and no group of this name")
    case .behind: ("not shared", "the last share failed here; 'teachkit share' brings the rest")
    case .moved(let from, let to):
      ("moved", "from \(from.short) to \(to?.short ?? "nowhere")")
    case .unreadable(let error): ("unreadable", error.message)
    }
  }
}

extension ObjectID {
  /// Its first ten digits.
  fileprivate var short: Substring { description.prefix(10) }
}
