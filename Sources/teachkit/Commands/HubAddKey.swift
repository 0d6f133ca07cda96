import ArgumentParser
import Git
import Hub
import Reports

/// Whose key it is.
struct KeyOwner: ParsableArguments {
  @Flag(help: "It is a teacher's, who may do everything here.") var teacher = false
  @Option(help: ArgumentHelp("It is this student's.", valueName: "id")) var student: String?

  func validate() throws {
    guard teacher != (student != nil) else {
      throw ValidationError("Say whose it is: '--teacher' or '--student ID'.")
    }
  }

  func party() throws -> Party {
    guard let student else { return .teacher }
    guard let party = Party("student:\(student)") else {
      throw Failure(.valueIsFaulty, "'\(student)' can't be a student's identifier")
    }
    return party
  }
}

struct HubAddKey: Command {
  static let configuration = CommandConfiguration(
    commandName: "add-key",
    abstract: "Let somebody in with their public key.",
    discussion: """
      KEY.pub is the public half that 'ssh-keygen' made; '-' reads it from standard input. One person \
      may have several keys, a key is one person's. What a student may see is said by the teacher, \
      who shares a subject with them.

      Example: teachkit hub add-key /srv/hub --student ada ada.pub
      """)

  @Argument(help: "The hub.", completion: .directory) var folder: String
  @OptionGroup var owner: KeyOwner
  @Argument(help: ArgumentHelp("The file with the key.", valueName: "key.pub"), completion: .file())
  var key: String
  @Option(
    help: ArgumentHelp(
      "Where OpenSSH reads keys; ~/.ssh/authorized_keys, or where the first is.", valueName: "file")
  )
  var authorizedKeys: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    var hub = try ServedHub(session.hubFolder(folder).text)
    let party = try owner.party()
    let key = try session.publicKey(key)
    let keys = try session.authorizedKeys(authorizedKeys, of: hub)
    let isNew = try keys.add(key, for: party)
    try hub.note(keys: keys.path)
    try noteKeys(&hub)
    session.report(KeyReport(entries: [.init(party, key.fingerprint, key.comment)]))
    if !isNew { session.output.notice("that key was let in already") }
  }
}

struct HubRemoveKey: Command {
  static let configuration = CommandConfiguration(
    commandName: "remove-key",
    abstract: "Let somebody in no more.",
    discussion: """
      With a key, that one; with '--student' or '--teacher' alone, all of theirs. It counts from the \
      next connection. What they have fetched stays with them.

      Example: teachkit hub remove-key /srv/hub --student ada
      """)

  @Argument(help: "The hub.", completion: .directory) var folder: String
  @Flag(help: "All keys of teachers.") var teacher = false
  @Option(help: ArgumentHelp("All keys of this student.", valueName: "id")) var student: String?
  @Argument(
    help: ArgumentHelp("The file with the key, or its SHA256 fingerprint.", valueName: "key"),
    completion: .file())
  var key: String?
  @Option(
    help: ArgumentHelp(
      "Where OpenSSH reads keys; ~/.ssh/authorized_keys, or where the first is.", valueName: "file")
  )
  var authorizedKeys: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    guard key != nil || student != nil || teacher else {
      throw Failure(
        .commandIsFaulty, "it isn't said which key",
        hint: "name a key, '--student ID' or '--teacher'")
    }
    var hub = try ServedHub(session.hubFolder(folder).text)
    let keys = try session.authorizedKeys(authorizedKeys, of: hub)
    let wanted = try key.map { key in
      key.hasPrefix("SHA256:") ? key : try session.publicKey(key).fingerprint
    }
    let parties = student.map { [Party.student($0)] } ?? (teacher ? [.teacher] : nil)
    let removed = try keys.remove(at: hub.settings.clock ?? session.now) { entry in
      if let parties, !parties.contains(entry.party) { return false }
      guard let wanted else { return true }
      return (try? PublicKey(entry.text).fingerprint) == wanted
    }
    if removed.isEmpty { throw HubError.noSuchKey }
    try noteKeys(&hub)
    session.report(try KeyReport(removed))
  }
}

/// Has the desks know of a change of keys.
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
      throw Failure(.notFound, "there is no file '\(name)'")
    }
    return try read(bytes, of: name)
  }

  /// The keys that lead to a hub.
  func authorizedKeys(_ file: String?, of hub: ServedHub) throws -> AuthorizedKeys {
    let path: String
    if let file = file.map({ FolderPath($0, from: directory).text }) ?? hub.settings.keys {
      path = file
    } else if let home = surroundings.variable("HOME") {
      path = "\(home)/.ssh/authorized_keys"
    } else {
      throw Failure(
        .notConfigured, "there is no home folder with keys", hint: "name '--authorized-keys'")
    }
    return AuthorizedKeys(path, hub: hub.folder.path, program: try Surroundings.program())
  }
}

/// Keys that open a hub.
struct KeyReport: Report {
  struct Entry {
    let party: Party
    let fingerprint: String
    let comment: String

    init(_ party: Party, _ fingerprint: String, _ comment: String) {
      self.party = party
      self.fingerprint = fingerprint
      self.comment = comment
    }
  }

  private let table: Table

  init(entries: [Entry]) {
    table = Table(
      "keys", [.init("who"), .init("fingerprint"), .init("comment")],
      rows: entries.map { [Cell("\($0.party)"), Cell($0.fingerprint), Cell($0.comment)] })
  }

  init(_ entries: [AuthorizedKeys.Entry]) throws {
    self.init(
      entries: try entries.map { .init($0.party, try PublicKey($0.text).fingerprint, $0.comment) })
  }

  func text(_ layout: Layout) -> String { table.text(layout) }
  var json: JSONValue { table.json }
  /// The keys alone.
  var list: JSONValue { table.list }
}
