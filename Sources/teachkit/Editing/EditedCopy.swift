import Git
import Glibc
import Storage

/// The text of an object while it is in the editor: a file beside the school's own in the Git
/// folder. What is refused stays there.
struct EditedCopy {
  /// Absolute.
  let path: String
  /// A copy that an earlier edit left.
  let earlier: String?
  /// Whether it is one that an earlier edit left.
  let isKept: Bool

  /// - Parameters:
  ///   - file: the file of the school, after which the copy is named.
  ///   - kept: the copy of an earlier edit, to go on with.
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
          .ioFailure, "can't make a file for the editor: \(String(cString: strerror(errno)))",
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

  /// What is in it now; nothing where the editor removed it.
  func bytes() throws -> [UInt8] { try DurableFile.read(path) ?? [] }

  func remove() {
    unlink(path)
    unlink(path + EditedCopy.opened)
  }

  private static let opened = ".opened"

  /// Keeps what the object held when it was opened, to tell what was changed since.
  func keep(opened bytes: [UInt8]) throws {
    try DurableFile.write(bytes, to: path + EditedCopy.opened)
  }

  /// What the object held when a text that was kept was begun; nil where nobody knows.
  static func opened(for kept: String) throws -> [UInt8]? {
    try DurableFile.read(kept + opened)
  }
}
