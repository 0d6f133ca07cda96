import Git
import Glibc
import Hub
import Model
import PlainYAML
import Storage
import Text

/// The hub that a school names from now on.
struct NewHub {
  /// As `school.yaml` says it: a folder relative to the school.
  let written: String
  private let folder: FolderPath?

  /// - Parameters:
  ///   - text: a folder relative to `directory`, or an address that Git knows.
  ///   - directory: where the user stands, an absolute path.
  init(_ text: String, of school: FolderPath, from directory: String) throws {
    if text.hasPrefix("~") {
      throw Failure(
        .valueIsFaulty, "'\(text)' begins with '~', which only shells know",
        hint: "write it without quotes, or the whole path")
    }
    guard let path = try HubAddress(typed: text, from: directory).folder else {
      (written, folder) = (text, nil)
      return
    }
    guard !text.utf8.contains(UInt8(ascii: "{")) else {
      throw Failure(
        .valueIsFaulty, "'\(text)' has '{', and a hub has no pattern: one folder is for all",
        hint: "each student's mailbox is a folder in it that can be shared by itself")
    }
    let folder = FolderPath(path, from: directory)
    guard !folder.isWithin(school), !school.isWithin(folder) else {
      throw Failure(
        .valueIsFaulty, "a hub can't be in the school's folder, nor the school in the hub's",
        hint: "choose a folder beside the school, such as ../hub")
    }
    written = folder.relative(to: school)
    self.folder = folder
  }

  var isFolder: Bool { folder != nil }

  /// Makes the folder where it is one.
  func make() throws {
    guard let folder, !folder.isThere else { return }
    try DurableFile.makeFolder(folder.text)
    // Students go through it; who may read a mailbox is for the folders in it to say.
    chmod(folder.text, 0o755)
  }
}

extension HubAddress {
  /// The address that a user typed.
  ///
  /// - Throws: `Failure` where it is none, but an option or a command for the programs that Git runs.
  init(typed text: String, from directory: String) throws {
    if RemoteAddress.isOne(text), !RemoteAddress.isSafe(text) {
      throw Failure(
        .valueIsFaulty, "'\(visible(text))' is no address that Git knows",
        hint: "write ssh://user@host/path, user@host:path, https://host/path or a folder")
    }
    self.init(text, relativeTo: directory)
  }
}

extension NewHub {
  /// Writes the hub into `school.yaml`.
  func set(in school: SchoolStore, by committer: Committer) throws {
    _ = try school.change("share", "school", by: committer) { change in
      change.summary = "set the hub to \(written)"
      try set(in: change)
    }
  }

  func set(in change: Change) throws {
    try change.edit(SchoolPath.school) { document in
      try document.setting([.key("hub")], to: .scalar(written), order: Schema.school.map(\.name))
    }
  }
}
