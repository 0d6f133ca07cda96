/// References with everything that they name, in one file as `git bundle` makes them.
///
/// What is in one is believed as little as what a stranger pushes: every object is named by what it
/// holds, and nothing is taken in that has not been checked.
public struct Bundle {
  /// In the order of the file.
  public let references: [Reference]
  /// Everything that is in the file.
  public let objects: ObjectBatch

  /// Bytes of all lines before the pack, at most.
  private static let mostHead = 4 << 20

  /// Reads a bundle.
  ///
  /// - Parameter limits: how much it may hold; a file has no more bytes than its objects may have.
  /// - Throws: `GitError`: `.notFound` for no file, `.invalid` for one that is no bundle or goes on
  ///   from commits that it doesn't hold, `.corrupt`, `.limit`.
  public init(
    at path: String, limits: ObjectCopy.Limits = .standard
  ) throws(GitError) {
    guard let file = try DurableFile.read(path, limit: limits.bytes + Self.mostHead) else {
      throw GitError(.notFound, "there is no such file", path: path)
    }
    do throws(GitError) {
      let (references, start) = try Self.head(of: file)
      self.references = references
      objects = try PackScan.objects(in: file[start...], limits: limits)
      for reference in references where !objects.contains(reference.id) {
        throw GitError(.corrupt, "what '\(reference.name)' names is not in it")
      }
    } catch {
      throw GitError(error.code, error.message, path: path)
    }
  }

  /// The bundle at a place where one is to be written.
  ///
  /// - Returns: nil where there is nothing.
  /// - Throws: `GitError`: `.exists` for a file that is no bundle as we write them.
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

  /// The references, and where the pack begins.
  private static func head(of file: [UInt8]) throws(GitError) -> ([Reference], start: Int) {
    let noBundle = GitError(.invalid, "it is no bundle of Git's, or was cut short")
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
        throw GitError(.invalid, "it goes on from commits that are not in it")
      case UInt8(ascii: "@"):
        guard line.elementsEqual("@object-format=sha1".utf8) else {
          throw GitError(.unsupportedFormat, "it is of a kind that is not known here")
        }
      default:
        let name = String(decoding: line.dropFirst(41), as: UTF8.self)
        guard let id = ObjectID(hex: line.prefix(40)), Reference.isValid(name),
          line.dropFirst(40).first == UInt8(ascii: " ")
        else {
          throw GitError(.corrupt, "a line at its head makes no sense")
        }
        references.append(Reference(name, id))
      }
      if start > mostHead { throw GitError(.limit, "too much is named at its head") }
    }
    throw noBundle
  }

  /// Writes references with everything they name into a file, which appears whole or not at all.
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

/// Reads all objects of a pack from front to back, without an index.
private struct PackScan: ~Copyable {
  private let limits: ObjectCopy.Limits
  private let inflater: Inflater
  private let found = ObjectBatch()
  /// The objects by where they begin.
  private var ids: [Int: ObjectID] = [:]
  /// Deltas whose base has not been seen yet, by its name.
  private var waiting: [ObjectID: [(offset: Int, delta: [UInt8])]] = [:]
  private var waitingBytes = 0

  private static var damaged: GitError { GitError(.corrupt, "the pack in it can't be read") }

  /// - Parameter pack: all of it, with its checksum.
  /// - Returns: its objects, named by what they hold.
  static func objects(
    in pack: ArraySlice<UInt8>, limits: ObjectCopy.Limits
  ) throws(GitError) -> ObjectBatch {
    guard pack.count >= 32, pack.starts(with: "PACK\0\0\0\u{2}".utf8) else { throw damaged }
    let end = pack.endIndex - 20
    guard Checksum.of(Array(pack[..<end])) == Array(pack[end...]) else {
      throw GitError(.corrupt, "it was cut short or changed on the way")
    }
    let count = pack[(pack.startIndex + 8)...].prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard count <= limits.objects else {
      throw GitError(.limit, "more than \(limits.objects) objects")
    }
    var scan = try PackScan(limits)
    var rest = pack[(pack.startIndex + 12)..<end]
    for _ in 0..<count { try scan.take(from: &rest) }
    guard rest.isEmpty, scan.waiting.isEmpty else { throw damaged }
    return scan.found
  }

  private init(_ limits: ObjectCopy.Limits) throws(GitError) {
    self.limits = limits
    inflater = try Inflater()
  }

  /// How many bytes there may still be.
  private var room: Int { limits.bytes - found.byteCount - waitingBytes }

  private mutating func take(from rest: inout ArraySlice<UInt8>) throws(GitError) {
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

  /// Adds an object, and what was waiting for it: deltas, for each of which others may wait.
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

  /// What a delta makes of an object that was found.
  private func made(of delta: [UInt8], _ base: ObjectID) throws(GitError) -> RawObject {
    guard let object = found[base],
      let made = try Delta.apply(delta, to: object, limit: max(room, 0))
    else { throw Self.damaged }
    return made
  }

  private var tooLarge: GitError { GitError(.limit, "more than \(limits.bytes) bytes") }
}
