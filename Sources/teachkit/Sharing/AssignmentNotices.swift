import Course
import Model
import Storage
import Text

/// Notices about possible oversights in a new assignment.
struct AssignmentNotices {
  let assignment: Assignment
  /// The school's files, including the assignment.
  let files: SchoolFiles
  let session: Session

  private var recipients: Set<String> {
    get throws { try files.recipients(of: assignment) }
  }

  func summarize() throws {
    noteLateRelease()
    try noteLateWorksheets()
    try noteDrafts()
    try noteEmptyWorksheets()
    if assignment.again == nil { try noteOverlaps() } else { try summarizeAgain() }
    try noteMissingGroups()
    try noteNonparticipants()
    try noteLatePolicy()
  }

  /// Reports the late policy in force, unless late work has no consequences.
  private func noteLatePolicy() throws {
    guard assignment.due != nil, assignment.mode != .view, let student = try recipients.min(),
      let path = try worksheets().first
    else { return }
    let rules = try files.subject(path.subject).rules.over(.init(late: files.school().late))
    let late = try files.book().terms(for: student, files.worksheet(path), rules: rules).late
    var consequences: [Message] = []
    if let penalty = late.penalty, !penalty.share.isZero {
      consequences.append("loses \(penalty.description)")
    }
    if let cutoff = late.cutoff {
      consequences.append("is not accepted after \(cutoff.description)")
    }
    if consequences.isEmpty { return }
    session.output.notice("late work \(consequences.joined(separator: " and "))")
  }

  private func noteLateRelease() {
    if let release = assignment.release, let due = assignment.due, release >= due {
      session.output.notice("the release is after the due date: set an earlier release")
    }
  }

  /// Reports worksheets with a release after the due date.
  private func noteLateWorksheets() throws {
    guard let due = assignment.due else { return }
    for path in try worksheets() {
      if let release = try files.worksheet(path).release, release >= due {
        session.output.notice(
          "the release of \(path) is after the due date: set an earlier release")
      }
    }
  }

  /// Reports worksheets without exercises.
  private func noteEmptyWorksheets() throws {
    for path in try worksheets() {
      let worksheet = try files.worksheet(path)
      if worksheet.isDraft || !worksheet.exercises.isEmpty || assignment.mode == .view { continue }
      session.output.notice("\(path) has no exercises, so students can't submit anything")
      session.output.hint(
        """
        add one with 'teachkit create exercise \(path)/ID', \
        or assign it for reading with '--mode view'
        """)
    }
  }

  private func worksheets() throws -> [ContextPath] {
    try assignment.work.flatMap { try files.worksheets(below: $0) }
  }

  /// Reports assigned worksheets that are still drafts.
  private func noteDrafts() throws {
    for path in assignment.work {
      for below in try files.worksheets(below: path) where try files.worksheet(below).isDraft {
        session.output.notice("still a draft, hidden from students: \(below)")
      }
    }
  }

  /// Reports other assignments of the same work to the same students.
  private func noteOverlaps() throws {
    let mine = try recipients
    for other in try files.assignments()
    where other.state == .active && other.id != assignment.id && other.again == nil {
      let shared = assignment.work.flatMap { path in
        other.work.filter { $0.isHandout == path.isHandout }
          .compactMap { $0.isWithin(path) ? $0 : path.isWithin($0) ? path : nil }
      }
      if shared.isEmpty { continue }
      let both = try files.recipients(of: other).intersection(mine).sorted()
      if both.isEmpty { continue }
      let have = both.count == 1 ? "has" : "have"
      session.output.notice(
        """
        \(named(both)) \(have) \(shared[0]) also from 'assignments/\(other.id)'; \
        the latest due date counts
        """)
    }
  }

  /// Reports recipients of group work without a group.
  private func noteMissingGroups() throws {
    guard assignment.mode == .group else { return }
    let roster = try files.roster()
    let grouped = try assignment.to.flatMap { try roster.groups(of: People(files).recipient($0)) }
    let alone = try recipients.subtracting(grouped.flatMap(\.members)).sorted()
    let others = Set(roster.groups(of: .everyone).flatMap(\.members))
    for (students, isNamed) in [
      (alone.filter { !others.contains($0) }, true), (alone.filter(others.contains), false),
    ] where !students.isEmpty {
      let isOne = students.count == 1
      let why = isNamed ? "\(isOne ? "is" : "are") in no group" : "got it without their group"
      session.output.notice("\(named(students)) \(why) and \(isOne ? "hands" : "hand") in alone")
      if !isNamed { session.output.hint("to assign it to the group, name the group or class") }
    }
  }

  /// Reports recipients who aren't participants of the subject.
  private func noteNonparticipants() throws {
    let meant = Set(try People(files).students(assignment.to, everyone: []))
    if assignment.work.isEmpty {
      let present = try files.subjectIDs().flatMap { try files.participants(of: $0).current }
      let outside = meant.subtracting(present.map(\.id)).sorted()
      if outside.isEmpty { return }
      session.output.notice(
        """
        \(named(outside)) \(outside.count == 1 ? "participates" : "participate") in no subject, \
        and \(outside.count == 1 ? "doesn't" : "don't") see it
        """)
    }
    for subject in Set(assignment.work.map(\.subject)).sorted() {
      let known = try files.participants(of: subject)
      let outside = meant.subtracting(known.current.map(\.id))
      let removed = outside.intersection(known.entries.map(\.id))
      for (students, when) in [(removed, "any more"), (outside.subtracting(removed), "yet")]
      where !students.isEmpty {
        session.output.notice(
          """
          \(named(students.sorted())) \(students.count == 1 ? "isn't a participant" : "aren't participants") of \
          \(subject) \(when)
          """)
      }
      let new = outside.subtracting(removed).sorted()
      if new.isEmpty { continue }
      let words = removed.isEmpty ? assignment.to : new
      session.output.hint(
        "add them with 'teachkit share \(subject) --with \(words.joined(separator: " "))'")
    }
  }
}
