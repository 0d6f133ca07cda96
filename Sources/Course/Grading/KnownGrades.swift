import Exchange
import Git
import Model
import PlainYAML
import Storage
import Text

/// The students whose grade of one worksheet is up to date.
///
/// Each is recorded by a digest of all inputs of the grade and of its line in the ledger.
public final class KnownGrades {
  private let frame: [UInt8]
  private var known: [String: String] = [:]
  private var digests: [(student: String, digest: String)] = []

  /// - Parameters:
  ///   - frame: a digest of everything that all grades of the worksheet depend on.
  ///   - students: as ``value`` wrote them.
  public init(frame: [UInt8], _ students: Node?) {
    self.frame = sha256(frame)
    for entry in students?.mapping ?? [] { known[entry.key] = entry.value.scalar }
  }

  /// The state of a student's grade if it needs no computing.
  public func state(of work: WorkSource, in ledger: Ledger) -> Grade.State? {
    guard let digest = known[work.student], digest == self.digest(of: work, ledger) else {
      return nil
    }
    digests.append((work.student, digest))
    return ledger[work.student]?["state"]?.scalar.flatMap { Grade.State(rawValue: $0) }
  }

  /// Remembers a grade that was computed and is in the ledger.
  public func add(_ work: WorkSource, _ ledger: Ledger) {
    if let digest = digest(of: work, ledger) { digests.append((work.student, digest)) }
  }

  private func digest(of work: WorkSource, _ ledger: Ledger) -> String? {
    guard let line = ledger.lines(of: work.student) else { return nil }
    return String(sha256Hex(frame + work.inputs + line).prefix(32))
  }

  /// The digests as written to the cache.
  public var value: Value { .fields(digests.map { ($0.student, .scalar($0.digest)) }) }
}

/// The records of a student's work on a worksheet. The work follows from them and from the files that
/// apply to all students.
public struct WorkSource: Sendable {
  let student: String
  /// The mailboxes that can hold the work, beginning with the one used today.
  let mailboxes: [String]
  /// The latest attempts in each of them.
  let tips: [[ObjectID]]
  /// The ledger `received`.
  let records: Ledger
  let received: ReceivedWork
  /// The student's line of `marks`.
  let marks: Node?

  var arrivals: [Arrival] { received.arrivals(of: student, today: mailboxes[0]) }

  /// The inputs of the grade. Returning a grade doesn't change them, nor do solutions sent after the last
  /// attempt.
  fileprivate var inputs: [UInt8] {
    var bytes = Array(student.utf8)
    for (mailbox, tips) in zip(mailboxes, tips) {
      bytes += "\n\(mailbox)".utf8
      for tip in tips { bytes += " \(tip)".utf8 }
      bytes += records.lines(of: mailbox) ?? []
    }
    let rest = (marks?.mapping ?? []).filter { entry in
      guard entry.key == "solved", let solved = entry.value.scalar.flatMap({ Instant(iso: $0) })
      else { return entry.key != "returned" }
      return !arrivals.allSatisfy { $0.isBefore(solved) }
    }
    if !rest.isEmpty {
      bytes += Printer.flow(.mapping(rest.map { .init($0.key, Value($0.value)) })).utf8
    }
    return bytes
  }
}

extension Arrival {
  /// Whether a submission arrived before a time, also by its own clock.
  public func isBefore(_ time: Instant) -> Bool { at < time && claimed.map { $0 < time } ?? true }
}
