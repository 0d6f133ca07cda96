import Course
import Exchange
import Git
import Model
import Reports
import Storage
import Substrings
import Text

/// Updates the hub to the state of the school, and reports the changes. It is the last step of
/// every command that affects students.
struct Publishing {
  let session: Session
  let school: SchoolStore
  let committer: Committer

  init(_ session: Session, _ school: SchoolStore) throws {
    self.session = session
    self.school = school
    committer = try session.committer(of: school)
  }

  /// The exchange of a subject with its hub.
  func exchange(_ subject: String) -> SubjectExchange {
    let exchange = SubjectExchange(subject, in: school, by: committer)
    var progress: Progress?
    exchange.onDelivery = { [session] done, total in
      if done == 0 { progress = session.progress("Sharing \(subject)", of: total) }
      if done == total { return progress?.finish() ?? () }
      // Many mailboxes take long, so show progress at once.
      progress?.reach(done, isLong: total >= 100)
    }
    return exchange
  }

  /// Shares a subject again if it is shared already.
  ///
  /// - Parameters:
  ///   - change: the change, if it isn't meant to show students anything else; then nothing is
  ///     shared if more changes are waiting.
  ///   - scope: the paths that the command is about; no other worksheet becomes visible.
  func shareAgain(
    _ subject: String, after change: ContextPath? = nil, publishing scope: [ContextPath] = []
  ) async throws {
    let exchange = exchange(subject)
    let report: ShareReport
    do {
      guard try await exchange.isToBeSharedAgain() else { return }
      report = try await exchange.share(publishing: change == nil ? scope : nil) { plan in
        change.map { plan.others(than: $0).isEmpty } ?? true
      }
    } catch {
      throw SharingFailed(subject: subject, error: error)
    }
    if let change, report.isDryRun {
      let others = report.others(than: change).map(\.description)
      session.output.notice(
        "\(subject): not shared, because more would change for students: \(named(others))")
      session.output.hint(
        "review it with 'teachkit share \(subject) --dry-run', then run 'teachkit share \(subject)'"
      )
      return
    }
    summarize(report, of: subject)
    try fail(report)
  }

  /// Reports the worksheets that wait for an explicit `share`.
  func reportHeld(_ report: ShareReport, of subject: String) {
    if report.held.isEmpty { return }
    session.output.notice("not published yet: \(named(report.held.map(\.description)))")
    session.output.hint(
      "publish \(report.held.count == 1 ? "it" : "them") with 'teachkit share \(subject)'")
  }

  /// Reports the result of sharing on standard error.
  func summarize(_ report: ShareReport, of subject: String) {
    let output = session.output
    let would = report.isDryRun ? "would be " : ""
    if report.isUnchanged {
      output.notice("\(subject): nothing new to share")
    } else {
      var parts: [Message] = []
      if report.isSubjectChanged { parts.append("the subject") }
      let updated = report.changed.count - report.made.count
      if !report.made.isEmpty {
        parts.append(counted(report.made.count, "new mailbox", "new mailboxes"))
      }
      if updated > 0 { parts.append(counted(updated, "inbox", "inboxes")) }
      if !parts.isEmpty {
        output.notice("\(subject): \(would)shared: \(parts.joined(separator: ", "))")
      }
    }
    for mailbox in report.forged {
      output.notice(
        """
        \(subject): \(would.isEmpty ? "replaced" : "would replace") the inbox of '\(mailbox)': it contains a \
        commit that was not published from this school
        """)
    }
    for path in report.appeared {
      output.notice("\(would.isEmpty ? "now" : "would become") visible: \(path)")
    }
    reportHeld(report, of: subject)
    for (path, from) in report.moved {
      output.notice("\(would.isEmpty ? "moved" : "would be moved"): \(from) to \(path)")
    }
    for path in report.disappeared {
      output.notice(
        """
        \(would.isEmpty ? "no longer" : "would no longer be") published: \(path)\
        \(report.isSubjectPurged
          ? "" : " (students who fetched it keep it, and the hub's history contains it)")
        """)
    }
    if !report.rewritten.isEmpty {
      output.notice(
        """
        \(would.isEmpty ? "changed" : "would be changed"): \
        \(named(report.rewritten.map(\.description)))\
        \(report.isSubjectPurged ? "" : " (the hub's history keeps the former version)")
        """)
    }
    for file in report.leftOut {
      output.notice("excluded, because only regular files are published: \(file)")
    }
    if !report.departed.isEmpty {
      let ids = report.departed.map(\.id)
      output.notice("\(subject): left, and no longer authorized: \(named(ids))")
      output.hint(
        """
        record that with 'teachkit collect \(subject)'; to add them again, run 'teachkit add \(ids.first ?? "") --to \(subject)' \
        afterwards
        """)
    }
    for notice in report.notices { output.notice(notice.words) }
  }

