import Text

/// References with all their objects in one file, as written by `git bundle`.
///
/// A bundle is untrusted: every object is identified by its hash, and nothing unchecked is
/// accepted.
public struct Bundle {
  /// In the order of the file.
  public let references: [Reference]
  /// All objects in the file.
  public let objects: ObjectBatch

  /// The maximum size of the header, in bytes.
  private static let mostHead = 4 << 20

  /// Reads a bundle.
  ///
  /// - Parameter limits: the size limits; a file can't be larger than its objects may be.
  /// - Throws: `GitError`: `.notFound` if the file is missing, `.invalid` if it isn't a bundle or
  ///   requires commits that it doesn't contain, `.corrupt`, `.limit`.
  public init(
    at path: String, limits: ObjectCopy.Limits = .standard
  ) throws(GitError) {
    guard let file = try DurableFile.read(path, limit: limits.bytes + Self.mostHead) else {
      throw GitError(.notFound, "no such file", path: path)
    }
    do throws(GitError) {
      let (references, start) = try Self.head(of: file)
      self.references = references
      objects = try PackScan.objects(in: file[start...], limits: limits)
      for reference in references where !objects.contains(reference.id) {
        throw GitError(.corrupt, "the target of '\(reference.name)' is missing")
      }
    } catch {
      throw GitError(error.code, error.message, path: path)
    }
  }

  /// The existing bundle at a path that is about to be written.
  ///
  /// - Returns: nil if the file doesn't exist.
  /// - Throws: `GitError`: `.exists` if the file isn't one of our bundles.
  public static func existing(at path: String) throws(GitError) -> Bundle? {
    do throws(GitError) {
      return try Bundle(at: path)
    } catch {
      switch error.code {
      case .notFound: return nil
      case .invalid, .corrupt, .limit, .unsupportedFormat:
        throw GitError(.exists, error.message, path: path)
      default: throw error
      }
    }
  }

  /// Parses the references, and returns the start of the pack.
  private static func head(of file: [UInt8]) throws(GitError) -> ([Reference], start: Int) {
    let noBundle = GitError(.invalid, "not a Git bundle, or truncated")
    let kinds = ["# v2 git bundle\n", "# v3 git bundle\n"]
    guard let kind = kinds.first(where: { file.starts(with: $0.utf8) }) else { throw noBundle }
    var references: [Reference] = []
    var start = kind.utf8.count
    while let end = file[start...].prefix(mostHead).firstIndex(of: UInt8(ascii: "\n")) {
      let line = file[start..<end]
      start = end + 1
      switch line.first {
      case nil: return (references, start)
      case UInt8(ascii: "-"):
        throw GitError(.invalid, "it requires commits that it doesn't contain")
      case UInt8(ascii: "@"):
        guard line.elementsEqual("@object-format=sha1".utf8) else {
          throw GitError(.unsupportedFormat, "unsupported bundle format")
        }
      default:
        let name = String(decoding: line.dropFirst(41), as: UTF8.self)
        guard let id = ObjectID(hex: line.prefix(40)), Reference.isValid(name),
          line.dropFirst(40).first == UInt8(ascii: " ")
        else {
          throw GitError(.corrupt, "invalid line in the header")
        }
        references.append(Reference(name, id))
      }
      if start > mostHead { throw GitError(.limit, "the header is too large") }
    }
    throw noBundle
  }

  /// Writes references with all their objects to a file, atomically.
  ///
  /// - Throws: `GitError`.
  public static func write(
    _ references: [Reference], from source: any ObjectSource, to path: String,
    limits: ObjectCopy.Limits = .standard
  ) throws {
    let batch = ObjectBatch()
    try ObjectCopy.copy(
      references.map(\.id), from: source, into: batch, held: .commits([]), limits: limits)
    var file = Array("# v2 git bundle\n".utf8)
    for reference in references {
      try Reference.checkName(reference.name)
      file += Array("\(reference.id) \(reference.name)\n".utf8)
    }
    file.append(UInt8(ascii: "\n"))
    _ = try PackText.write(batch.ids, of: batch) { file += $0 }
    try DurableFile.write(file, to: path)
  }
}

