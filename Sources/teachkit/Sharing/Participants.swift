import Exchange
import Model
import Storage

/// Adds and removes participants of a subject by the words that users write.
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
    _ words: [String], to subject: String, permission: String?, by committer: Committer,
    dryRun: Bool = false
  ) throws -> [String] {
    var allowed: Participant.Permission?
    if let permission {
      allowed = Participant.Permission(rawValue: permission)
      if allowed == nil {
        throw Failure(
          .valueIsFaulty, "'\(permission)' is no permission",
          hint: "it is 'read-write' or 'read-only'")
      }
    }
    var added: [String] = []
    _ = try school.change("add", subject, by: committer, dryRun: dryRun) { change in
      let files = SchoolFiles(change)
      let standard = try files.subject(subject).permission
      added = try Participation.add(
        try People(files).students(words), to: subject, permission: allowed ?? standard,
        at: session.now, in: change, files)
      change.summary = "add \(words.joined(separator: ", ")) to \(subject)"
    }
    return added
  }

  /// Removes participants.
  ///
  /// - Returns: who was one before.
  func remove(
    _ words: [String], from subject: String, by committer: Committer, dryRun: Bool = false
  ) throws -> [String] {
    var removed: [String] = []
    _ = try school.change("remove", subject, by: committer, dryRun: dryRun) { change in
      let files = SchoolFiles(change)
      removed = try Participation.remove(
        try People(files).students(words), from: subject, at: session.now, in: change, files)
      change.summary = "remove \(words.joined(separator: ", ")) from \(subject)"
    }
    return removed
  }
}
