import ArgumentParser
import Course
import Git
import HubProtocol
import HubServer
import Reports
import Text

/// The owner of a key.
struct KeyOwner: ParsableArguments {
  @Flag(help: "The key of a teacher, who may do everything here.") var teacher = false
  @Option(help: ArgumentHelp("The key of this student.", valueName: "id")) var student: String?

  func validate() throws {
    guard teacher != (student != nil) else {
      throw ValidationError("specify '--teacher' or '--student ID'")
    }
  }

  func principal() throws -> Principal {
    guard let student else { return .teacher }
    guard let principal = Principal("student:\(student)") else {
      throw Failure(.valueIsFaulty, "invalid student id '\(student)'")
    }
    return principal
  }
}

struct HubAddKey: Command {
  static let configuration = CommandConfiguration(
    commandName: "add-key",
    abstract: "Authorize a public key.",
    discussion: """
      KEY.pub is the public key that 'ssh-keygen' created; '-' reads it from \
      standard input. A person may have several keys, but each key belongs to one \
      person. Teachers decide what students can see by sharing subjects with them.

      Example: teachkit hub add-key /srv/hub --student ada ada.pub
      """)

  @Argument(help: "The hub.", completion: .directory) var folder: String
  @OptionGroup var owner: KeyOwner
  @Argument(help: ArgumentHelp("The public key file.", valueName: "key.pub"), completion: .file())
  var key: String
  @Option(
    help: ArgumentHelp(
      "The authorized_keys file; by default, of the first key or in ~/.ssh.", valueName: "file")
  )
  var authorizedKeys: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    var hub = try ServedHub(session.hubFolder(folder).text)
    let principal = try owner.principal()
    let key = try session.publicKey(key)
    let keys = try session.authorizedKeys(authorizedKeys, of: hub)
    let isNew = try keys.add(key, for: principal)
    try hub.note(keys: keys.path)
    try noteKeys(&hub)
    session.report(KeyReport(entries: [.init(principal, key.fingerprint, key.comment)]))
    if !isNew { session.output.notice("this key was already authorized") }
  }
}

struct HubRemoveKey: Command {
  static let configuration = CommandConfiguration(
    commandName: "remove-key",
    abstract: "Revoke a key.",
    discussion: """
      Revokes the given key, or all keys of a person with only '--student' or '--teacher'. It \
      takes effect with the next connection. Data that was already fetched is not removed.

      Example: teachkit hub remove-key /srv/hub --student ada
      """)

  @Argument(help: "The hub.", completion: .directory) var folder: String
  @Flag(help: "All keys of teachers.") var teacher = false
  @Option(help: ArgumentHelp("All keys of this student.", valueName: "id")) var student: String?
  @Argument(
    help: ArgumentHelp("The public key file, or the key's SHA256 fingerprint.", valueName: "key"),
    completion: .file())
  var key: String?
  @Option(
    help: ArgumentHelp(
      "The authorized_keys file; by default, of the first key or in ~/.ssh.", valueName: "file")
  )
  var authorizedKeys: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    guard key != nil || student != nil || teacher else {
      throw Failure(
        .commandIsFaulty, "missing key",
        hint: "specify a key, '--student ID' or '--teacher'")
    }
    var hub = try ServedHub(session.hubFolder(folder).text)
    let keys = try session.authorizedKeys(authorizedKeys, of: hub)
    let wanted = try key.map { key in
      key.hasPrefix("SHA256:") ? key : try session.publicKey(key).fingerprint
    }
    let principals = student.map { [Principal.student($0)] } ?? (teacher ? [.teacher] : nil)
    let removed = try keys.remove(at: hub.settings.clock ?? session.now) { entry in
      if let principals, !principals.contains(entry.principal) { return false }
      guard let wanted else { return true }
      return (try? PublicKey(entry.text).fingerprint) == wanted
    }
    if removed.isEmpty { throw HubError.noSuchKey }
    try noteKeys(&hub)
    session.report(try KeyReport(removed))
  }
}

/// Updates the hub's desks after a change of keys.
private func noteKeys(_ hub: inout ServedHub) throws {
  hub = try ServedHub(hub.path)
  hub.program = try Surroundings.program()
  try hub.noteKeys()
}

extension Session {
  /// Reads a public key from a file or, for `-`, from standard input.
  func publicKey(_ name: String) throws -> PublicKey {
    func read(_ bytes: [UInt8], of file: String?) throws -> PublicKey {
      do {
        return try PublicKey(String(decoding: bytes, as: UTF8.self))
      } catch HubError.key(let fault) {
        throw fault.failure(of: file)
      }
    }
    if name == "-" { return try read(input.rest(atMost: 1 << 16), of: nil) }
    let path = FolderPath(name, from: directory).text
    guard let bytes = try DurableFile.read(path, limit: 1 << 16) else {
      throw Failure(.notFound, "no file '\(name)'")
    }
    return try read(bytes, of: name)
  }

  /// The authorized keys of a hub.
  func authorizedKeys(_ file: String?, of hub: ServedHub) throws -> AuthorizedKeys {
    let path: String
    if let file = file.map({ FolderPath($0, from: directory).text }) ?? hub.settings.keys {
      path = file
    } else if let home = surroundings.variable("HOME") {
      path = "\(home)/.ssh/authorized_keys"
    } else {
      throw Failure(
        .notConfigured, "no home folder with keys", hint: "use '--authorized-keys FILE'")
    }
    return AuthorizedKeys(path, hub: hub.folder.path, program: try Surroundings.program())
  }
}

/// The authorized keys of a hub, as a table.
struct KeyReport: Report {
  struct Entry {
    let principal: Principal
    let fingerprint: String
    let comment: String

    init(_ principal: Principal, _ fingerprint: String, _ comment: String) {
      self.principal = principal
      self.fingerprint = fingerprint
      self.comment = comment
    }
  }

  private let table: Table

  init(entries: [Entry]) {
    table = Table(
      "keys", [.init("who", title: "Owner"), .init("fingerprint"), .init("comment")],
      rows: entries.map { [Cell("\($0.principal)"), Cell($0.fingerprint), Cell($0.comment)] })
  }

  init(_ entries: [AuthorizedKeys.Entry]) throws {
    self.init(
      entries: try entries.map {
        .init($0.principal, try PublicKey($0.text).fingerprint, $0.comment)
      })
  }

  func text(_ layout: Layout) -> String { table.text(layout) }
  var json: JSONValue { table.json }
  /// Only the keys, without the envelope.
  var list: JSONValue { table.list }
}
