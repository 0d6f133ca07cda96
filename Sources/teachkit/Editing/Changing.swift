import Course
import Git
import Model
import PlainYAML
import Storage
import Text

extension Session {
  /// Makes one change to the school, and reports the object's new version and the manual changes
  /// that were committed first.
  ///
  /// - Parameters:
  ///   - command: the command for the commit, such as `create worksheet`.
  ///   - file: the file whose version is reported; by default the object's own.
  ///   - committer: by default the one that Git or the school names.
  ///   - dryRun: does everything except writing.
  /// - Returns: nil if nothing was written.
  @discardableResult
  func change(
    _ command: String, _ object: ObjectPath, in store: SchoolStore, file: String? = nil,
    by committer: Committer? = nil, dryRun: Bool = false, _ body: (Change) throws -> Void
  ) throws -> Committed? {
    try change(
      command, named: "\(object)", in: store, file: try file ?? store.files.file(of: object),
      by: committer, dryRun: dryRun, body)
  }

  /// Makes one change to a file at a given path.
  ///
  /// - Parameters:
  ///   - name: the path for the report and the commit.
  ///   - file: evaluated after the change.
  @discardableResult
  func change(
    _ command: String, named name: String, in store: SchoolStore,
    file: @autoclosure () throws -> String, by committer: Committer? = nil, dryRun: Bool = false,
    _ body: (Change) throws -> Void
  ) throws -> Committed? {
    let committed = try store.change(
      command, name, by: try committer ?? self.committer(of: store), dryRun: dryRun, body)
    if dryRun {
      output.notice("dry run: no changes made")
    } else if committed == nil {
      output.notice("already up to date")
    }
    if let edits = committed?.handEdits, !edits.isEmpty { reportHandEdits(edits) }
    let file = try file()
    let version =
      dryRun || committed != nil
      ? committed?.versions[file] ?? nil
      : try store.files.source.bytes(at: file).map { try ObjectID.hash(blob: $0) }
    report(ChangeAnswer(items: [.init(path: name, version: version)]))
    return committed
  }

  /// Reports the manual changes that were committed before the change itself.
  func reportHandEdits(_ files: [String]) {
    output.notice("first committed manual changes to \(shown(files))")
  }

  /// Reports files with manual changes that the last change left alone.
  func reportUncommittedEdits(in store: SchoolStore) throws {
    let files = try store.repository.changedPaths().map(\.path)
    if files.isEmpty { return }
    output.notice("left manual changes uncommitted: \(shown(files))")
    output.hint(
      "see them with 'teachkit diff', or discard them with 'git restore FILE'")
  }

  private func shown(_ files: [String]) -> String {
    (files.prefix(3).map { "'\($0)'" } + (files.count > 3 ? ["…"] : [])).joined(separator: ", ")
  }
}

/// Checks a file, and the files it refers to, in the state after a change, like `check`. New
/// problems are blamed on the command line, earlier ones on the file.
///
/// - Returns: warnings that the change introduced.
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

/// Reads an object that a change is about to write. Its problems are blamed on the command line,
/// because the earlier content was read without any.
///
/// - Parameter template: the file of the template that the object was created from.
func checkNew<Value>(from template: String? = nil, _ read: () throws -> Value) throws {
  do {
    _ = try read()
  } catch let error as FaultyFiles {
    throw Failures(
      list: error.faults.map {
        Failure(
          .valueIsFaulty, $0.message, at: template.map { .init(path: $0) },
          hint: template == nil ? $0.hint.map(hintForOptions) : $0.hint
        )
      })
  }
}

/// Turns a hint for a file, "add `answer: 3/4`", into one for the command line: "add '--answer
/// 3/4'". Fields without an option, such as test cases, are written into the file.
private func hintForOptions(_ message: Message) -> Message {
  let hint = message.text
  let singular = ["choices": "choice", "gaps": "gap", "pairs": "pair", "items": "item"]
  guard hint.hasPrefix("add `"), let colon = hint.firstIndex(of: ":") else {
    return message
  }
  let name = String(hint[hint.index(hint.startIndex, offsetBy: 5)..<colon])
  if let singular = singular[name] { return "add '--\(singular) …' for each" }
  let rest = hint[colon...].dropFirst(2).prefix { $0 != "`" }
  if ["language", "cases"].contains(name) {
    return "write `\(name)` into the worksheet's file: 'teachkit edit WORKSHEET'"
  }
  return "add '--\(name) \(rest)'"
}
