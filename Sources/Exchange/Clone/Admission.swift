import Git
import Glibc
import HubProtocol
import Model
import Text

/// Why a student can't join or leave.
public enum AdmissionError: Error, Hashable, Sendable {
  /// The hub's server doesn't support invitation links.
  case noServer(String)
  /// The hub has no subject at this address; the invitation is still unused.
  case noSubject(String)
  /// The hub knows neither the invitation's key nor the user's.
  case notLetIn
  /// The hub refused, with a code.
  case reply(HubReply)
  /// The hub refused, with this message.
  case refused(String)
  /// There is no usable key, and none could be created.
  case noKey(String)
  /// The user's key can't sign the request to join.
  case keyCannotSign(String, SigningFault)
}

/// Joins and leaves a served subject.
public struct Admission {
  private let shell: SecureShell
  private let subject: String
  private let address: String

  /// - Parameter command: replaces the user's SSH command.
  /// - Throws: `AdmissionError.noServer` if the hub isn't accessed over SSH.
  public init(_ layout: HubLayout, sshCommand command: String? = nil) throws(AdmissionError) {
    guard let shell = SecureShell(address: layout.root.text, command: command) else {
      throw .noServer(layout.root.text)
    }
    self.shell = shell
    subject = layout.subject
    address = layout.root.text
  }

  /// Joins with the code of an invitation; from then on the user's own key is authorized.
  ///
  /// - Parameters:
  ///   - claim: the claimed identity, for an open invitation.
  ///   - folder: a folder for a private temporary file.
  /// - Returns: the student, or that the teacher must decide.
  /// - Throws: `AdmissionError`, `GitError`.
  public func join(
    _ code: InvitationCode, with key: StudentKey, as claim: JoinClaim?, in folder: String
  ) throws -> JoinAnswer {
    guard let secret = code.privateKey, let name = code.invitation else {
      throw AdmissionError.notLetIn
    }
    let place = try Self.temporaryFolder(in: folder)
    defer { try? DurableFile.removeFolder(place) }
    let file = "\(place)/invitation"
    try DurableFile.write(Array(secret.utf8), to: file, access: .ownerOnly)
    let request = PeopleRequest.join(subject: subject, invitation: name)
    let input = JoinInput(key: key.text, claim, at: shell.path)
    let proof: KeyProof
    switch try KeyProof.sign(input.message(for: request), with: key.path) {
    case .success(let made): proof = made
    case .failure(let fault): throw AdmissionError.keyCannotSign(key.path, fault)
    }
    // A known student connects with their own key, which is tried first.
    let reply: String
    do {
      reply = try ask(
        request,
        options: [
          "-i", key.path, "-i", file, "-o", "IdentitiesOnly=yes", "-o", "ControlPath=none",
        ],
        input: Array(input.text(signature: proof.text).utf8))
    } catch let error as GitError where error.code == .authentication {
      throw AdmissionError.notLetIn
    }
    for case let reply? in reply.split(whereSeparator: \.isNewline).map({ HubReply(line: $0) }) {
      switch reply {
      case .joined(let id): return .accepted(id)
      case .asked(let id): return .asked(id)
      default: continue
      }
    }
    throw AdmissionError.noServer(shell.host)
  }

  /// Tells the hub that the user leaves.
  ///
  /// - Throws: `AdmissionError`, `GitError`.
  func leave() throws {
    let reply = try ask(.leave(subject: subject))
    let replies = reply.split(whereSeparator: \.isNewline).map { HubReply(line: $0) }
    guard replies.contains(.left(subject: subject)) else {
      throw AdmissionError.noServer(shell.host)
    }
  }

  private func ask(
    _ request: PeopleRequest, options: [String] = [], input: [UInt8] = []
  ) throws -> String {
    do throws(GitError) {
      return try shell.ask(request.command, options: options, input: input)
    } catch {
      if let reply = error.hubReply, reply != .refused {
        throw reply == .notFound ? AdmissionError.noSubject(address) : .reply(reply)
      }
      switch error.code {
      case .replied: throw AdmissionError.refused(error.reply?.words ?? error.message.text)
      case .notFound: throw AdmissionError.noSubject(address)
      case .other: throw AdmissionError.refused(error.message.text)
      default: throw error
      }
    }
  }

  /// Creates a private temporary folder.
  private static func temporaryFolder(in folder: String) throws(GitError) -> String {
    var name = Array("\(folder)/teachkit-XXXXXX\0".utf8CString.dropLast())
    guard mkdtemp(&name) != nil else {
      throw GitError(
        .permission, "cannot create a folder: \(String(cString: strerror(errno)))", path: folder)
    }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // MARK: The user's own key

  /// The key that `ssh` uses for the hub, created if necessary.
  ///
  /// - Parameter file: the key file, instead of the usual one.
  public func ownKey(_ file: String? = nil) throws -> StudentKey {
    if let file { return try StudentKey(existing: file) ?? StudentKey(making: file) }
    var files = shell.identityFiles()
    if files.isEmpty { files = StudentKey.usual }
    let usual = files.filter { $0.hasSuffix("/id_ed25519") }
    for file in usual + files {
      if let key = try StudentKey(existing: file) { return key }
    }
    guard let file = (usual + files).first(where: { !DurableFile.exists($0) }) else {
      throw AdmissionError.noKey(files.first ?? "")
    }
    return try StudentKey(making: file)
  }
}

/// A key pair of the user.
public struct StudentKey: Sendable {
  /// The file of the private half.
  public let path: String
  /// The public half in OpenSSH's format.
  public let text: String
  /// Whether it was just created.
  public let isNew: Bool

  /// OpenSSH's default key files.
  static var usual: [String] {
    getpwuid(getuid()).map { [String(cString: $0.pointee.pw_dir) + "/.ssh/id_ed25519"] } ?? []
  }

  /// Reads the public half next to a key file, or derives it; nil if there is no usable key.
  init?(existing path: String) throws {
    guard DurableFile.exists(path), let found = Self.publicHalf(of: path) else { return nil }
    do {
      text = try PublicKey(found).text
    } catch is HubError {
      return nil
    }
    self.path = path
    isNew = false
  }

  /// The public half next to a key file, or derived from it if it needs no passphrase.
  private static func publicHalf(of path: String) -> String? {
    if let bytes = (try? DurableFile.read(path + ".pub", limit: 1 << 16)) ?? nil {
      return String(decoding: bytes, as: UTF8.self)
    }
    let result = try? Subprocess("ssh-keygen", ["-y", "-P", "", "-f", path]).run()
    return result.flatMap { $0.succeeded ? $0.outputText : nil }
  }

  /// Creates a new key pair.
  ///
  /// - Throws: `AdmissionError.noKey`, `GitError`.
  init(making path: String) throws {
    if let slash = path.lastIndex(of: "/") {
      let folder = String(path[..<slash])
      if !DurableFile.exists(folder) { try DurableFile.makeFolder(folder, access: .ownerOnly) }
    }
    guard !DurableFile.exists(path), !DurableFile.exists(path + ".pub") else {
      throw AdmissionError.noKey(path)
    }
    _ = try Subprocess(
      "ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "teachkit", "-f", path]
    ).run()
    guard let bytes = try DurableFile.read(path + ".pub", limit: 1 << 16) else {
      throw AdmissionError.noKey(path)
    }
    text = try PublicKey(String(decoding: bytes, as: UTF8.self)).text
    self.path = path
    isNew = true
  }
}
