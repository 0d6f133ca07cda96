import ArgumentParser
import Course
import Exchange
import Git
import Model
import Storage
import Text

struct Restore: Command {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore an earlier state of objects.",
    discussion: """
      PATH restores the state before its last change. PATH@WHEN restores the state at a \
      commit from 'log', a tag or a time: 'yesterday', '3d' ago, 2026-11-20 (at the end of \
      that day). A deleted object comes back with its marks, grades, assignments and \
      memberships, except those that were replaced. For an existing object, only the object \
      itself is restored, and other deleted parts are reported. Data about students who were \
      forgotten in the meantime is left out. Without a terminal, full paths are required.

      In a student's clone, it restores the answers and files of a worksheet \
      or exercise as they were submitted: in the last attempt, in the second \
      with PATH@2, or at a time with PATH@WHEN. Submissions stay as they are.

      Example: teachkit restore math/fractions/adding@yesterday
      """)

  @Argument(
    help: ArgumentHelp("The objects to restore.", valueName: "path[@when]"),
    completion: Candidates.content.completion)
  var paths: [String]
  @Flag(help: "Also restore students who were forgotten in the meantime.") var forgotten = false
  @Flag(name: .customLong("dry-run"), help: "Show what would be restored, without restoring it.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    if try session.place().isClone { return try restoreSubmitted(session) }
    let store = try session.openSchool()
    let wanted = try paths.map { try PastObject($0, in: store, now: session.now) }
    guard let first = wanted.first, let present = try store.committed()?.files else { return }
    let students = forgotten ? [] : try wanted.flatMap { try store.forgotten(since: $0.commit) }
    for case .student(let id) in wanted.map(\.object) where students.contains(id) {
      throw Failure(
        .commandIsFaulty, "'\(id)' was forgotten: all data about them should be erased",
        hint: "if that was a mistake, use '--forgotten' to restore the data from the history")
    }
    var along: [Companion] = []
    var incomplete: [PastObject] = []
    var leftOut: [String] = []
    var warnings: [Fault] = []
    let committed = try store.change(
      "restore", "\(first.object)", by: try session.committer(of: store), dryRun: dryRun
    ) { change in
      change.summary =
        "restore " + wanted.map { "\($0.object) of \($0.commit.short)" }.joined(separator: ", ")
      change.otherPaths = wanted.dropFirst().map { "\($0.object)" }
      for object in wanted {
        let restored = try change.restore(object.object, from: object.files, replacing: present)
        if restored.contains(where: { $0.fate == .gone }) { incomplete.append(object) }
        along += restored
      }
      change.keepNames(of: store.files)
      leftOut = try change.leaveOut(Array(Set(students)).sorted())
      along = try along.filter {
        try $0.fate == .gone || !$0.path.hasSuffix(".yaml") || change.bytes(at: $0.path) != nil
      }
      for object in wanted {
        let file = try object.files.file(of: object.object)
        if try change.bytes(at: file) != nil { warnings += try checkChanged(file, in: change) }
      }
    }
    if let edits = committed?.handEdits, !edits.isEmpty { session.reportHandEdits(edits) }
    session.summarize(along, isDryRun: dryRun)
    for object in incomplete where try store.wasDeleted("\(object.object)", since: object.commit) {
      session.output.hint(
        """
        '\(object.object)' was deleted in the meantime: to get its old state, run 'teachkit delete \
        \(object.object)', then 'teachkit restore \(object.object)@\(object.commit.short)'
        """)
    }
    session.summarize(leftOut: leftOut)
    if dryRun {
      session.output.notice("dry run: no changes made")
    } else if committed == nil {
      session.output.notice("already up to date")
    }
    session.summarize(warnings)
    let items = try wanted.map { object in
      ChangeAnswer.Item(
        path: "\(object.object)", version: dryRun ? nil : try store.files.version(of: object.object)
      )
    }
    session.report(ChangeAnswer(items: items, along: along))
    if let committed { try session.hintAtSharing(committed, in: store) }
  }
}

