import Model
import PlainYAML

/// The recorded submissions of a worksheet by student.
///
/// A group's submission belongs to the members that `collect` recorded with it, whatever groups they
/// are in today. Records without members are of a student alone, or of an earlier version: they
/// belong to the students who use the mailbox today.
public struct ReceivedWork: Sendable {
  private let ledger: Ledger
  /// The mailboxes with records that name a student, by student.
  private var named: [String: [String]] = [:]
  /// The records of these mailboxes.
  private var lines: [String: [Arrival]] = [:]

  /// - Parameter ledger: a ledger `received`.
  public init(_ ledger: Ledger) {
    self.ledger = ledger
    for mailbox in ledger.keys(mentioning: "members") {
      guard let node = ledger[mailbox] else { continue }
      let arrivals = Arrival.list(node)
      lines[mailbox] = arrivals
      for student in Set(arrivals.flatMap { $0.members ?? [] }) {
        named[student, default: []].append(mailbox)
      }
    }
  }

  /// The students who are members in a record of one of some mailboxes.
  public func members(of mailboxes: Set<String>) -> Set<String> {
    Set(named.filter { !mailboxes.isDisjoint(with: $0.value) }.keys)
  }

  /// The mailboxes that can hold submissions of a student, beginning with the one used today.
  public func mailboxes(of student: String, today mailbox: String) -> [String] {
    [mailbox] + (named[student] ?? []).filter { $0 != mailbox }
  }

  /// The records of a student's submissions, and of the times when none were found.
  public func arrivals(of student: String, today mailbox: String) -> [Arrival] {
    mailboxes(of: student, today: mailbox).flatMap { box in
      records(of: box).compactMap { arrival in
        if arrival.belongs(to: student, isToday: box == mailbox) { return arrival }
        // Recorded submissions belonged to other students.
        guard box == mailbox, arrival.isLook || arrival.by == .collect else { return nil }
        return Arrival(commit: nil, at: arrival.at, by: arrival.by)
      }
    }
  }

  /// The number of a student's submissions.
  public func attempts(of student: String, today mailbox: String) -> Int {
    arrivals(of: student, today: mailbox).count { $0.commit != nil }
  }

  /// The arrival times of a mailbox's submissions, as far as known; nil for those of other
  /// students. A submission without a record arrived with the next recorded one.
  ///
  /// - Parameter commits: the branch's commits in hexadecimal, oldest first.
  public func times(
    of commits: [String], in box: String, for student: String, today mailbox: String
  ) -> [(at: Instant?, isTheirs: Bool)] {
    guard lines[box] != nil else { return commits.map { _ in (nil, box == mailbox) } }
    let known = Dictionary(
      records(of: box).compactMap { arrival in arrival.commit.map { ($0, arrival) } },
      uniquingKeysWith: { first, _ in first })
    var next: Arrival?
    return commits.reversed().map { commit in
      next = known[commit] ?? next
      return (next?.at, next?.belongs(to: student, isToday: box == mailbox) ?? (box == mailbox))
    }.reversed()
  }

  private func records(of mailbox: String) -> [Arrival] {
    lines[mailbox] ?? ledger[mailbox].map { Arrival.list($0) } ?? []
  }
}

extension Arrival {
  fileprivate func belongs(to student: String, isToday: Bool) -> Bool {
    members?.contains(student) ?? isToday
  }
}