/// Reads all objects of a pack sequentially, without an index.
private struct PackScan: ~Copyable {
  private let limits: ObjectCopy.Limits
  private let inflater: Inflater
  private let found = ObjectBatch()
  /// The ids of objects, by their offsets.
  private var ids: [Int: ObjectID] = [:]
  /// Deltas whose base hasn't been read yet, by the base's id.
  private var waiting: [ObjectID: [(offset: Int, delta: [UInt8])]] = [:]
  private var waitingBytes = 0

  private static var damaged: GitError { GitError(.corrupt, "the pack is unreadable") }

  /// - Parameter pack: the complete pack with its checksum.
  /// - Returns: its objects, identified by their hashes.
  static func objects(
    in pack: ArraySlice<UInt8>, limits: ObjectCopy.Limits
  ) throws(GitError) -> ObjectBatch {
    guard pack.count >= 32, pack.starts(with: "PACK\0\0\0\u{2}".utf8) else { throw damaged }
    let end = pack.endIndex - 20
    guard Checksum.of(Array(pack[..<end])) == Array(pack[end...]) else {
      throw GitError(.corrupt, "truncated or modified")
    }
    let count = pack[(pack.startIndex + 8)...].prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard count <= limits.objects else {
      throw GitError(.limit, "more than \(limits.objects) objects")
    }
    var scan = try PackScan(limits)
    var rest = pack[(pack.startIndex + 12)..<end]
    for _ in 0..<count { try scan.readObject(from: &rest) }
    guard rest.isEmpty, scan.waiting.isEmpty else { throw damaged }
    return scan.found
  }

  private init(_ limits: ObjectCopy.Limits) throws(GitError) {
    self.limits = limits
    inflater = try Inflater()
  }

  /// The remaining bytes of the limit.
  private var room: Int { limits.bytes - found.byteCount - waitingBytes }

  private mutating func readObject(from rest: inout ArraySlice<UInt8>) throws(GitError) {
    let offset = rest.startIndex
    guard let head = PackHead(&rest), head.length / 1100 <= rest.count else { throw Self.damaged }
    guard head.length <= room else { throw tooLarge }
    guard case .whole(let content, let used) = inflater.inflate(rest, size: head.length),
      content.count == head.length
    else { throw Self.damaged }
    rest = rest.dropFirst(used)
    switch head.base {
    case .none(let kind): try add(RawObject(kind, content), at: offset)
    case .back(let distance):
      guard let id = ids[offset - distance] else { throw Self.damaged }
      try add(made(of: content, id), at: offset)
    case .named(let id):
      if found.contains(id) { return try add(made(of: content, id), at: offset) }
      waiting[id, default: []].append((offset, content))
      waitingBytes += content.count
    }
  }

  /// Adds an object, and resolves the deltas that waited for it, and so on.
  private mutating func add(_ object: RawObject, at offset: Int) throws(GitError) {
    guard object.bytes.count <= room else { throw tooLarge }
    let id = try found.add(object)
    ids[offset] = id
    var next = (waiting.removeValue(forKey: id) ?? []).map { (base: id, $0) }
    while let (base, (offset, delta)) = next.popLast() {
      waitingBytes -= delta.count
      let id = try found.add(made(of: delta, base))
      ids[offset] = id
      next += (waiting.removeValue(forKey: id) ?? []).map { (id, $0) }
    }
  }

  /// Applies a delta to a known object.
  private func made(of delta: [UInt8], _ base: ObjectID) throws(GitError) -> RawObject {
    guard let object = found[base],
      let made = try Delta.apply(delta, to: object, limit: max(room, 0))
    else { throw Self.damaged }
    return made
  }

  private var tooLarge: GitError { GitError(.limit, "more than \(limits.bytes) bytes") }
}
