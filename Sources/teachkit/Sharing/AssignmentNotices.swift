import Model
import Storage

/// What a teacher may have overlooked in a new assignment.
struct AssignmentNotices {
  let assignment: Assignment
  /// The school's files with the assignment.
  let files: SchoolFiles
  let session: Session

  private var recipients: Set<String> {
    get throws { try files.recipients(of: assignment) }
  }

  func tell() throws {
    tellPast()
    try tellReleases()
    try tellDrafts()
    try tellEmpty()
    try tellOthers()
    try tellAlone()
    try tellOutsiders()
  }

  private func tellPast() {
    if let release = assignment.release, let due = assignment.due, release >= due {
      session.output.notice("students see it first when it was due: release it before that")
    }
  }

  /// Worksheets that come out by themselves when they were due.
  private func tellReleases() throws {
    guard let due = assignment.due else { return }
    for path in try worksheets() {
      if let release = try files.worksheet(path).release, release >= due {
        session.output.notice("students see \(path) first when it was due: release it before that")
      }
    }
  }

  /// Worksheets that nobody can hand in.
  private func tellEmpty() throws {
    for path in try worksheets() {
      let worksheet = try files.worksheet(path)
      if worksheet.isDraft || !worksheet.exercises.isEmpty || assignment.mode == .view { continue }
      session.output.notice("there is no exercise in \(path) yet, so nothing can be handed in")
      session.output.hint(
        "'teachkit create exercise \(path)/ID' makes one, "
          + "'--mode view' gives it to read alone")
    }
  }

  private func worksheets() throws -> [ContextPath] {
    try assignment.work.flatMap { try files.worksheets(below: $0) }
  }

  /// Worksheets within what is assigned that stay drafts.
  private func tellDrafts() throws {
    for path in assignment.work {
      for below in try files.worksheets(below: path) where try files.worksheet(below).isDraft {
        session.output.notice("a draft still, which nobody sees: \(below)")
      }
    }
  }

  /// Other assignments that give the same work to the same students.
  private func tellOthers() throws {
    let mine = try recipients
    for other in try files.assignments() where other.state == .active && other.id != assignment.id {
      let shared = assignment.work.flatMap { path in
        other.work.filter { $0.isHandout == path.isHandout }
          .compactMap { $0.isWithin(path) ? $0 : path.isWithin($0) ? path : nil }
      }
      if shared.isEmpty { continue }
      let both = try files.recipients(of: other).intersection(mine).sorted()
      if both.isEmpty { continue }
      let have = both.count == 1 ? "has" : "have"
      session.output.notice(
        "\(named(both)) \(have) \(shared[0]) from 'assignments/\(other.id)' too; "
          + "the latest due date counts")
    }
  }

  /// Students of work for groups who are in none.
  private func tellAlone() throws {
    guard assignment.mode == .group else { return }
    let roster = try files.roster()
    let grouped = try assignment.to.flatMap { try roster.groups(of: People(files).who($0)) }
    let alone = try recipients.subtracting(grouped.flatMap(\.members)).sorted()
    let others = Set(roster.groups(of: .everyone).flatMap(\.members))
    for (students, isNamed) in [
      (alone.filter { !others.contains($0) }, true), (alone.filter(others.contains), false),
    ] where !students.isEmpty {
      let isOne = students.count == 1
      let why = isNamed ? "\(isOne ? "is" : "are") in no group" : "got it without their group"
      session.output.notice("\(named(students)) \(why) and \(isOne ? "hands" : "hand") in alone")
      if !isNamed { session.output.hint("name the group or class to give it to the group") }
    }
  }

  /// Those who are given work in a subject that they take no part in.
  private func tellOutsiders() throws {
    let meant = Set(try People(files).students(assignment.to, everyone: []))
    if assignment.work.isEmpty {
      let present = try files.subjectIDs().flatMap { try files.participants(of: $0) }
        .filter { $0.state != .removed }
      let outside = meant.subtracting(present.map(\.id)).sorted()
      if outside.isEmpty { return }
      session.output.notice(
        "\(named(outside)) \(outside.count == 1 ? "takes" : "take") part in no subject, "
          + "and \(outside.count == 1 ? "doesn't" : "don't") hear of it")
    }
    for subject in Set(assignment.work.map(\.subject)).sorted() {
      let known = try files.participants(of: subject)
      let outside = meant.subtracting(known.filter { $0.state != .removed }.map(\.id))
      let removed = outside.intersection(known.map(\.id))
      for (students, when) in [(removed, "any more"), (outside.subtracting(removed), "yet")]
      where !students.isEmpty {
        session.output.notice(
          "\(named(students.sorted())) \(students.count == 1 ? "takes" : "take") no part in "
            + "\(subject) \(when)")
      }
      let new = outside.subtracting(removed).sorted()
      if new.isEmpty { continue }
      let words = removed.isEmpty ? assignment.to : new
      session.output.hint(
        "'teachkit share \(subject) --with \(words.joined(separator: " "))' adds them")
    }
  }
}
