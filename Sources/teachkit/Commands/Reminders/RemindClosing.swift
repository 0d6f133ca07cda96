import ArgumentParser
import Course
import Model
import Storage
import Text

struct RemindClosing: Command {
  static let configuration = CommandConfiguration(
    commandName: "closing",
    abstract: "Remind you of the guidance list before school closes.",
    discussion: """
      Sets a reminder for today, for the classes whose 'teacher' you are, five minutes before the \
      class's 'closing' time: change that with 'reminder: 10m' in 'class.yaml', or turn it off with \
      'reminder: off'. A later reminder for the class replaces it. With '--daily', your first \
      command on each school day sets the reminder of that day.

      'notify' in 'school.yaml' says how you are reminded; by default on the desktop.

      Example: teachkit remind closing 7b --names
      """)

  @Argument(help: "The class.", completion: Candidates.classes.completion)
  var schoolClass: String?
  @Option(
    name: .customLong("in"),
    help: ArgumentHelp("Fire a trial after this time: '3s', '1m'.", valueName: "time"))
  var delay: String?
  @Flag(help: "List the students by name.") var names = false
  @Flag(help: "Set the reminder on every school day.") var daily = false
  @Flag(help: "Remove the reminder, and that of every day.") var off = false
  @Option(help: "The timer: 'systemd', 'cron', 'at', or 'wait' in this terminal.")
  var timer: TimerKind?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if off, delay != nil || daily || timer != nil || names {
      throw ValidationError("'--off' takes no other options")
    }
    if daily, timer == .wait { throw ValidationError("'--daily' needs a timer other than 'wait'") }
    if delay != nil, daily { throw ValidationError("'--in' and '--daily' can't be combined") }
  }

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let classes = try classes(in: store, session)
    let plan = try ReminderPlan(store, session)
    if off {
      for id in classes { plan.turnOff(id) }
      if try plan.daily.remove(classes) { session.output.notice("daily reminders are off") }
      return
    }
    let notifier = try session.notifier(for: try store.files.school(), store.repository)
    session.report(notifier.missing())
    if let delay {
      guard let span = TimeSpan(text: delay), (1...86_400).contains(span.seconds) else {
        throw Failure(
          .valueIsFaulty, "invalid time '\(visible(delay))' for '--in'", hint: "write 3s, 1m or 2h")
      }
      for id in classes { try plan.tryOut(id, after: span, names: names, timer) }
      return
    }
    for id in classes { try plan.setToday(id, names: names, timer) }
    if daily {
      try plan.daily.add(classes, names: names, timer, next: plan.nextCheck(classes))
      session.output.notice("your first command on each school day sets the reminder")
    }
  }

  /// The named class, or the user's classes with a closing time.
  private func classes(in store: SchoolStore, _ session: Session) throws -> [String] {
    let files = store.files
    if let schoolClass { return try ClassSelection(schoolClass: schoolClass).classes(in: files) }
    let closing = try files.classIDs().filter { try files.schoolClass($0).closing != nil }
    let mine = try? ClassSelection(teacher: session.user(of: store)).classes(in: files)
    let found = mine.map { closing.filter($0.contains) } ?? (closing.count == 1 ? closing : [])
    if !found.isEmpty { return found }
    throw Failure(
      .valueIsFaulty, closing.isEmpty ? "no class has a closing time" : "specify a class",
      hint: closing.isEmpty
        ? "set it: 'teachkit set classes/7b closing=16:40'"
        : "choose one: \(closing.joined(separator: ", "))")
  }
}

extension TimerKind: ExpressibleByArgument {}

struct RemindFire: Command {
  static let configuration = CommandConfiguration(
    commandName: "fire", abstract: "Deliver a reminder. Run by a timer.",
    discussion: "Example: teachkit remind fire 7b", shouldDisplay: false)

  @Argument(help: "The class.") var schoolClass: String
  @Option(help: "When it was due.") var at: String?
  @Flag(help: "List the students by name.") var names = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let root = try session.schoolRoot()
    let store = try SchoolStore(root: root, damage: session.damage, notify: session.reportRecovery)
    let time = at.flatMap { Instant(iso: $0) } ?? session.now
    if at != nil {
      _ = try ReminderPlan(store, session).timers.cancelCron("closing-\(schoolClass)")
    }
    // A line of a crontab runs every year, and a sleeping computer runs timers late.
    guard abs(session.now.seconds - time.seconds) <= 43_200 else {
      throw Failure(
        .valueIsFaulty, "this reminder was for \(time)",
        hint: "set a new one: 'teachkit remind closing'")
    }
    try session.fire(schoolClass, in: store, names: names, due: time)
  }
}

extension Session {
  /// Delivers the closing reminder of a class.
  func fire(_ id: String, in store: SchoolStore, names: Bool, due time: Instant) throws {
    let closing = ClosingReminder(
      of: id, in: store.files, withNames: names, at: now, due: time
    ) { error in
      explain(error).failures.first.map { failure in
        let place = failure.place.map { "\($0.path)\($0.line.map { ":\($0)" } ?? ""): " }
        return (place ?? "") + failure.message.text
      } ?? "unknown error"
    }
    let (notifier, isUsual) = try safeNotifier(store)
    let failures = notifier.deliver(closing.reminder)
    report(failures)
    if failures.count == notifier.channels.count, !failures.isEmpty {
      output.print(visible(closing.reminder.line))
    }
    if !failures.isEmpty || closing.problem != nil || !isUsual { throw NegativeAnswer() }
  }

  /// The notifier; that of the desktop if the settings can't be read, because reminders must come.
  ///
  /// - Returns: whether the settings could be read.
  fileprivate func safeNotifier(_ store: SchoolStore) throws -> (notifier: Notifier, isUsual: Bool)
  {
    do {
      return (try notifier(for: store.files.school(), store.repository), true)
    } catch {
      for failure in explain(error).failures { output.failure(failure) }
      let desktop = Notifier(
        [.desktop], teacher: nil, findProgram: surroundings.hasProgram, makeIdentifier: { "" },
        show: { _ in })
      return (desktop, false)
    }
  }
}

struct RemindToday: Command {
  static let configuration = CommandConfiguration(
    commandName: "today", abstract: "Set today's reminders. Run by the first command of a day.",
    discussion: "Example: teachkit remind today", shouldDisplay: false)

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try SchoolStore(root: try session.schoolRoot(), notify: session.reportRecovery)
    let plan = try ReminderPlan(store, session)
    let entries = try plan.daily.read().entries
    try plan.daily.write(entries, next: plan.nextCheck(entries.map(\.schoolClass)))
    for entry in entries {
      do {
        try plan.setToday(entry.schoolClass, names: entry.names, entry.timer)
      } catch {
        // Nobody sees this process, so the problem is delivered like a reminder.
        let reason = explain(error).failures.first?.message.text ?? ""
        let text = "The closing reminder can't be set: \(reason)"
        let notifier = try session.safeNotifier(store).notifier
        session.report(
          notifier.deliver(
            Reminder(
              kind: .closing, title: entry.schoolClass, text: text, schoolClass: entry.schoolClass,
              time: session.now)))
      }
    }
  }
}
