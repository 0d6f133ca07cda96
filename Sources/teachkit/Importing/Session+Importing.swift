import Course
import Exchange
import Git
import Model
import PlainYAML
import Reports
import Storage
import Text

extension Session {
  /// Writes the import in one commit, and reports it.
  ///
  /// - Parameters:
  ///   - hint: the hint if an object of that name already exists.
  ///   - create: creates the main file.
  func importContent(
    _ importing: Importing, _ command: String, in store: SchoolStore, dryRun: Bool, hint: Message,
    _ create: (Change) throws -> [ContextPath]
  ) throws {
    var made: [ContextPath] = []
    var committed: Committed?
    do {
      committed = try store.change(
        command, "\(importing.new)", by: try committer(of: store), dryRun: dryRun
      ) { change in
        made = try create(change)
        try importing.writeRest(change)
      }
    } catch ChangeError.exists(let path) {
      throw Failure(.createOperationFailed, "'\(path)' already exists", hint: hint)
    }
    report(importing.table(committed))
    if let edits = committed?.handEdits, !edits.isEmpty { reportHandEdits(edits) }
    reportChapters(made)
    try importing.summarize(self, in: store)
    if dryRun { output.notice("dry run: no changes made") }
  }
}

extension Importing {
  private static let columns: [Table.Column] = [
    .init("what", title: "Object"), .init("path"), .init("title"), .init("from", isShown: false),
    .init("files", isNumber: true), .init("unanswered"), .init("version"),
  ]

  /// The imported objects, with their new versions after the commit.
  fileprivate func table(_ committed: Committed?) -> Table {
    var table = Table("import", Self.columns)
    for object in objects {
      let file = "\(SchoolPath.folder(object.path))/\(object.kind.file)"
      let version = committed?.versions[file].flatMap { $0 }
      table.append([
        Cell(object.kind.rawValue, tone: .quiet), Cell("\(object.path)", tone: .strong),
        Cell(object.title), Cell("\(object.old)"), Cell(object.files),
        Cell(.array(object.unanswered.map { .string($0.id) })),
        version.map { Cell(.string("\($0)"), shown: $0.short, tone: .quiet) } ?? nil,
      ])
    }
    return table
  }

  /// Reports what the teacher should check.
  fileprivate func summarize(_ session: Session, in store: SchoolStore) throws {
    let output = session.output
    for notice in source.material.files.notices {
      let line = notice.position.map { ":\($0.line)" } ?? ""
      output.notice("\(source.place)/\(notice.file)\(line): \(notice.message)")
    }
    let changed = try source.material.changed(below: old)
    if !changed.isEmpty {
      output.notice("skipped uncommitted changes in the source: \(named(changed))")
    }
    let (here, sourceZone) = (
      try store.files.school().zone, try source.material.files.school().zone
    )
    if here != sourceZone, objects.contains(where: \.hasDates) {
      output.notice("dates written for \(sourceZone) now use \(here)")
    }
    let ready = objects.filter(\.isReady).map { "\($0.path)" }
    if !ready.isEmpty, !new.components.isEmpty {
      output.notice("not a draft: the next 'teachkit share \(new.subject)' publishes it")
    }
    reportUnanswered(session)
  }

  private func reportUnanswered(_ session: Session) {
    let unfinished = objects.filter { !$0.unanswered.isEmpty }
    guard let first = unfinished.first else { return }
    let count = unfinished.reduce(0) { $0 + $1.unanswered.count }
    session.output.notice(
      """
      \(counted(count, "exercise has", "exercises have")) no answer yet, in \
      \(named(unfinished.map { "\($0.path)" }))
      """)
    let exercise = first.unanswered.first { $0.field == "answer" }
    session.output.hint(
      exercise.map {
        """
        fill in the answers with 'teachkit edit \(first.path)', or set one with \
        'teachkit set \(first.path)/\($0.id) answer=…'
        """
      } ?? "fill in the answers with 'teachkit edit \(first.path)'")
  }
}
