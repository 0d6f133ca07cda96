import Course
import Exchange
import Model
import Storage
import Text

/// Adds participants to a subject.
struct Participants {
  /// The result of adding participants.
  struct Added {
    var new: [String] = []
    /// Existing participants whose permission changes.
    var changed: [String] = []
    /// New participants who keep a permission other than the default.
    fileprivate var keeping: [Participant] = []
    fileprivate var permission: Participant.Permission?

    var isEmpty: Bool { new.isEmpty && changed.isEmpty }

    func summarize(_ output: Output, would: Bool = false) {
      if !new.isEmpty { output.notice("\(would ? "would add" : "added") \(named(new))") }
      output.summarize(keeping: keeping)
      output.summarize(changed, may: permission, would: would)
    }
  }

  private let session: Session
  private let school: SchoolStore

  init(_ session: Session, _ school: SchoolStore) {
    self.session = session
    self.school = school
  }

  /// Adds new participants, and sets the permission of all of them if one is given.
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

  /// The school's files as they would be with more participants or another hub.
  ///
  /// - Returns: those files, and the result of adding the participants.
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
          .valueIsFaulty, "'\(visible(text))' is not a permission",
          hint: "choose 'read-write' or 'read-only'")
      }
      return known
    }
    if words.isEmpty { return Added() }
    let students = try People(files).students(words, joining: subject)
    if students.isEmpty, try files.participants(of: subject).listed.isEmpty {
      throw Failure(
        .commandIsFaulty, "no students in \(named(words)) yet",
        hint: """
          add one with 'teachkit create student ID --class CLASS', \
          or a whole class with 'teachkit import roster'
          """)
    }
    let keeping =
      try allowed == nil ? Participation.keepingPermission(students, of: subject, files) : []
    let (new, changed) = try Participation.add(
      students, to: subject, permission: allowed, at: session.now, in: change, files)
    return Added(new: new, changed: changed, keeping: keeping, permission: allowed)
  }
}
