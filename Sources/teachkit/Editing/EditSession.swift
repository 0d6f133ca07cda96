import Course
import Git
import Model
import PlainYAML
import Reports
import Storage
import Text

/// An object in the user's editor, until the text is saved in the school or kept for later.
struct EditSession {
  let session: Session
  let store: SchoolStore
  let target: EditTarget
  let editor: ExternalEditor
  let copy: EditedCopy
  /// The initial text in the editor.
  let start: [UInt8]

  /// Opens the editor until the text is accepted, kept or discarded.
  func run() throws {
    var line = target.line
    while true {
      do {
        try editor.open(copy.path, at: line)
        try save(try copy.bytes())
        copy.remove()
        return
      } catch let error as FaultyFiles {
        switch ask(error.failures) {
        case .again: line = error.faults.compactMap { $0.position?.line }.first ?? 1
        case .keep: throw try refused([])
        case .discard:
          copy.remove()
          session.output.notice("edit discarded: changed nothing")
          throw NegativeAnswer()
        case nil: throw try refused(error.failures)
        }
      } catch {
        throw try refused(explain(error).failures)
      }
    }
  }

  /// Saves a text in the school, or stages it for the commit that Git is about to make.
  ///
  /// - Throws: `FaultyFiles` for its errors, `StaleVersion`.
  private func save(_ bytes: [UInt8]) throws {
    if store.openCommit != nil { return try resolve(bytes) }
    if bytes == target.text {
      session.output.notice("changed nothing")
      return
    }
    var warnings: [Fault] = []
    try session.change("edit", named: target.name, in: store, file: target.file) { change in
      warnings = try fill(change, with: bytes)
    }
    session.summarize(warnings)
  }

  private func resolve(_ bytes: [UInt8]) throws {
    var warnings: [Fault] = []
    var along: [Companion] = []
    let versions = try store.resolve("edit", target.name, files: [target.file]) { change in
      along = try restoreCompanions(change)
      warnings = try fill(change, with: bytes)
    }
    session.summarize(along, isDryRun: false)
    session.report(
      ChangeAnswer(
        items: [.init(path: target.name, version: versions[target.file] ?? nil)], along: along))
    session.summarize(warnings)
    let left = try store.repository.undecided().map(\.path)
    if left.isEmpty {
      session.output.hint("staged; run \(store.openCommit?.finish ?? "'git commit'") to finish")
    } else {
      let objects = left.map { "'\(SchoolPath.name(of: $0))'" }.joined(separator: ", ")
      session.output.hint("staged; resolve the remaining conflicts: \(objects)")
    }
  }

  /// Restores the related content of an object that one side of a merge deleted and the user keeps.
  private func restoreCompanions(_ change: Change) throws -> [Companion] {
    guard let kept = try store.keepingSide(of: target.file),
      let object = try Locator(kept).exactly(target.name)
    else { return [] }
    let along = try change.restore(object, from: kept, replacing: kept, isGone: true)
    if let bytes = target.bytes { try change.write(target.file, bytes) }
    return along
  }

  /// - Returns: the warnings.
  private func fill(_ change: Change, with bytes: [UInt8]) throws -> [Fault] {
    let opened = try target.bytes.map { ExpectedVersion(try ObjectID.hash(blob: $0)) }
    try change.require(opened, ofFile: target.file, named: target.name)
    try change.write(target.file, bytes)
    let (new, old) = try change.faults(in: target.file)
    let errors = (new + old).filter { $0.severity == .error }
      .sorted { ($0.position?.line ?? 0) < ($1.position?.line ?? 0) }
    if !errors.isEmpty { throw FaultyFiles(faults: errors) }
    return new
  }

  // MARK: Rejected texts

  private enum Choice { case again, keep, discard }

  /// Prints the errors and asks how to continue.
  ///
  /// - Returns: nil without a terminal; then nothing is printed.
  private func ask(_ failures: [Failure]) -> Choice? {
    guard session.surroundings.inputIsTerminal, session.surroundings.errorIsTerminal else {
      return nil
    }
    failures.forEach(session.output.failure)
    while true {
      session.output.ask("Open the text again, keep it for later, or discard it? [O/k/d] ")
      switch session.input.line()?.lowercased() {
      case "o", "": return .again
      case "k", nil: return .keep
      case "d": return .discard
      default: continue
      }
    }
  }

  /// Returns the failures plus the location of the kept text; no edited text is ever lost.
  private func refused(_ failures: [Failure]) throws -> Failures {
    if try !copy.isKept && copy.bytes() == start {
      copy.remove()
      return Failures(list: failures)
    }
    try copy.keep(opened: target.text)
    let kept = Failure(
      failures.first?.id ?? .objectIsFaulty,
      "changed nothing; your text is in '\(copy.path)'",
      hint: "continue with 'teachkit edit \(target.name) --from \(copy.path)'")
    return Failures(list: failures + [kept])
  }
}

extension Operation {
  /// The Git command that finishes the operation.
  var finish: String {
    switch self {
    case .merge, .bisect: "'git commit'"
    case .rebase: "'git rebase --continue'"
    case .cherryPick: "'git cherry-pick --continue'"
    case .revert: "'git revert --continue'"
    case .mailbox: "'git am --continue'"
    }
  }
}
