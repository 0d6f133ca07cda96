import Git
import HubProtocol
import Model

/// Enrollment in a subject, leaving it, and the keys of invitees.
public struct Enrollment {
  let hub: ServedHub
  let subject: String

  public init(_ hub: ServedHub, _ subject: String) {
    self.hub = hub
    self.subject = subject
  }

  /// Enrolls an invitee with their own key. An invitation works once.
  ///
  /// A student who connects with their own key can repeat the request, in case it was interrupted.
  /// - Parameters:
  ///   - key: the student's own key, with proven possession: see ``provenKey(_:for:)``.
  ///   - party: the principal whose key opened the connection.
  ///   - claim: the claimed identity, for an open invitation.
  ///   - address: the client's IP address; nil if unknown.
  /// - Returns: the student; with an open invitation possibly one who waits for the teacher.
  /// - Throws: `HubError`; then no one has joined.
  public func join(
    with invitation: String, by principal: Principal, _ key: PublicKey, as claim: JoinClaim? = nil,
    from address: String? = nil, at now: Instant
  ) throws -> JoinAnswer {
    try withDesk { desk in
      let access = try AccessList(in: desk)
      if let open = access.open, open.id == invitation {
        return try ask(
          with: open, by: principal, key, as: claim, from: address, access, in: desk, at: now)
      }
      var people = try hub.people(of: subject)
      let invited = access.mailboxes.first { access[$0]?.invitation?.id == invitation }
      guard let id = invited, let entry = access[id], let open = entry.invitation,
        entry.members == nil, !people.isUsed(invitation, by: id)
      else {
        if case .student(let id) = principal, let entry = access[id], entry.members == nil,
          people.state(of: id, as: entry) == .accepted
        {
          if let invited, invited != id { throw HubError.invitation(.ofAnother(principal)) }
          // An interrupted request may not have recorded the key yet.
          try syncInvitationKeys(access)
          return .accepted(id)
        }
        throw HubError.invitation(invited == nil ? .unknown : .used)
      }
      switch principal {
      case .invited(subject, invitation): break
      case .student(id): break
      case .student: throw HubError.invitation(.ofAnother(principal))
      case .invited, .teacher: throw HubError.notAllowed
      }
      if entry.state == .removed { throw HubError.removed(subject: subject) }
      if now > open.until { throw HubError.invitation(.expired(open.until)) }
      guard let keys = hub.keys else { throw HubError.notAllowed }
      do {
        if principal != .student(id) { _ = try keys.add(key, for: .student(id)) }
      } catch HubError.keyIsTaken {
        // The owner isn't revealed to someone who only names the key.
        throw HubError.invitation(.keyOfAnother)
      } catch HubError.keyBoundElsewhere {
        throw HubError.invitation(.keyBoundElsewhere)
      }
      try people.set(
        .init(
          state: .accepted, at: now, since: entry.since,
          invitations: (people[id]?.invitations ?? []) + [invitation]), of: id)
      try write(
        [PeopleList.file: .write(people.bytes)], "\(id) joined", to: desk, at: now)
      try syncInvitationKeys(access)
      return .accepted(id)
    }
  }

  /// Returns the key of a request to join after verifying its signature.
  ///
  /// - Throws: `HubError.key` for an unusable key, `HubError.invitation(.unproven)` if the
  ///   signature is missing or invalid.
  public func provenKey(_ sent: JoinInput, for request: PeopleRequest) throws -> PublicKey {
    let key = try PublicKey(sent.key)
    guard let proof = sent.signature.map({ KeyProof(text: $0) }),
      try proof.isValid(for: sent.message(for: request), by: key, in: hub.folder.path)
    else { throw HubError.invitation(.unproven) }
    return key
  }

  /// Ends a student's participation at their request.
  ///
  /// - Throws: `HubError` if they aren't a participant.
  public func leave(_ principal: Principal, at now: Instant) throws {
    try withDesk { try leave(principal, at: now, $0) }
  }

  /// The same for callers that hold the desk's lock.
  func leave(_ principal: Principal, at now: Instant, _ desk: FolderRepository) throws {
    var people = try hub.people(of: subject)
    guard case .student(let id) = principal, let entry = try AccessList(in: desk)[id],
      entry.members == nil
    else { throw HubError.notAllowed }
    if people.state(of: id, as: entry) == .removed { throw HubError.removed(subject: subject) }
    // Used invitations stay used.
    var used = people[id]?.invitations ?? []
    if let open = entry.invitation?.id, !people.isUsed(open, by: id) { used.append(open) }
    try people.set(
      .init(state: .removed, at: now, since: entry.since, invitations: used), of: id)
    try write([PeopleList.file: .write(people.bytes)], "\(id) left", to: desk, at: now)
    try syncInvitationKeys(AccessList(in: desk))
  }

