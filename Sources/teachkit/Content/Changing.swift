import Git
import Model
import PlainYAML
import Storage

extension Session {
  /// Makes one change to the school, answers with the object that it is about, and says what else
  /// was committed.
  ///
  /// - Parameters:
  ///   - command: what is run, `create worksheet`.
  ///   - file: the file whose version is told; the object's own unless given.
  ///   - committer: who commits; whoever Git or the school names unless given.
  ///   - dryRun: does everything but write.
  /// - Returns: nil where nothing was written.
  @discardableResult
  func change(
    _ command: String, _ object: ObjectPath, in store: SchoolStore, file: String? = nil,
    by committer: Committer? = nil, dryRun: Bool = false, _ body: (Change) throws -> Void
  ) throws -> Committed? {
    try change(
      command, named: "\(object)", in: store, file: try file ?? store.files.file(of: object),
      by: committer, dryRun: dryRun, body)
  }

  /// The same for a file by its own path.
  ///
  /// - Parameters:
  ///   - name: the path that the answer and the commit tell.
  ///   - file: asked for when the change is made.
  @discardableResult
  func change(
    _ command: String, named name: String, in store: SchoolStore,
    file: @autoclosure () throws -> String, by committer: Committer? = nil, dryRun: Bool = false,
    _ body: (Change) throws -> Void
  ) throws -> Committed? {
    let committed = try store.change(
      command, name, by: try committer ?? self.committer(of: store), dryRun: dryRun, body)
    if dryRun {
      output.notice("nothing was changed: this was a dry run")
    } else if committed == nil {
      output.notice("nothing to change: it is so already")
    }
    if let edits = committed?.handEdits, !edits.isEmpty { tellHandEdits(edits) }
    let file = try file()
    let version =
      dryRun || committed != nil
      ? committed?.versions[file] ?? nil
      : try store.files.source.bytes(at: file).map { try ObjectID.hash(blob: $0) }
    report(ChangeAnswer(items: [.init(path: name, version: version)]))
    return committed
  }

  /// Says which files had been changed by hand and were committed before something else was done.
  func tellHandEdits(_ files: [String]) {
    output.notice("committed first what had been changed by hand in \(shown(files))")
  }

  /// Says which files were changed by hand and are no part of what was just done.
  func tellOpenEdits(in store: SchoolStore) throws {
    let files = try store.repository.changedPaths().map(\.path)
    if files.isEmpty { return }
    output.notice("changed by hand and left as it is: \(shown(files))")
    output.hint(
      "'teachkit diff' shows that; 'git restore FILE' takes back what was never committed")
  }

  private func shown(_ files: [String]) -> String {
    (files.prefix(3).map { "'\($0)'" } + (files.count > 3 ? ["…"] : [])).joined(separator: ", ")
  }
}

/// Reads a file as a change will leave it, with what it names, as `check` does. What the change
/// brought is the fault of the command line, what was there before one of the file.
///
/// - Returns: warnings that weren't there before.
/// - Throws: `Failures`.
func checkChanged(_ file: String, in change: Change) throws -> [Fault] {
  let (new, old) = try change.faults(in: file)
  let errors = new.filter { $0.severity == .error }
  guard errors.isEmpty, old.isEmpty else {
    throw Failures(
      list: errors.flatMap(\.failures).map {
        Failure(.valueIsFaulty, $0.message, at: $0.place, hint: $0.hint)
      } + old.flatMap(\.failures))
  }
  return new
}

/// Reads an object that a change is about to write. Its faults come from the command line, as
/// what was there before has been read without any.
///
/// - Parameter template: the file of a template that the object comes from; nil without one.
func checkNew<Value>(from template: String? = nil, _ read: () throws -> Value) throws {
  do {
    _ = try read()
  } catch let error as FaultyFiles {
    throw Failures(
      list: error.faults.map {
        Failure(
          .valueIsFaulty, $0.message, at: template.map { .init(path: $0) },
          hint: template == nil ? $0.hint.map(hintForOptions) : $0.hint)
      })
  }
}

/// A hint for a file, "add `answer: 3/4`", as one for the command line: "add '--answer 3/4'".
private func hintForOptions(_ hint: String) -> String {
  let singular = ["choices": "choice", "gaps": "gap", "pairs": "pair", "items": "item"]
  guard hint.hasPrefix("add `"), let colon = hint.firstIndex(of: ":") else { return hint }
  let name = String(hint[hint.index(hint.startIndex, offsetBy: 5)..<colon])
  if let singular = singular[name] { return "add '--\(singular) …', once for each" }
  let rest = hint[colon...].dropFirst(2).prefix { $0 != "`" }
  return "add '--\(name) \(rest)'"
}
