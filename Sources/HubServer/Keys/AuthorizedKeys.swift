import Git
import HubProtocol
import Model
import Substrings

/// The authorized keys of a hub: lines of a file that OpenSSH reads at every connection.
///
/// Only lines for this hub are changed.
public struct AuthorizedKeys {
  /// The file, `~/.ssh/authorized_keys` of the hub's user.
  public let path: String
  private let hub: String
  private let program: String

  /// A key that is authorized for the hub.
  public struct Entry: Hashable, Sendable {
    public let principal: Principal
    /// Its type and its bytes.
    public let text: String
    public let comment: String
  }

  /// - Parameters:
  ///   - hub: the hub's absolute path.
  ///   - program: this program's absolute path.
  public init(_ path: String, hub: String, program: String) {
    self.path = path
    self.hub = hub
    self.program = program
  }

  /// The keys that are authorized for this hub, in the order of the file.
  public func entries() throws(GitError) -> [Entry] { try lines().compactMap { entry($0) } }

  /// Authorizes a key.
  ///
  /// - Returns: false if the key was authorized for the principal already.
  /// - Throws: `HubError.keyIsTaken` if the key belongs to another principal, `HubError.keyBoundElsewhere` if
  ///   another line of the file uses it, `GitError`.
  public func add(_ key: PublicKey, for principal: Principal) throws -> Bool {
    try locked {
      var lines = try lines()
      if let known = lines.compactMap({ entry($0) }).first(where: { $0.text == key.text }) {
        if known.principal != principal { throw HubError.keyIsTaken(by: known.principal) }
        return false
      }
      try checkIsUnbound(key.text, lines)
      lines.append(line(for: principal, key.text, key.comment))
      try write(lines)
      return true
    }
  }

  /// Authorizes a student's former key again, unless it was revoked.
  func restoreKey(_ key: String, as student: String) throws {
    do {
      _ = try add(PublicKey(key), for: .student(student))
    } catch HubError.keyBoundElsewhere {}
  }

  /// Checks that a key without access to this hub isn't used by another line of the file.
  ///
  /// - Throws: `HubError.keyBoundElsewhere`, `GitError`.
  func checkIsUnbound(_ key: String) throws { try checkIsUnbound(key, lines()) }

  private func checkIsUnbound(_ key: String, _ lines: [[UInt8]]) throws(HubError) {
    let bytes = Array((key.split(separator: " ").last ?? "").utf8)[...]
    for (index, line) in lines.enumerated() where line.first != UInt8(ascii: "#") {
      guard line.split(separator: UInt8(ascii: " ")).contains(bytes), entry(line) == nil else {
        continue
      }
      throw .keyBoundElsewhere(hub: LineOptions(line)?.hub, file: path, line: index + 1)
    }
  }

  /// Authorizes the invitation keys of a subject, and removes all others.
  ///
  /// - Parameter open: the keys in Base64, by invitation id.
  public func set(invitations open: [String: String], to subject: String) throws {
    let known = try entries().compactMap { $0.principal.invitation(to: subject) }
    if Set(known) == Set(open.keys) { return }
    try locked {
      var missing = open
      var lines = try lines().filter { line in
        guard let id = entry(line)?.principal.invitation(to: subject) else { return true }
        return missing.removeValue(forKey: id) != nil
      }
      for (id, key) in missing.sorted(by: { $0.key < $1.key }) {
        lines.append(
          line(
            for: .invited(subject: subject, invitation: id),
            "\(InvitationCode.kind) \(key)", "invitation"))
      }
      try write(lines)
    }
  }

  /// Revokes the matching keys and records it.
  ///
  /// - Returns: the revoked keys.
  public func remove(at now: Instant, where fits: (Entry) -> Bool) throws -> [Entry] {
    try locked {
      let removed = try lines().compactMap { entry($0) }.filter(fits)
      if removed.isEmpty { return [] }
      try note(removed.compactMap(\.principal.student), at: now)
      try drop(fits)
      return removed
    }
  }

  /// Merges revocation times from another source.
  ///
  /// - Parameter doubtful: the formerly known keys, which are no longer authorized.
  func mergeRevocations(_ times: [String: Instant], doubting doubtful: [String: Set<String>]) throws
  {
    try locked {
      var revocations = try revocations()
      for (student, time) in times where revocations.precedes(time, of: student) {
        try revocations.set(student, time)
      }
      // The doubtful keys stay doubtful until the revocation is recorded.
      try drop { $0.principal.student.flatMap { doubtful[$0] }?.contains($0.text) ?? false }
      try revocations.write()
    }
  }

