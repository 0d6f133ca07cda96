import ArgumentParser

/// What a shell offers for a word that is being typed.
enum Candidates: String, CaseIterable, Sendable {
  /// Subjects, contexts, worksheets and exercises by path.
  case content
  /// Students, classes, groups, `everyone`.
  case who
  case students, classes, subjects, worksheets, assignments
  /// What students can be added to: classes, groups, subjects.
  case memberships
  /// Names of fields that `set` and `--sort` take.
  case fields

  /// For `@Argument(completion:)` and `@Option(completion:)`.
  var completion: CompletionKind {
    .custom { words, _, prefix in find(words: words, prefix: prefix) }
  }

  /// - Parameter words: the whole command line, with a `-C` that says where it would run.
  /// - Returns: what starts with `prefix`; nothing where anything fails.
  func find(words: [String], prefix: String) -> [String] {
    []
  }
}
