import Exchange
import Git
import Model
import Reports
import Storage
import Substrings
import Text

/// Makes the hub equal to the school, and says what that did: the last step of every command that
/// changes what students see.
struct Publishing {
  let session: Session
  let school: SchoolStore
  let committer: Committer

  init(_ session: Session, _ school: SchoolStore) throws {
    self.session = session
    self.school = school
    committer = try session.committer(of: school)
  }

  /// The side of a subject that goes out and comes in.
  func exchange(_ subject: String) -> SubjectExchange {
    let exchange = SubjectExchange(subject, in: school, by: committer)
    var progress: Progress?
    exchange.onDelivery = { [session] done, total in
      if done == 0 { progress = session.progress("Sharing \(subject)", of: total) }
      if done == total { return progress?.finish() ?? () }
      // What goes to many is known to take its time.
      progress?.reach(done, isLong: total >= 100)
    }
    return exchange
  }

  /// Shares a subject that is shared already; does nothing for any other.
  ///
  /// - Parameters:
  ///   - change: what was changed, if that is no reason to show students anything else: then
  ///     nothing is shared if more waits to be.
  ///   - scope: what the command is about: no other worksheet becomes visible.
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
        "\(subject): not shared, as more would change for students: \(named(others))")
      session.output.hint(
        "'teachkit share \(subject) --dry-run' shows it, 'teachkit share \(subject)' does it")
      return
    }
    tell(report, of: subject)
    try fail(report)
  }

  /// Says which worksheets wait for an explicit `share`.
  func tellHeld(_ report: ShareReport, of subject: String) {
    if report.held.isEmpty { return }
    session.output.notice("not published yet: \(named(report.held.map(\.description)))")
    session.output.hint(
      "'teachkit share \(subject)' publishes \(report.held.count == 1 ? "it" : "them")")
  }

  /// Says on standard error what sharing did.
  func tell(_ report: ShareReport, of subject: String) {
    let output = session.output
    let would = report.isDryRun ? "would be " : ""
    if report.isUnchanged {
      output.notice("\(subject): nothing new to share")
    } else {
      var parts: [String] = []
      if report.isSubjectChanged { parts.append("the subject") }
      let updated = report.changed.count - report.made.count
      if !report.made.isEmpty {
        parts.append(counted(report.made.count, "new mailbox", "new mailboxes"))
      }
      if updated > 0 { parts.append(counted(updated, "inbox", "inboxes")) }
      if !parts.isEmpty {
        output.notice("\(subject): \(would)shared: " + parts.joined(separator: ", "))
      }
    }
    for mailbox in report.forged {
      output.notice(
        "\(subject): \(would.isEmpty ? "replaced" : "would replace") the inbox of '\(mailbox)': it contains a "
          + "commit that was not published from this school")
    }
    for path in report.appeared {
      output.notice("\(would.isEmpty ? "now" : "would become") visible: \(path)")
    }
    tellHeld(report, of: subject)
    for (path, from) in report.moved {
      output.notice("\(would.isEmpty ? "moved" : "would be moved"): \(from) to \(path)")
    }
    for path in report.disappeared {
      output.notice(
        "\(would.isEmpty ? "no longer" : "would no longer be") published: \(path)"
          + (report.isSubjectPurged
            ? "" : " (who fetched it has it still, and so does the hub's history)"))
    }
    if !report.rewritten.isEmpty {
      output.notice(
        "\(would.isEmpty ? "changed" : "would be changed"): \(named(report.rewritten.map(\.description)))"
          + (report.isSubjectPurged ? "" : " (the hub's history keeps what was there before)"))
    }
    for file in report.leftOut {
      output.notice("left out, since only plain files are published: \(file)")
    }
    if !report.departed.isEmpty {
      let ids = report.departed.map(\.id)
      output.notice("\(subject): left, and let in no more: \(named(ids))")
      output.hint(
        "'teachkit collect \(subject)' writes that down; after it 'teachkit add \(ids.first ?? "") --to \(subject)' "
          + "takes them back")
    }
    for notice in report.notices { output.notice(notice.words) }
  }

  /// What to do about a subject that nobody takes part in any more.
  func takingBack(_ subject: String) throws -> String {
    let classes = try school.files.subject(subject).classes
    let who = classes.isEmpty ? "WHO" : classes.joined(separator: " ")
    return "'teachkit share \(subject) --with \(who)' takes them back"
  }

  /// Says what became of the hub that was left.
  ///
  /// - Parameter isMove: whether the user has just left it; otherwise it may be out of reach for long.
  func tell(_ former: FormerHub, of subject: String, isMove: Bool) {
    let place = visible(FolderPath(former.path, from: "/").shown(in: session))
    switch former.collected {
    case .success(let report):
      session.output.notice("\(subject): '\(place)' says now where it has moved to")
      if former.hasWork {
        session.output.notice(
          "\(subject): collected what had come there meanwhile: \(report.arrived.count) new")
      }
    case .failure(let error) where isMove:
      session.output.notice(
        "\(subject): '\(place)' can't say where it has moved to: \(visible(error.message))")
      session.output.hint("once it is there again, 'teachkit share \(subject)' sees to it")
    case .failure: break
    }
  }

  /// Writes a file for each participant, or one for all, and says which.
  func handOut(
    _ subject: String, to folder: String, for students: Set<String>? = nil, forAll: Bool = false,
    ifSchoolWere planned: SchoolFiles? = nil, answers: Bool = true
  ) throws {
    let report = try exchange(subject).writeHandouts(
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
          ? "give it to everyone: 'teachkit clone FILE --student ID' starts with it"
          : "give each student their own, as grades are in them: 'teachkit clone "
            + "\(FolderPath(first.path, from: "/").name)' starts with it, 'teachkit pull FILE' goes on"
      )
    }
  }

  /// What could not be taken from a hub that was left.
  func failures(leaving former: FormerHub?) -> [Failure] {
    guard case .success(let report)? = former?.collected else { return [] }
    return report.failures
  }

  /// Ends the run with exit code 1 where some of the mailboxes could not be written, or read in a hub
  /// that was left.
  func fail(_ report: ShareReport, leaving former: FormerHub? = nil) throws {
    let failures = report.failed.flatMap(\.error.failures) + failures(leaving: former)
    if !failures.isEmpty { throw AnswerIsNo(failures: failures) }
  }
}

