import Course
import Exchange
import HubProtocol
import Model
import PlainYAML
import Storage
import Text

extension Change {
  /// Opens a subject to everyone with its link, or closes it.
  func setOpen(
    _ invitation: Invitation?, _ permission: Participant.Permission? = nil, of subject: String
  ) throws {
    let order = Schema.subject.map(\.name)
    try edit(SchoolPath.subject(subject)) { document in
      var document = document
      if let invitation {
        document = try document.setting(
          ["share"], to: .scalar(Subject.Share.open.rawValue), order: order
        ).setting(["invitation"], to: .flow(invitation.value), order: order)
      } else {
        for field in ["share", "invitation"] where document.root[field] != nil {
          document = try document.removing([.key(field)])
        }
      }
      if let permission {
        document = try document.setting(
          ["permission"], to: .scalar(permission.rawValue), order: order)
      }
      return document
    }
  }

  /// The state of an open link.
  enum OpenLinkChange { case ended, missing }

  /// Ends the open link of a subject that is no longer open, or was closed before, so that it gets
  /// a new one.
  ///
  /// - Parameter before: the school before the change.
  /// - Returns: nil without news.
  func endLink(of subject: String, since before: SchoolFiles) throws -> OpenLinkChange? {
    let new = try SchoolFiles(self).subject(subject)
    guard let link = new.invitation else { return new.share == .open ? .missing : nil }
    if let old = try? before.subject(subject) {
      let staysOpen = old.share == .open && new.share == .open
      if staysOpen || link != old.invitation { return nil }
    }
    try edit(SchoolPath.subject(subject)) { try $0.removing([.key("invitation")]) }
    return new.share == .open ? .missing : .ended
  }

  /// Creates the requesting students who aren't in the school yet.
  ///
  /// - Returns: the existing students to which the other requests refer.
  func makeStudents(_ requests: [JoinRequest]) throws -> [Student] {
    let roster = try SchoolFiles(self).roster()
    var known: [Student] = []
    for request in requests {
      if let student = roster.students[request.student] {
        known.append(student)
        continue
      }
      let words = (request.name ?? "").split(separator: " ")
      let given = words.dropLast().isEmpty ? words : words.dropLast()
      let family = words.count > 1 ? words.last.map(String.init) : nil
      try createStudent(
        request.student,
        .fields([
          ("given", .text(given.isEmpty ? nil : given.joined(separator: " "))),
          ("family", .text(family)),
        ]))
    }
    return known
  }
}

extension Session {
  /// The collected requests to join open subjects.
  func requests(to subjects: [String], _ files: SchoolFiles) throws -> [String: [JoinRequest]] {
    let open = try subjects.filter { try files.subject($0).invitation != nil }
    if open.isEmpty { return [:] }
    let publishing = try Publishing(self, openSchool())
    return try Dictionary(
      open.map { ($0, try publishing.exchange($0).requests(files)) }, uniquingKeysWith: { $1 })
  }

  /// Accepts requests to join.
  func accept(
    _ words: [String], to subject: String, in school: SchoolStore, by publishing: Publishing,
    dryRun: Bool
  ) async throws {
    let participants = Set(
      try school.files.participants(of: subject).current.filter { $0.state == .accepted }.map(\.id))
    let requests = try await publishing.requests(words, to: subject, participants: participants)
    var known: [Student] = []
    try change(
      "invite", .context(ContextPath(subject: subject)), in: school,
      file: SchoolPath.participants(subject), dryRun: dryRun
    ) { change in
      change.summary = "accept \(words.joined(separator: ", ")) in \(subject)"
      known = try change.makeStudents(requests)
      try Participation.accept(requests, to: subject, at: now, in: change, SchoolFiles(change))
    }
    output.notice("\(dryRun ? "would accept" : "accepted") \(named(words))")
    for student in known {
      let isParticipant = participants.contains(student.id)
      output.notice(
        """
        \(isParticipant ? "'\(student.id)' is already a participant of '\(subject)': " : "")\
        the requester \(dryRun ? "would act" : "acts") as \(student.name) \
        (students/\(student.id)) from now on\(isParticipant ? ", too" : "")
        """)
    }
    if dryRun { return }
    // The hub must be notified even if nothing changes for students.
    let report = try await publishing.exchange(subject).share()
    if !report.isUnchanged { publishing.summarize(report, of: subject) }
    try publishing.fail(report)
  }

  /// Declines requests to join. The hub deletes them with the next share.
  func decline(
    _ words: [String], to subject: String, in school: SchoolStore, by publishing: Publishing,
    dryRun: Bool
  ) async throws {
    let requests = try await publishing.requests(words, to: subject)
    try change(
      "invite", .context(ContextPath(subject: subject)), in: school,
      file: SchoolPath.subject(subject), dryRun: dryRun
    ) { change in
      change.summary = "decline \(words.joined(separator: ", ")) in \(subject)"
      guard var open = try SchoolFiles(change).subject(subject).invitation else { return }
      open.declined = Array((open.declined + requests.map(\.id)).suffix(Invitation.mostDeclined))
      try change.edit(SchoolPath.subject(subject)) {
        try $0.setting(["invitation"], to: .flow(open.value), order: Schema.subject.map(\.name))
      }
    }
    output.notice("\(dryRun ? "would decline" : "declined") \(named(words))")
    if dryRun { return }
    // The hub must be notified even if nothing changes for students.
    let report = try await publishing.exchange(subject).share()
    if !report.isUnchanged { publishing.summarize(report, of: subject) }
    try publishing.fail(report)
  }
}

extension Publishing {
  /// The present requests on the hub that some words name.
  ///
  /// - Parameter participants: the participants of the subject.
  /// - Throws: `Failure` for a word without a request.
  fileprivate func requests(
    _ words: [String], to subject: String, participants: Set<String> = []
  ) async throws -> [JoinRequest] {
    let waiting = try await exchange(subject).fetchRequests()
    return try words.map { word in
      if let found = waiting.first(where: { $0.student == word }) { return found }
      if participants.contains(word) {
        throw Failure(
          .addOperationFailed, "'\(visible(word))' is already a participant of '\(subject)'",
          hint: "\(shellCommand("teachkit", "invite", subject, word)) invites them with another key"
        )
      }
      throw Failure(
        .notFound, "no request to join '\(subject)' as '\(visible(word))'",
        hint: didYouMean(word, among: waiting.map(\.student))
          ?? (waiting.isEmpty ? nil : "waiting requests: \(named(waiting.map(\.student)))"))
    }
  }
}
