import Text

/// A reference and its target.
public struct Reference: Hashable, Sendable {
  public let name: String
  public let id: ObjectID

  public init(_ name: String, _ id: ObjectID) {
    self.name = name
    self.id = id
  }

  /// Whether Git accepts the full name of a reference, and file systems accept its file.
  public static func isValid(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    if name == "HEAD" { return true }
    guard bytes.starts(with: Array("refs/".utf8)), bytes.count <= 1024 else { return false }
    if bytes.last == UInt8(ascii: ".") || bytes.last == UInt8(ascii: "/") { return false }
    for part in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      // Leaves room for the suffix `.lock`.
      if part.isEmpty || part.count > 250 || part.first == UInt8(ascii: ".") { return false }
      if part.suffix(5).elementsEqual(".lock".utf8) { return false }
    }
    var last: UInt8 = 0
    for byte in bytes {
      if byte <= 32 || byte == 127 || Self.forbidden.contains(byte) { return false }
      if last == UInt8(ascii: "."), byte == last { return false }
      if last == UInt8(ascii: "@"), byte == UInt8(ascii: "{") { return false }
      last = byte
    }
    return true
  }

  private static let forbidden = Set("~^:?*[\\".utf8)

  static func checkName(_ name: String) throws(GitError) {
    if !isValid(name) { throw GitError(.invalid, "invalid reference name", path: name) }
  }
}

/// A change of a reference, made only if the reference is as expected.
public struct RefUpdate: Hashable, Sendable {
  /// The required state before the change.
  public enum Expectation: Hashable, Sendable {
    case anything, absent
    case at(ObjectID)
  }

  public let name: String
  /// The new target; nil removes the reference.
  public let new: ObjectID?
  public let expecting: Expectation

  public init(_ name: String, to new: ObjectID?, expecting: Expectation) {
    self.name = name
    self.new = new
    self.expecting = expecting
  }

  /// - Parameter old: the current target; nil if the reference must not exist.
  public init(_ name: String, to new: ObjectID?, from old: ObjectID?) {
    self.init(name, to: new, expecting: old.map { .at($0) } ?? .absent)
  }

  /// - Throws: `GitError` with `.modified`, or `.exists` if the reference should not exist.
  func check(_ found: ObjectID?) throws(GitError) {
    switch expecting {
    case .anything: return
    case .absent:
      if found != nil { throw GitError(.exists, "the reference already exists", path: name) }
    case .at(let old):
      if found != old { throw GitError(.modified, "the reference has moved", path: name) }
    }
  }
}

/// A reference to fetch.
public struct FetchedRef: Hashable, Sendable {
  /// Its full remote name.
  public let source: String
  /// Its full local name.
  public let destination: String
  /// Whether the local reference may be rewound.
  public let mayRewind: Bool

  public init(_ source: String, to destination: String, mayRewind: Bool = false) {
    self.source = source
    self.destination = destination
    self.mayRewind = mayRewind
  }
}
