import Course
import Model
import Storage
import Substrings
import Text

/// The pictures of worksheets, read on demand.
final class Pictures {
  /// The limits for one picture and for all pictures of a print, in bytes.
  private static let (largest, most) = (8 << 20, 128 << 20)

  private let files: SchoolFiles
  private var known: [String: String] = [:]
  private var printed = 0
  /// Notices about pictures that can't be printed.
  private(set) var problems: [Message] = []

  init(_ files: SchoolFiles) { self.files = files }

  /// A picture as a `data:` address; nil if it can't be printed.
  ///
  /// - Parameter target: the path from the worksheet's folder, as written in the text.
  func data(_ worksheet: ContextPath, _ target: String) -> String? {
    guard let name = MarkdownLink.file(target) else {
      note("'\(target)' is not a file of '\(worksheet)', and is not downloaded")
      return nil
    }
    guard let file = path(name, from: worksheet) else {
      note("students don't get '\(name)' of '\(worksheet)', so it is not printed")
      return nil
    }
    if let data = known[file] { return fitting(data, name, worksheet) }
    guard isThere(file), let bytes = try? files.source.bytes(at: file) else {
      note("no picture '\(name)' in '\(worksheet)'")
      return nil
    }
    guard let kind = Pictures.kind(bytes) else {
      note("'\(name)' of '\(worksheet)' is not a printable picture")
      return nil
    }
    let data = bytes.count > Pictures.largest ? "" : "data:image/\(kind);base64,\(base64(bytes))"
    known[file] = data
    return fitting(data, name, worksheet)
  }

  /// The picture, unless it is too large or the total is; each use counts.
  private func fitting(_ data: String, _ name: String, _ worksheet: ContextPath) -> String? {
    guard !data.isEmpty, printed + data.utf8.count <= Pictures.most else {
      note("the picture '\(name)' of '\(worksheet)' is too large to be printed")
      return nil
    }
    printed += data.utf8.count
    return data
  }

  private func note(_ problem: Message) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  /// The path from the root, if the file is in the subject and not private.
  private func path(_ name: String, from worksheet: ContextPath) -> String? {
    var parts = files.worksheetFile(worksheet).split(separator: "/").dropLast().map(String.init)
    let top = parts.count - worksheet.components.count
    for part in name.split(separator: "/") where part != "." {
      if part == "..", parts.count <= top { return nil }
      if part == ".." { parts.removeLast() } else { parts.append(String(part)) }
    }
    let inside = parts.dropFirst(top)
    if inside.contains(where: { $0 == "private" || $0.hasPrefix(".") }) { return nil }
    return parts.joined(separator: "/")
  }

  /// Whether the path is a regular file without symbolic links in its path.
  private func isThere(_ file: String) -> Bool {
    let parts = file.split(separator: "/")
    return parts.indices.allSatisfy { place in
      let folder = parts[..<place].joined(separator: "/")
      let kind: FolderEntry.Kind = place == parts.count - 1 ? .file : .folder
      let entries = (try? files.source.entries(in: folder)) ?? []
      return entries.contains { $0.name == parts[place] && $0.kind == kind }
    }
  }

  /// The media type by the first bytes. An SVG shown as a picture runs no scripts and loads
  /// nothing.
  private static func kind(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
    if bytes.starts(with: Array("GIF8".utf8)) { return "gif" }
    if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      return "webp"
    }
    let start = String(decoding: bytes.prefix(1024), as: UTF8.self)
    guard start.drop(while: { $0.isWhitespace || $0 == "\u{FEFF}" }).first == "<" else {
      return nil
    }
    return start.contains("<svg") ? "svg+xml" : nil
  }
}
