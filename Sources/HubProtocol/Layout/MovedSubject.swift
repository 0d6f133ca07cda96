import Git
import PlainYAML

/// The note in a subject's folder after it was moved to another hub. A clone knows one hub, and
/// finds the new one through this note.
///
/// Only folder hubs have it, as a file next to the repositories.
public struct MovedSubject: Hashable, Sendable {
  /// The new location: an address, or the path of a folder.
  public let address: String
  /// Whether the new hub is a served one, which requires a key.
  public let isServed: Bool

  private static let file = "moved.yaml"

  public init(to address: String, isServed: Bool) {
    self.address = address
    self.isServed = isServed
  }

  /// Reads the note in a folder; nil if there is no valid one.
  ///
  /// - Parameter place: the subject's folder, relative to the opened one.
  public init?(in folder: HubFolder, at place: String = "") throws(GitError) {
    guard let bytes = try folder.read("\(place)/\(Self.file)", limit: 1 << 12),
      let root = try? Document(bytes).root, let address = root["to"]?.scalar,
      RemoteAddress.isSafe(address) || Self.isPath(address)
    else { return nil }
    self.init(to: address, isServed: root["served"]?.scalar == "yes")
  }

  private static func isPath(_ text: String) -> Bool {
    text.hasPrefix("/") && text.utf8.allSatisfy { $0 >= 32 && $0 != 127 }
  }

  public func write(in folder: HubFolder, at place: String) throws(GitError) {
    let value = Value.fields([
      ("to", .scalar(address)), ("served", .plain(isServed ? "yes" : "no")),
    ])
    let text = "# This subject has moved.\n" + Printer.print(value)
    try folder.write(Array(text.utf8), to: "\(place)/\(Self.file)")
  }

  /// Removes the note from a folder.
  public static func remove(in folder: HubFolder, at place: String) throws(GitError) {
    try folder.removeFile("\(place)/\(file)")
  }
}
