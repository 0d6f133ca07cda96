import Git
import Model
import PlainYAML

/// When a key of a student's was last taken away: a ledger in the hub, as keys open all of it. Of what
/// was known of their keys before, nobody can tell any more what is good.
///
/// Whoever changes it has the lock of ``AuthorizedKeys``.
struct Revocations {
  static let file = "revoked.yaml"

  private let path: String
  private var ledger: Ledger

  /// - Parameter hub: the hub's path.
  init(_ hub: String) throws {
    path = "\(hub)/\(Self.file)"
    ledger = try Ledger(try DurableFile.read(path, limit: 16 << 20) ?? [])
  }

  /// When it was; nil for never.
  subscript(student: String) -> Instant? {
    ledger[student]?.scalar.flatMap { Instant(iso: $0) }
  }

  /// Whether somebody knows of a later one than this hub.
  func precedes(_ told: Instant, of student: String) -> Bool {
    self[student].map { $0 < told } ?? true
  }

  /// Notes that a key was taken away: after each time before, whatever the clock says.
  mutating func note(_ student: String, at now: Instant) throws {
    try set(student, max(self[student]?.adding(seconds: 1) ?? now, now))
  }

  /// Notes what somebody else knows.
  mutating func set(_ student: String, _ time: Instant) throws {
    try ledger.set(student, .scalar(time.description))
  }

  func write() throws { try DurableFile.write(ledger.bytes, to: path) }
}
