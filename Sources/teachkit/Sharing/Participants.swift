import Exchange
import Model
import Storage
import Text

/// Adds participants to a subject by the words that users write.
struct Participants {
  private let session: Session
  private let school: SchoolStore

  init(_ session: Session, _ school: SchoolStore) {
    self.session = session
    self.school = school
  }

  /// Adds those who are no participants yet.
  ///
  /// - Returns: who was added.
  @discardableResult
  func add(
    _ words: [String], to subject: String, permission: String?, by committer: Committer
  ) throws -> [String] {
    var added: [String] = []
    _ = try school.change("add", subject, by: committer) { change in
      added = try add(words, to: subject, permission, in: change)
      change.summary = "add \(words.joined(separator: ", ")) to \(subject)"
    }
    return added
  }

  /// The school's files as they would be with more participants, and another hub.
  ///
  /// - Returns: those files, and who would be added.
  func adding(
    _ words: [String], to subject: String, permission: String?, hub: NewHub?,
    by committer: Committer
  ) throws -> (files: SchoolFiles, added: [String]) {
    var (files, added) = (school.files, [String]())
    _ = try school.change("share", subject, by: committer, dryRun: true) { change in
      try hub?.set(in: change)
      added = try add(words, to: subject, permission, in: change)
      files = SchoolFiles(change)
    }
    return (files, added)
  }

  private func add(
    _ words: [String], to subject: String, _ permission: String?, in change: Change
  ) throws -> [String] {
    let files = SchoolFiles(change)
    let allowed = try permission.map { text in
      guard let known = Participant.Permission(rawValue: text) else {
        throw Failure(
          .valueIsFaulty, "'\(visible(text))' is no permission",
          hint: "it is 'read-write' or 'read-only'")
      }
      return known
    }
    if words.isEmpty { return [] }
    let students = try People(files).students(words, joining: subject)
    if students.isEmpty, try files.participants(of: subject).isEmpty {
      throw Failure(
        .commandIsFaulty, "no student is in \(named(words)) yet",
        hint: "'teachkit create student ID --class CLASS' makes one, "
          + "'teachkit import roster' a whole class")
    }
    return try Participation.add(
      students, to: subject,
      permission: try allowed ?? files.subject(subject).permission, at: session.now, in: change,
      files)
  }
}
