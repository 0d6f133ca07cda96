import Git
import HubProtocol
import Model
import PlainYAML

/// The times when keys of students were last revoked: a ledger of the whole hub, because a key
/// gives access to all subjects. Keys recorded before a revocation can't be trusted.
///
/// Writers hold the lock of ``AuthorizedKeys``.
struct Revocations {
  static let file = "revoked.yaml"

  private let path: String
  private var ledger: Ledger

  /// - Parameter hub: the hub's path.
  init(_ hub: String) throws {
    path = "\(hub)/\(Self.file)"
    ledger = try Ledger(try DurableFile.read(path, limit: 16 << 20) ?? [])
  }

  /// The time of the last revocation; nil for never.
  subscript(student: String) -> Instant? {
    ledger[student]?.scalar.flatMap { Instant(iso: $0) }
  }

  /// Whether another source knows a later revocation.
  func precedes(_ time: Instant, of student: String) -> Bool {
    self[student].map { $0 < time } ?? true
  }

  /// Records a revocation at a time after all earlier ones, even if the clock is behind.
  mutating func note(_ student: String, at now: Instant) throws {
    try set(student, max(self[student]?.adding(seconds: 1) ?? now, now))
  }

  /// Records a revocation time from another source.
  mutating func set(_ student: String, _ time: Instant) throws {
    try ledger.set(student, .scalar(time.description))
  }

  func write() throws { try DurableFile.write(ledger.bytes, to: path) }
}