extension Restore {
  /// Restores submitted work in a student's clone.
  private func restoreSubmitted(_ session: Session) throws {
    if forgotten {
      throw Failure(
        .commandIsFaulty, "'--forgotten' can't be used in a student's clone")
    }
    let clone = try session.openClone()
    let zone = try clone.files.zone()
    let wanted = try paths.map { try PastSubmission($0, in: clone, zone, now: session.now) }
    var isChange = false
    for submission in wanted {
      let back = try clone.restore(
        submission.worksheet, submission.exercise, to: submission.attempt, dryRun: dryRun)
      session.reportFiles(back.outcomes)
      session.output.notice(
        "\(submission.name): as in attempt \(submission.attempt.number), submitted \(zone.text(submission.attempt.at))"
      )
      for file in back.newer.prefix(8) {
        session.output.notice("\(file) was not part of that attempt, and stays")
      }
      if !back.isChange { session.output.notice("already up to date") }
      isChange = isChange || back.isChange
    }
    if dryRun {
      session.output.notice("dry run: no changes made")
    } else if isChange {
      session.output.hint("run 'teachkit undo' to revert this")
    }
    session.report(
      ChangeAnswer(
        items: try wanted.map { submission in
          let file = "\(submission.worksheet.path.work)/answers.yaml"
          return .init(
            path: submission.name,
            version: dryRun ? nil : try clone.repository.fileVersion(file)?.id)
        }, along: []))
  }
}

/// A student's work in an earlier attempt.
private struct PastSubmission {
  let worksheet: Worksheet
  let exercise: Exercise?
  let attempt: StudentClone.Attempt

  var name: String { worksheet.path.work + (exercise.map { "/\($0.id)" } ?? "") }

  init(_ text: String, in clone: StudentClone, _ zone: Zone, now: Instant) throws {
    let at = text.lastIndex(of: "@")
    (worksheet, exercise) = try clone.find(String(text[..<(at ?? text.endIndex)]))
    let attempts = try clone.attempts(at: worksheet.path)
    let work = worksheet.path.work
    guard let newest = attempts.first else {
      throw Failure(
        .notFound, "nothing has been submitted for '\(work)' yet",
        hint: "run 'teachkit undo' to undo your last change")
    }
    guard let moment = at.map({ String(text[text.index(after: $0)...]) }) else {
      attempt = newest
      return
    }
    let number = Int(moment)
    let time = number == nil ? TimeText.past(moment, in: zone, .due, now: now) : nil
    let found = attempts.first { attempt in
      number.map { attempt.number == $0 } ?? time.map { attempt.at <= $0 } ?? false
    }
    guard let found else {
      throw Failure(
        number ?? 0 == 0 && time == nil ? .valueIsFaulty : .notFound,
        number == nil && time == nil
          ? "invalid attempt number or time '\(moment)'"
          : "no attempt \(number.map { "\($0)" } ?? "at that time") at '\(work)'",
        hint: """
          the first is '\(work)@1', submitted \
          \(zone.text(attempts[attempts.count - 1].at)); the total is \(attempts.count)
          """)
    }
    attempt = found
  }
}

/// An object in an earlier state of the school.
private struct PastObject {
  let object: ObjectPath
  let commit: ObjectID
  let files: SchoolFiles

  init(_ text: String, in store: SchoolStore, now: Instant) throws {
    if let at = text.lastIndex(of: "@") {
      let found = try store.commit(at: String(text[text.index(after: at)...]), now: now)
      commit = found.id
      files = try store.files(at: found.id)
      object = try Locator(files).find(String(text[..<at]))
    } else {
      // A deleted object is known only by its full path.
      let whole: String
      do {
        whole = "\(try Locator(store.files).find(text))"
      } catch let error as LookupError {
        guard case .unknown = error else { throw error }
        whole = text
      }
      do {
        commit = try store.stateBefore(lastChangeOf: whole).id
      } catch let error as PastError {
        guard case .never = error, let gone = try Self.gone(whole, in: store) else { throw error }
        throw Failure(
          .notFound, "no '\(whole)' here",
          hint: "did you mean '\(gone)'? Use the full path of a deleted object")
      }
      files = try store.files(at: commit)
      object = try Locator(files).find(whole)
    }
    if object == .school {
      throw Failure(
        .valueIsFaulty, "cannot restore the whole school",
        hint: "use 'teachkit undo --to …'")
    }
  }
  /// The newest path of a deleted object that ends with this text.
  private static func gone(_ ending: String, in store: SchoolStore) throws -> String? {
    guard let head = try store.newestCommit() else { return nil }
    let locator = Locator(store.files)
    return try store.repository.history(from: [head.id], firstParent: true).lazy
      .flatMap { ChangeHistory.Change($0).paths }
      .first { try $0.hasSuffix("/" + ending) && locator.exactly($0) == nil }
  }
}
