import Model
import PlainYAML
import Storage

/// The hub that a school names, as it is written on the command line and kept in the file.
enum HubSetting {
  /// The text for `school.yaml`: addresses as they are, folders relative to the school.
  ///
  /// - Parameters:
  ///   - hub: a folder relative to `directory`, or an address.
  ///   - directory, root: absolute paths.
  static func text(_ hub: String, from directory: String, schoolAt root: String) -> String {
    if hub.contains("://") || isSecureShell(hub) { return hub }
    let target = normalized(hub.hasPrefix("/") ? hub : directory + "/" + hub)
    let base = normalized(root)
    let common = zip(target, base).prefix { $0 == $1 }.count
    let parts = Array(repeating: "..", count: base.count - common) + target[common...]
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }

  /// Writes the hub into `school.yaml`.
  static func set(
    _ hub: String, _ session: Session, _ school: SchoolStore, _ committer: Committer
  ) throws {
    let text = text(hub, from: session.directory, schoolAt: school.root)
    _ = try school.change("share", "school", by: committer) { change in
      change.summary = "set the hub to \(text)"
      try change.edit(SchoolPath.school) { document in
        try document.setting(
          [.key("hub")], to: .scalar(text), order: Schema.school.map(\.name))
      }
    }
  }

  /// `git@host:folder`, as Git takes it.
  private static func isSecureShell(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    return !text[..<colon].contains("/") && text[..<colon].contains("@")
  }

  private static func normalized(_ path: String) -> [String] {
    var parts: [String] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return parts
  }
}
