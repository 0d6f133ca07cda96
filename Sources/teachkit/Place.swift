import Exchange
import Git
import Model
import Storage

/// Where a command runs: its side follows from the root file.
enum Place: Hashable {
  /// A teacher's school.
  case school(root: String)
  /// A student's clone of one subject.
  case clone(root: String)

  var isClone: Bool {
    if case .clone = self { true } else { false }
  }

  /// The nearest school or clone at or above a folder; nil where there is none.
  static func find(from folder: String) -> Place? {
    let school = RootSearch.find("school.yaml", above: folder)
    let clone = StudentClone.root(above: folder)
    // A subject's folder in a school has no `.git` beside it, so both can be found only where one
    // lies in the other: the nearer one counts.
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
  /// Where the command runs.
  /// - Throws: `Failure` outside of schools and clones, and in a school that the command can't show
  ///   as its viewer sees it.
  func place() throws -> Place {
    guard let place = try foundPlace() else {
      throw Failure(
        .wrongRepository, "not inside a school or a student's clone",
        hint: "change into one, name it with -C, or start one with 'teachkit init' or "
          + "'teachkit clone'")
    }
    return place
  }

  private func foundPlace() throws -> Place? {
    let place = Place.find(from: directory)
    if case .school? = place, viewer != nil, !showsAsStudent {
      throw Failure(
        .commandIsFaulty, "this command shows nothing as a student sees it",
        hint: "'--as' goes with 'status', 'list', 'show', 'search', 'preview', 'grades' and "
          + "'deadlines'")
    }
    return place
  }

  /// The root of the school that the command runs in.
  /// - Throws: `Failure` elsewhere; in a clone it says that this is for teachers.
  func schoolRoot() throws -> String {
    let place = try foundPlace()
    if case .school(let root)? = place { return root }
    if case .clone? = place {
      throw Failure(
        .noWritePermission, "this is a student's clone, and the command is for teachers",
        hint: "run it in the school, or name the school's folder with -C")
    }
    throw Failure(
      .wrongRepository, "not inside a school",
      hint: "change into the school's folder, name it with -C, or make one with 'teachkit init'")
  }

  /// The school that the command runs in, opened for changes.
  ///
  /// - Throws: `FaultyFiles` also where `school.yaml` is of a newer format.
  func openSchool() throws -> SchoolStore {
    let store = try SchoolStore(root: try schoolRoot(), notify: sayRecovery)
    _ = try store.files.school()
    store.keepGroupNames()
    withdrawUnassigned(in: store)
    return store
  }

  /// From now on makes worksheets drafts again that lose their last assignment, and says so. An undo
  /// or a restore brings back exactly what was.
  private func withdrawUnassigned(in store: SchoolStore) {
    let inspection = store.inspection
    store.inspection = { [unowned store, output, now] change in
      try inspection?(change)
      if ["undo", "restore"].contains(change.command) { return }
      let withdrawal = try change.withdrawUnassigned(since: store.files, at: now)
      for path in withdrawal.drafts {
        output.notice("a draft again, as no assignment gives it: \(path)")
      }
      for path in withdrawal.published {
        output.notice("still published, as it has submissions or grades: \(path)")
      }
    }
  }

  /// The files of the school that the command runs in, without opening its repository unless a
  /// killed command left work to finish.
  func schoolFiles() throws -> SchoolFiles {
    let root = try schoolRoot()
    return try SchoolStore.files(at: root, notify: sayRecovery)
  }

  /// Says what opening a school or clone repaired, and what it couldn't finish.
  func sayRecovery(_ notice: RecoveryNotice) {
    switch notice {
    case .repairedIndex:
      output.notice("Git's index was damaged: rebuilt it from the last commit")
    case .unfinished(let error):
      for failure in explain(error).failures {
        output.notice((failure.place.map { "\($0.path): " } ?? "") + failure.message)
        if let hint = failure.hint { output.hint(hint) }
      }
    }
  }

  /// Who commits to a school: Git's configured identity, else the school's teacher.
  func committer(of school: SchoolStore) throws -> Committer {
    try committer(of: school, files: school.files)
  }

  /// - Parameter files: those that name the teacher.
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
