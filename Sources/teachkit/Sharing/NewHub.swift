import Git
import Hub
import Model
import PlainYAML
import Storage

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
    guard let path = HubAddress(text, relativeTo: directory).folder else {
      (written, folder) = (text, nil)
      return
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
    if let folder { try DurableFile.makeFolder(folder.text) }
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
