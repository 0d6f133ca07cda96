import ArgumentParser
import Course
import Exchange
import Git
import Model
import Reports
import Storage
import Text

struct Submit: Command {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Submit a worksheet.",
    discussion: """
      Submits your answers and the files in work/ as a new attempt; without PATH, the work \
      that is due next. Asks if answers are missing or can't be right, unless you use '--yes'. \
      Does nothing if nothing changed. A file keeps the other submissions that it contains.

      --withdraw takes back the last attempt, until your teacher collects it. Your answers stay.

      Example: teachkit submit adding
      """)

  @Argument(help: "A worksheet.", completion: Candidates.worksheets.completion)
  var path: String?

  @Flag(name: .shortAndLong, help: "Submit without asking.")
  var yes = false

  @Option(
    help: ArgumentHelp(
      "Write to a file for your teacher, instead of the hub.", valueName: "file"),
    completion: .file(extensions: ["bundle"]))
  var bundle: String?

  @Flag(help: "Take back the last attempt, which isn't collected yet.") var withdraw = false

  @Flag(help: "Show what would be submitted, without submitting it.") var dryRun = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if withdraw, bundle != nil {
      throw ValidationError("'--withdraw' can't be combined with '--bundle'")
    }
    if withdraw, path == nil { throw ValidationError("'--withdraw' requires a worksheet") }
  }

  func run(_ session: Session) throws {
    let clone = try session.openClone()
    if withdraw, let path {
      return try takeBack(clone.find(path).worksheet, clone, session)
    }
    if let worksheet = try chosen(clone, session) {
      try Submit.submit(worksheet, clone, session, yes: yes, into: bundle, dryRun: dryRun)
    } else {
      session.report(EmptyStatement(kind: "submission"))
    }
  }

  private func takeBack(
    _ worksheet: Worksheet, _ clone: StudentClone, _ session: Session
  ) throws {
    let done = try Submit.explained(clone) { try clone.withdraw(worksheet, dryRun: dryRun) }
    let path = done.path.work
    var sentence: Message =
      switch (done.isRepeated, dryRun) {
      case (true, _): "attempt \(done.attempt) of \(path) was already withdrawn"
      case (false, true): "would withdraw attempt \(done.attempt) of \(path)"
      case (false, false): "withdrew attempt \(done.attempt) of \(path); your answers stay here"
      }
    if let group = done.group { sentence += ", for the group \(visible(group))" }
    session.report(
      Statement(
        kind: "withdrawal", sentence: sentence,
        fields: [
          ("path", .string(path)), ("attempt", .integer(done.attempt)),
          ("new", .boolean(!done.isRepeated)), ("dryRun", .boolean(dryRun)),
          ("at", .string(done.at.description)), ("commit", .string(done.commit.description)),
          ("group", .text(done.group)),
        ]))
  }

  /// Finds the worksheet to submit: the given one, or the next unsubmitted one.
  ///
  /// - Returns: nil after reporting why there is nothing to submit.
  private func chosen(_ clone: StudentClone, _ session: Session) throws -> Worksheet? {
    if let path { return try clone.find(path).worksheet }
    let states = try clone.states()
    if let next = states.nextToSubmit(at: session.now) {
      return try clone.files.worksheet(next.path)
    }
    for state in states where state.terms.isAssigned {
      try session.reportUselessAnswers(of: clone.files.worksheet(state.path), clone)
    }
    let tooLate = states.byDue.filter { $0.isTooLate(at: session.now) }
    let zone = try clone.files.zone()
    for state in tooLate {
      var line = Message(verbatim: state.path.work)
      if let closes = state.closes, state.isClosed(at: session.now) {
        line += " closed on \(zone.text(closes))"
      } else {
        line += " accepts no more attempts"
      }
      line +=
        state.submission.map {
          $0.isOutdated
            ? ": changes since attempt \($0.attempt) are not submitted"
            : ": attempt \($0.attempt) is only in a file, not on the hub"
        }
        ?? ": it is not submitted"
      session.output.notice(line)
    }
    if let first = tooLate.first(where: { $0.isClosed(at: session.now) }), try clone.hasReceipts() {
      session.output.hint(
        "the hub's clock counts: if yours is wrong, try 'teachkit submit \(first.path.work)'")
    }
    let inFiles = states.filter {
      !$0.isTooLate(at: session.now) && $0.submission?.isDelivered == false
    }
    for state in inFiles {
      session.output.notice("\(state.path.work) is only in a file, not on the hub")
      session.output.hint("run 'teachkit submit \(state.path.work)' to submit it")
    }
    if !inFiles.isEmpty { return nil }
    if tooLate.isEmpty, states.contains(where: { $0.submission != nil }) {
      session.output.notice("everything is submitted")
    } else {
      session.output.notice("nothing to submit")
      session.output.hint("run 'teachkit pull' to check for new work")
    }
    return nil
  }

  /// Submits a worksheet, after asking about missing and impossible answers.
  static func submit(
    _ worksheet: Worksheet, _ clone: StudentClone, _ session: Session, yes: Bool = false,
    into bundle: String? = nil, dryRun: Bool = false
  ) throws {
    let missing = try unanswered(worksheet, clone)
    let isPartly = !missing.isEmpty && missing.count < worksheet.exercises.count
    let state = try clone.state(of: worksheet)
    if !state.acceptsSubmissions { throw SubmitError.notSubmittable(worksheet.path) }
    let isNew = state.submission?.isOutdated != false
    let leftOut = try clone.leftOut(of: worksheet)
    session.reportLeftOut(leftOut)
    let impossible = try clone.impossibleAnswers(of: worksheet)
    session.reportImpossibleAnswers(impossible, to: worksheet)
    if isNew, state.isSolved {
      session.output.notice(
        "you have the solutions of \(visible(worksheet.path.work)): another attempt won't count")
    }
    if isPartly || !impossible.isEmpty || state.isSolved, isNew, !yes {
      if isPartly {
        let list = missing.prefix(8).joined(separator: ", ") + (missing.count > 8 ? " …" : "")
        session.output.notice(
          "\(missing.count) of \(worksheet.exercises.count) not answered: \(visible(list))")
      }
      if !dryRun {
        try session.requireConfirmation(
          "Submit \(visible(worksheet.path.work)) anyway?",
          otherwise: "submitted nothing")
      }
    }
    let file = bundle.map { FolderPath($0, from: session.directory) }
    let done = try Submit.explained(clone) {
      if let file { return try clone.submit(worksheet, into: file.text, dryRun: dryRun) }
      return try clone.submit(worksheet, dryRun: dryRun)
    }
    session.reportFiles(done.files)
    session.reportMerged(done.merged)
    session.reportKeptAnswers(done.keptAnswers)
    if done.isClockOff {
      let zone = (try? clone.files.zone()) ?? .utc
      session.output.notice(
        """
        the hub received it at \(zone.text(done.at)), and that time counts: your clock says \
        \(zone.text(session.now))
        """)
    }
    session.report(
      statement(
        done, try clone.state(of: worksheet), clone, session, missing, impossible, leftOut, file,
        dryRun: dryRun))
    if let file, !dryRun {
      session.output.hint(
        "give '\(visible(file.name))' to your teacher to complete the submission")
    }
  }

  /// Reports closing times in the school's time zone.
  private static func explained<T>(_ clone: StudentClone, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch SubmitError.closed(let path, let at) {
      throw Failure(
        .closed, "\(path.work) closed on \(try clone.files.zone().text(at))",
        hint: SubmitError.askForTime)
    }
  }

  private static func unanswered(
    _ worksheet: Worksheet, _ clone: StudentClone
  ) throws -> [String] {
    let answered = try clone.answered(worksheet)
    return worksheet.exercises.map(\.id).filter { !answered.contains($0) }
  }

  private static func statement(
    _ done: SubmitResult, _ state: WorkState, _ clone: StudentClone, _ session: Session,
    _ missing: [String], _ impossible: [ImpossibleAnswer],
    _ leftOut: [OmittedFile], _ file: FolderPath?, dryRun: Bool
  ) -> Statement {
    let zone = (try? clone.files.zone()) ?? .utc
    let times = TimeWords(zone: zone, now: session.now)
    let path = visible(done.path.work)
    var sentence: Message
    if done.isNew {
      sentence = "\(dryRun ? "would submit" : "submitted") \(path): attempt \(done.attempt)"
      if let file {
        let verb = dryRun ? "would contain" : "contains"
        sentence = "\(visible(file.name)) \(verb) \(path): attempt \(done.attempt)"
      }
      if let most = state.attempts { sentence += " of \(most)" }
      if done.isTooLate, let closes = state.closes {
        sentence += ", too late to count: it closed \(times.at(closes))"
      } else if let due = state.due {
        sentence += done.isLate ? ", late: it was due " : ", on time: it is due "
        sentence += Message(verbatim: times.at(due))
      }
      if let group = done.group { sentence += ", for the group \(visible(group))" }
      if !done.beside.isEmpty { sentence += ", in addition to \(named(done.beside))" }
    } else {
      sentence =
        """
        no changes since attempt \(done.attempt) of \(path), \
        submitted \(times.at(done.at))
        """
    }
    return Statement(
      kind: "submission", sentence: sentence,
      fields: [
        ("path", .string(done.path.work)), ("attempt", .integer(done.attempt)),
        ("new", .boolean(done.isNew)), ("dryRun", .boolean(dryRun)),
        ("at", .string(done.at.description)),
        ("proof", .string((done.isProven ? Grade.Proof.receipt : .claimed).rawValue)),
        ("late", .boolean(done.isLate)), ("tooLate", .boolean(done.isTooLate)),
        ("due", .text(state.due?.description)),
        ("commit", dryRun ? .null : .string(done.commit.description)), ("group", .text(done.group)),
        ("file", .text(file?.text)), ("beside", .array(done.beside.map { .string($0) })),
        ("unanswered", .array(missing.map { .string($0) })),
        ("impossible", .array(impossible.map { .string($0.exercise) })),
        (
          "leftOut",
          .array(
            leftOut.map { ["path": .string($0.path), "reason": .string($0.reason.rawValue)] })
        ),
      ])
  }
}
