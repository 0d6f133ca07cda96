import Course
import Exchange
import Git
import Model
import Storage
import Text

/// The school or clone that a command runs in, identified by its root file.
enum Place: Hashable {
  /// A teacher's school.
  case school(root: String)
  /// A student's clone of one subject.
  case clone(root: String)

  var isClone: Bool {
    if case .clone = self { true } else { false }
  }

  /// Returns the nearest school or clone at or above a folder, or nil if there is none.
  static func find(from folder: String) -> Place? {
    let school = RootSearch.find("school.yaml", above: folder)
    let clone = StudentClone.root(above: folder)
    // A subject's folder in a school has no `.git`, so both exist only if one is nested in the
    // other. The nearer one counts.
    switch (school, clone) {
    case (let school?, let clone?):
      return school.utf8.count >= clone.utf8.count ? .school(root: school) : .clone(root: clone)
    case (let school?, nil): return .school(root: school)
    case (nil, let clone?): return .clone(root: clone)
    case (nil, nil): return nil
    }
  }
}

extension Session {
  /// Returns the school or clone that the command runs in.
  ///
  /// - Throws: `Failure` outside of schools and clones, and in a school if the command doesn't
  ///   support `--as`.
  func place() throws -> Place {
    guard let place = try foundPlace() else {
      throw Failure(
        .wrongRepository, "not inside a school or a student's clone",
        hint: """
          change to its folder, specify it with -C, or create one with 'teachkit init' or \
          'teachkit clone'
          """)
    }
    return place
  }

  private func foundPlace() throws -> Place? {
    let place = Place.find(from: directory)
    if case .school? = place, viewer != nil, !showsAsStudent {
      throw Failure(
        .commandIsFaulty, "this command doesn't support '--as'",
        hint: """
          use '--as' with 'status', 'list', 'show', 'search', 'preview', 'grades', \
          'leaderboard' or 'deadlines'
          """)
    }
    return place
  }

  /// Returns the root of the school that the command runs in.
  ///
  /// - Throws: `Failure` elsewhere; in a clone, it says that the command is for teachers.
  func schoolRoot() throws -> String {
    let place = try foundPlace()
    if case .school(let root)? = place { return root }
    if case .clone? = place {
      throw Failure(
        .noWritePermission, "this command is for teachers, but this is a student's clone",
        hint: "run it in the school, or specify the school's folder with -C")
    }
    throw Failure(
      .wrongRepository, "not inside a school",
      hint: "change to the school's folder, specify it with -C, or create one with 'teachkit init'")
  }

  /// Opens the school that the command runs in for changes.
  ///
  /// - Throws: `FaultyFiles`, also if `school.yaml` has a newer format.
  func openSchool() throws -> SchoolStore {
    let store = try SchoolStore(
      root: try schoolRoot(), damage: damage, notify: reportRecovery)
    _ = try store.files.school()
    store.protectGroupWork()
    withdrawUnassigned(in: store)
    return store
  }

  /// Turns worksheets into drafts again when a later change removes their last assignment, and
  /// prints a notice. Undo and restore are exempt: they restore the exact earlier state.
  private func withdrawUnassigned(in store: SchoolStore) {
    let inspection = store.inspection
    store.inspection = { [unowned store, output, now] change in
      try inspection?(change)
      if ["undo", "restore"].contains(change.command) { return }
      let withdrawal = try change.withdrawUnassigned(since: store.files, at: now)
      for path in withdrawal.drafts {
        output.notice("unpublished, because no assignment includes it: \(path)")
      }
      for path in withdrawal.published {
        output.notice("still published, because it has submissions or grades: \(path)")
      }
    }
  }

  /// Returns the files of the school that the command runs in.
  ///
  /// The repository is opened only if a killed command left work to finish.
  func schoolFiles() throws -> SchoolFiles {
    let root = try schoolRoot()
    return try SchoolStore.files(at: root, damage: damage, notify: reportRecovery)
  }

  /// Reports repairs made when a school or clone was opened, and interrupted changes that couldn't
  /// be completed.
  func reportRecovery(_ notice: RecoveryNotice) {
    switch notice {
    case .repairedIndex:
      output.notice("Git's index was damaged: rebuilt it from the last commit")
    case .unfinished(let error):
      for failure in explain(error).failures {
        output.notice(failure.place.map { "\($0.path): \(failure.message)" } ?? failure.message)
        if let hint = failure.hint { output.hint(hint) }
      }
    }
  }

  /// Returns the committer for a school: Git's configured identity, or else the school's teacher.
  func committer(of school: SchoolStore) throws -> Committer {
    try committer(of: school, files: school.files)
  }

  /// - Parameter files: the files that name the teacher.
  func committer(of school: SchoolStore, files: SchoolFiles) throws -> Committer {
    let zone = (try? files.zone()) ?? .utc
    let offset = zone.offset(at: now) / 60
    if let identity = try school.repository.identity() {
      return Committer(name: identity.name, mail: identity.email, time: now, offset: offset)
    }
    let teacher = (try? files.school())?.teacher
    return Committer(
      name: teacher?.name ?? "teacher", mail: teacher?.mail ?? "", time: now, offset: offset)
  }
}
