import Git
import PlainYAML

/// What the folder of a subject says once it is shared elsewhere: a clone knows one hub, and hears of
/// the new one from the old.
///
/// Only a hub that is a folder has it, as a file beside the repositories.
public struct MovedSubject: Hashable, Sendable {
  /// Where the subject is now: an address that Git knows, or the path of a folder.
  public let address: String
  /// Whether the hub there is one that is served, which lets in whom it knows.
  public let isServed: Bool

  private static let file = "moved.yaml"

  public init(to address: String, isServed: Bool) {
    self.address = address
    self.isServed = isServed
  }

  /// Reads what a folder says; nil where it says nothing that leads anywhere.
  ///
  /// - Parameter place: the subject's folder, below the one that is opened.
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
    let text = "# This subject is shared elsewhere now.\n" + Printer.print(value)
    try folder.write(Array(text.utf8), to: "\(place)/\(Self.file)")
  }

  /// Has a folder say nothing of the kind any more.
  public static func remove(in folder: HubFolder, at place: String) throws(GitError) {
    try folder.removeFile("\(place)/\(file)")
  }
}
