import Exchange
import Git
import Model
import PlainYAML
import Storage

extension Session {
  /// Says what goes along with an object, by what becomes of it.
  func tell(_ along: [Companion], isDryRun: Bool) {
    for fate in [Companion.Fate.moved, .changed, .deleted, .restored, .gone] {
      let own = along.filter { $0.fate == fate }
      if own.isEmpty { continue }
      let shown = own.prefix(8).map { companion in
        companion.count == 1
          ? companion.path : "\(companion.path) (\(counted(companion.count, "file", "files")))"
      }
      let rest = own.count > 8 ? " and \(own.count - 8) more" : ""
      let words =
        fate == .gone
        ? "gone since then, and not brought back"
        : "\(isDryRun ? "would be " : "")\(fate.rawValue) with it"
      output.notice("\(words): \(shown.joined(separator: ", "))\(rest)")
    }
  }

  /// Says who takes over what belonged to something that goes.
  func tell(_ heritage: Heritage, of object: ObjectPath) {
    let heir = heritage.heir
    output.notice(
      "'\(object)' and '\(heir)' were one: its names, marks and work are those of '\(heir)' now")
    for unlike in heritage.unlike {
      output.notice(
        "\(unlike.place): \(shortValue(unlike.kept)) stays, '\(object)' had "
          + shortValue(unlike.gone))
    }
    if !heritage.lost.isEmpty {
      output.notice(
        "'\(heir)' has no \(heritage.lost.map { "'\($0)'" }.joined(separator: ", ")): "
          + "'teachkit undo' brings it back, to be copied over")
    }
  }

  /// Says who was forgotten, and so doesn't come back with something older.
  func tell(leftOut students: [String]) {
    if students.isEmpty { return }
    output.notice(
      "left out what names \(students.map { "'\($0)'" }.joined(separator: ", ")): forgotten meanwhile"
    )
  }

  /// Gives an object another path, answers with it, and says what went along.
  ///
  /// - Parameters:
  ///   - command: what is run.
  ///   - finish: what else is done in the same change, once the object is where it should be.
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
    if let edits = committed?.handEdits, !edits.isEmpty { tellHandEdits(edits) }
    tell(along, isDryRun: dryRun)
    if dryRun {
      output.notice("nothing was changed: this was a dry run")
    } else if committed == nil {
      output.notice("nothing to change: it is so already")
    }
    let now = dryRun ? nil : try store.files.version(of: new)
    report(ChangeAnswer(items: [.init(path: "\(new)", version: now)], along: along))
    if let committed, new.context != nil { try hintAtSharing(committed, in: store) }
  }

  /// Refuses to rename what repositories on the hub and students' clones know by its name.
  private func checkUse(of object: ObjectPath, in store: SchoolStore) async throws {
    guard let use = try await store.use(of: object, by: try committer(of: store)) else { return }
    guard let mailbox = use.mailbox else {
      throw Failure(
        .noWritePermission,
        "'\(use.subject)' is shared: the hub and students' clones know it by this name",
        hint: "what it is called can change: 'teachkit set \(use.subject) title=…'")
    }
    let field = object.kind == .student ? "given" : "title"
    throw Failure(
      .noWritePermission,
      "'\(mailbox)' hands in as that in '\(use.subject)': a mailbox can't be renamed",
      hint: object.kind == .group
        ? "make another group, and assign further work to that"
        : "what it is called can change: 'teachkit set \(object) \(field)=…'")
  }
}

extension SchoolStore {
  /// Refuses a path for a worksheet under which work was handed in for another one: it would count
  /// for this one.
  func checkUnused(_ path: ContextPath) throws {
    guard try !files.isWorksheet(path), try hasWork(under: path) else { return }
    throw Failure(
      .createOperationFailed,
      "work was handed in under '\(path)' for another worksheet, and would count for this one",
      hint: "take another id, or bring the old one back with 'teachkit restore \(path)'")
  }

  /// Refuses an id for an exercise under which answers to another one were handed in.
  func checkUnused(_ exercise: String, in path: ContextPath) throws {
    guard try files.worksheet(path).exercise(exercise) == nil,
      try hasAnswers(to: exercise, in: path)
    else { return }
    throw Failure(
      .createOperationFailed,
      "answers to another exercise '\(path)/\(exercise)' were handed in, and would count for this "
        + "one",
      hint: "take another id, or bring the old one back with "
        + "'teachkit restore \(path)/\(exercise)'")
  }

  /// Refuses an id for a student under which somebody else's work, or an inbox, is kept.
  func checkUnused(student id: String) throws {
    guard try files.roster().students[id] == nil, let use = try knownUse(of: id) else { return }
    throw Failure(
      .createOperationFailed,
      "'\(id)' was somebody else in '\(use.subject)', whose work and grades would be this one's",
      hint: "take another id, or bring them back with 'teachkit restore students/\(id)'")
  }
}

/// A value in few words; nil for none.
func shortValue(_ value: Value?) -> String {
  guard let value else { return "nothing" }
  let text = Printer.flow(value)
  return text.count > 40 ? text.prefix(39) + "…" : text
}
