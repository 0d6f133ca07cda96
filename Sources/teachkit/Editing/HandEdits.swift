import Course
import Exchange
import Model
import Storage
import Text

extension Session {
  /// Commits manual edits of the files that a command is about to use, and prints a notice.
  ///
  /// Invalid files stop the command before anything happens.
  /// - Parameters:
  ///   - subject: the subject whose files are used, in addition to those of the whole school.
  ///   - allowed: false with `--no-commit`.
  ///   - dryRun: only checks, and prints what would be committed.
  func commitHandEdits(
    of subject: String, in school: SchoolStore, by committer: Committer, allowed: Bool,
    dryRun: Bool = false
  ) throws {
    let used = [
      SchoolPath.school, SchoolPath.students, SchoolPath.staff, SchoolPath.classes,
      SchoolPath.assignments, SchoolPath.announcements, SchoolPath.languages,
      "subjects/\(subject)", "marks/\(subject)", "received/\(subject)", "grades/\(subject)",
    ]
    let edited = try school.commitHandEdits(
      below: used, by: committer, allowed: allowed, dryRun: dryRun
    ) { files in
      let check = SchoolCheck(files)
      try check.checkAll()
      let faults = check.faults.filter { $0.severity == .error }
      if !faults.isEmpty { throw FaultyFiles(faults: faults) }
      try school.checkGroups(of: files.classIDs(), in: files)
      // Find content that can't be published before committing anything.
      _ = try Projection(of: subject, in: files, book: files.book(), at: now)
    }
    if !edited.isEmpty {
      output.notice(
        """
        \(dryRun ? "would commit" : "committed") manual changes: \
        \(edited.prefix(6).joined(separator: ", "))\
        \(edited.count > 6 ? " and \(edited.count - 6) more" : "")
        """)
    }
    if !dryRun { try followRenames(in: subject, of: school, by: committer) }
  }
  /// Moves marks and grades of worksheets that were renamed by hand, and prints a notice.
  func followRenames(in subject: String, of school: SchoolStore, by committer: Committer) throws {
    for move in try school.followRenames(in: subject, by: committer) {
      output.notice("moved the marks and grades of \(move.from), which is now \(move.to)")
    }
  }
}
