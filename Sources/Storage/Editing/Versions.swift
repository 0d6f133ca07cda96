import Git

/// The version that an object must still have for a change to be made.
public struct ExpectedVersion: Hashable, Sendable {
  /// The blob of the object's file in hexadecimal, or a prefix of it.
  public let text: String

  /// - Returns: nil unless the text consists of 4 to 40 hexadecimal digits.
  public init?(_ text: String) {
    let text = text.lowercased()
    guard (4...40).contains(text.utf8.count), text.allSatisfy({ $0.isASCII && $0.isHexDigit })
    else { return nil }
    self.text = text
  }

  public init(_ version: ObjectID) { text = version.description }

  func matches(_ version: ObjectID?) -> Bool { version?.description.hasPrefix(text) == true }
}

/// The error for an object whose version is not the expected one.
public struct StaleVersion: Error, Hashable, Sendable {
  /// The object's path, as users write it.
  public let path: String
  /// The current version; nil if the object no longer exists.
  public let now: ObjectID?
  /// Whether the object was to be deleted.
  public let isDeletion: Bool
}

extension Change {
  /// Checks that an object still has the expected version. Call this before changing the object.
  /// Other processes can't change the school in the meantime, so only one of two changes that
  /// expect the same version succeeds.
  ///
  /// - Parameters:
  ///   - version: nil to accept any.
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

  /// The same for a file by its path.
  ///
  /// - Parameter name: the path to show to users.
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
