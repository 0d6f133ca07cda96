import Exchange
import Model
import Storage

extension Session {
  /// Commits what was changed by hand in the files that a command is about to use, and says so.
  ///
  /// Faulty files stop the command before anything happens.
  /// - Parameters:
  ///   - subject: whose files are used, beside those of the whole school.
  ///   - allowed: no where `--no-commit` was given.
  ///   - dryRun: only checks, and says what would be committed.
  func commitHandEdits(
    of subject: String, in school: SchoolStore, by committer: Committer, allowed: Bool,
    dryRun: Bool = false
  ) throws {
    let used = [
      SchoolPath.school, SchoolPath.students, SchoolPath.staff, SchoolPath.classes,
      SchoolPath.assignments, SchoolPath.languages,
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
      // What can't be published is found before anything is committed, too.
      _ = try Projection(of: subject, in: files, book: files.book(), at: now)
    }
    if !edited.isEmpty {
      output.notice(
        (dryRun ? "would commit" : "committed") + " what was changed by hand: "
          + edited.prefix(6).joined(separator: ", ")
          + (edited.count > 6 ? " and \(edited.count - 6) more" : ""))
    }
    if !dryRun { try followRenames(in: subject, of: school, by: committer) }
  }
  /// Brings what belongs to worksheets that were renamed by hand to where they are now, and says so.
  func followRenames(in subject: String, of school: SchoolStore, by committer: Committer) throws {
    for move in try school.followRenames(in: subject, by: committer) {
      output.notice("\(move.from) is \(move.to) now: its marks and grades came along")
    }
  }
}