  /// A hint about a subject without participants.
  func invitationHint(_ subject: String) throws -> Message {
    let classes = try school.files.subject(subject).classes
    let who = classes.isEmpty ? "WHO" : classes.joined(separator: " ")
    return "add them again with 'teachkit share \(subject) --with \(who)'"
  }

  /// Reports the state of the former hub.
  ///
  /// - Parameter isMove: whether the user has just moved; otherwise the hub may have been
  ///   unreachable for long.
  func summarize(_ former: FormerHub, of subject: String, isMove: Bool) {
    let place = visible(FolderPath(former.path, from: "/").shown(in: session))
    switch former.collected {
    case .success(let report):
      session.output.notice("\(subject): '\(place)' now redirects to the new hub")
      if former.hasWork {
        session.output.notice(
          "\(subject): collected the latest submissions there: \(report.arrived.count) new")
      }
    case .failure(let error) where isMove:
      session.output.notice(
        "\(subject): cannot write the new address to '\(place)': \(visible(error.message))")
      session.output.hint("run 'teachkit share \(subject)' once it is reachable")
    case .failure: break
    }
  }

  /// Writes a file for each participant, or one for all, and reports their names.
  func handOut(
    _ subject: String, to folder: String, for students: Set<String>? = nil, forAll: Bool = false,
    ifSchoolWere planned: SchoolFiles? = nil, answers: Bool = true
  ) throws {
    let report = try exchange(subject).writeBundles(
      to: FolderPath(folder, from: session.directory).text, for: students, forAll: forAll,
      ifSchoolWere: planned)
    if answers {
      var table = Table("handouts", [.init("student"), .init("file")])
      for file in report.files {
        table.append([
          Cell(file.student),
          Cell(.string(file.path), shown: FolderPath(file.path, from: "/").shown(in: session)),
        ])
      }
      session.report(table)
    }
    let verb = planned == nil ? "written" : "would be written"
    session.output.notice("\(subject): \(counted(report.files.count, "file", "files")) \(verb)")
    if planned == nil, let first = report.files.first {
      session.output.hint(
        forAll
          ? "give it to all students, who run 'teachkit clone FILE --student ID'"
          : """
          give each student only their own, as it contains grades; they run 'teachkit clone \
          \(FolderPath(first.path, from: "/").name)' first, and 'teachkit pull FILE' later
          """
      )
    }
    try session.report(report.unwritable, "share")
  }

  /// The failures at a former hub.
  func failures(leaving former: FormerHub?) -> [Failure] {
    guard case .success(let report)? = former?.collected else { return [] }
    return report.failures
  }

  /// Ends the run with exit code 1 if mailboxes could not be written, or could not be read at a
  /// former hub.
  ///
  /// - Parameter others: further failures of the command.
  func fail(
    _ report: ShareReport, leaving former: FormerHub? = nil, besides others: [Failure] = []
  ) throws {
    let failures =
      others + report.failed.flatMap(\.error.failures) + report.unwritable.failures("share")
      + failures(leaving: former)
    if !failures.isEmpty { throw NegativeAnswer(failures: failures) }
  }
}

/// The change was made, but sharing it failed.
struct SharingFailed: Explainable {
  let subject: String
  let error: any Error

  var failures: [Failure] {
    explain(error).failures.map { failure in
      var hints = failure.hint.map { [$0] } ?? []
      let next = "'teachkit share \(subject)"
      if hints.allSatisfy({ !$0.text.contains(next) }) { hints.append("\(next)' to try again") }
      return Failure(
        failure.id, "the change was made, but not shared: \(failure.message)",
        at: failure.place, hint: hints.joined(separator: "; "))
    }
  }
}

extension ExchangeNotice {
  var words: Message {
    switch self {
    case .folderHasNoAccessControl:
      """
      note: in a folder hub, anyone who can read the folder can read every \
      mailbox, including submissions; answer keys and rosters are never there
      """
    case .folderIsForOneUser:
      """
      note: only you can read the hub's folder so far. If students are other users of this \
      machine, give it to a group that includes them and you: 'chgrp -R students FOLDER'
      """
    case .gradesInFolder:
      "note: anyone who can read the hub's folder can now read the grades"
    }
  }
}

extension ShareReport {
  /// The report as JSON.
  func record(_ subject: String) -> Record {
    func list(_ texts: [String]) -> Cell { Cell(.array(texts.map { .string($0) })) }
    return Record(
      "share",
      [
        .init("subject", Cell(subject)), .init("source", Cell(source.description)),
        .init("dryRun", Cell(.boolean(isDryRun))), .init("changed", Cell(.boolean(!isUnchanged))),
        .init("appeared", list(appeared.map(\.description))),
        .init(
          "moved",
          Cell(
            .array(
              moved.map {
                ["path": .string($0.path.description), "from": .string($0.from.description)]
              }))),
        .init("disappeared", list(disappeared.map(\.description))),
        .init("mailboxesMade", list(made)), .init("inboxesChanged", list(changed)),
        .init("failed", list(failed.map(\.mailbox) + unwritable.students)),
      ])
  }
}
