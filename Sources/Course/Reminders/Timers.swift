import Git
import Model
import Substrings
import Text

/// The timers of this computer: systemd's user manager, cron and at.
public struct Timers {
  /// The zone of this computer.
  public let zone: Zone
  private let findProgram: (String) -> Bool

  public init(zone: Zone, findProgram: @escaping (String) -> Bool) {
    self.zone = zone
    self.findProgram = findProgram
  }

  /// Why a timer can't be used, with the remedy; nil if it can.
  public func problem(_ kind: TimerKind) -> (reason: Message, hint: Message)? {
    switch kind {
    case .wait: return nil
    case .systemd:
      if !findProgram("systemd-run") {
        return ("no program 'systemd-run'", "install systemd, or use cron or at")
      }
      let status = try? run("systemctl", ["--user", "show-environment"])
      if status?.succeeded == true { return nil }
      return (
        "no user manager of systemd is running",
        "log in on the computer itself, or run 'loginctl enable-linger' to keep one running"
      )
    case .cron:
      if !findProgram("crontab") {
        return ("no program 'crontab'", "install it: 'apt install cron'")
      }
      if isRunning("cron") || isRunning("crond") { return nil }
      return ("cron isn't running", "start it: 'systemctl start cron'")
    case .at:
      if !findProgram("at") { return ("no program 'at'", "install it: 'apt install at'") }
      if isRunning("atd") { return nil }
      return ("atd isn't running", "start it: 'systemctl start atd'")
    }
  }

  /// The first timer that can be used; nil for none.
  public var best: TimerKind? { [.systemd, .cron, .at].first { problem($0) == nil } }

  /// Starts a timer, which replaces one of the same name.
  ///
  /// - Throws: `Failure`.
  public func start(_ job: TimerJob, _ kind: TimerKind) throws {
    cancel(job.name)
    switch kind {
    case .wait: break
    case .systemd:
      try check(
        run(
          "systemd-run",
          [
            "--user", "--unit", job.unit, "--on-calendar", job.calendar,
            "--timer-property=AccuracySec=1s", "--",
          ] + job.words), of: "systemd-run")
    case .cron:
      var table = try crontab()
      if !table.isEmpty, table.last != "\n" { table += "\n" }
      try check(run("crontab", ["-"], table + job.crontab(in: zone) + "\n"), of: "crontab")
    case .at:
      try check(run("at", ["-t", job.atTime(in: zone)], job.command + "\n"), of: "at")
    }
  }

  /// Removes a timer, of whatever kind.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func cancel(_ name: String) -> Bool {
    var isKnown = false
    let unit = TimerJob.unit(name)
    if findProgram("systemctl"),
      let state = try? run("systemctl", ["--user", "is-active", "\(unit).timer"]), state.succeeded
    {
      isKnown = (try? run("systemctl", ["--user", "stop", "\(unit).timer"]))?.succeeded == true
    }
    isKnown = cancelCron(name) || isKnown
    if findProgram("atq") {
      let jobs = (try? run("atq", []))?.outputText.split(separator: "\n") ?? []
      for number in jobs.compactMap({ $0.split(separator: "\t").first.map(String.init) }) {
        let text = (try? run("at", ["-c", number]))?.outputText ?? ""
        if text.split(separator: "\n").contains(where: { $0.hasSuffix(" # \(unit)") }) {
          isKnown = (try? run("atrm", [number]))?.succeeded == true || isKnown
        }
      }
    }
    return isKnown
  }

  /// Removes the lines of a timer from the crontab.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func cancelCron(_ name: String) -> Bool {
    guard findProgram("crontab"), let table = try? crontab() else { return false }
    let rest = TimerJob.crontab(table, without: name)
    return rest != table && (try? run("crontab", ["-"], rest))?.succeeded == true
  }

  /// The user's crontab; empty without one.
  ///
  /// - Throws: `Failure` if it can't be read: then it mustn't be written.
  private func crontab() throws -> String {
    let result = try run("crontab", ["-l"])
    if !result.succeeded, !result.errorText.contains("no crontab") {
      try check(result, of: "crontab")
    }
    return result.outputText
  }

  private func run(
    _ program: String, _ arguments: [String], _ input: String? = nil
  ) throws -> Subprocess.Result {
    try Subprocess(program, arguments, input: input.map { Array($0.utf8) }, timeout: 10).run()
  }

  private func check(_ result: Subprocess.Result, of program: String) throws {
    if result.succeeded { return }
    let line = result.errorText.split(whereSeparator: \.isNewline).first.map(String.init)
    throw Failure(
      .notConfigured,
      line.map { "cannot set the timer: \(program): \(visible($0))" }
        ?? "cannot set the timer: \(program) failed", hint: "choose another timer with --timer")
  }

  /// Whether a daemon with this name runs.
  private func isRunning(_ name: String) -> Bool {
    if findProgram("pgrep") { return (try? run("pgrep", ["-x", name]))?.succeeded == true }
    return true
  }
}
