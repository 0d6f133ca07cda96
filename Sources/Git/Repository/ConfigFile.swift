import Text

/// The settings of a repository's own `config`, parsed without following includes.
struct ConfigFile {
  let path: String
  /// Sections and keys in lower case, joined by `.`; subsections are omitted.
  private(set) var settings: [(key: String, value: String)] = []

  /// Parses the file as Git would; throws `.corrupt` for invalid syntax.
  init(_ bytes: [UInt8], path: String) throws(GitError) {
    self.path = path
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw GitError(.corrupt, "the config file isn't text", path: path)
    }
    var section = ""
    // A continuation line is parsed as another key, which can only make the checks stricter.
    for whole in text.split(whereSeparator: \.isNewline) {
      var line = Self.trim(whole)
      if line.first == "[" {
        guard let end = line.firstIndex(of: "]") else {
          throw GitError(.corrupt, "the config file is invalid", path: path)
        }
        let name = line[line.index(after: line.startIndex)..<end]
        section = String(name.prefix { $0 != "\"" && $0 != " " && $0 != "\t" }).lowercased()
        settings.append((section, ""))
        line = Self.trim(line[line.index(after: end)...])
      }
      guard let first = line.first, first != "#", first != ";" else { continue }
      let key = line.prefix { $0 != "=" && $0 != " " && $0 != "\t" }
      let rest = Self.trim(line[key.endIndex...])
      let value = rest.first == "=" ? Self.trim(rest.dropFirst()) : "true"
      settings.append(("\(section).\(key.lowercased())", Self.unquote(value)))
    }
  }

  private static func trim(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }

  private static func unquote(_ value: Substring) -> String {
    String(value.prefix { $0 != "#" && $0 != ";" }).filter { $0 != "\"" }
      .trimmingSuffix { $0 == " " || $0 == "\t" }
  }

  /// The last value of a setting.
  subscript(key: String) -> String? { settings.last { $0.key == key }?.value }

  /// - Throws: `GitError` with `.unsupportedFormat` for formats that this program can't read.
  func checkFormat() throws(GitError) {
    let version = self["core.repositoryformatversion"] ?? "0"
    guard let number = Int(version), number == 0 || number == 1 else {
      throw GitError(
        .unsupportedFormat, "the repository has the unknown format \(version)",
        path: path)
    }
    for setting in settings where number == 1 && setting.key.hasPrefix("extensions.") {
      let isHarmless =
        setting.key == "extensions.noop"
        || setting.key == "extensions.objectformat" && setting.value == "sha1"
        || setting.key == "extensions.refstorage" && setting.value == "files"
      if !isHarmless {
        throw GitError(
          .unsupportedFormat, "extension \(setting.key.dropFirst(11)) = \(setting.value)",
          path: path)
      }
    }
  }

  /// - Throws: `GitError` with `.hostile` for any setting that isn't allowed in a folder hub.
  func checkHarmless() throws(GitError) {
    for setting in settings {
      if !Self.harmless.contains(setting.key) {
        throw GitError(.hostile, "the setting \(setting.key) isn't allowed here", path: path)
      }
    }
  }

  /// The allowed settings in a folder hub: none of them names a file, a program or a location.
  private static let harmless: Set<String> = [
    "core", "core.repositoryformatversion", "core.filemode", "core.bare", "core.symlinks",
    "core.ignorecase", "core.precomposeunicode", "core.sharedrepository",
    "core.logallrefupdates", "core.compression", "core.loosecompression", "receive",
    "receive.denynonfastforwards", "receive.denydeletes", "receive.fsckobjects", "transfer",
    "transfer.fsckobjects", "gc", "gc.auto", "extensions", "extensions.objectformat",
  ]
}

extension String {
  /// The string without trailing characters that satisfy `test`.
  func trimmingSuffix(while test: (Character) -> Bool) -> String {
    var rest = self[...]
    while let last = rest.last, test(last) { rest.removeLast() }
    return String(rest)
  }
}
