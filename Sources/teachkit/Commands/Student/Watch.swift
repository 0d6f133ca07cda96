import ArgumentParser
import Course
import Exchange
import Git
import Glibc
import Model
import Reports
import Storage
import Text

struct Watch: Command {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Report what is new on the hub, regularly.",
    discussion: """
      Asks the hub for changes regularly, and reports each new worksheet, due date, grade, \
      announcement and reminder once. Your files don't change: 'pull' gets the news. If the hub can't be \
      reached, it waits longer and longer. Ends with Ctrl-C.

      Example: teachkit watch --every 10m --notify
      """)

  @Option(help: ArgumentHelp("The time between two requests.", valueName: "time"))
  var every = "5m"
  @Flag(help: "Also notify you: on the desktop, or as in Git's setting 'teachkit.notify'.")
  var notify = false
  @Flag(help: "Ask once, then end.") var once = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    guard let pace = TimeSpan(text: every).flatMap(WatchPace.init(every:)) else {
      throw Failure(
        .valueIsFaulty, "invalid time '\(visible(every))' for '--every'",
        hint: "write 30s, 5m or 1h; at least \(WatchPace.shortest)s")
    }
    let clone = try session.openClone()
    let notifier = notify ? try session.watchNotifier(clone) : nil
    let end = try CleanEnd()
    let watcher = Watcher(root: clone.root, session: session, end: end, notifier: notifier)
    if once {
      let isEmpty = try watcher.look() == 0
      // Programs get one document.
      if isEmpty { session.report(NewsReport(lines: [])) }
      return
    }
    session.output.notice("watching '\(visible(clone.subject))': end with Ctrl-C")
    try watcher.watch(pace)
  }
}

/// Looks at the hub of a clone and reports what is new.
private final class Watcher {
  private let root: String
  private let session: Session
  private let end: CleanEnd
  private var notifier: Notifier?

  init(root: String, session: Session, end: CleanEnd, notifier: Notifier?) {
    (self.root, self.session, self.end, self.notifier) = (root, session, end, notifier)
  }

  /// Looks again and again, until a signal ends the process or the clone can't be used.
  func watch(_ pace: WatchPace) throws {
    var pace = pace
    while true {
      do {
        try look()
        if pace.failures > 0 { end.complete { session.output.notice("reached the hub again") } }
        pace.note(success: true)
      } catch let error as GitError {
        pace.note(success: false)
        if pace.failures == 1 { end.complete { report(error) } }
      }
      end.complete { session.output.flush() }
      sleep(UInt32(pace.wait))
    }
  }

  private func report(_ error: GitError) {
    for failure in explain(error).failures {
      session.output.notice("cannot ask the hub: \(failure.message)")
    }
    session.output.hint("watch tries again later; you need not do anything")
  }

  /// Reports news from the hub, and earlier news that hasn't been reported yet.
  ///
  /// - Returns: the number of reported lines.
  @discardableResult
  func look() throws -> Int {
    let clone = try StudentClone(above: root, now: session.clock.now)
    do {
      try clone.fetchNews()
    } catch let error as GitError {
      // Known news doesn't need the hub.
      _ = try reportNews(clone)
      throw error
    }
    return try reportNews(clone)
  }

  private func reportNews(_ clone: StudentClone) throws -> Int {
    let news = try clone.unreportedNews()
    let reminders = try clone.dueReminders()
    if news.state == nil, reminders.isEmpty { return 0 }
    let times = TimeWords(zone: try clone.files.zone(), now: session.clock.now)
    let states = (try? clone.states()) ?? []
    let report = NewsReport(
      lines: NewsReport(news.items, times, states).lines
        + reminders.map { NewsReport.line($0, times, states) })
    try end.complete {
      if !report.lines.isEmpty {
        session.report(report)
        session.output.flush()
        show(report, of: clone)
      }
      if let state = news.state { try clone.markReported(state) }
      if !reminders.isEmpty { try clone.markReminded() }
    }
    return report.lines.count
  }

  /// Delivers the news. A channel that fails is reported once, and not used again.
  private func show(_ report: NewsReport, of clone: StudentClone) {
    let title = (try? clone.files.subject(clone.subject).title) ?? clone.subject
    for line in report.lines {
      let failures =
        notifier?.deliver(
          Reminder(
            kind: .news, title: title, text: "\(line.title): \(line.text(gap: " – "))",
            time: session.now)) ?? []
      session.report(failures)
      notifier?.channels.removeAll { channel in failures.contains { $0.channel == channel.name } }
    }
  }
}

extension Session {
  /// - Throws: `Failure` if a channel can't deliver.
  fileprivate func watchNotifier(_ clone: StudentClone) throws -> Notifier {
    // The news is printed anyway.
    let notifier = try notifier(for: nil, clone.repository, show: { _ in })
    if let failure = notifier.missing().first?.failure { throw failure }
    return notifier
  }
}
