import Course
import Git
import Glibc
import Storage
import Text

/// The text of an object while it is in the editor, in a file in the Git folder.
///
/// Rejected texts stay there.
struct EditedCopy {
  /// The absolute path.
  let path: String
  /// The copy left by an earlier edit.
  let earlier: String?
  /// Whether this copy is from an earlier edit.
  let isKept: Bool

  /// - Parameters:
  ///   - file: the school's file that the copy is named after.
  ///   - kept: the copy of an earlier edit to continue.
  init(_ bytes: [UInt8], of file: String, in store: SchoolStore, kept: String?) throws {
    let folder = store.folder + "/edit"
    if let kept, kept.hasPrefix(folder + "/") {
      (path, earlier, isKept) = (kept, nil, true)
      try DurableFile.write(bytes, to: kept)
      return
    }
    try DurableFile.makeFolder(folder)
    let object = SchoolPath.object(of: file).split(separator: "/").last.map(String.init) ?? file
    let name = object.hasSuffix(".yaml") ? String(object.dropLast(5)) : object
    var number = 1
    var path = ""
    var earlier: String?
    while true {
      path = "\(folder)/\(name)\(number == 1 ? "" : "-\(number)").yaml"
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if file >= 0 {
        close(file)
        break
      }
      guard errno == EEXIST, number < 1000 else {
        throw Failure(
          .ioFailure, "cannot create a file for the editor: \(String(cString: strerror(errno)))",
          at: .init(path: path))
      }
      earlier = path
      number += 1
    }
    self.path = path
    self.earlier = earlier
    isKept = false
    try DurableFile.write(bytes, to: path)
  }

  /// The current content; empty if the editor removed the file.
  func bytes() throws -> [UInt8] { try DurableFile.read(path) ?? [] }

  func remove() {
    unlink(path)
    unlink(path + EditedCopy.opened)
  }

  private static let opened = ".opened"

  /// Saves the object's content at the start of the edit, to detect later changes.
  func keep(opened bytes: [UInt8]) throws {
    try DurableFile.write(bytes, to: path + EditedCopy.opened)
  }

  /// Returns the object's content at the start of a kept edit, or nil if unknown.
  static func opened(for kept: String) throws -> [UInt8]? {
    try DurableFile.read(kept + opened)
  }
}
