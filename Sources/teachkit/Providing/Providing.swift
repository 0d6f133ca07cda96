import Course
import Git
import Model
import Storage
import Text

extension Session {
  /// Creates the missing context that a command named, so that the command can be run again.
  ///
  /// The subject or the school must have a provider that is a program. A template would turn any
  /// typo into a context, so only `context ensure` uses templates. Commands that delete, rename or
  /// move never create contexts.
  /// - Returns: the commit that created it.
  /// - Throws: the original error, if nothing was created.
  func provide(
    whatIsMissing error: any Error, for invocation: Invocation, _ command: any Verb
  ) throws -> ObjectID {
    let isLeaving = command is Delete || command is Rename || command is Move
    guard !isLeaving, let text = Session.missingContext(in: error),
      !invocation.arguments.contains("--dry-run"), let path = ContextPath(text),
      !path.components.isEmpty, try provide(path),
      let commit = try openSchool().newestCommit()
    else { throw error }
    return commit.id
  }

  /// Undoes the creation because the command failed anyway.
  ///
  /// - Returns: the error.
  func undoCreation(_ made: ObjectID, after error: any Error) -> any Error {
    guard !(error is NegativeAnswer), let store = try? openSchool(),
      (try? store.newestCommit()?.id) == made, let undoing = try? store.newestUndoing(),
      let committer = try? committer(of: store),
      (try? store.undo(undoing, by: committer, dryRun: false)) != nil
    else { return error }
    output.notice("undid the change because the command failed")
    return error
  }

  /// Runs `body`, after creating the missing chapters above a new object as far as the provider
  /// knows them.
  func withProvidedChapters(
    above path: ContextPath, in store: SchoolStore, _ body: () throws -> Void
  ) throws {
    guard let parent = path.parent, !parent.components.isEmpty, try !store.files.exists(parent),
      try provide(parent), let made = try store.newestCommit()
    else { return try body() }
    do { try body() } catch { throw undoCreation(made.id, after: error) }
  }

  /// - Returns: whether anything was created.
  private func provide(_ path: ContextPath) throws -> Bool {
    guard viewer == nil, case .school(let root)? = Place.find(from: directory),
      let files = try? SchoolStore.files(at: root),
      (try? files.subjectIDs().contains(path.subject)) == true,
      let provider = try provider(for: path.subject, in: files, root: root),
      case .program = provider.kind
    else { return false }
    do {
      let made = try ensure(path, by: provider, in: openSchool())
      reportProvided(made, by: provider)
      return !made.isEmpty
    } catch let failure as Failure where failure.id == .notFound {
      return false
    }
  }

  /// The missing object in an error: the one that a command named, or the worksheet of a new
  /// exercise.
  private static func missingContext(in error: any Error) -> String? {
    switch error {
    case LookupError.unknown(let text, _): text
    case let missing as MissingWorksheet: "\(missing.path)"
    default: nil
    }
  }
}
