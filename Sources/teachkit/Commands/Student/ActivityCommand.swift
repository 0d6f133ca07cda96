import ArgumentParser
import Course
import Exchange
import Model
import Reports
import Storage
import Text

struct ActivityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "activity",
    abstract: "Show or record time, progress and results.",
    discussion: """
      In a school, 'activity PATH' shows how all students worked. In a clone, it shows your \
      own record; 'work' and 'open' record by themselves, and the other commands are for \
      programs and for work away from the computer. Only one activity runs at a time.

      Example: teachkit activity adding
      """,
    subcommands: [
      ActivityShow.self, ActivityStart.self, ActivityStop.self, ActivityProgress.self,
      ActivityItemCommand.self,
    ],
    defaultSubcommand: ActivityShow.self)
}

struct ActivityShow: Command {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show recorded activity.",
    discussion: """
      In a school, shows the averages over the students with data and a row for each student: \
      'N/A' for those with 'progress: no', '–' for no data. With STUDENT, shows the student's \
      results. In a clone without PATH, lists all work with recorded activity; '--sent' shows \
      the activity that your teacher got.

      Example: teachkit activity show adding
      """)

  static var formats: [Format] { [.text, .json, .csv] }

  @Argument(help: "A worksheet or a published file.", completion: Candidates.content.completion)
  var path: String?
  @Argument(help: "In a school: the student.", completion: Candidates.who.completion)
  var student: String?
  @Flag(help: "In a clone: show what was sent.") var sent = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    if case .school = try session.place() { return try showSchool(session) }
    if let student {
      throw Failure(
        .valueIsFaulty, "'\(visible(student))': a clone has only your own activity",
        hint: "leave out the student")
    }
    let clone = try session.openClone()
    let times = TimeWords(zone: try clone.files.zone(), now: session.now)
    if sent { return try showSent(clone, session) }
    let running = try clone.runningActivity()
    if let path {
      let place = try clone.activityPlace(path)
      let here = running?.place == place ? running?.session : nil
      return session.report(
        ActivityReport(place, try clone.activity(of: place.path), running: here, times))
    }
    session.report(try ActivityList(clone, running, times).table)
  }

  private func showSent(_ clone: StudentClone, _ session: Session) throws {
    guard let text = try clone.sentActivity() else {
      return session.output.notice("no activity was sent")
    }
    session.output.print(visible(text, keepingLines: true), terminator: "")
  }

  /// Shows the activity of a school's students.
  private func showSchool(_ session: Session) throws {
    let school = try session.openSchool()
    let files = school.files
    guard let path else {
      throw Failure(
        .commandIsFaulty, "specify a worksheet", hint: "such as 'teachkit activity math/adding'")
    }
    let locator = Locator(files)
    guard case .context(let context) = try locator.find(path, among: [.context]),
      try files.isWorksheet(context)
    else { throw Failure(.valueIsFaulty, "'\(visible(path))' is not a worksheet") }
    let worksheet = try files.worksheet(context)
    let times = TimeWords(zone: try files.zone(), now: session.now)
    guard let student else {
      session.output.isPaged = true
      return session.report(
        WorksheetActivityReport(
          activity: try WorksheetActivity(worksheet, in: files), times: times))
    }
    guard case .student(let id) = try locator.find(student, among: [.student]) else {
      throw Failure(.notFound, "no student '\(visible(student))'")
    }
    let activity = try WorksheetActivity(worksheet, in: files, students: [id])
    guard let entry = activity.entries.first, let summary = entry.summary else {
      let isSilent = activity.entries.first?.isSilent == true
      return session.output.notice(
        isSilent ? "\(id) doesn't report activity" : "no activity of \(id) at \(context)")
    }
    session.report(StudentActivityReport(path: context, entry: entry, summary, times))
  }
}

