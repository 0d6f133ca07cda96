import Model
import PlainYAML
import Text

/// Checks of assignments: recipients, work, dates, and overlaps.
extension SchoolCheck {
  func checkAssignment(_ id: String) throws {
    let file = SchoolPath.assignment(id)
    guard let assignment = attempt({ try files.assignment(id) }),
      let roster = try? files.roster()
    else { return }
    checkTwice(assignment.to, in: file, at: [.key("to")])
    for (index, text) in assignment.to.enumerated() {
      checkRecipient(text, roster, in: file, at: [.key("to"), .index(index)])
    }
    try checkWork(of: assignment, in: file)
    try checkExtensions(of: assignment, roster, in: file)
    try checkTimes(of: assignment, in: file)
  }

  func checkAnnouncements() throws {
    let file = SchoolPath.announcements
    guard let announcements = attempt({ try files.announcements() }),
      let roster = try? files.roster()
    else { return }
    checkSiblings(announcements.map(\.id), in: file)
    let subjects = try files.subjectIDs()
    for announcement in announcements {
      let place: [Step] = [.key(announcement.id)]
      checkTwice(announcement.to, in: file, at: place + ["to"])
      for (index, text) in announcement.to.enumerated() {
        checkRecipient(text, roster, in: file, at: place + ["to", .index(index)])
      }
      for (index, subject) in (announcement.subjects ?? []).enumerated()
      where !subjects.contains(subject) {
        add(
          file, .unknownWork, "no subject '\(visible(subject))'",
          hint: closest(subject, in: subjects).map { "did you mean '\($0)'?" as Message },
          at: place + ["subjects", .index(index)])
      }
      if let until = announcement.notice.until, until < announcement.notice.at {
        add(
          file, .pastDue, "the announcement expires before it appears", hint: "set another date",
          at: place + ["until"])
      }
    }
  }

  /// - Returns: the recipients.
  @discardableResult
  private func checkRecipient(
    _ text: String, _ roster: Roster, in file: String, at place: [Step]
  ) -> Recipient? {
    if let who = roster.recipient(text) { return who }
    let groups = roster.classes.values.flatMap { owner in
      owner.groups.map { "\(owner.id)/\($0.id)" }
    }
    let known = roster.students.all.sorted() + (roster.classes.keys + groups).sorted()
    add(
      file, .unknownRecipient, "no student, class or group '\(visible(text))'",
      hint: closest(text, in: known).map { "did you mean '\($0)'?" as Message }, at: place,
      edit: respelled(text, as: known + ["everyone"]).map { .set(.scalar($0)) }
        ?? (gone.contains(text) ? .remove : nil))
    return nil
  }

  private func checkWork(of assignment: Assignment, in file: String) throws {
    checkTwice(assignment.work.map(\.description), in: file, at: [.key("work")])
    for (index, path) in assignment.work.enumerated() {
      if path.isHandout {
        if try files.isHandedOut(path) { continue }
        add(
          file, .unknownWork, "'\(path)' is not a file that students get",
          hint: "put it into the folder 'files' of a worksheet or chapter",
          at: [.key("work"), .index(index)])
        continue
      }
      guard try files.exists(path) else {
        add(
          file, .unknownWork, "no context '\(path)'", hint: try meant(path),
          at: [.key("work"), .index(index)],
          edit: presentName(of: path).map { .set(.scalar("\($0)")) })
        continue
      }
      if let context = try? files.context(path), !context.assignable {
        add(
          file, .notAssignable, "'\(path)' says `assignable: no`",
          hint: "assign its parts, or remove `assignable: no`",
          at: [.key("work"), .index(index)])
      }
    }
  }

  /// The current path of a context that has or had a parent at this former path.
  private func presentName(of path: ContextPath) -> ContextPath? {
    for count in path.components.indices.reversed() {
      let above = ContextPath(
        subject: path.subject, components: Array(path.components[...count]))
      guard let name = formerNames[above] else { continue }
      let present = ContextPath(
        subject: name.subject,
        components: name.components + path.components[(count + 1)...])
      return (try? files.exists(present)) == true ? present : nil
    }
    return nil
  }

  func meant(_ path: ContextPath) throws -> Message {
    if let name = presentName(of: path) { return "it is now called '\(name)'" }
    let near = try path.parent.flatMap { parent in
      closest(path.identifier, in: try files.childIDs(of: parent)).map { parent.appending($0) }
    }
    return near.map { "did you mean '\($0)'?" as Message }
      ?? "'teachkit list \(path.subject)' lists its contexts"
  }

