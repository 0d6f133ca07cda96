import Model
import Storage

extension Session {
  /// Makes the context that a command named and didn't find, where the subject or the school has a
  /// provider that is a program, so that the command can be run again.
  ///
  /// A template would make anything of a slip, and is asked by `context ensure` alone.
  /// - Throws: the error, where nothing was made.
  func provide(whatIsMissing error: any Error, for invocation: Invocation) throws {
    guard let text = Session.missingContext(in: error),
      !invocation.arguments.contains("--dry-run"), let path = ContextPath(text),
      !path.components.isEmpty, try provide(path)
    else { throw error }
  }

  /// Makes the chapters above something new that are missing, as far as the provider knows them.
  func provideChapters(above path: ContextPath, in store: SchoolStore) throws {
    guard let parent = path.parent, !parent.components.isEmpty, try !store.files.exists(parent)
    else { return }
    _ = try provide(parent)
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
