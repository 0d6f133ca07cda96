import Git
import HubProtocol
import Model
import Storage

/// Activity that is sent as soon as a session ends, in subjects with `live: yes`.
extension StudentClone {
  /// The time between two pushes of activity in the background, in seconds.
  private static let liveInterval: Int64 = 30

  /// Whether activity at a place is sent when a session ends there.
  public func isLive(at place: ActivityPlace) throws -> Bool {
    guard try files.subject(subject).isLive, try repository.setting("teachkit.hub") != nil else {
      return false
    }
    return try isReported(place, in: inbox())
  }

  /// Whether the teacher gets the activity at a place.
  public func isReported(_ place: ActivityPlace, in inbox: Inbox) -> Bool {
    inbox.sendsActivity && inbox.entries[place.text]?.isAssigned == true
  }

  /// Records that activity is sent now.
  ///
  /// - Returns: false if that was done in the last 30 seconds; the next time sends it.
  public func reserveLiveSending(at now: Instant) throws -> Bool {
    try locked {
      let file = activityFolder + "/live"
      let text = try DurableFile.read(file, limit: 64).map { String(decoding: $0, as: UTF8.self) }
      if let last = text.flatMap({ Instant(iso: $0) }),
        (last..<last.adding(seconds: Self.liveInterval)).contains(now)
      {
        return false
      }
      try DurableFile.makeFolder(activityFolder)
      try DurableFile.write(Array(now.description.utf8), to: file, durability: .deferred)
      return true
    }
  }
}
