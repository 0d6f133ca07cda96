import Glibc
import Text

/// Objects in separate files.
extension FolderObjects {
  func loosePath(_ id: ObjectID) -> (folder: String, file: String) {
    let digits = id.description
    return (String(digits.prefix(2)), String(digits.dropFirst(2)))
  }

  struct LooseFile {
    let descriptor: Int32
    let size: Int
    let path: String
    let damage: GitError
  }

  func openLoose(_ id: ObjectID) throws(GitError) -> LooseFile? {
    let names = loosePath(id)
    guard let place = try folder.folder(names.folder), let file = try place.openFile(names.file)
    else { return nil }
    let path = place.path(of: names.file)
    return LooseFile(
      descriptor: file.descriptor, size: Int(file.status.st_size), path: path,
      damage: GitError(.corrupt, "object \(id) is damaged", path: path))
  }

  /// The header of a loose object, and its length in bytes.
  func looseHead(
    _ bytes: [UInt8], _ file: LooseFile
  ) throws(GitError) -> (kind: ObjectKind, size: Int, length: Int) {
    let start: [UInt8]
    switch inflater.inflate(bytes[...], size: 32) {
    case .whole(let content, _), .partial(let content): start = content
    case .broken: throw file.damage
    }
    let words = start.prefix { $0 != 0 }.split(separator: 32)
    guard words.count == 2, let kind = ObjectKind(word: words[0]),
      let size = Int(String(decoding: words[1], as: UTF8.self)), size >= 0,
      // zlib compresses at most 1000:1.
      size / 1100 <= file.size
    else { throw file.damage }
    return (kind, size, words[0].count + words[1].count + 2)
  }

  func readLoose(_ id: ObjectID, _ file: LooseFile, limit: Int) throws(GitError) -> RawObject {
    defer { close(file.descriptor) }
    let bytes = try readAll(
      file.descriptor, size: file.size, limit: limit + limit / 8 + 1024, path: file.path)
    let head = try looseHead(bytes, file)
    if head.size > limit { throw GitError(.limit, "object \(id) is too large") }
    guard
      case .whole(let all, _) = inflater.inflate(bytes[...], size: head.length + head.size),
      all.count == head.length + head.size
    else { throw file.damage }
    return RawObject(head.kind, Array(all[head.length...]))
  }
}
