import Text

/// A name with an e-mail address and a time.
public struct Signature: Hashable, Sendable {
  public let name: String
  public let email: String
  /// Seconds since 1970.
  public let seconds: Int64
  /// Minutes east of Greenwich.
  public let offsetMinutes: Int

  /// Characters that a signature can't contain (`<`, `>`, line breaks, NUL) are removed.
  public init(name: String, email: String, seconds: Int64, offsetMinutes: Int = 0) {
    self.name = Self.clean(Array(name.utf8)[...])
    self.email = Self.clean(Array(email.utf8)[...])
    self.seconds = seconds
    self.offsetMinutes = offsetMinutes
  }

  private static func clean(_ text: ArraySlice<UInt8>) -> String {
    func isForbidden(_ byte: UInt8) -> Bool { byte < 32 || byte == 127 || byte == 60 || byte == 62 }
    var bytes = text
    if bytes.contains(where: isForbidden) { bytes = bytes.filter { !isForbidden($0) }[...] }
    while bytes.first == 32 { bytes.removeFirst() }
    while bytes.last == 32 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The form in commits and reflogs: `Ada <ada@example.org> 1700000000 +0100`.
  var text: String {
    let minutes = min(offsetMinutes.magnitude, 24 * 60)
    let digits = String(10_000 + minutes / 60 * 100 + minutes % 60).dropFirst()
    return "\(name) <\(email)> \(seconds) \(offsetMinutes < 0 ? "-" : "+")\(digits)"
  }

  /// Parses the format of `text`; missing parts are zero.
  init?(_ line: ArraySlice<UInt8>) {
    guard let close = line.lastIndex(of: UInt8(ascii: ">")),
      let open = line[..<close].firstIndex(of: UInt8(ascii: "<"))
    else { return nil }
    name = Self.clean(line[..<open])
    email = Self.clean(line[(open + 1)..<close])
    let rest = line[(close + 1)...].split(separator: 32)
    seconds = rest.first.flatMap { Int64(String(decoding: $0, as: UTF8.self)) } ?? 0
    let zone = rest.dropFirst().first.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    let hours = zone / 100
    offsetMinutes = abs(hours) > 24 ? 0 : hours * 60 + zone % 100
  }
}

/// The content of a commit.
public struct CommitContent: Hashable, Sendable {
  public var tree: ObjectID
  public var parents: [ObjectID]
  public var author: Signature
  public var committer: Signature
  /// The whole message with its trailers, ending with a line break.
  public var message: String

  public init(
    tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature? = nil,
    message: String
  ) {
    self.tree = tree
    self.parents = parents
    self.author = author
    self.committer = committer ?? author
    self.message = message
  }

  var bytes: [UInt8] {
    var text = "tree \(tree)\n"
    for parent in parents { text += "parent \(parent)\n" }
    text += "author \(author.text)\ncommitter \(committer.text)\n\n"
    return Array(text.utf8) + message.utf8.filter { $0 != 0 }
  }

  init(_ bytes: [UInt8], _ id: ObjectID) throws(GitError) {
    var tree: ObjectID?
    var author: Signature?
    var committer: Signature?
    parents = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 10) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      if line.isEmpty { break }
      guard let space = line.firstIndex(of: 32) else { continue }
      let value = line[(space + 1)...]
      switch String(decoding: line[..<space], as: UTF8.self) {
      case "tree": tree = tree ?? ObjectID(hex: value)
      case "parent":
        guard let parent = ObjectID(hex: value) else {
          throw GitError(.corrupt, "commit \(id) is unreadable")
        }
        parents.append(parent)
      case "author": author = author ?? Signature(value)
      case "committer": committer = committer ?? Signature(value)
      default: break
      }
    }
    guard let tree, let author, let committer else {
      throw GitError(.corrupt, "commit \(id) is unreadable")
    }
    self.tree = tree
    self.author = author
    self.committer = committer
    message = String(decoding: rest, as: UTF8.self)
  }
}

/// A commit: its id and its content.
@dynamicMemberLookup
public struct Commit: Hashable, Sendable, Identifiable {
  public let id: ObjectID
  public let content: CommitContent

  init(id: ObjectID, _ content: CommitContent) {
    self.id = id
    self.content = content
  }

  public subscript<Value>(dynamicMember member: KeyPath<CommitContent, Value>) -> Value {
    content[keyPath: member]
  }

  /// The value of the last trailer with that name, in any case.
  public func trailer(_ key: String) -> String? { content.trailer(key) }
}

extension CommitContent {
  /// The first line of the message.
  public var subject: String {
    String(message.prefix { $0 != "\n" && $0 != "\r\n" })
  }

  /// The `Key: value` lines of the message's last paragraph, in order; empty if that paragraph
  /// contains other lines or is the only one.
  public var trailers: [(key: String, value: String)] {
    var lines = message.utf8.split(separator: 10, omittingEmptySubsequences: false)
    while lines.last?.allSatisfy({ $0 == 32 || $0 == 13 }) == true { lines.removeLast() }
    guard let blank = lines.lastIndex(where: { $0.allSatisfy { $0 == 32 || $0 == 13 } }) else {
      return []
    }
    var found: [(key: String, value: String)] = []
    for line in lines[(blank + 1)...] {
      guard let text = String(line), let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
        colon != text.startIndex,
        text[..<colon].utf8.allSatisfy({ Self.isKeyByte($0) })
      else { return [] }
      var value = text.utf8[text.utf8.index(after: colon)...]
      while let first = value.first, first == 32 || first == 9 { value.removeFirst() }
      while let last = value.last, last == 32 || last == 13 { value.removeLast() }
      found.append((String(text[..<colon]), String(decoding: value, as: UTF8.self)))
    }
    return found
  }

  /// The value of the last trailer with that name, in any case.
  public func trailer(_ key: String) -> String? {
    let wanted = key.lowercased()
    return trailers.last { $0.key.lowercased() == wanted }?.value
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
