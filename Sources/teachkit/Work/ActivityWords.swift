import Course
import Exchange
import Git
import Model
import Reports
import Storage
import Text

/// A working time in words, such as `1 h 5 min`, `34 min 12 s` or `20 s`.
func durationWords(_ seconds: Int64) -> Message {
  let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
  if hours > 0 { return minutes > 0 ? "\(hours) h \(minutes) min" : "\(hours) h" }
  if minutes > 0 { return rest > 0 ? "\(minutes) min \(rest) s" : "\(minutes) min" }
  return "\(rest) s"
}

extension ActivityItem {
  /// The result in words, such as `correct`, `558` or `7 of 10`.
  var words: Message {
    switch value {
    case .binary(.correct, let answer): answer ? "correct" : "incorrect"
    case .binary(.passed, let answer): answer ? "passed" : "failed"
    case .binary(.isTrue, let answer): answer ? "true" : "false"
    case .binary(.yes, let answer): answer ? "yes" : "no"
    case .quantity(let number): Message(verbatim: "\(number)")
    case .score(let score, let max): "\(score) of \(max)"
    }
  }

  /// The item for programs.
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("id", .string(id)), .init("title", .text(title)),
    ]
    switch value {
    case .binary(let kind, let answer): members.append(.init(kind.rawValue, .boolean(answer)))
    case .quantity(let number): members.append(.init("quantity", .number(number)))
    case .score(let score, let max):
      members += [.init("score", .number(score)), .init("max", .number(max))]
    }
    return .object(members)
  }
}

extension StudentClone {
  /// Finds the worksheet or file whose activity is recorded.
  ///
  /// - Parameter text: a worksheet as `find(_:)` takes it, or the path of a published file.
  func activityPlace(_ text: String) throws -> ActivityPlace {
    if let path = ContextPath("\(subject)/\(text)"), path.file != nil,
      DurableFile.isFile("\(root)/\(text)")
    {
      return ActivityPlace(path)
    }
    return ActivityPlace(try find(text).worksheet.path)
  }
}

extension ActivityError: Explainable {
  var failures: [Failure] {
    switch self {
    case .notStarted(let place):
      [
        Failure(
          .invalidModification, "no activity is running at '\(visible(place.text))'",
          hint: "start it with 'teachkit activity start \(visible(place.text))'")
      ]
    case .invalid(.kindChanged(let id)):
      [
        Failure(
          .invalidModification, ActivityFault.kindChanged(id: id).message,
          hint: "use another id, or begin a new attempt with 'activity start --new'")
      ]
    case .invalid(let fault): [Failure(.valueIsFaulty, fault.message)]
    case .cannotBeDone(let path, isReturned: true):
      [
        Failure(
          .invalidModification, "'\(path.work)' was returned already",
          hint: "see it with 'teachkit feedback \(path.work)'")
      ]
    case .cannotBeDone(let path, isReturned: false):
      [
        Failure(
          .closed, "'\(path.work)' is closed",
          hint: "ask your teacher for an extension")
      ]
    }
  }
}

extension Session {
  /// Reports a session that ended because another one started, or because its program had died.
  func reportEnded(_ ended: EndedActivity?) {
    guard let ended else { return }
    let place = visible(ended.place.text)
    if ended.hadDied {
      output.notice("the last session at \(place) was interrupted; its time is kept")
    } else {
      output.notice("stopped \(place) after \(durationWords(ended.seconds))")
    }
  }

  /// Sends activity to the teacher, if there is something to send.
  func sendActivity(of clone: StudentClone) {
    do {
      try clone.sendActivity()
    } catch CloneError.noHub {
      // The next bundle carries it.
    } catch {
      output.notice("your teacher gets this with your next 'teachkit pull'")
    }
  }

  /// Sends the activity of a session that ended, in the background, if the subject is live.
  ///
  /// A failure doesn't matter: the next time sends it.
  func sendLive(_ ended: EndedActivity?, of clone: StudentClone) {
    guard let ended, (try? clone.isLive(at: ended.place)) == true,
      (try? clone.reserveLiveSending(at: now)) == true, let program = try? Surroundings.program()
    else { return }
    // It runs in the background, so it can't ask.
    let words = ["GIT_TERMINAL_PROMPT=0", "SSH_ASKPASS_REQUIRE=never", "GIT_ASKPASS=true"]
    try? Subprocess("env", words + [program, "-C", clone.root, "activity", "send"]).detach()
  }

  /// Says that activity is recorded, and who sees it.
  func announceRecording(at place: ActivityPlace, _ clone: StudentClone) throws {
    var who: Message = "only you can see them"
    if try clone.isReported(place, in: clone.inbox()) {
      let isLive = try clone.isLive(at: place)
      who = isLive ? "live: your teacher gets them when you stop" : "your teacher gets them"
    }
    output.notice("recording your time and progress at \(visible(place.text)); \(who)")
  }
}
