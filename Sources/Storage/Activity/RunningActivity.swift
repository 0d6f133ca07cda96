import Git
import Glibc
import Model
import PlainYAML

/// The running session of a clone: `.git/teachkit/activity`, which no commit contains.
///
/// Its time of modification is its last heartbeat. If the process that runs it dies, or the machine
/// does, the session ended then.
public struct RunningActivity: Sendable {
  /// The context below the subject: `fractions/adding`.
  public let work: String
  /// The file whose activity it is, relative to the context; nil for the context's own.
  public let file: String?
  /// The open text, relative to the clone; its words are counted at the end.
  public let document: String?
  /// The start of the session.
  public let start: Instant
  /// The process that ends the session; nil if a command will.
  public let process: Int32?
  /// The attempt with all that was reported, without this session.
  public var attempt: ActivityAttempt
  /// When a program reported its end, before it ended; no time counts after that.
  private var stopped: Instant?
  /// Whether the machine was not restarted since.
  private var isOfThisBoot = true
  /// The last heartbeat.
  private var beat: Instant

  public init(
    work: String, file: String?, document: String? = nil, start: Instant, process: Int32?,
    attempt: ActivityAttempt
  ) {
    self.work = work
    self.file = file
    self.document = document
    self.start = start
    self.process = process
    self.attempt = attempt
    beat = start
  }

  /// Whether the session still goes on.
  public var isAlive: Bool { isOfThisBoot && process.map { !processHasEnded($0) } ?? true }

  public var isStopped: Bool { stopped != nil }

  /// Ends the time that counts.
  public mutating func stop(at now: Instant) { stopped = stopped ?? now }

  /// The attempt with the session until now, or until its last heartbeat if it died.
  public func ended(at now: Instant) -> ActivityAttempt {
    var attempt = attempt
    attempt.add(.init(start: start, end: stopped ?? (isAlive ? now : min(now, beat))))
    return attempt
  }

  // MARK: The file

  /// Opens the file of the session in a clone's folder `.git/teachkit`, locked.
  ///
  /// - Parameter change: gets the session, nil for none; it may replace or remove it.
  public static func change<T>(
    in folder: String, now: Instant, _ change: (inout RunningActivity?) throws -> T
  ) throws -> T {
    let lock = try ProcessLock(folder + "/activity.lock")
    defer { withExtendedLifetime(lock) {} }
    var running = try read(in: folder)
    let before = running
    let result = try change(&running)
    if let running {
      if running.bytes != before?.bytes {
        try DurableFile.write(running.bytes, to: path(in: folder))
      }
      if running.isAlive { touch(in: folder, now: now) }
    } else if before != nil {
      try DurableFile.remove(path(in: folder))
    }
    return result
  }

  /// Reads the session; nil for none, or if the file is damaged.
  public static func read(in folder: String) throws -> RunningActivity? {
    guard let bytes = try DurableFile.read(path(in: folder), limit: 1 << 20),
      var running = RunningActivity(bytes)
    else { return nil }
    var status = stat()
    if stat(path(in: folder), &status) == 0 {
      running.beat = Instant(seconds: Int64(status.st_mtim.tv_sec))
    }
    return running
  }

  /// Records a heartbeat.
  public static func touch(in folder: String, now: Instant) {
    let time = timespec(tv_sec: Int(now.seconds), tv_nsec: 0)
    utimensat(AT_FDCWD, path(in: folder), [time, time], AT_SYMLINK_NOFOLLOW)
  }

  private static func path(in folder: String) -> String { folder + "/activity" }

  private init?(_ bytes: [UInt8]) {
    guard let reading = try? FileReading(file: "", bytes: bytes, strictness: .published),
      let work = reading.document.root["work"]?.scalar,
      let start = reading.document.root["start"]?.scalar.flatMap({ Instant(iso: $0) }),
      let node = reading.document.root["attempt"], let attempt = ActivityAttempt(reading, node),
      reading.faults.isEmpty
    else { return nil }
    let root = reading.document.root
    self.init(
      work: work, file: root["file"]?.scalar, document: root["document"]?.scalar, start: start,
      process: root["process"]?.scalar.flatMap { Int32($0) }, attempt: attempt)
    stopped = root["stopped"]?.scalar.flatMap { Instant(iso: $0) }
    isOfThisBoot = root["boot"]?.scalar == Self.boot
  }

  private var bytes: [UInt8] {
    let pairs: [(String, Value?)] = [
      ("work", .scalar(work)), ("file", .text(file)), ("document", .text(document)),
      ("start", .scalar(start.description)),
      ("process", process.map { .plain("\($0)") }), ("boot", .scalar(Self.boot)),
      ("stopped", stopped.map { .scalar($0.description) }), ("attempt", attempt.yaml),
    ]
    return Array(Printer.print(.fields(pairs)).utf8)
  }

  /// The identifier of this start of the machine.
  private static let boot: String = {
    let bytes = try? DurableFile.read("/proc/sys/kernel/random/boot_id", limit: 64)
    return String(decoding: (bytes ?? []).prefix { $0 != 10 }, as: UTF8.self)
  }()
}
