import Git
import Model
import PlainYAML
import Storage

/// What `tick` did on this machine: `.git/teachkit/tick`. It can be lost: all steps but mails can be
/// repeated without an effect, and the school records mails.
public struct TickState: Hashable, Sendable {
  public struct Failure: Hashable, Sendable {
    /// How often it failed in succession.
    public var count: Int
    public var at: Instant
    public var message: String

    public init(count: Int, at: Instant, message: String) {
      (self.count, self.at, self.message) = (count, at, message)
    }

    /// When to try again: after five minutes, then after twice as long each time, up to six hours.
    public var retry: Instant {
      at.adding(seconds: min(300 << Int64(min(max(count, 1), 12) - 1), 21_600))
    }
  }

  /// The time until which each step was done, by its key.
  public var done: [String: Instant]
  public var failures: [String: Failure]

  public init(done: [String: Instant] = [:], failures: [String: Failure] = [:]) {
    self.done = done
    self.failures = failures
  }

  public mutating func succeeded(_ step: TickStep, at now: Instant) {
    done[step.key] = now
    failures[step.key] = nil
  }

  public mutating func failed(_ step: TickStep, _ message: String, at now: Instant) {
    let count = (failures[step.key]?.count ?? 0) + 1
    failures[step.key] = Failure(count: count, at: now, message: message)
  }

  /// Counts steps as done that were done at other times, such as by a colleague.
  public mutating func note(_ key: String, doneAt time: Instant) {
    done[key] = max(done[key] ?? time, time)
  }

  // MARK: The file

  /// Reads the state of a school; an unreadable file counts as empty.
  public init(of school: SchoolStore) {
    self.init()
    guard let bytes = try? DurableFile.read(Self.path(school)),
      let root = try? Document(bytes).root
    else { return }
    for entry in root["done"]?.mapping ?? [] {
      done[entry.key] = entry.value.scalar.flatMap { Instant(iso: $0) }
    }
    for entry in root["failures"]?.mapping ?? [] {
      guard let at = entry.value["at"]?.scalar.flatMap({ Instant(iso: $0) }) else { continue }
      failures[entry.key] = Failure(
        count: entry.value["count"]?.scalar.flatMap { Int($0) } ?? 1, at: at,
        message: entry.value["message"]?.scalar ?? "")
    }
  }

  public func save(in school: SchoolStore) throws {
    let times = done.sorted { $0.key < $1.key }.map {
      Value.Pair($0.key, .scalar($0.value.description))
    }
    let list = failures.sorted { $0.key < $1.key }.map { key, failure in
      Value.Pair(
        key,
        .fields([
          ("count", .plain("\(failure.count)")), ("at", .scalar(failure.at.description)),
          ("message", .scalar(failure.message)),
        ]))
    }
    let value = Value.fields([
      ("done", times.isEmpty ? nil : .mapping(times)),
      ("failures", list.isEmpty ? nil : .mapping(list)),
    ])
    try DurableFile.write(Array(Printer.print(value).utf8), to: Self.path(school))
  }

  private static func path(_ school: SchoolStore) -> String { "\(school.folder)/tick" }

  /// Prevents two processes from running `tick` in a school at once.
  public static func lock(_ school: SchoolStore) throws -> ProcessLock {
    try ProcessLock("\(school.folder)/tick.lock", patience: 0)
  }
}
