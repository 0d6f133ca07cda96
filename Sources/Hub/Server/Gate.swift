import Git
import Model

/// What of Git's somebody asks a hub for.
public enum HubService: String, Sendable {
  case fetch = "upload-pack"
  case push = "receive-pack"
  case archive = "upload-archive"
}

/// What somebody asks for over SSH: one of Git's services at a place of the hub.
public struct ServiceRequest: Hashable, Sendable {
  public let service: HubService
  /// The path as it was asked for.
  public let path: String

  public init(_ service: HubService, path: String) {
    self.service = service
    self.path = path
  }

  /// Reads `git-upload-pack '/srv/hub/math/subject.git'`.
  ///
  /// - Returns: nil for anything else: other programs, options, a second word.
  public init?(command: String) {
    let words: Substring
    if command.hasPrefix("git-") || command.hasPrefix("git ") {
      words = command.dropFirst(4)
    } else {
      return nil
    }
    guard let space = words.firstIndex(of: " "),
      let service = HubService(rawValue: String(words[..<space])),
      let path = ServiceRequest.unquoted(words[words.index(after: space)...]),
      !path.hasPrefix("-")
    else { return nil }
    self.init(service, path: path)
  }

  /// The one word that a shell reads: between single quotes, with `'\''` for one of them, as Git
  /// quotes; or plain.
  private static func unquoted(_ text: Substring) -> String? {
    guard text.hasPrefix("'") else {
      let isPlain = text.utf8.allSatisfy { !" \t\n\r\"'\\$`;&|<>()*?[]{}!#".utf8.contains($0) }
      return isPlain && !text.isEmpty ? String(text) : nil
    }
    var found = ""
    var rest = text.dropFirst()
    while let end = rest.firstIndex(of: "'") {
      found += rest[..<end]
      rest = rest[rest.index(after: end)...]
      if rest.isEmpty { return found.utf8.contains { $0 < 32 } ? nil : found }
      // Outside of quotes there are escaped quotes and exclamation marks, and then it goes on.
      guard rest.hasPrefix("\\'") || rest.hasPrefix("\\!") else { return nil }
      found += rest.dropFirst().prefix(1)
      guard rest.dropFirst(2).first == "'" else { return nil }
      rest = rest.dropFirst(3)
    }
    return nil
  }
}

/// Decides who gets what from a hub.
public struct Gate {
  public let hub: ServedHub

  public init(_ hub: ServedHub) { self.hub = hub }

  /// The place that somebody gets to.
  ///
  /// - Throws: `HubError.notAllowed` alike for what isn't there and what isn't theirs;
  ///   `HubError.readOnly`, `.full` and `.removed` tell somebody of their own mailbox.
  public func admit(_ party: Party, _ request: ServiceRequest) throws -> HubPlace {
    guard let place = place(of: request.path) else { throw HubError.notAllowed }
    try admit(party, to: place, request.service)
    return place
  }

  /// - Throws: as ``admit(_:_:)`` does.
  func admit(_ party: Party, to place: HubPlace, _ service: HubService) throws {
    switch party {
    case .teacher: try admitTeacher(to: place, service)
    case .student(let id): try admit(id, to: place, service)
    case .invited: throw HubError.notAllowed
    }
  }

  /// Whether an address that ends in this path is the one of a subject here.
  public func leads(_ path: String, to subject: String) -> Bool {
    place(of: "\(path)/\(HubLayout.subjectRepository)") == HubPlace(subject, .subject)
  }

  /// A place of the hub: by its path below the hub, or below the root of the machine.
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
      // A subject is made by its first push; until then it is there, and empty.
      if service == .push { try hub.createSubject(place.subject) }
    case .mailbox(let name):
      guard service != .push, !place.isLeaving, try hub.access(to: place.subject)?[name] != nil
      else { throw HubError.notAllowed }
      try Housekeeping(hub).make(name, in: place.subject)
    }
  }

  private func admit(_ id: String, to place: HubPlace, _ service: HubService) throws {
    let list: AccessList?
    do {
      list = try hub.access(to: place.subject)
    } catch {
      // It is the hub that is wrong, and not the student.
      HubLog(hub).add(error, doing: "read the access list", by: .student(id), at: place)
      throw HubError.fault
    }
    guard let access = list, let own = access[id], own.members == nil else {
      throw HubError.notAllowed
    }
    let state = try hub.people(of: place.subject).state(of: id, as: own)
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
      try Housekeeping(hub).make(name, in: place.subject)
      if service == .push {
        if own.permission == .readOnly, !place.isLeaving { throw HubError.readOnly }
        try checkRoom(in: place)
      }
    }
  }

  /// Sees that a mailbox holds no more than it may. Once a push has arrived that counts, too, as Git
  /// keeps what is new among the mailbox's objects.
  private func checkRoom(in place: HubPlace) throws {
    let most = hub.settings.mailbox
    if try hub.size(of: place) <= most { return }
    try hub.folder.repository(place.path)?
      .removeRefusedObjects(age: 2 * ServiceProgram.longestForStudents)
    let size = try hub.size(of: place)
    // What little who leaves sends is taken all the same.
    if size > most, !place.isLeaving { throw HubError.full(bytes: size, most: most) }
  }
}
