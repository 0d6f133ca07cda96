import Git
import Glibc
import HubProtocol
import Model
import PlainYAML
import Storage
import Text

/// A new hub of the school.
public struct NewHub {
  /// The hub as written in `school.yaml`; a folder is relative to the school.
  public let written: String
  private let folder: FolderPath?

  /// - Parameters:
  ///   - text: a folder relative to `directory`, or an address for Git.
  ///   - directory: the user's working directory, an absolute path.
  public init(_ text: String, of school: FolderPath, from directory: String) throws {
    if text.hasPrefix("~") {
      throw Failure(
        .valueIsFaulty, "'\(text)' begins with '~', which only shells expand",
        hint: "write it without quotes, or write the full path")
    }
    guard let path = try HubAddress(typed: text, from: directory).folder else {
      (written, folder) = (text, nil)
      return
    }
    guard !text.utf8.contains(UInt8(ascii: "{")) else {
      throw Failure(
        .valueIsFaulty, "'\(text)' contains '{', but a hub is one folder for all",
        hint: "each student's mailbox is a separate folder in it, which you can share")
    }
    let folder = FolderPath(path, from: directory)
    guard !folder.isWithin(school), !school.isWithin(folder) else {
      throw Failure(
        .valueIsFaulty, "the hub and the school can't contain each other",
        hint: "choose a folder next to the school, such as ../hub")
    }
    written = folder.relative(to: school)
    self.folder = folder
  }

  public var isFolder: Bool { folder != nil }

  /// Creates the folder of a folder hub.
  public func make() throws {
    guard let folder, !folder.isThere else { return }
    try DurableFile.makeFolder(folder.text)
    // Students need access to the mailboxes in it; the permissions of each folder decide who can
    // read it.
    chmod(folder.text, 0o755)
  }
}

extension HubAddress {
  /// The address that a user typed.
  ///
  /// - Throws: `Failure` for options and commands of the programs that Git runs.
  public init(typed text: String, from directory: String) throws {
    if RemoteAddress.isOne(text), !RemoteAddress.isSafe(text) {
      throw Failure(
        .valueIsFaulty, "'\(visible(text))' is not an address that Git accepts",
        hint: "write ssh://user@host/path, user@host:path, https://host/path or a folder")
    }
    self.init(text, relativeTo: directory)
  }
}

extension NewHub {
  /// Writes the hub to `school.yaml`.
  public func set(in school: SchoolStore, by committer: Committer) throws {
    _ = try school.change("share", "school", by: committer) { change in
      change.summary = "set the hub to \(written)"
      try set(in: change)
    }
  }

  public func set(in change: Change) throws {
    try change.edit(SchoolPath.school) { document in
      try document.setting([.key("hub")], to: .scalar(written), order: Schema.school.map(\.name))
    }
  }
}
