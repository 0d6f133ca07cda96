import Course
import Glibc
import Model
import Storage
import Text

/// Sets, replaces and removes the closing reminders of a school.
struct ReminderPlan {
  let timers: Timers
  let daily: DailyReminders
  private let store: SchoolStore
  private let session: Session

  init(_ store: SchoolStore, _ session: Session) throws {
    (self.store, self.session) = (store, session)
    let files = store.files
    // Without `school.yaml`, reminders still warn.
    let name = session.surroundings.zoneName
    timers = Timers(
      zone: (try? files.zone(name)) ?? .utc, findProgram: session.surroundings.hasProgram)
    daily = DailyReminders(folder: store.folder)
  }

  /// Sets today's reminder of a class, unless there is none today.
  func setToday(_ id: String, names: Bool, _ timer: TimerKind?) throws {
    let files = store.files
    let schoolClass = try files.schoolClass(id)
    let zone = try files.zone(of: schoolClass)
    let title = visible(schoolClass.title)
    switch schoolClass.closingReminder(at: session.now, in: zone) {
    case .at(let time):
      let kind = try chosen(timer)
      try start(id, at: time, names: names, kind)
      if kind == .wait { return }
      session.output.print(
        "\(title): reminder at \(TimeText.clock(zone.civil(time).secondOfDay)) (\(kind.rawValue))"
          as Message)
    case .passed(let time):
      timers.cancel("closing-\(id)")
      let clock = TimeText.clock(zone.civil(time).secondOfDay)
      session.output.print("\(title): today's reminder time, \(clock), has passed" as Message)
    case .noSchool:
      timers.cancel("closing-\(id)")
      session.output.print("\(title): no school today" as Message)
    case .off:
      timers.cancel("closing-\(id)")
      session.output.print("\(title): reminders are off in class.yaml" as Message)
    case .unknown:
      throw Failure(
        .valueIsFaulty, "'\(id)' has no closing time",
        hint: "set it: 'teachkit set classes/\(id) closing=16:40'")
    }
  }

  /// Fires a reminder soon: with systemd's timer, or else after waiting.
  func tryOut(_ id: String, after span: TimeSpan, names: Bool, _ timer: TimerKind?) throws {
    _ = try store.files.schoolClass(id)
    let kind = timer ?? (timers.problem(.systemd) == nil ? .systemd : .wait)
    if kind == .cron || kind == .at, span.seconds < 60 {
      throw Failure(
        .valueIsFaulty, "\(kind.rawValue) counts in minutes",
        hint: "use '--timer wait' for a shorter time")
    }
    try start(id, at: session.now.adding(seconds: span.seconds), names: names, try chosen(kind))
    if kind != .wait {
      session.output.print("a trial fires in \(span) (\(kind.rawValue))" as Message)
    }
  }

  func turnOff(_ id: String) {
    let isKnown = timers.cancel("closing-\(id)")
    session.output.print(
      isKnown ? "\(id): removed today's reminder" : "\(id): no reminder was set" as Message)
  }

  /// The start of the next day of the classes.
  func nextCheck(_ classes: [String]) -> Instant {
    let files = store.files
    let zones = classes.map { id in
      (try? files.zone(of: files.schoolClass(id))) ?? (try? files.zone()) ?? .utc
    }
    return zones.map { DailyCheck.next(after: session.now, in: $0) }.min()
      ?? DailyCheck.next(after: session.now, in: .utc)
  }

  private func start(_ id: String, at time: Instant, names: Bool, _ kind: TimerKind) throws {
    if kind == .wait {
      let seconds = max(0, time.seconds - session.now.seconds)
      session.output.notice("waiting until \(clock(time)): end with Ctrl-C")
      sleep(UInt32(min(seconds, 86_400)))
      return try session.fire(id, in: store, names: names, due: time)
    }
    let words =
      [try Surroundings.program(), "remind", "fire", id, "-C", store.root, "--at", "\(time)"]
      + (names ? ["--names"] : [])
    try timers.start(TimerJob(name: "closing-\(id)", words: words, time: time), kind)
  }

  private func clock(_ time: Instant) -> String {
    let zone = (try? store.files.zone()) ?? .utc
    let local = zone.civil(time).secondOfDay
    return "\(TimeText.clock(local)):\(local % 60 < 10 ? "0" : "")\(local % 60)"
  }

  /// The requested timer, or the best one.
  ///
  /// - Throws: `Failure` if it can't be used.
  private func chosen(_ timer: TimerKind?) throws -> TimerKind {
    if let timer {
      guard let problem = timers.problem(timer) else { return timer }
      throw Failure(
        .notConfigured, "cannot use the timer '\(timer.rawValue)': \(problem.reason)",
        hint: problem.hint)
    }
    if let best = timers.best { return best }
    let reasons = [TimerKind.systemd, .cron, .at].compactMap { kind in
      timers.problem(kind).map { "\(kind.rawValue): \($0.reason)" as Message }
    }
    throw Failure(
      .notConfigured, "no timer is available: \(reasons.joined(separator: "; "))",
      hint: "\(timers.problem(.cron)?.hint ?? ""), or use '--timer wait' in a terminal")
  }
}
