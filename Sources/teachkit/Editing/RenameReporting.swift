import Course
import Exchange
import Git
import Model
import PlainYAML
import Storage
import Text

extension Session {
  /// Reports the objects changed along with another, grouped by their fate.
  func summarize(_ along: [Companion], isDryRun: Bool) {
    for fate in [Companion.Fate.moved, .changed, .deleted, .restored, .gone] {
      let companions = along.filter { $0.fate == fate }
      if companions.isEmpty { continue }
      let shown = companions.prefix(8).map { companion in
        companion.count == 1
          ? companion.path : "\(companion.path) (\(counted(companion.count, "file", "files")))"
      }
      let rest = companions.count > 8 ? " and \(companions.count - 8) more" : ""
      let words =
        fate == .gone
        ? "erased since then and not restored"
        : "\(isDryRun ? "would be " : "")\(fate.rawValue) with it"
      output.notice("\(words): \(shown.joined(separator: ", "))\(rest)")
    }
  }

  /// Reports the object that takes over from a deleted duplicate.
  func summarize(_ resolution: DuplicateResolution, of object: ObjectPath) {
    let heir = resolution.heir
    output.notice(
      "merged '\(object)' into '\(heir)', with its former names, marks and work")
    for unlike in resolution.unlike {
      output.notice(
        """
        \(unlike.place): kept \(shortValue(unlike.kept)); '\(object)' had \
        \(shortValue(unlike.gone))
        """)
    }
    if !resolution.lost.isEmpty {
      output.notice(
        """
        '\(heir)' lacks \(resolution.lost.map { "'\($0)'" }.joined(separator: ", ")): \
        to copy it, run 'teachkit undo' first
        """)
    }
  }

  /// Reports students who were forgotten and so aren't restored with older content.
  func summarize(leftOut students: [String]) {
    if students.isEmpty { return }
    output.notice(
      "skipped data of forgotten students: \(students.map { "'\($0)'" }.joined(separator: ", "))"
    )
  }

  /// Renames or moves an object, and reports it and everything changed along with it.
  ///
  /// - Parameters:
  ///   - command: the command for the commit.
  ///   - finish: further changes in the same commit, after the rename.
  func rename(
    _ command: String, _ object: ObjectPath, to new: ObjectPath, in store: SchoolStore,
    if version: ExpectedVersion? = nil, dryRun: Bool,
    finishing finish: (Change) throws -> Void = { _ in }
  ) async throws {
    if new != object {
      try await checkUse(of: object, in: store)
      if let path = object.context, let place = new.context, try store.files.isWorksheet(path),
        try !store.files.context(path).was.contains(place.work)
      {
        try store.checkUnused(place)
      }
    }
    var along: [Companion] = []
    let committed = try store.change(
      command, "\(new)", by: try committer(of: store), dryRun: dryRun
    ) { change in
      try change.require(version, of: object)
      if new != object {
        change.summary = "\(command) \(object) to \(new)"
        change.formerPath = "\(object)"
      }
      along = try change.rename(object, to: new)
      try finish(change)
    }
    if let edits = committed?.handEdits, !edits.isEmpty { reportHandEdits(edits) }
    summarize(along, isDryRun: dryRun)
    if dryRun {
      output.notice("dry run: no changes made")
    } else if committed == nil {
      output.notice("already up to date")
    }
    let now = dryRun ? nil : try store.files.version(of: new)
    report(ChangeAnswer(items: [.init(path: "\(new)", version: now)], along: along))
    if let committed, new.context != nil { try hintAtSharing(committed, in: store) }
  }

  /// Checks that neither the hub nor students' clones use an object's name.
  private func checkUse(of object: ObjectPath, in store: SchoolStore) async throws {
    guard let use = try await store.use(of: object, by: try committer(of: store)) else { return }
    guard let mailbox = use.mailbox else {
      throw Failure(
        .noWritePermission,
        "cannot rename '\(use.subject)': the hub and students' clones use this name",
        hint: "change its title with 'teachkit set \(use.subject) title=…'")
    }
    let field = object.kind == .student ? "given" : "title"
    throw Failure(
      .noWritePermission,
      "cannot rename '\(mailbox)': it has a mailbox in '\(use.subject)'",
      hint: object.kind == .group
        ? "create another group and assign later work to it"
        : "change its displayed name with 'teachkit set \(object) \(field)=…'")
  }
}

extension SchoolStore {
  /// Checks that no work was submitted for another worksheet of this path; it would count for the
  /// new one.
  func checkUnused(_ path: ContextPath) throws {
    guard try !files.isWorksheet(path), try hasWork(under: path) else { return }
    throw Failure(
      .createOperationFailed,
      "'\(path)' already has submissions for another worksheet, which would count for this one",
      hint: "choose another id, or run 'teachkit restore \(path)' to restore the old worksheet")
  }

  /// Checks that no answers were submitted for another exercise of this id.
  func checkUnused(_ exercise: String, in path: ContextPath) throws {
    guard try files.worksheet(path).exercise(exercise) == nil,
      try hasAnswers(to: exercise, in: path)
    else { return }
    throw Failure(
      .createOperationFailed,
      """
      '\(path)/\(exercise)' already has answers for another exercise, which would count for this \
      one
      """,
      hint: """
        choose another id, or restore the old exercise with \
        'teachkit restore \(path)/\(exercise)'
        """)
  }

  /// Checks that no work or inbox of another student exists under this id.
  func checkUnused(student id: String) throws {
    guard try files.roster().students[id] == nil, let use = try knownUse(of: id) else { return }
    throw Failure(
      .createOperationFailed,
      "'\(id)' was another student in '\(use.subject)', whose work and grades would pass to this one",
      hint: "choose another id, or restore the old student with 'teachkit restore students/\(id)'")
  }
}

/// Returns a value shortened to 40 characters; "nothing" for nil.
func shortValue(_ value: Value?) -> String {
  guard let value else { return "nothing" }
  let text = Printer.flow(value)
  return text.count > 40 ? text.prefix(39) + "…" : text
}