  private func checkExtensions(
    of assignment: Assignment, _ roster: Roster, in file: String
  ) throws {
    guard !assignment.extensions.isEmpty else { return }
    let recipients = try recipients(of: assignment, roster)
    for (index, more) in assignment.extensions.enumerated() {
      let place: [Step] = [.key("extensions"), .index(index), .key("who")]
      guard let who = checkRecipient(more.who, roster, in: file, at: place) else { continue }
      let meant = roster.members(of: who, everyone: Array(recipients))
      let isForTest = meant.contains(where: roster.students.isTest)
      if !meant.isEmpty, !isForTest, recipients.isDisjoint(with: meant) {
        add(
          file, .noRecipient, "'\(more.who)' is not a recipient of this assignment",
          hint: "add them to 'to', or remove the extension", at: place)
      }
    }
  }

  private func checkTimes(of assignment: Assignment, in file: String) throws {
    if let release = assignment.release, let due = assignment.due, release >= due {
      add(
        file, .lateRelease, "the release is after the due date",
        hint: "set an earlier release", at: [.key("release")])
    }
    if let due = assignment.due {
      for path in try assignment.work.flatMap({ try files.worksheets(below: $0) }) {
        guard let release = (try? files.worksheet(path))?.release, release >= due else { continue }
        add(
          file, .lateRelease, "the release of '\(path)' is after the due date",
          hint: "set an earlier release, or a later due date", at: [.key("due")])
      }
    }
    guard let now, let due = assignment.due, due < now, assignment.state != .archived else {
      return
    }
    let works = try assignment.work.filter { try files.isWorksheet($0) }
    let isHidden =
      assignment.state == .draft
      || !works.isEmpty && works.allSatisfy { (try? files.worksheet($0).isDraft) == true }
    if isHidden {
      add(
        file, .pastDue, "the due date passed before the work was visible",
        hint: "set another date", at: [.key("due")])
    }
  }

  // MARK: Overlaps

  /// The students whom an assignment is for.
  private func recipients(of assignment: Assignment, _ roster: Roster) throws -> Set<String> {
    var everyone: [String] = []
    if assignment.to.contains("everyone") {
      if assignment.work.isEmpty { everyone = roster.students.counting }
      for subject in Set(assignment.work.map(\.subject)).sorted() {
        let participants = attempt { try files.participants(of: subject) }
        everyone += (participants?.counting ?? []).map(\.id)
      }
    }
    return Set(
      assignment.to.compactMap { roster.recipient($0) }
        .flatMap { roster.members(of: $0, everyone: everyone) })
  }

  func checkDoubleAssignments() throws {
    guard let roster = try? files.roster() else { return }
    let assignments = try files.assignmentIDs().compactMap { try? files.assignment($0) }
      .filter { $0.state == .active }
    let numbers = assignments.indices
    var byWork: [ContextPath: [Int]] = [:]
    for number in numbers {
      for work in Set(assignments[number].work) { byWork[work, default: []].append(number) }
    }
    var recipients: [Int: Set<String>] = [:]
    func members(_ number: Int) throws -> Set<String> {
      if let known = recipients[number] { return known }
      let found = try self.recipients(of: assignments[number], roster)
      recipients[number] = found
      return found
    }
    for number in numbers {
      for work in Set(assignments[number].work).sorted() {
        // Assigning a context always includes everything below it.
        let all =
          (byWork[work] ?? []).filter { $0 < number }
          + (work.isHandout ? [] : work.parents.flatMap { byWork[$0] ?? [] })
          .filter { $0 != number }
        // Work that was assigned again is meant to be assigned twice.
        let others = all.filter { assignments[$0].again == assignments[number].again }
        if others.isEmpty { continue }
        var givers: [String: Int] = [:]
        for other in others {
          for member in try members(other) where givers[member] == nil { givers[member] = other }
        }
        let twice = try members(number).filter { givers[$0] != nil }.sorted()
        guard let first = twice.first, let other = givers[first] else { continue }
        let more: Message = twice.count > 1 ? " and \(twice.count - 1) more" : ""
        add(
          SchoolPath.assignment(assignments[number].id), .assignedTwice,
          "'\(assignments[other].id)' also gives \(work) to '\(first)'\(more)",
          hint: assignments[other].mode == assignments[number].mode
            ? "archive one of them: the later due date counts"
            : "archive one of them: the one that accepts submissions counts",
          at: [.key("work")])
      }
    }
  }
}

extension ContextPath {
  /// The paths above this one, nearest first.
  fileprivate var parents: [ContextPath] {
    parent.map { [$0] + $0.parents } ?? []
  }
}
