import ArgumentParser
import Course
import Git
import Model
import Reports
import Storage
import Text

struct Tick: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "tick",
    abstract: "Do everything whose time has come.",
    discussion: """
      Publishes released work, and collects after each due date, grace period and cutoff. With \
      'tick: {grade: yes, return: after-due}' in 'subject.yaml', it also grades, and returns \
      the grades when everyone's time is over. Sends reminders that 'remind due --mail' set. \
      Running it twice or late does nothing twice. A step that fails is tried again later, and \
      'status' lists it. '--install' sets up a timer that runs it. With '--notify', you get a \
      notification of new submissions, grades and failures, as 'notify' in 'school.yaml' says.

      Example: teachkit tick --install systemd --every 10m
      """)

  @Flag(name: .customLong("dry-run"), help: "List the steps that are due now and next.")
  var dryRun = false
  @Option(help: "Run it regularly, with 'systemd' or 'cron'.") var install: TickTimer?
  @Option(help: ArgumentHelp("With --install: the time between two runs.", valueName: "time"))
  var every: String?
  @Flag(help: "Remove the timers that '--install' made.") var uninstall = false
  @Flag(help: "Notify you of changes and failures.") var notify = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  static let formats = Format.table

  func validate() throws {
    if every != nil, install == nil { throw ValidationError("'--every' requires '--install'") }
    if uninstall, install != nil || dryRun || notify {
      throw ValidationError(
        "'--uninstall' can't be combined with '--install', '--dry-run' and '--notify'")
    }
  }

  func run(_ session: Session) async throws {
    let school = try session.openSchool()
    if let install {
      return try TickInstallation(session, school, notify: notify)
        .install(install, every ?? "10m", dryRun: dryRun)
    }
    if uninstall { return try TickInstallation(session, school).uninstall() }
    if dryRun {
      let (plan, _) = try TickRun.plan(school, at: session.now)
      if plan.due.isEmpty, plan.next.isEmpty { session.output.notice("nothing is due") }
      return session.report(try table(plan, school.files.zone(), session))
    }
    let lock: ProcessLock
    do {
      lock = try TickState.lock(school)
    } catch let error as GitError where error.code == .locked {
      return session.output.notice("another 'tick' is running in this school")
    }
    defer { withExtendedLifetime(lock) {} }
    var (plan, state) = try TickRun.plan(school, at: session.now)
    if plan.due.isEmpty {
      let zone = try school.files.zone()
      session.output.notice(
        plan.next.first.map { "nothing to do until \(zone.text($0.at)) (\($0.key))" }
          ?? "nothing to do")
    }
    let run = try TickRun(session, school)
    // A return depends on grades that this run computes.
    var steps = plan.due
    var seen: Set<String> = []
    while !steps.isEmpty {
      let step = steps.removeFirst()
      seen.insert(step.key)
      await run.perform(step, noting: &state)
      try state.save(in: school)
      if steps.isEmpty {
        plan = TickPlan(try TickMoments(school.files).moments, state, at: session.now)
        steps = plan.due.filter { !seen.contains($0.key) }
      }
    }
    if notify, !run.news.isEmpty {
      let notifier = try session.notifier(for: try school.files.school(), school.repository)
      let reminder = try Reminder(run.news, of: school.files, at: session.now)
      session.report(notifier.deliver(reminder))
    }
    if !run.failures.isEmpty { throw NegativeAnswer(failures: run.failures) }
  }

  private func table(_ plan: TickPlan, _ zone: Zone, _ session: Session) -> Table {
    func row(_ step: TickStep, isDue: Bool) -> [Cell] {
      [
        Cell(
          .string(isDue ? "due" : "next"), shown: isDue ? "due now" : "next",
          tone: isDue ? .warning : .quiet),
        Cell(step.kind.rawValue), Cell(step.name), .time(step.at, in: zone),
      ]
    }
    return Table(
      "tick",
      [.init("when"), .init("step"), .init("path"), .init("at", title: "Time")],
      rows: plan.due.map { row($0, isDue: true) } + plan.next.map { row($0, isDue: false) })
  }
}

extension Reminder {
  /// A notification of what `tick` did.
  fileprivate init(_ news: [Message], of files: SchoolFiles, at now: Instant) throws {
    self.init(
      kind: .tick, title: try files.school().name, text: news.joined(separator: "\n").text,
      time: now)
  }
}
