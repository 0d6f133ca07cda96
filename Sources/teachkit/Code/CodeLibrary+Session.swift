import Course
import Model
import Storage
import Text

extension CodeLibrary {
  /// The results of a school, with its own and the installed languages.
  convenience init(
    in school: SchoolStore, _ files: SchoolFiles, _ session: Session,
    results: [String: CodeResult] = [:]
  ) {
    let templates = Templates(session.surroundings, school: school.root)
    self.init(folder: "\(school.folder)/runs", files, results: results) {
      try templates.languages()
    }
  }

  /// For a single submission, whose results aren't stored.
  convenience init(_ base: GradingBase, _ session: Session, results: [String: CodeResult] = [:]) {
    let templates = Templates(session.surroundings, school: base.hasAnswers ? base.root : nil)
    self.init(folder: nil, base.files, results: results) {
      try templates.languages(base.hasAnswers ? nil : base.files)
    }
  }

  /// Runs the wanted jobs with a progress line, and stores their results.
  func run(with runner: CodeRunner, _ session: Session) async throws {
    let progress = session.progress("Running programs", of: wanted.count)
    try await run(with: runner) { progress.advance(by: $0) }
    progress.finish()
  }
}
