import Git
import Model
import Storage

extension Session {
  /// Makes the context that a command named and didn't find, where the subject or the school has a
  /// provider that is a program, so that the command can be run again.
  ///
  /// A template would make anything of a slip, and is asked by `context ensure` alone. Nothing is
  /// made to be deleted or called something else.
  /// - Returns: the commit that made it.
  /// - Throws: the error, where nothing was made.
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

  /// Takes back what was made for a command that failed all the same.
  ///
  /// - Returns: the error.
  func takeBack(_ made: ObjectID, after error: any Error) -> any Error {
    guard !(error is AnswerIsNo), let store = try? openSchool(),
      (try? store.newestCommit()?.id) == made, let undoing = try? store.newestUndoing(),
      let committer = try? committer(of: store),
      (try? store.undo(undoing, by: committer, dryRun: false)) != nil
    else { return error }
    output.notice("took it back, as nothing came of it")
    return error
  }

  /// Makes something new below the chapters that are missing above it, as far as the provider knows
  /// them.
  func providingChapters(
    above path: ContextPath, in store: SchoolStore, _ body: () throws -> Void
  ) throws {
    guard let parent = path.parent, !parent.components.isEmpty, try !store.files.exists(parent),
      try provide(parent), let made = try store.newestCommit()
    else { return try body() }
    do { try body() } catch { throw takeBack(made.id, after: error) }
  }

  /// - Returns: whether anything was made.
  private func provide(_ path: ContextPath) throws -> Bool {
    guard viewer == nil, case .school(let root)? = Place.find(from: directory),
      let files = try? SchoolStore.files(at: root),
      (try? files.subjectIDs().contains(path.subject)) == true,
      let provider = try provider(for: path.subject, in: files, root: root),
      case .program = provider.kind
    else { return false }
    do {
      let made = try ensure(path, by: provider, in: openSchool())
      tellProvided(made, by: provider)
      return !made.isEmpty
    } catch let failure as Failure where failure.id == .notFound {
      return false
    }
  }

  /// What an error says is missing: what a command names, or the worksheet of a new exercise.
  private static func missingContext(in error: any Error) -> String? {
    switch error {
    case LookupError.unknown(let text, _): text
    case let missing as MissingWorksheet: "\(missing.path)"
    default: nil
    }
  }
}
