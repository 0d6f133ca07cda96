import Model
import PlainYAML
import Text

extension SchoolCheck {
  /// The allowed width and height of a thumbnail, in pixels.
  static let thumbnailSize = 80...330

  /// Checks the size of a thumbnail.
  ///
  /// - Parameter name: its path from the folder of the context, which begins with `files/`.
  func checkThumbnail(
    _ name: String, at node: Node, in path: ContextPath, _ document: Document, _ file: String
  ) throws {
    let parts = name.split(separator: "/").filter { $0 != "." }.map(String.init)
    if parts.contains("..") { return }
    let above = ([SchoolPath.folder(path)] + parts.dropLast()).joined(separator: "/")
    let entry = try entries(in: above).first { $0.name == parts.last }
    if entry?.kind == .folder {
      let inside = parts.joined(separator: "/")
      let picture = try entries(in: "\(above)/\(parts.last ?? "")").first { $0.kind == .file }
      add(
        document, file, .thumbnail, "'\(visible(name))' is a folder, not a picture",
        hint: picture.map { "write \(inside)/\(visible($0.name))" } ?? "name a picture in it",
        at: node)
    }
    guard let bytes = try files.source.bytes(at: "\(above)/\(parts.last ?? "")") else { return }
    guard let size = PictureSize(bytes) else {
      add(
        document, file, .thumbnail,
        "'\(visible(name))' is not a PNG, GIF or JPEG file",
        hint: "save it in one of these formats", at: node)
      return
    }
    let bounds = Self.thumbnailSize
    if !bounds.contains(size.width) || !bounds.contains(size.height) {
      add(
        document, file, .thumbnail, "the thumbnail is \(size.width) × \(size.height) pixels",
        hint: "make it \(bounds.lowerBound) to \(bounds.upperBound) wide and high", at: node)
    }
  }
}
