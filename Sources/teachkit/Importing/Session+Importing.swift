import Exchange
import Git
import Model
import PlainYAML
import Reports
import Storage
import Text

extension Session {
  /// Takes over what was read from elsewhere, in one commit, and tells of it.
  ///
  /// - Parameters:
  ///   - hint: what to do where something of that name is there already.
  ///   - create: makes the main file.
  func takeOver(
    _ importing: Importing, _ command: String, in store: SchoolStore, dryRun: Bool, hint: String,
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
      throw Failure(.createOperationFailed, "'\(path)' is there already", hint: hint)
    }
    report(importing.table(committed))
    if let edits = committed?.handEdits, !edits.isEmpty { tellHandEdits(edits) }
    tellChapters(made)
    try importing.tell(self, in: store)
    if dryRun { output.notice("nothing was changed: this was a dry run") }
  }
}

extension Importing {
  private static let columns: [Table.Column] = [
    .init("what"), .init("path"), .init("title"), .init("from", isShown: false),
    .init("files", isNumber: true), .init("unanswered"), .init("version"),
  ]

  /// What comes, with the new versions where it has come.
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

  /// Says what is to be looked at.
  fileprivate func tell(_ session: Session, in store: SchoolStore) throws {
    let output = session.output
    for notice in source.material.files.notices {
      let line = notice.position.map { ":\($0.line)" } ?? ""
      output.notice("\(source.place)/\(notice.file)\(line): \(notice.message)")
    }
    let changed = try source.material.changed(below: old)
    if !changed.isEmpty {
      output.notice("not committed there, and so not taken over: \(named(changed))")
    }
    let (here, there) = (try store.files.school().zone, try source.material.files.school().zone)
    if here != there, objects.contains(where: \.hasDates) {
      output.notice("dates were meant for \(there), and are read in \(here) now")
    }
    let ready = objects.filter(\.isReady).map { "\($0.path)" }
    if !ready.isEmpty, !new.components.isEmpty {
      output.notice("no draft: students see it with the next 'teachkit share \(new.subject)'")
    }
    tellUnanswered(session)
  }

  private func tellUnanswered(_ session: Session) {
    let unfinished = objects.filter { !$0.unanswered.isEmpty }
    guard let first = unfinished.first else { return }
    let count = unfinished.reduce(0) { $0 + $1.unanswered.count }
    session.output.notice(
      (count == 1 ? "one exercise has" : "\(count) exercises have")
        + " no answer yet, in \(named(unfinished.map { "\($0.path)" }))")
    let one = first.unanswered.first { $0.field == "answer" }
    session.output.hint(
      "'teachkit edit \(first.path)' opens the worksheet to fill them in"
        + (one.map { ", 'teachkit set \(first.path)/\($0.id) answer=…' sets one" } ?? ""))
  }
}
