import Text

/// An entry of a tree: its name, mode and object.
public struct TreeEntry: Hashable, Sendable {
  /// The mode of an entry.
  public enum Mode: Hashable, Sendable {
    case file, executable, symlink, tree, submodule

    /// Git's number for it.
    public var number: UInt32 {
      switch self {
      case .file: 0o100644
      case .executable: 0o100755
      case .symlink: 0o120000
      case .tree: 0o040000
      case .submodule: 0o160000
      }
    }

    /// Parses Git's number; nil if it is invalid.
    ///
    /// Git only stores whether a file is executable.
    public init?(number: UInt32) {
      switch number {
      case 0o100000...0o100777: self = number & 0o100 != 0 ? .executable : .file
      case 0o120000: self = .symlink
      case 0o040000: self = .tree
      case 0o160000: self = .submodule
      default: return nil
      }
    }

    var octal: String { String(number, radix: 8) }
  }

  /// The stored name, which may be neither UTF-8 nor a safe file name.
  public let bytes: [UInt8]
  public let mode: Mode
  public let id: ObjectID

  /// The name as text.
  public var name: String { String(pathBytes: bytes) }

  public init(_ name: String, _ mode: Mode, _ id: ObjectID) {
    self.init(bytes: name.pathBytes, mode, id)
  }

  public init(bytes: [UInt8], _ mode: Mode, _ id: ObjectID) {
    self.bytes = bytes
    self.mode = mode
    self.id = id
  }

  /// Whether Git sorts this entry before another one: a folder is sorted as if its name ended with
  /// `/`.
  public func isBefore(_ other: TreeEntry) -> Bool {
    let shared = min(bytes.count, other.bytes.count)
    for place in 0..<shared where bytes[place] != other.bytes[place] {
      return bytes[place] < other.bytes[place]
    }
    return sortByte(at: shared) < other.sortByte(at: shared)
  }

  private func sortByte(at place: Int) -> UInt8 {
    place < bytes.count ? bytes[place] : mode == .tree ? UInt8(ascii: "/") : 0
  }

  /// A tree's bytes, with sorted entries.
  static func bytes(of entries: [TreeEntry]) -> [UInt8] {
    var out: [UInt8] = []
    for entry in entries.sorted(by: { $0.isBefore($1) }) {
      out += entry.mode.octal.utf8
      out.append(UInt8(ascii: " "))
      out += entry.bytes
      out.append(0)
      out += entry.id.bytes
    }
    return out
  }

  /// Parses a tree; order and names aren't checked.
  static func parse(_ bytes: [UInt8], _ id: ObjectID) throws(GitError) -> [TreeEntry] {
    var entries: [TreeEntry] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let space = rest.firstIndex(of: UInt8(ascii: " ")),
        let mode = mode(rest[..<space]),
        let end = rest[space...].firstIndex(of: 0),
        let object = ObjectID(bytes: rest[(end + 1)...].prefix(ObjectID.size))
      else { throw GitError(.corrupt, "tree \(id) is damaged") }
      entries.append(TreeEntry(bytes: Array(rest[(space + 1)..<end]), mode, object))
      rest = rest[(end + 1 + ObjectID.size)...]
    }
    return entries
  }

  private static func mode(_ digits: ArraySlice<UInt8>) -> Mode? {
    if digits.isEmpty || digits.count > 6 || digits.first == UInt8(ascii: "0") { return nil }
    var number: UInt32 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else { return nil }
      number = number << 3 | UInt32(digit - UInt8(ascii: "0"))
    }
    return Mode(number: number)
  }
}
