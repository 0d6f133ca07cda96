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
    self.frame = frame
    for entry in students?.mapping ?? [] { known[entry.key] = entry.value.scalar }
  }

  /// The state of a student's grade if it needs no computing.
  public func state(of work: GradeRun.Work, in ledger: Ledger) -> Grade.State? {
    guard let digest = known[work.student], digest == self.digest(of: work, ledger) else {
      return nil
    }
    digests.append((work.student, digest))
    return ledger[work.student]?["state"]?.scalar.flatMap { Grade.State(rawValue: $0) }
  }

  /// Remembers a grade that was computed and is in the ledger.
  public func add(_ work: GradeRun.Work, _ ledger: Ledger) {
    if let digest = digest(of: work, ledger) { digests.append((work.student, digest)) }
  }

  private func digest(of work: GradeRun.Work, _ ledger: Ledger) -> String? {
    guard let line = ledger.lines(of: work.student) else { return nil }
    return String(sha256Hex(frame + work.inputs + line).prefix(32))
  }

  /// The digests as written to the cache.
  public var value: Value { .fields(digests.map { ($0.student, .scalar($0.digest)) }) }
}

extension GradeRun.Work {
  /// The inputs of a grade other than the worksheet and the files that apply to all students, from
  /// which the terms follow. They don't include whether the grade was returned, or solutions sent
  /// after the last attempt.
  fileprivate var inputs: [UInt8] {
    var marks = marks
    marks.returned = nil
    if let solved = marks.solved, arrivals.allSatisfy({ $0.isBefore(solved) }),
      chain.allSatisfy({ $0.claimed < solved })
    {
      marks.solved = nil
    }
    let value = Value.fields([
      ("student", .scalar(student)), ("mailbox", .scalar(terms.mailbox)),
      ("chain", .sequence(chain.map { .scalar($0.commit.description) })),
      ("arrivals", .sequence(arrivals.map(\.value))), ("marks", marks.value),
    ])
    return Array(Printer.flow(value).utf8)
  }
}

extension Arrival {
  /// Whether a submission arrived before a time, also by its own clock.
  public func isBefore(_ time: Instant) -> Bool { at < time && claimed.map { $0 < time } ?? true }
}
