import Git
import HubProtocol
import Model

/// Decides which principal can access which repository of a hub.
public struct AccessPolicy {
  public let hub: ServedHub

  public init(_ hub: ServedHub) { self.hub = hub }

  /// Authorizes a request and returns its repository.
  ///
  /// - Throws: `HubError.notAllowed` both for missing and for forbidden repositories;
  ///   `HubError.readOnly`, `.full` and `.removed` only for the principal's own mailbox.
  public func admit(_ principal: Principal, _ request: ServiceRequest) throws -> HubPlace {
    guard let place = place(of: request.path) else { throw HubError.notAllowed }
    try admit(principal, to: place, request.service)
    return place
  }

  /// - Throws: the errors of ``admit(_:_:)``.
  func admit(_ principal: Principal, to place: HubPlace, _ service: HubService) throws {
    switch principal {
    case .teacher: try admitTeacher(to: place, service)
    case .student(let id): try admit(id, to: place, service)
    case .invited: throw HubError.notAllowed
    }
  }

  /// Whether an address with this path is that of a subject on this hub.
  public func leads(_ path: String, to subject: String) -> Bool {
    place(of: "\(path)/\(HubLayout.subjectRepository)") == HubPlace(subject, .subject)
  }

  /// The repository of a path that is relative to the hub, or absolute.
  private func place(of path: String) -> HubPlace? {
    var rest = path[...]
    for root in [hub.path, hub.folder.path] where rest.hasPrefix(root + "/") {
      rest = rest.dropFirst(root.count)
      break
    }
    if rest.hasPrefix("/") { rest = rest.dropFirst() }
    return HubPlace(path: String(rest))
  }

  private func admitTeacher(to place: HubPlace, _ service: HubService) throws {
    switch place.repository {
    case .subject, .desk:
      // The first push creates a subject; until then it appears empty.
      if service == .push { try hub.createSubject(place.subject) }
    case .mailbox(let name):
      guard service != .push, !place.isLeaving, try hub.access(to: place.subject)?[name] != nil
      else { throw HubError.notAllowed }
      try Mailboxes(hub, place.subject).ensure(name)
    }
  }

  private func admit(_ id: String, to place: HubPlace, _ service: HubService) throws {
    let list: AccessList?
    do {
      list = try hub.access(to: place.subject)
    } catch {
      // This is a fault of the hub, not of the student.
      HubLog(hub).add(error, doing: "read the access list", by: .student(id), at: place)
      throw HubError.fault
    }
    guard let access = list, let entry = access[id], entry.members == nil else {
      throw HubError.notAllowed
    }
    let state = try hub.people(of: place.subject).state(of: id, as: entry)
    func checkState() throws(HubError) {
      switch state {
      case .accepted: return
      case .pending: throw .pending(subject: place.subject)
      case .removed: throw .removed(subject: place.subject)
      }
    }
    switch place.repository {
    case .desk: throw HubError.notAllowed
    case .subject:
      try checkState()
      guard service != .push, try hub.folder.contains(place.path) else {
        throw HubError.notAllowed
      }
    case .mailbox(let name):
      guard name == id || !place.isLeaving && access[name]?.members?.contains(id) ?? false else {
        throw HubError.notAllowed
      }
      try checkState()
      try Mailboxes(hub, place.subject).ensure(name)
      if service == .push {
        if entry.permission == .readOnly, !place.isLeaving { throw HubError.readOnly }
        try checkRoom(in: place)
      }
    }
  }

  /// Checks the size of a mailbox. During a push this includes the new objects, which Git stores
  /// among the mailbox's objects.
  private func checkRoom(in place: HubPlace) throws {
    let most = hub.settings.mailbox
    if try hub.size(of: place) <= most { return }
    try hub.folder.repository(place.path)?
      .removeRefusedObjects(age: 2 * ConnectionTime.mostForStudents)
    let size = try hub.size(of: place)
    // A leave notice is small and always accepted.
    if size > most, !place.isLeaving { throw HubError.full(bytes: size, most: most) }
  }
}