struct ActivityStart: Command {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Start recording time.",
    discussion: """
      Continues the last attempt. A running activity elsewhere is stopped first. End it with \
      'activity stop' or 'close'.

      Example: teachkit activity start adding
      """)

  @Argument(help: "A worksheet or a published file.", completion: Candidates.content.completion)
  var path: String
  @Flag(help: "Begin a new attempt.") var new = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let clone = try session.openClone()
    let place = try clone.activityPlace(path)
    let (isStarted, ended) = try clone.startActivity(place, isNew: new)
    session.reportEnded(ended)
    session.report(
      Statement(
        kind: "activity",
        sentence: isStarted
          ? "started \(visible(place.text))" : "\(visible(place.text)) is already running",
        fields: [("path", .string(place.text)), ("started", .boolean(isStarted))]))
    if isStarted { try session.announceRecording(at: place, clone) }
  }
}

struct ActivityStop: Command {
  static let configuration = CommandConfiguration(
    commandName: "stop",
    abstract: "Stop recording and save the activity.",
    discussion: "Example: teachkit activity stop")

  @Argument(
    help: "A worksheet or a published file; by default, what is running.",
    completion: Candidates.content.completion)
  var path: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws { try session.stopActivity(path) }
}

struct Close: Command {
  static let configuration = CommandConfiguration(
    commandName: "close",
    abstract: "Stop recording time.",
    discussion: """
      Ends and saves what 'open --no-wait' or 'activity start' started.

      Example: teachkit close
      """)

  @Argument(
    help: "A worksheet or a published file; by default, what is running.",
    completion: Candidates.content.completion)
  var path: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws { try session.stopActivity(path) }
}

extension Session {
  /// Ends the running session, at a place if one is named, and reports it.
  fileprivate func stopActivity(_ path: String?) throws {
    let clone = try openClone()
    let place = try path.map(clone.activityPlace)
    let ended = try clone.stopActivity(at: place)
    let text = (ended?.place ?? place)?.text
    let sentence: Message =
      if let ended {
        ended.hadDied
          ? "stopped \(visible(ended.place.text)), which was interrupted after \(duration(ended.seconds))"
          : "stopped \(visible(ended.place.text)) after \(duration(ended.seconds))"
      } else {
        place.map { "\(visible($0.text)) is not running" } ?? "no activity is running"
      }
    report(
      Statement(
        kind: "activity", sentence: sentence,
        fields: [
          ("path", .text(text)), ("stopped", .boolean(ended != nil)),
          ("seconds", ended.map { .integer(Int($0.seconds)) } ?? .null),
        ]))
  }
}

struct ActivityProgress: Command {
  static let configuration = CommandConfiguration(
    commandName: "progress",
    abstract: "Record progress in the running activity.",
    discussion: """
      SHARE is between 0 and 1: everything up to it is done. With '--range', only that part \
      is. Progress never falls.

      Example: teachkit activity progress adding 0.5
      """)

  @Argument(help: "A worksheet or a published file.", completion: Candidates.content.completion)
  var path: String
  @Argument(help: "The share that is done, such as 0.5.") var share: String?
  @Option(help: "A part from START to END, such as 0.3-0.5.") var range: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let bounds: (Rational, Rational)
    switch (share, range) {
    case (let share?, nil): bounds = (.zero, try number(share))
    case (nil, let range?):
      let parts = range.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw Failure(
          .valueIsFaulty, "invalid range '\(visible(range))'", hint: "write it as 0.3-0.5")
      }
      bounds = (try number(parts[0]), try number(parts[1]))
    default:
      throw Failure(
        .commandIsFaulty, "specify either a share or '--range'",
        hint: "see 'teachkit activity progress --help'")
    }
    let clone = try session.openClone()
    let place = try clone.activityPlace(path)
    try clone.recordActivity(at: place) { try $0.coverage.add(bounds.0, bounds.1) }
    let progress = try clone.runningActivity()?.session.attempt.coverage.length ?? .zero
    session.report(
      Statement(
        kind: "activity",
        sentence: "\(visible(place.text)): \(Percent.text(progress, of: .one) ?? "") done",
        fields: [
          ("path", .string(place.text)), ("progress", .decimal(progress.decimal(places: 4))),
        ]))
  }
}

