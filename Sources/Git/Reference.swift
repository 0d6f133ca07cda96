/// A reference and the object it names.
public struct Reference: Hashable, Sendable {
  public let name: String
  public let id: ObjectID

  public init(_ name: String, _ id: ObjectID) {
    self.name = name
    self.id = id
  }

  /// Whether Git accepts the full name of a reference, and a file system the file for it.
  public static func isValid(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    if name == "HEAD" { return true }
    guard bytes.starts(with: Array("refs/".utf8)), bytes.count <= 1024 else { return false }
    if bytes.last == UInt8(ascii: ".") || bytes.last == UInt8(ascii: "/") { return false }
    for part in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      // `.lock` must fit on top of the name.
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
    if !isValid(name) { throw GitError(.invalid, "not a name for a reference", path: name) }
  }
}

/// One change of a reference, made only where the reference is as expected.
public struct RefUpdate: Hashable, Sendable {
  /// What must be there for the change to happen.
  public enum Expectation: Hashable, Sendable {
    case anything, absent
    case at(ObjectID)
  }

  public let name: String
  /// Where it moves to; nil removes it.
  public let new: ObjectID?
  public let expecting: Expectation

  public init(_ name: String, to new: ObjectID?, expecting: Expectation) {
    self.name = name
    self.new = new
    self.expecting = expecting
  }

  /// - Parameter old: where it is now; nil for one that must not be there yet.
  public init(_ name: String, to new: ObjectID?, from old: ObjectID?) {
    self.init(name, to: new, expecting: old.map { .at($0) } ?? .absent)
  }

  /// - Throws: `GitError` with `.modified`, or `.exists` for one that should not be there.
  func check(_ found: ObjectID?) throws(GitError) {
    switch expecting {
    case .anything: return
    case .absent:
      if found != nil { throw GitError(.exists, "the reference is there already", path: name) }
    case .at(let old):
      if found != old { throw GitError(.modified, "the reference has moved", path: name) }
    }
  }
}
