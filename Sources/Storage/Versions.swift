import Git

/// The version that an object must still have for a change to be made.
public struct ExpectedVersion: Hashable, Sendable {
  /// The blob of the object's file in hexadecimal, or the beginning of it.
  public let text: String

  /// - Returns: nil for what is not 4 to 40 hexadecimal digits.
  public init?(_ text: String) {
    let text = text.lowercased()
    guard (4...40).contains(text.utf8.count), text.allSatisfy({ $0.isASCII && $0.isHexDigit })
    else { return nil }
    self.text = text
  }

  public init(_ version: ObjectID) { text = version.description }

  func matches(_ version: ObjectID?) -> Bool { version?.description.hasPrefix(text) == true }
}

/// An object that is at another version than the one that a change was meant for.
public struct StaleVersion: Error, Hashable, Sendable {
  /// The object's path, as users write it.
  public let path: String
  /// What it is at now; nil where it is gone.
  public let now: ObjectID?
  /// Whether it was to be deleted.
  public let isDeletion: Bool
}

extension Change {
  /// Refuses where an object is no longer at a version. It is to be asked before anything of the
  /// object is changed; as nobody else can change the school meanwhile, one of two processes that
  /// expect the same version gets its change in.
  ///
  /// - Parameters:
  ///   - version: nil where any will do.
  ///   - isDeletion: whether the object is to be deleted.
  /// - Throws: `StaleVersion`.
  public func require(
    _ version: ExpectedVersion?, of object: ObjectPath, isDeletion: Bool = false
  ) throws {
    guard let version else { return }
    try require(
      version, ofFile: try SchoolFiles(self).file(of: object), named: "\(object)",
      isDeletion: isDeletion)
  }

  /// The same for a file by its own path.
  ///
  /// - Parameter name: the path that users know it by.
  public func require(
    _ version: ExpectedVersion?, ofFile file: String, named name: String, isDeletion: Bool = false
  ) throws {
    guard let version else { return }
    let now = try bytes(at: file).map { try ObjectID.hash(blob: $0) }
    guard version.matches(now) else {
      throw StaleVersion(path: name, now: now, isDeletion: isDeletion)
    }
  }
}
