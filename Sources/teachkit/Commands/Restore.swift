import ArgumentParser
import Exchange
import Git
import Model
import Storage

struct Restore: Command {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Bring back what was deleted or changed.",
    discussion: """
      PATH alone is as it was before its last change; PATH@WHEN as at a commit of 'log', a tag or a \
      time: 'yesterday', '3d' ago, 2026-11-20 (at the end of that day). With something that was \
      deleted come the marks, grades, assignments and memberships that went with it, wherever nothing \
      new is there. Of something that is there, what it is itself comes back, and what else went with \
      it is named. What names a student who was forgotten meanwhile stays out of it. Without a \
      terminal it wants whole paths.

      In a student's clone it brings back the answers and files of a worksheet, or of one exercise, as \
      they were handed in: last, PATH@2 in the second attempt, or PATH@WHEN. What was handed in stays \
      as it is.

      Example: teachkit restore math/fractions/adding@yesterday
      """)

  @Argument(
    help: ArgumentHelp("What to bring back.", valueName: "path[@when]"),
    completion: Candidates.content.completion)
  var paths: [String]
  @Flag(help: "Bring back students, too, who were forgotten meanwhile.") var forgotten = false
  @Flag(name: .customLong("dry-run"), help: "Say what would come back, and do nothing.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    if try session.place().isClone { return try restoreHandedIn(session) }
    let store = try session.openSchool()
    let wanted = try paths.map { try PastObject($0, in: store, now: session.now) }
    guard let first = wanted.first, let present = try store.committed()?.files else { return }
    let students = forgotten ? [] : try wanted.flatMap { try store.forgotten(since: $0.commit) }
    for case .student(let id) in wanted.map(\.object) where students.contains(id) {
      throw Failure(
        .commandIsFaulty, "'\(id)' was forgotten: all that was held of them was to be erased",
        hint: "where that was a mistake, '--forgotten' brings back what the history has")
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
      for one in wanted {
        let own = try change.restore(one.object, from: one.files, replacing: present)
        if own.contains(where: { $0.fate == .gone }) { incomplete.append(one) }
        along += own
      }
      change.keepNames(of: store.files)
      leftOut = try change.leaveOut(Array(Set(students)).sorted())
      along = try along.filter {
        try $0.fate == .gone || !$0.path.hasSuffix(".yaml") || change.bytes(at: $0.path) != nil
      }
      for one in wanted {
        let file = try one.files.file(of: one.object)
        if try change.bytes(at: file) != nil { warnings += try checkChanged(file, in: change) }
      }
    }
    if let edits = committed?.handEdits, !edits.isEmpty { session.tellHandEdits(edits) }
    session.tell(along, isDryRun: dryRun)
    for one in incomplete where try store.wasGone("\(one.object)", since: one.commit) {
      session.output.hint(
        "'\(one.object)' was deleted meanwhile: all of the old one comes back after 'teachkit delete "
          + "\(one.object)', with 'teachkit restore \(one.object)@\(one.commit.short)'")
    }
    session.tell(leftOut: leftOut)
    if dryRun {
      session.output.notice("nothing was changed: this was a dry run")
    } else if committed == nil {
      session.output.notice("nothing to change: it is so already")
    }
    session.tell(warnings)
    let items = try wanted.map { one in
      ChangeAnswer.Item(
        path: "\(one.object)", version: dryRun ? nil : try store.files.version(of: one.object))
    }
    session.report(ChangeAnswer(items: items, along: along))
    if let committed { try session.hintAtSharing(committed, in: store) }
  }
}

extension Restore {
  /// In a clone: what was handed in comes back.
  private func restoreHandedIn(_ session: Session) throws {
    if forgotten {
      throw Failure(
        .commandIsFaulty, "'--forgotten' is for a school, and this is a student's clone")
    }
    let clone = try session.openClone()
    let zone = try clone.files.zone()
    let wanted = try paths.map { try HandedInWork($0, in: clone, zone, now: session.now) }
    var isChange = false
    for one in wanted {
      let back = try clone.restore(
        one.worksheet, one.exercise, to: one.attempt, dryRun: dryRun)
      session.sayFiles(back.outcomes)
      session.output.notice(
        "\(one.name): as in attempt \(one.attempt.number), handed in \(zone.text(one.attempt.at))")
      for file in back.newer.prefix(8) {
        session.output.notice("\(file) was not handed in then, and stays")
      }
      if !back.isChange { session.output.notice("nothing to change: it is so already") }
      isChange = isChange || back.isChange
    }
    if dryRun {
      session.output.notice("nothing was changed: this was a dry run")
    } else if isChange {
      session.output.hint("'teachkit undo' takes that back")
    }
    session.report(
      ChangeAnswer(
        items: try wanted.map { one in
          let file = "\(one.worksheet.path.work)/answers.yaml"
          return .init(
            path: one.name, version: dryRun ? nil : try clone.repository.fileVersion(file)?.id)
        }, along: []))
  }
}

/// Work of a student in one of its attempts.
private struct HandedInWork {
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
        .notFound, "nothing has been handed in for '\(work)' yet",
        hint: "'teachkit undo' takes back what was changed last")
    }
    guard let moment = at.map({ String(text[text.index(after: $0)...]) }) else {
      attempt = newest
      return
    }
    let number = Int(moment)
    let time = number == nil ? TimeText.past(moment, in: zone, .due, now: now) : nil
    let found = attempts.first { one in
      number.map { one.number == $0 } ?? time.map { one.at <= $0 } ?? false
    }
    guard let found else {
      throw Failure(
        number ?? 0 == 0 && time == nil ? .valueIsFaulty : .notFound,
        number == nil && time == nil
          ? "'\(moment)' is neither the number of an attempt nor a time"
          : "there is no attempt \(number.map { "\($0)" } ?? "of that time") at '\(work)'",
        hint: "'\(work)@1' is the first, handed in "
          + "\(zone.text(attempts[attempts.count - 1].at)); there are \(attempts.count)")
    }
    attempt = found
  }
}

/// An object in an older state of the school.
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
      // What is gone is known by its whole path alone.
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
          .notFound, "there is no '\(whole)' here",
          hint: "did you mean '\(gone)'? What is gone wants its whole path")
      }
      files = try store.files(at: commit)
      object = try Locator(files).find(whole)
    }
    if object == .school {
      throw Failure(
        .valueIsFaulty, "the school as a whole goes back with 'undo'",
        hint: "write 'teachkit undo --to …'")
    }
  }
  /// The newest path that ends so, of something that is gone.
  private static func gone(_ ending: String, in store: SchoolStore) throws -> String? {
    guard let head = try store.newestCommit() else { return nil }
    let locator = Locator(store.files)
    return try store.repository.history(from: [head.id], firstParent: true).lazy
      .flatMap { ChangeHistory.Change($0).paths }
      .first { try $0.hasSuffix("/" + ending) && locator.exactly($0) == nil }
  }
}
