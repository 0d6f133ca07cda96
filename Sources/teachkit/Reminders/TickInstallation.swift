import ArgumentParser
import Course
import Git
import Model
import Storage
import Text

/// What runs `tick` regularly.
enum TickTimer: String, CaseIterable, ExpressibleByArgument {
  case systemd, cron
}

/// The timers that run `tick` for a school.
struct TickInstallation {
  private let session: Session
  private let root: String
  private let program: String
  private let units: TickUnits

  /// - Parameter notify: whether `tick` notifies the teacher.
  init(_ session: Session, _ school: SchoolStore, notify: Bool = false) throws {
    self.session = session
    root = school.root
    program = try Surroundings.program()
    units = TickUnits(school: root, program: program, notify: notify)
  }

  func install(_ timer: TickTimer, _ every: String, dryRun: Bool) throws {
    guard let span = TimeSpan(text: every), span.seconds >= 60, span.seconds <= 86_400 else {
      throw Failure(
        .valueIsFaulty, "invalid time '\(visible(every))' for '--every'",
        hint: "write a time from 1m to 24h, such as 10m")
    }
    switch timer {
    case .systemd: try installUnits(span, dryRun: dryRun)
    case .cron: try installLine(span, dryRun: dryRun)
    }
  }

  private func installUnits(_ span: TimeSpan, dryRun: Bool) throws {
    let folder = try unitFolder()
    for (name, text) in units.files(every: span) {
      session.output.print("# \(folder)/\(name)\n\(text)")
    }
    if dryRun { return session.output.notice("dry run: no changes made") }
    session.output.flush()
    try DurableFile.makeFolder(folder)
    for (name, text) in units.files(every: span) {
      try DurableFile.write(Array(text.utf8), to: "\(folder)/\(name)")
    }
    for arguments in [["daemon-reload"], ["enable", "--now", units.timer]] {
      guard let reason = control(arguments) else { continue }
      session.output.notice("wrote the units, but the timer isn't running: \(visible(reason))")
      return session.output.hint("log in, then run 'systemctl --user enable --now \(units.timer)'")
    }
    session.output.notice("'tick' runs every \(span)")
    session.output.hint("to run it also while you are logged out: 'loginctl enable-linger'")
  }

  private func installLine(_ span: TimeSpan, dryRun: Bool) throws {
    guard let line = units.cronLine(every: span) else {
      throw Failure(
        .valueIsFaulty, "cron can't run a command every \(span)",
        hint: "use a time that divides an hour or a day, such as 10m or 2h")
    }
    session.output.print(line)
    if dryRun { return session.output.notice("dry run: no changes made") }
    session.output.flush()
    try writeCrontab(try crontab().filter { !units.isOwn($0) } + [line])
    let timers = Timers(zone: .utc, findProgram: session.surroundings.hasProgram)
    if let (reason, hint) = timers.problem(.cron) {
      session.output.notice("added the line to your crontab, but \(reason)")
      return session.output.hint(hint)
    }
    session.output.notice("'tick' runs every \(span)")
  }

  func uninstall() throws {
    var isKnown = false
    let folder = try unitFolder()
    let files = units.names.map { "\(folder)/\($0)" }.filter(DurableFile.exists)
    if !files.isEmpty {
      isKnown = true
      _ = control(["disable", "--now", units.timer])
      for file in files { try DurableFile.remove(file) }
      _ = control(["daemon-reload"])
      session.output.notice("removed \(named(files))")
    }
    if session.surroundings.hasProgram("crontab") {
      let lines = try crontab()
      let rest = lines.filter { !units.isOwn($0) }
      if rest.count < lines.count {
        isKnown = true
        try writeCrontab(rest)
        session.output.notice("removed the line from your crontab")
      }
    }
    if !isKnown { session.output.notice("no timer runs 'tick' for this school") }
  }

  private func unitFolder() throws -> String {
    if let folder = session.surroundings.variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return "\(folder)/systemd/user"
    }
    guard let home = session.surroundings.variable("HOME") else {
      throw Failure(.notConfigured, "the variable HOME is not set")
    }
    return "\(home)/.config/systemd/user"
  }

  /// - Returns: why `systemctl` failed; nil if it didn't.
  private func control(_ arguments: [String]) -> String? {
    do throws(GitError) {
      let result = try Subprocess("systemctl", ["--user"] + arguments, timeout: 30).run()
      if result.succeeded { return nil }
      return result.errorText.split(whereSeparator: \.isNewline).first.map(String.init)
        ?? "it failed"
    } catch {
      return error.message.text
    }
  }

  /// The lines of the user's crontab.
  private func crontab() throws -> [String] {
    let result = try Subprocess("crontab", ["-l"], timeout: 30).run()
    if result.succeeded {
      let lines = result.outputText.split(separator: "\n", omittingEmptySubsequences: false)
      return (lines.last == "" ? lines.dropLast() : lines[...]).map(String.init)
    }
    let reason = result.errorText.split(whereSeparator: \.isNewline).first ?? "it failed"
    if reason.hasPrefix("no crontab") { return [] }
    throw Failure(.ioFailure, "cannot read your crontab: \(visible(String(reason)))")
  }

  private func writeCrontab(_ lines: [String]) throws {
    var text = lines.joined(separator: "\n")
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    let result = try Subprocess("crontab", ["-"], input: Array(text.utf8), timeout: 30).run()
    if result.succeeded { return }
    let reason = result.errorText.split(whereSeparator: \.isNewline).first ?? "it failed"
    throw Failure(.ioFailure, "cannot write your crontab: \(visible(String(reason)))")
  }
}
