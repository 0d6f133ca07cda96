import Exchange
import Model
import Storage
import Text

/// Adds participants to a subject by the words that users write.
struct Participants {
  /// What adding them did.
  struct Added {
    var new: [String] = []
    /// Who took part already and may now do something else.
    var changed: [String] = []
    /// Who of the new ones keeps a permission that others wouldn't get.
    fileprivate var keeping: [Participant] = []
    fileprivate var permission: Participant.Permission?

    var isEmpty: Bool { new.isEmpty && changed.isEmpty }

    func tell(_ output: Output, would: Bool = false) {
      if !new.isEmpty { output.notice("\(would ? "would add" : "added") \(named(new))") }
      output.tell(keeping: keeping)
      output.tell(changed, may: permission, would: would)
    }
  }

  private let session: Session
  private let school: SchoolStore

  init(_ session: Session, _ school: SchoolStore) {
    self.session = session
    self.school = school
  }

  /// Adds those who are no participants yet, and gives all of them a permission that is given.
  @discardableResult
  func add(
    _ words: [String], to subject: String, permission: String?, by committer: Committer
  ) throws -> Added {
    var added = Added()
    _ = try school.change("add", subject, by: committer) { change in
      added = try add(words, to: subject, permission, in: change)
      change.summary = "add \(words.joined(separator: ", ")) to \(subject)"
    }
    return added
  }

  /// The school's files as they would be with more participants, and another hub.
  ///
  /// - Returns: those files, and what adding them would do.
  func adding(
    _ words: [String], to subject: String, permission: String?, hub: NewHub?,
    by committer: Committer
  ) throws -> (files: SchoolFiles, added: Added) {
    var (files, added) = (school.files, Added())
    _ = try school.change("share", subject, by: committer, dryRun: true) { change in
      try hub?.set(in: change)
      added = try add(words, to: subject, permission, in: change)
      files = SchoolFiles(change)
    }
    return (files, added)
  }

  private func add(
    _ words: [String], to subject: String, _ permission: String?, in change: Change
  ) throws -> Added {
    let files = SchoolFiles(change)
    let allowed = try permission.map { text in
      guard let known = Participant.Permission(rawValue: text) else {
        throw Failure(
          .valueIsFaulty, "'\(visible(text))' is no permission",
          hint: "it is 'read-write' or 'read-only'")
      }
      return known
    }
    if words.isEmpty { return Added() }
    let students = try People(files).students(words, joining: subject)
    if students.isEmpty, try files.participants(of: subject).isEmpty {
      throw Failure(
        .commandIsFaulty, "no student is in \(named(words)) yet",
        hint: "'teachkit create student ID --class CLASS' makes one, "
          + "'teachkit import roster' a whole class")
    }
    let keeping =
      try allowed == nil ? Participation.keepingPermission(students, of: subject, files) : []
    let (new, changed) = try Participation.add(
      students, to: subject, permission: allowed, at: session.now, in: change, files)
    return Added(new: new, changed: changed, keeping: keeping, permission: allowed)
  }
}