struct ActivityItemCommand: Command {
  /// A binary result on the command line.
  enum Result: String, EnumerableFlag {
    case correct, incorrect, passed, failed
    case isTrue, isFalse
    case yes, no

    static func name(for value: Result) -> NameSpecification {
      switch value {
      case .isTrue: .customLong("true")
      case .isFalse: .customLong("false")
      default: .customLong(value.rawValue)
      }
    }

    static func help(for value: Result) -> ArgumentHelp? {
      switch value {
      case .correct: "The answer is correct."
      case .incorrect: "The answer is incorrect."
      case .passed: "The item is passed."
      case .failed: "The item is failed."
      case .isTrue: "The result is 'true'."
      case .isFalse: "The result is 'false'."
      case .yes: "The result is 'yes'."
      case .no: "The result is 'no'."
      }
    }

    var value: ActivityItem.Value {
      switch self {
      case .correct: .binary(.correct, true)
      case .incorrect: .binary(.correct, false)
      case .passed: .binary(.passed, true)
      case .failed: .binary(.passed, false)
      case .isTrue: .binary(.isTrue, true)
      case .isFalse: .binary(.isTrue, false)
      case .yes: .binary(.yes, true)
      case .no: .binary(.yes, false)
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "item",
    abstract: "Record a result in the running activity.",
    discussion: """
      A result is a quantity, a score with its maximum, or one of '--correct', '--passed', \
      '--true', '--yes' and their opposites. Recording it again replaces it; its kind stays.

      Example: teachkit activity item adding words --quantity 558 --primary
      """)

  @Argument(help: "A worksheet or a published file.", completion: Candidates.content.completion)
  var path: String
  @Argument(help: "The item's identifier, such as 'q1'.") var id: String
  @Option(help: "The title, such as 'Question 1'.") var title: String?
  @Flag(help: "Make it the main result.") var primary = false
  @Flag var result: Result?
  @Option(help: "A number without a maximum.") var quantity: String?
  @Option(help: "A score; with '--max'.") var score: String?
  @Option(help: "The maximum score.") var max: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let item: ActivityItem
    do {
      item = try ActivityItem(id: id, title: title, value: try value())
    } catch let fault as ActivityFault {
      throw ActivityError.invalid(fault)
    }
    let clone = try session.openClone()
    let place = try clone.activityPlace(path)
    try clone.recordActivity(at: place) { attempt in
      if primary { try attempt.set(primary: item) } else { try attempt.set(item) }
    }
    session.report(
      Statement(
        kind: "activity", sentence: "\(visible(item.title ?? item.id)): \(item.words)",
        fields: [
          ("path", .string(place.text)), ("id", .string(item.id)), ("primary", .boolean(primary)),
        ]))
  }

  private func value() throws -> ActivityItem.Value {
    var values: [ActivityItem.Value] = []
    if let result { values.append(result.value) }
    if let quantity { values.append(.quantity(try number(quantity))) }
    switch (score, max) {
    case (let score?, let max?): values.append(.score(try number(score), max: try number(max)))
    case (nil, nil): break
    default: throw Failure(.commandIsFaulty, "'--score' and '--max' go together")
    }
    guard values.count == 1 else {
      throw Failure(
        .commandIsFaulty, "specify exactly one result",
        hint: "such as '--correct', '--quantity 558' or '--score 7 --max 10'")
    }
    return values[0]
  }
}

/// Parses a number on the command line.
private func number(_ text: some StringProtocol) throws -> Rational {
  if let number = Rational(text: text) { return number }
  throw Failure(.valueIsFaulty, "invalid number '\(visible(String(text)))'")
}
