import Model

/// A submission on a student's branch; the first one is attempt 1.
public struct Attempt: Hashable, Sendable {
  /// The commit id in hexadecimal.
  public let commit: String
  /// The time that the commit claims.
  public let claimed: Instant?

  public init(commit: String, claimed: Instant? = nil) {
    self.commit = commit
    self.claimed = claimed
  }
}

/// The content of an attempt.
public enum Content: Hashable, Sendable {
  /// Answers by exercise, the digests of the files below `work/` by path, the results of programs
  /// that were run by exercise, and the exercises that changed so much since that an answer can't be
  /// graded.
  case answers(
    [String: AnswerValue], files: [String: String] = [:], runs: [String: CodeResult] = [:],
    changed: [String: WorksheetChange] = [:])
  /// Why the attempt is unreadable.
  case unreadable(String)

  /// Answers with files that are compared with no others.
  public static func answers(
    _ answers: [String: AnswerValue], paths: some Sequence<String>,
    runs: [String: CodeResult] = [:]
  ) -> Content {
    .answers(answers, files: paths.reduce(into: [:]) { $0[$1] = "" }, runs: runs)
  }
}

/// The time of an attempt's submission, as far as known.
struct SubmissionTime: Sendable {
  let number: Int
  let attempt: Attempt
  /// Nil if neither the commit nor a record gives a time.
  let at: Instant?
  let proof: Grade.Proof
}

/// Everything known about the arrival of a student's attempts.
///
/// The first record of a commit counts; a commit without a record arrived with the next recorded
/// one. A hub's receipt is proof. Otherwise the time is the one that the commit claims, but at most
/// the time of its record, and at least the time of a collect after the due date that didn't find
/// it, and of the receipt of a previous attempt. With `evidence: receipt` it is the time of the
/// collect.
struct Timeline: Sendable {
  private struct Entry: Sendable {
    let number: Int
    let attempt: Attempt
    let arrival: Arrival?
  }

  private var entries: [Entry]
  private let looks: [Instant]
  private let evidence: Evidence
  /// The number of attempts after the solutions were sent.
  private(set) var afterSolutions = 0

  /// - Parameter terms: removes attempts before the work was open, after it was archived, after the
  ///   solutions were sent, or beyond the allowed number.
  init(_ attempts: [Attempt], _ received: [Arrival], _ terms: Terms) {
    var arrivals: [String: Arrival] = [:]
    for arrival in received {
      if let commit = arrival.commit, arrivals[commit] == nil { arrivals[commit] = arrival }
    }
    var entries: [Entry] = []
    var next: Arrival?
    for (index, attempt) in attempts.enumerated().reversed() {
      next = arrivals[attempt.commit] ?? next
      entries.append(Entry(number: index + 1, attempt: attempt, arrival: next))
    }
    self.entries = entries.reversed()
    looks = received.filter { $0.isLook || $0.by == .collect && $0.commit != nil }.map(\.at)
    evidence = terms.late.evidence ?? .claimed
    if let end = terms.archived { keep(by: terms.due) { $0 <= end } }
    if let opens = terms.opens { keep(by: terms.due) { $0 >= opens } }
    if let solved = terms.solved {
      let count = self.entries.count
      keep(by: solved) { $0 <= solved }
      afterSolutions = count - self.entries.count
    }
    self.entries = Array(self.entries.prefix(max(0, terms.attempts ?? .max)))
  }

  /// Keeps the attempts with a matching time, and those without any.
  private mutating func keep(by due: Instant?, if fits: (Instant) -> Bool) {
    entries = zip(entries, submissionTimes(due: due)).filter { $1.at.map(fits) ?? true }.map(\.0)
  }

  /// The allowed attempts, oldest first, with their times as far as a due date needs them.
  func submissionTimes(due: Instant?) -> [SubmissionTime] {
    var proven: Instant?
    return entries.map { entry in
      func time(_ at: Instant?, _ proof: Grade.Proof) -> SubmissionTime {
        SubmissionTime(number: entry.number, attempt: entry.attempt, at: at, proof: proof)
      }
      guard let arrival = entry.arrival else { return time(entry.attempt.claimed, .claimed) }
      if arrival.by == .hub { proven = max(proven ?? arrival.at, arrival.at) }
      if arrival.by == .hub || evidence == .receipt { return time(arrival.at, .receipt) }
      guard let claimed = entry.attempt.claimed ?? arrival.claimed else {
        return time(arrival.at, .claimed)
      }
      let missed = due.flatMap { due in looks.filter { $0 > due && $0 < arrival.at }.max() }
      let earliest = [claimed, missed, proven].compactMap(\.self).max() ?? claimed
      return time(min(earliest, arrival.at), .claimed)
    }
  }
}