  /// The recorded revocations.
  func revocations() throws -> Revocations { try Revocations(hub) }

  private func note(_ students: [String], at now: Instant) throws {
    if students.isEmpty { return }
    var revocations = try revocations()
    for student in Set(students) { try revocations.note(student, at: now) }
    try revocations.write()
  }

  private func drop(_ fits: (Entry) -> Bool) throws {
    let lines = try lines()
    let left = lines.filter { line in entry(line).map { !fits($0) } ?? true }
    if left.count < lines.count { try write(left) }
  }

  // MARK: The file

  /// The lines, in any encoding.
  private func lines() throws(GitError) -> [[UInt8]] {
    let bytes = try DurableFile.read(path, limit: 64 << 20) ?? []
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
    if lines.last == [] { lines.removeLast() }
    return lines
  }

  private func line(for principal: Principal, _ key: String, _ comment: String) -> [UInt8] {
    let command = [program, "hub", "serve", hub, principal.option].map(Self.quoted)
      .joined(separator: " ")
    let escaped = command.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\\\"")
    let line = "restrict,command=\"\(escaped)\" \(key)"
    return Array((comment.isEmpty ? line : "\(line) \(comment)").utf8)
  }

  private func write(_ lines: [[UInt8]]) throws {
    let isNew = !DurableFile.exists(path)
    try DurableFile.write(
      lines.flatMap { $0 + [10] }, to: path, access: isNew ? .ownerOnly : .standard)
  }

  private func locked<Result>(_ body: () throws -> Result) throws -> Result {
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      let folder = String(path[..<slash])
      if !DurableFile.exists(folder) { try DurableFile.makeFolder(folder, access: .ownerOnly) }
    }
    let lock = try ProcessLock(path + ".lock", access: .ownerOnly)
    return try withExtendedLifetime(lock, body)
  }

  /// Parses a line, if it leads to this hub.
  private func entry(_ line: [UInt8]) -> Entry? {
    guard let options = LineOptions(line), options.hub == hub,
      let principal = Principal(option: options.option)
    else {
      return nil
    }
    return Entry(principal: principal, text: options.key, comment: options.comment)
  }

  /// A line that leads to a hub.
  private struct LineOptions {
    let hub: String
    let option: String
    /// Its type and its bytes.
    let key: String
    let comment: String

    init?(_ bytes: [UInt8]) {
      let line = String(decoding: bytes, as: UTF8.self)
      let start = "restrict,command=\""
      guard line.hasPrefix(start) else { return nil }
      var command = ""
      var rest = line.dropFirst(start.count)
      while let next = rest.popFirst(), next != "\"" {
        let isEscaped = next == "\\" && rest.first == "\""
        command.append(isEscaped ? rest.removeFirst() : next)
      }
      let words = rest.split(maxSplits: 2) { $0 == " " }.map(String.init)
      // The path of the program may have changed: only the hub in the line counts.
      guard words.count > 1, let serve = command.firstRange(of: " 'hub' 'serve' "),
        let last = command.lastIndex(of: " "), last > serve.upperBound
      else { return nil }
      hub = AuthorizedKeys.unquoted(command[serve.upperBound..<last])
      option = AuthorizedKeys.unquoted(command[command.index(after: last)...])
      key = "\(words[0]) \(words[1])"
      comment = words.count > 2 ? words[2] : ""
    }
  }

  /// A word quoted for the shell that OpenSSH runs.
  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }

  private static func unquoted(_ word: Substring) -> String {
    guard word.count > 1, word.first == "'", word.last == "'" else { return String(word) }
    return word.dropFirst().dropLast().replacing("'\\''", with: "'")
  }
}

extension Principal {
  /// The option of `hub serve` for the principal.
  var option: String {
    switch self {
    case .teacher: "--teacher"
    case .student(let id): "--student=\(id)"
    case .invited(let subject, let invitation): "--invitation=\(subject)/\(invitation)"
    }
  }

  init?(option: String) {
    guard option.hasPrefix("--") else { return nil }
    // Converts `--student=ada` to `student:ada`.
    let equals = option.firstIndex(of: "=")
    let value = equals.map { ":" + option[option.index(after: $0)...] } ?? ""
    self.init(option[..<(equals ?? option.endIndex)].dropFirst(2) + value)
  }

  /// The student's identifier, if it is a student.
  var student: String? {
    guard case .student(let id) = self else { return nil }
    return id
  }

  /// The invitation, if it is for the subject.
  fileprivate func invitation(to wanted: String) -> String? {
    guard case .invited(wanted, let invitation) = self else { return nil }
    return invitation
  }
}