/// A change was made, and the sharing that should have followed failed.
struct SharingFailed: Explainable {
  let subject: String
  let error: any Error

  var failures: [Failure] {
    explain(error).failures.map { failure in
      var hints = failure.hint.map { [$0] } ?? []
      let next = "'teachkit share \(subject)"
      if hints.allSatisfy({ !$0.contains(next) }) { hints.append(next + "' then does it") }
      return Failure(
        failure.id, "the change is made, and sharing it failed: \(failure.message)",
        at: failure.place, hint: hints.joined(separator: "; "))
    }
  }
}

/// `1 inbox`, `5 inboxes`.
func counted(_ count: Int, _ one: String, _ many: String) -> String {
  "\(count) \(count == 1 ? one : many)"
}

extension ExchangeNotice {
  var words: String {
    switch self {
    case .folderKeepsNobodyApart:
      "note: a folder keeps nobody apart: whoever can read the hub's folder can read every "
        + "mailbox in it. Answers and rosters never get there; handed-in work does"
    case .folderIsForOneUser:
      "note: the hub's folder is for you alone so far. Where students are other users of this "
        + "machine, give it to a group of theirs and yours: 'chgrp -R students FOLDER'"
    case .gradesInFolder:
      "note: the grades lie in the hub's folder now, and whoever can read it can read them"
    }
  }
}

extension ShareReport {
  /// For programs.
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
        .init("failed", list(failed.map(\.mailbox))),
      ])
  }
}
