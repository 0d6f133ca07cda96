import Exchange
import Git
import Grading
import Model
import Storage

extension GradeRun {
  /// Computes the results of grading some worksheets now, except drafts and practice, without
  /// writing anything or running programs.
  public static func preview(
    of paths: some Sequence<ContextPath>, of subject: String, in store: SchoolStore,
    _ code: CodeLibrary
  ) throws -> [Outcome] {
    let submissions = try Submissions(of: subject, in: store)
    var outcomes: [Outcome] = []
    try store.computing { change in
      let files = SchoolFiles(change)
      let memory = try GradingCache(of: subject, in: store, files, submissions)
      var run: GradeRun?
      for worksheet in memory.ordered(try paths.map { try files.worksheet($0) }) {
        if worksheet.isDraft || worksheet.isPractice { continue }
        let isRemembered = !worksheet.hasCode
        if isRemembered, let known = try memory.outcome(of: worksheet) {
          outcomes.append(known)
          continue
        }
        let grading = try run ?? GradeRun(subject: subject, files, submissions, code)
        run = grading
        let known = isRemembered ? try memory.knownGrades(of: worksheet) : nil
        outcomes.append(try grading.grade(worksheet, into: change, known: known))
      }
    }
    return outcomes
  }

  /// Returns the existing grades that would change if they were computed now.
  public static func outdated(
    _ works: Set<ContextPath>, of subject: String, in store: SchoolStore, _ code: CodeLibrary
  ) throws -> Set<ReturnReport.Item> {
    try outdated(preview(of: works, of: subject, in: store, code))
  }

  public static func outdated(_ outcomes: [Outcome]) -> Set<ReturnReport.Item> {
    Set(
      outcomes.flatMap { outcome in
        (outcome.changed.filter { $0.old != nil }.map(\.student) + outcome.removed)
          .map { ReturnReport.Item(student: $0, path: outcome.path) }
      })
  }
}
