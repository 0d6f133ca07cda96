import Git
import HubProtocol
import Model

extension Enrollment {
  /// Records a request to join with an open invitation.
  func ask(
    with open: Invitation, by principal: Principal, _ key: PublicKey, as claim: JoinClaim?,
    from address: String?, _ access: AccessList, in desk: FolderRepository, at now: Instant
  ) throws -> JoinAnswer {
    if now > open.until { throw HubError.invitation(.expired(open.until)) }
    let id: String
    switch principal {
    case .teacher: throw HubError.notAllowed
    case .student(let student):
      id = student
      if let entry = access[student], entry.members == nil {
        switch try hub.people(of: subject).state(of: student, as: entry) {
        case .accepted: return .accepted(student)
        case .removed: throw HubError.removed(subject: subject)
        case .pending: throw HubError.pending(subject: subject)
        }
      }
    case .invited(subject, open.id):
      guard let claim else { throw HubError.invitation(.nameless) }
      // A known key already identifies its owner.
      if try hub.keys?.entries().contains(where: { $0.text == key.text }) ?? true {
        throw HubError.invitation(.keyOfAnother)
      }
      do {
        try hub.keys?.checkIsUnbound(key.text)
      } catch HubError.keyBoundElsewhere {
        throw HubError.invitation(.keyBoundElsewhere)
      }
      id = claim.student
    case .invited: throw HubError.notAllowed
    }
    var requests = try requests(in: desk)
    // Requests with an earlier link are obsolete, and a repeated request replaces the stated name.
    for other in requests.students {
      let isOver = requests[other]?.invitation != open.id
      if isOver || other != id && requests[other]?.key == key.text { requests.remove(other) }
    }
    if let known = requests[id] {
      if known.key != key.text { throw HubError.invitation(.nameIsTaken(id)) }
      return .asked(id)
    }
    if requests.students.count >= RequestList.most { throw HubError.invitation(.tooMany) }
    var log = try RequestLog(hub, subject, at: now)
    try log.add(from: address, key, at: now, most: hub.settings.requests)
    try requests.set(
      .init(at: now, invitation: open.id, name: claim?.name, key: key.text), of: id)
    try write(
      [RequestList.file: .write(requests.bytes)], "\(id) asked to join", to: desk, at: now)
    return .asked(id)
  }

  /// Authorizes accepted requests, each only once: a key that is revoked later stays revoked. The
  /// caller holds the desk's lock.
  func accept(_ access: AccessList, _ keys: AuthorizedKeys, at now: Instant) throws {
    guard let desk = try hub.folder.repository(HubPlace(subject, .desk).path) else { return }
    var requests = try requests(in: desk)
    let accepted = requests.students.filter {
      access[$0]?.request != nil && access[$0]?.request == requests[$0]?.id
    }
    if accepted.isEmpty { return }
    let known = Set(try keys.entries().map(\.text))
    for id in accepted {
      if let text = requests[id]?.key, !known.contains(text) { try keys.restoreKey(text, as: id) }
      requests.remove(id)
    }
    try write(
      [RequestList.file: .write(requests.bytes)], "Enroll \(accepted.joined(separator: ", "))",
      to: desk, at: now)
  }

  /// Removes declined requests. The caller holds the desk's lock.
  func decline(_ access: AccessList, at now: Instant) throws {
    guard let declined = access.open?.declined, !declined.isEmpty,
      let desk = try hub.folder.repository(HubPlace(subject, .desk).path)
    else { return }
    var requests = try requests(in: desk)
    let students = requests.students.filter {
      requests[$0].map { declined.contains($0.id) } ?? false
    }
    if students.isEmpty { return }
    for id in students { requests.remove(id) }
    try write(
      [RequestList.file: .write(requests.bytes)], "Decline \(students.joined(separator: ", "))",
      to: desk, at: now)
  }

  private func requests(in desk: FolderRepository) throws -> RequestList {
    guard let tip = try desk.reference(HubBranch.people) else { return try RequestList() }
    return try RequestList(at: tip, in: desk)
  }
}
