import Git
import Glibc
import Model
import PlainYAML

/// A hub as its server sees it: a folder with settings, and the subjects of one school.
///
/// Only the server's own user writes into it; everybody else comes through ``Gate``.
public struct ServedHub: Sendable {
  /// Its path, as it was named.
  public let path: String
  public let folder: HubFolder
  public let settings: HubSettings
  /// This program's path, which the lines of keys name; nil where none are to be written.
  public var program: String?

  static let settingsFile = "hub.yaml"
  /// The folder of Git's hooks, below the hub; no subject can be called so.
  static let hooks = ".hooks"

  /// A repository without anything in it, below the hub: what is there of a subject before its
  /// first push.
  static let nothing = ".nothing.git"

  /// Opens a hub.
  ///
  /// - Parameter isLookedAt: whether nothing is to be written there, so that another user may.
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

  /// Makes a hub without a subject, and Git's hooks in it.
  ///
  /// - Throws: `HubError.isThere` where the folder has something in it, `HubError.belongs`, `GitError`.
  public static func create(_ path: String) throws -> ServedHub {
    if TemporaryFolder.names(in: path).contains(where: { !$0.hasPrefix(".") }) {
      throw HubError.isThere(path)
    }
    // In a user's home a hub is theirs, whoever sets it up.
    let isThere = DurableFile.isThere(path)
    if isThere || geteuid() == 0 { try checkIsOwn(path, orIn: !isThere) }
    try DurableFile.makeFolder(path, access: .own)
    let folder = try HubFolder(path)
    try writeHooks(path)
    try folder.create(nothing, RepositoryTemplate())
    try DurableFile.write(HubSettings.initial, to: "\(path)/\(settingsFile)")
    return try ServedHub(path)
  }

  /// Sees that a folder is of the user who runs this: what another one leaves in it its own user can't
  /// read.
  ///
  /// - Parameter isNew: whether the folder counts in which it is to be made.
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

  /// What a user is called on this machine.
  private static func name(of user: uid_t) -> String {
    getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
  }

  private static func writeHooks(_ path: String) throws {
    try DurableFile.makeFolder("\(path)/\(hooks)")
    for name in HookName.allCases {
      let script = "#!/bin/sh\nexec \"$\(ServiceProgram.program)\" hub hook \(name.rawValue)\n"
      try DurableFile.write(
        Array(script.utf8), to: "\(path)/\(hooks)/\(name.rawValue)",
        executable: true)
    }
  }

  /// Gives a hub that was made when pushes were taken in by another hook those of today.
  func renewHooks() throws {
    let folder = "\(path)/\(Self.hooks)"
    if DurableFile.isThere("\(folder)/\(HookName.procReceive.rawValue)") { return }
    try Self.writeHooks(path)
    try DurableFile.remove("\(folder)/post-receive")
  }

  /// The subjects that were shared here, sorted.
  public func subjects() throws -> [String] {
    try folder.folders().filter { try folder.contains(HubPlace($0, .subject).path) }
  }

  /// Who takes part in a subject; nil where the subject isn't there.
  public func access(to subject: String) throws -> AccessList? {
    guard let desk = try folder.repository(HubPlace(subject, .desk).path) else { return nil }
    return try AccessList(in: desk)
  }

  /// The mailboxes of a subject that were made, sorted: each with the first who came for it.
  func mailboxes(of subject: String) throws -> [String] {
    try folder.folders(in: "\(subject)/\(HubLayout.mailboxes)").compactMap {
      HubLayout.mailbox(ofFolder: $0)
    }
  }

  /// Who joined a subject and who left it since the teacher said who takes part.
  func people(of subject: String) throws -> PeopleList {
    guard let desk = try folder.repository(HubPlace(subject, .desk).path),
      let tip = try desk.reference(HubBranch.people)
    else { return try PeopleList() }
    return try PeopleList(at: tip, in: desk)
  }

  /// Whose keys open the hub, as a subject's desk noted it; nil where it noted nothing.
  func keyList(of subject: String) throws -> KeyList? {
    guard let desk = try folder.repository(HubPlace(subject, .desk).path),
      let tip = try desk.reference(HubBranch.people)
    else { return nil }
    return try KeyList(at: tip, in: desk)
  }

  /// Has every subject's desk know whose keys open the hub now.
  public func noteKeys() throws {
    for subject in try subjects() where try folder.contains(HubPlace(subject, .desk).path) {
      try Joining(self, subject).noteKeys()
    }
  }

  /// Makes the repositories of a subject that aren't there.
  ///
  /// The subject's own comes last: with it, the subject is there.
  func createSubject(_ subject: String) throws {
    for repository in [HubRepository.desk, .subject] {
      let place = HubPlace(subject, repository)
      let branch = repository == .desk ? HubBranch.access : HubBranch.main
      if try folder.contains(place.path) { continue }
      try folder.create(place.path, RepositoryTemplate(branch: HubBranch.short(branch)))
    }
  }

  /// Notes the school that the hub serves, with its first push.
  ///
  /// - Throws: `PushFault.otherSchool`.
  func pin(school uid: String) throws {
    if let known = settings.school {
      if known != uid { throw PushFault.otherSchool }
      return
    }
    try note("school", uid)
  }

  /// Notes where OpenSSH finds keys, with the first of them.
  public func note(keys file: String) throws {
    if settings.keys == nil { try note("keys", file) }
  }

  private func note(_ field: String, _ text: String) throws {
    let file = "\(path)/\(Self.settingsFile)"
    let document = try Document(try DurableFile.read(file) ?? [])
    try DurableFile.write(
      try document.setting([.key(field)], to: .scalar(text)).bytes, to: file)
  }

  /// The keys that lead here; nil before the first of them.
  var keys: AuthorizedKeys? {
    guard let file = settings.keys, let program else { return nil }
    return AuthorizedKeys(file, hub: folder.path, program: program)
  }
}

/// The hooks of Git's that a hub answers: one looks at what arrived, the other takes it in.
public enum HookName: String, CaseIterable, Sendable {
  case preReceive = "pre-receive"
  case procReceive = "proc-receive"
}
