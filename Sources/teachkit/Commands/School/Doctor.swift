import ArgumentParser
import Course
import Exchange
import Glibc
import Model
import Reports
import Sandbox
import Storage
import Text

struct Doctor: Command {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check this machine and finish interrupted changes.",
    discussion: """
      Lists the programs and settings that teachkit uses, with their state and purpose. The exit code is 1 \
      if something is missing that every command needs.

      In a school or clone, it also completes an interrupted change, as every command does. If that keeps \
      failing, '--fix' drops the change: the files stay as they are, as manual changes that you can commit \
      or undo with Git.

      Example: teachkit doctor
      """)

  @Flag(help: "Drop an interrupted change that can't be finished.") var fix = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let isUnfinished = try finishChange(session)
    let around = session.surroundings
    let findings =
      [
        Finding(
          name: "git", purpose: "hubs on a network", remedy: "install git",
          isPresent: around.hasProgram("git")),
        Finding(
          name: "tzdata", purpose: "times in the school's zone", remedy: "install tzdata",
          isNeeded: true, isPresent: access("/usr/share/zoneinfo/UTC", R_OK) == 0),
        Finding(
          name: "editor", purpose: "edit, work", remedy: "set EDITOR",
          isPresent: ["VISUAL", "EDITOR"].contains { around.variable($0) != nil }
            || ExternalEditor.standard.contains(where: around.hasProgram)),
        Finding(
          name: "sandbox", purpose: "programs in exercises of type 'code'",
          remedy: "install bubblewrap, and allow user namespaces",
          isPresent: (try? Sandbox()) != nil),
      ] + reminders(session)
    var table = Table("checks", [.init("name"), .init("state"), .init("purpose"), .init("remedy")])
    for finding in findings {
      table.append([
        Cell(finding.name),
        finding.isPresent
          ? Cell("ok", tone: .good) : Cell("missing", tone: finding.isNeeded ? .bad : .warning),
        Cell(finding.purpose), Cell(finding.isPresent ? nil : finding.remedy),
      ])
    }
    session.report(table)
    if isUnfinished || findings.contains(where: { $0.isNeeded && !$0.isPresent }) {
      throw NegativeAnswer()
    }
  }

  /// The programs and services for reminders.
  private func reminders(_ session: Session) -> [Finding] {
    let around = session.surroundings
    let timers = Timers(zone: .utc, findProgram: around.hasProgram)
    let services = [TimerKind.systemd, .cron, .at].map { kind in
      let problem = timers.problem(kind)
      return Finding(
        name: kind.rawValue, purpose: "timers of reminders",
        remedy: problem.map { "\($0.reason): \($0.hint)" } ?? "", isPresent: problem == nil)
    }
    let user = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? ""
    return services + [
      Finding(
        name: "lingering", purpose: "systemd timers while you are logged out",
        remedy: "run 'loginctl enable-linger'",
        isPresent: access("/var/lib/systemd/linger/\(user)", F_OK) == 0),
      Finding(
        name: "notify-send", purpose: "reminders on the desktop",
        remedy: "install libnotify-bin", isPresent: around.hasProgram("notify-send")),
      Finding(
        name: "sendmail", purpose: "reminders by mail", remedy: "install msmtp-mta",
        isPresent: ["sendmail", "/usr/sbin/sendmail", "/usr/lib/sendmail"].contains(
          where: around.hasProgram)),
    ]
  }

  /// Completes an interrupted change of the current school or clone, or drops it if requested.
  ///
  /// - Returns: whether one is left.
  private func finishChange(_ session: Session) throws -> Bool {
    var isUnfinished = false
    func note(_ notice: RecoveryNotice) {
      session.reportRecovery(notice)
      if case .unfinished = notice { isUnfinished = true }
    }
    let drop: () throws -> Bool
    switch Place.find(from: session.directory) {
    case .school(let root)?:
      drop = try SchoolStore(root: root, notify: note).dropUnfinishedChange
    case .clone(let root)?:
      let clone = try StudentClone(above: root, now: session.now)
      session.reportFiles(clone.finished)
      clone.recoveryNotices.forEach(note)
      drop = clone.dropUnfinishedChange
    case nil: return false
    }
    if isUnfinished, fix, try drop() {
      session.output.notice("dropped the interrupted change: its files are now manual changes")
      return false
    }
    return isUnfinished
  }

}

/// A requirement of teachkit.
private struct Finding {
  let name, purpose, remedy: String
  /// Whether every command needs it.
  var isNeeded = false
  let isPresent: Bool
}
