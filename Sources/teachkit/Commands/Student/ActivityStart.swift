import ArgumentParser
import Course
import Exchange
import Reports
import Text

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
    session.sendLive(ended, of: clone)
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
          ? "stopped \(visible(ended.place.text)), which was interrupted after \(durationWords(ended.seconds))"
          : "stopped \(visible(ended.place.text)) after \(durationWords(ended.seconds))"
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
    sendLive(ended, of: clone)
  }
}

struct ActivitySend: Command {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Send activity now. Run when a session ends in a live subject.",
    discussion: "Example: teachkit activity send",
    shouldDisplay: false)

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws { try session.openClone().sendActivity() }
}
