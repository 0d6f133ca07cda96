import Git
import Glibc
import HubProtocol
import Model
import PlainYAML

/// A hub as seen by its server: a folder with settings, and the subjects of one school.
///
/// Only the server's user writes to it; everyone else is subject to ``AccessPolicy``.
public struct ServedHub: Sendable {
  /// Its path as given.
  public let path: String
  public let folder: HubFolder
  public let settings: HubSettings
  /// This program's path for the lines of keys; nil if none are written.
  public var program: String?

  static let settingsFile = "hub.yaml"
  /// The folder of Git's hooks, relative to the hub; no subject can have this name.
  static let hooks = ".hooks"

  /// An empty repository, relative to the hub, which is served for a subject before its first push.
  static let nothing = ".nothing.git"

  /// Opens a hub.
  ///
  /// - Parameter isLookedAt: whether it is only read, so that another user may open it.
  /// - Throws: `HubError.noHub`, `HubError.belongs`, `HubError.settings`, `GitError`.
  public init(_ path: String, isLookedAt: Bool = false) throws {
    if !isLookedAt { try Self.checkIsOwn(path) }
    let folder: HubFolder
    do throws(GitError) {
      folder = try HubFolder(path)
    } catch {
      if error.code == .notFound { throw HubError.noHub(path) }
      throw error
    }
    guard let bytes = try folder.read(Self.settingsFile, limit: 1 << 16) else {
      throw HubError.noHub(path)
    }
    self.path = path
    self.folder = folder
    settings = try HubSettings(bytes, path: "\(path)/\(Self.settingsFile)")
  }

  /// Creates a hub without subjects, with its hooks.
  ///
  /// - Throws: `HubError.isThere` if the folder isn't empty, `HubError.belongs`, `GitError`.
  public static func create(_ path: String) throws -> ServedHub {
    if TemporaryFolder.names(in: path).contains(where: { !$0.hasPrefix(".") }) {
      throw HubError.isThere(path)
    }
    // A hub in a user's home belongs to that user, whoever creates it.
    let isThere = DurableFile.exists(path)
    if isThere || geteuid() == 0 { try checkIsOwn(path, orIn: !isThere) }
    try DurableFile.makeFolder(path, access: .ownerOnly)
    let folder = try HubFolder(path)
    try writeHooks(path)
    // A killed command may have created it, or begun to.
    try folder.removeAbandoned(in: "", age: 0)
    if try !folder.contains(nothing) { try folder.create(nothing, RepositoryTemplate()) }
    try DurableFile.write(HubSettings.initial, to: "\(path)/\(settingsFile)")
    return try ServedHub(path)
  }

  /// Checks that a folder belongs to the current user, because its user couldn't read another
  /// user's files.
  ///
  /// - Parameter isNew: whether to check the parent folder of a new hub instead.
  private static func checkIsOwn(_ path: String, orIn isNew: Bool = false) throws(HubError) {
    var place = path[...]
    var status = stat()
    while stat(String(place), &status) != 0 {
      guard isNew, let slash = place.lastIndex(of: "/"), slash != place.startIndex else { return }
      place = place[..<slash]
    }
    if status.st_uid == geteuid() { return }
    throw .belongs(to: name(of: status.st_uid), path: String(place), we: name(of: geteuid()))
  }

  /// The name of a user on this machine.
  private static func name(of user: uid_t) -> String {
    getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
  }

  private static func writeHooks(_ path: String) throws {
    try DurableFile.makeFolder("\(path)/\(hooks)")
    for name in HookName.allCases {
      let script = "#!/bin/sh\nexec \"$\(HookVariable.program)\" hub hook \(name.rawValue)\n"
      try DurableFile.write(
        Array(script.utf8), to: "\(path)/\(hooks)/\(name.rawValue)",
        executable: true)
    }
  }

  /// Updates the hooks of a hub that an older version created.
  func renewHooks() throws {
    let folder = "\(path)/\(Self.hooks)"
    if DurableFile.exists("\(folder)/\(HookName.procReceive.rawValue)") { return }
    try Self.writeHooks(path)
    try DurableFile.remove("\(folder)/post-receive")
  }

  /// The shared subjects, sorted.
  public func subjects() throws -> [String] {
    try folder.folders().filter { try folder.contains(HubPlace($0, .subject).path) }
  }

  /// The participants of a subject; nil if it doesn't exist.
  public func access(to subject: String) throws -> AccessList? {
    guard let desk = try folder.repository(HubPlace(subject, .desk).path) else { return nil }
    return try AccessList(in: desk)
  }

  /// The published calendar of a subject; nil if it has none.
  public func calendar(of subject: String) throws -> [UInt8]? {
    guard let repository = try folder.repository(HubPlace(subject, .subject).path),
      let tip = try repository.reference(HubBranch.main),
      let entry = try repository.entry(
        at: HubLayout.calendar, in: repository.commit(tip).tree)
    else { return nil }
    return try repository.blob(entry.id)
  }

  /// The existing mailboxes of a subject, sorted. A mailbox is created on its first visit.
  func mailboxes(of subject: String) throws -> [String] {
    try folder.folders(in: "\(subject)/\(HubLayout.mailboxes)").compactMap {
      HubLayout.mailbox(ofFolder: $0)
    }
  }

  /// The students who joined and left a subject since the teacher last changed the list of
  /// participants.
  func people(of subject: String) throws -> PeopleList {
    guard let desk = try folder.repository(HubPlace(subject, .desk).path),
      let tip = try desk.reference(HubBranch.people)
    else { return try PeopleList() }
    return try PeopleList(at: tip, in: desk)
  }

  /// The authorized keys as recorded on a subject's desk; nil if there are none.
  func keyList(of subject: String) throws -> KeyList? {
    guard let desk = try folder.repository(HubPlace(subject, .desk).path),
      let tip = try desk.reference(HubBranch.people)
    else { return nil }
    return try KeyList(at: tip, in: desk)
  }

  /// Creates the missing repositories of a subject.
  ///
  /// The subject's own repository is created last, because a subject exists if it does.
  func createSubject(_ subject: String) throws {
    for repository in [HubRepository.desk, .subject] {
      let place = HubPlace(subject, repository)
      let branch = repository == .desk ? HubBranch.access : HubBranch.main
      if try folder.contains(place.path) { continue }
      try folder.create(place.path, RepositoryTemplate(branch: HubBranch.short(branch)))
    }
  }

  /// Records the hub's school on its first push.
  ///
  /// - Throws: `PushFault.otherSchool`.
  func pin(school uid: String) throws {
    if let known = settings.school {
      if known != uid { throw PushFault.otherSchool }
      return
    }
    try note("school", uid)
  }

  /// Records OpenSSH's key file, with the first key.
  public func note(keys file: String) throws {
    if settings.keys == nil { try note("keys", file) }
  }

  private func note(_ field: String, _ text: String) throws {
    let file = "\(path)/\(Self.settingsFile)"
    let document = try Document(try DurableFile.read(file) ?? [])
    try DurableFile.write(
      try document.setting([.key(field)], to: .scalar(text)).bytes, to: file)
  }
}
