import Model
import PlainYAML
import Text

extension SchoolCheck {
  /// How many pixels a thumbnail may be wide and high.
  static let thumbnailSize = 80...330

  /// A thumbnail must be neither too small nor too large to be one.
  ///
  /// - Parameter name: its path from the folder of the context, which begins with `files/`.
  func checkThumbnail(
    _ name: String, at node: Node, in path: ContextPath, _ document: Document, _ file: String
  ) throws {
    guard !name.split(separator: "/").contains(".."),
      let bytes = try files.source.bytes(at: "\(SchoolPath.folder(path))/\(name)")
    else { return }
    guard let size = PictureSize(bytes) else {
      add(
        document, file, .thumbnail,
        "'\(visible(name))' is no PNG, GIF or JPEG: its size can't be told",
        hint: "save it as one of these", at: node)
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