  /// Authorizes the keys of unused invitations, and removes those of used and withdrawn ones. The
  /// caller holds the desk's lock.
  func syncInvitationKeys(_ access: AccessList) throws {
    guard let keys = hub.keys else { return }
    try mergeRevocations(
      Dictionary(
        access.mailboxes.compactMap { id in access[id]?.revoked.map { (id, $0) } },
        uniquingKeysWith: { $1 }), keys)
    let people = try hub.people(of: subject)
    let time = try accessTime()
    var open: [String: String] = [:]
    for mailbox in access.mailboxes {
      // An expired invitation keeps its key until the teacher changes the list, so that its holder
      // learns that it expired.
      guard let entry = access[mailbox], entry.state != .removed,
        let invitation = entry.invitation, !people.isUsed(invitation.id, by: mailbox),
        time.map({ $0 <= invitation.until }) ?? true
      else { continue }
      open[invitation.id] = invitation.key
    }
    try keys.set(invitations: open, to: subject)
    if let time {
      try accept(access, keys, at: time)
      try decline(access, at: time)
    }
    try noteKeys(access, keys)
  }

  /// Merges revocation times from another source. If this hub doesn't know one of them, it was
  /// restored from an older copy, and any of its recorded keys may be revoked.
  func mergeRevocations(_ times: [String: Instant], _ keys: AuthorizedKeys) throws {
    let revocations = try keys.revocations()
    let news = times.filter { revocations.precedes($0.value, of: $0.key) }
    if news.isEmpty { return }
    var doubtful: [String: Set<String>] = [:]
    for subject in try hub.subjects() {
      guard let list = try hub.keyList(of: subject) else { continue }
      for (student, time) in news where list.revoked(student).map({ $0 < time }) ?? true {
        doubtful[student, default: []].formUnion(list[student])
      }
    }
    try keys.mergeRevocations(news, doubting: doubtful)
  }

  /// Records the authorized keys, in case the server is lost.
  private func noteKeys(_ access: AccessList, _ keys: AuthorizedKeys) throws {
    guard let desk = try hub.folder.repository(HubPlace(subject, .desk).path),
      let time = try accessTime()
    else { return }
    var known: [String: [String]] = [:]
    for entry in try keys.entries() {
      guard let id = entry.principal.student, access[id] != nil else { continue }
      known[id, default: []].append(entry.text)
    }
    let before = try hub.keyList(of: subject)
    let revocations = try keys.revocations()
    var list = try KeyList()
    for id in access.mailboxes {
      // Recorded keys are kept in case OpenSSH's file is lost, until a key is revoked.
      let kept = before?.revoked(id) == revocations[id] ? before?[id] ?? [] : []
      let all = Set(kept + (known[id] ?? []))
      if all.isEmpty, revocations[id] == nil { continue }
      try list.set(all.sorted(), revoked: revocations[id], of: id)
    }
    if before?.bytes ?? [] == list.bytes { return }
    try write(
      [KeyList.file: .write(list.bytes)], "Note keys", to: desk, at: time)
  }

  /// When the teacher last changed the list of participants; nil for never.
  private func accessTime() throws -> Instant? {
    guard let desk = try hub.folder.repository(HubPlace(subject, .desk).path),
      let tip = try desk.reference(HubBranch.access)
    else { return nil }
    return Instant(seconds: try desk.commit(tip).committer.seconds)
  }

  /// The same, after keys were added or removed by hand.
  public func noteKeys() throws {
    guard let keys = hub.keys else { return }
    try withDesk { try noteKeys(AccessList(in: $0), keys) }
  }

  // MARK: The desk

  private func withDesk<Result>(_ body: (FolderRepository) throws -> Result) throws -> Result {
    let place = HubPlace(subject, .desk)
    guard let desk = try hub.folder.repository(place.path) else { throw HubError.notAllowed }
    let lock = try hub.lock(place, patience: 30)
    return try withExtendedLifetime(lock) { try body(desk) }
  }

  func write(
    _ files: [String: TreeChange], _ summary: String, to desk: FolderRepository, at now: Instant
  ) throws {
    let tip = try desk.reference(HubBranch.people)
    let batch = ObjectBatch()
    let before = try tip.map { try desk.commit($0).tree }
    let tree = try batch.tree(updating: before, in: desk, with: files)
    if tree == before { return }
    let commit = try batch.add(
      commit: CommitContent(
        tree: tree, parents: tip.map { [$0] } ?? [], author: .hub(at: now),
        message: summary + "\n"))
    try desk.write(batch)
    try desk.update([RefUpdate(HubBranch.people, to: commit, from: tip)])
  }
}

extension Signature {
  /// The hub's signature.
  static func hub(at time: Instant) -> Signature {
    Signature(name: "teachkit hub", email: "hub@localhost", seconds: time.seconds)
  }
}
