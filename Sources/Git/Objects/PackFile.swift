import Glibc
import Text

/// A pack in a folder that other users can write to: nothing in it is trusted.
///
/// It isn't mapped into memory, because truncating a mapped file would crash the process.
final class PackFile {
  private let descriptor: Int32
  private let size: Int
  private let path: String
  private let index: [UInt8]
  private let count: Int
  /// The whole pack, if it is small.
  private let whole: [UInt8]?
  /// Objects on which others are based, by their offsets.
  private var bases: [Int: RawObject] = [:]
  private var basesCount = 0
  private static let basesSize = 8 << 20
  private static let small = 1 << 18
  private static let maximalChain = 256
  private static let largestIndex = 128 << 20

  /// Opens `NAME.pack` with `NAME.idx`; nil if one of them is missing.
  init?(_ name: String, in folder: Folder) throws(GitError) {
    let path = folder.path(of: name + ".pack")
    guard let index = try folder.read(name + ".idx", limit: Self.largestIndex),
      let file = try folder.openFile(name + ".pack")
    else { return nil }
    descriptor = file.descriptor
    size = Int(file.status.st_size)
    self.path = path
    self.index = index
    guard index.count >= 1072, index.starts(with: [0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2]) else {
      throw GitError(.corrupt, "the index of a pack is damaged", path: path)
    }
    count = Int(Self.number(index, at: 8 + 255 * 4))
    guard index.count >= 1072 + count * 28 else {
      throw GitError(.corrupt, "the index of a pack is damaged", path: path)
    }
    if size <= Self.small {
      whole = try readPart(descriptor, at: 0, count: size, path: path)
    } else {
      whole = nil
    }
  }

  deinit { close(descriptor) }

  private static func number(_ bytes: [UInt8], at place: Int) -> UInt32 {
    var value: UInt32 = 0
    for byte in bytes[place..<place + 4] { value = value << 8 | UInt32(byte) }
    return value
  }

  /// The ids of all objects in the index.
  var ids: [ObjectID] {
    (0..<count).compactMap { ObjectID(bytes: index[(1032 + $0 * 20)..<(1052 + $0 * 20)]) }
  }

  private func isBefore(_ place: Int, _ id: ObjectID) -> Bool {
    for byte in 0..<ObjectID.size {
      let value = index[1032 + place * ObjectID.size + byte]
      if value != id[byte] { return value < id[byte] }
    }
    return false
  }

  /// The offset of an object in the pack, according to the index.
  func offset(of id: ObjectID) -> Int? {
    let first = Int(id[0])
    var low = first == 0 ? 0 : Int(Self.number(index, at: 8 + (first - 1) * 4))
    var high = min(Int(Self.number(index, at: 8 + first * 4)), count)
    let end = high
    while low < high {
      let middle = (low + high) / 2
      if isBefore(middle, id) { low = middle + 1 } else { high = middle }
    }
    guard low < end,
      ObjectID(bytes: index[(1032 + low * 20)..<(1052 + low * 20)]) == id
    else { return nil }
    let offsets = 1032 + count * 24
    let short = Self.number(index, at: offsets + low * 4)
    if short & 1 << 31 == 0 { return Int(short) }
    let long = offsets + count * 4 + Int(short & ~(1 << 31)) * 8
    guard long + 8 <= index.count, Self.number(index, at: long) < 1 << 31 else { return nil }
    return Int(Self.number(index, at: long)) << 32 | Int(Self.number(index, at: long + 4))
  }

  private func part(at offset: Int, count: Int) throws(GitError) -> ArraySlice<UInt8> {
    guard offset >= 12, offset < size, count > 0 else { throw damaged }
    if let whole {
      guard offset < whole.count else { throw damaged }
      return whole[offset..<min(whole.count - offset, count) + offset]
    }
    return try readPart(descriptor, at: offset, count: min(count, size - offset), path: path)[...]
  }

  private var damaged: GitError { GitError(.corrupt, "a pack is damaged", path: path) }

  /// Reads the object at an offset, resolving its deltas.
  ///
  /// - Parameter base: finds a delta base outside this pack by its id.
  func read(
    at offset: Int, limit: Int, depth: Int = 0, _ inflater: borrowing Inflater,
    base: (ObjectID) throws(GitError) -> RawObject?
  ) throws(GitError) -> RawObject {
    if depth > Self.maximalChain { throw damaged }
    if let known = bases[offset] { return known }
    var rest = try part(at: offset, count: 64)
    let size = rest.count
    guard let head = PackHead(&rest) else { throw damaged }
    let content = try inflate(
      at: offset + size - rest.count, head.length, limit: limit, inflater)
    let from: RawObject?
    switch head.base {
    case .none(let kind): return remember(RawObject(kind, content), offset, depth)
    case .back(let distance):
      guard distance < offset else { throw damaged }
      from = try read(
        at: offset - distance, limit: limit, depth: depth + 1, inflater, base: base)
    case .named(let id):
      if let near = self.offset(of: id) {
        from = try read(at: near, limit: limit, depth: depth + 1, inflater, base: base)
      } else {
        from = try base(id)
      }
    }
    guard let from, let made = try Delta.apply(content, to: from, limit: limit) else {
      throw damaged
    }
    return remember(made, offset, depth)
  }

  /// Keeps an object on which others are based: they are mostly read together.
  private func remember(_ object: RawObject, _ offset: Int, _ depth: Int) -> RawObject {
    guard depth > 0, object.bytes.count <= Self.basesSize / 8 else { return object }
    if basesCount + object.bytes.count > Self.basesSize {
      bases = [:]
      basesCount = 0
    }
    bases[offset] = object
    basesCount += object.bytes.count
    return object
  }

  /// The kind and size that the object at an offset claims to have; nil if its base is missing.
  ///
  /// - Parameter base: finds the kind of an object that isn't in this pack.
  func header(
    at offset: Int, depth: Int = 0, _ inflater: borrowing Inflater,
    base: (ObjectID) throws(GitError) -> ObjectKind?
  ) throws(GitError) -> (kind: ObjectKind, size: Int)? {
    if depth > Self.maximalChain { throw damaged }
    var rest = try part(at: offset, count: 128)
    guard let head = PackHead(&rest) else { throw damaged }
    let near: Int
    switch head.base {
    case .none(let kind): return (kind, head.length)
    case .back(let distance):
      guard distance < offset else { throw damaged }
      near = offset - distance
    case .named(let id):
      guard let found = self.offset(of: id) else {
        return try base(id).map { ($0, size(ofDelta: rest, inflater)) }
      }
      near = found
    }
    let from = try header(at: near, depth: depth + 1, inflater, base: base)
    return from.map { ($0.kind, size(ofDelta: rest, inflater)) }
  }

  /// The result size according to the first bytes of a delta; 0 if they are invalid.
  private func size(ofDelta packed: ArraySlice<UInt8>, _ inflater: borrowing Inflater) -> Int {
    switch inflater.inflate(packed, size: 20) {
    case .whole(let start, _), .partial(let start): Delta.size(start)
    case .broken: 0
    }
  }

  private func inflate(
    at start: Int, _ length: Int, limit: Int, _ inflater: borrowing Inflater
  ) throws(GitError) -> [UInt8] {
    if length > limit { throw GitError(.limit, "an object is too large", path: path) }
    // zlib's maximum compression is about 1000 to 1.
    if length / 1100 > size { throw damaged }
    let packed = try part(at: start, count: length + length / 8 + 1024)
    guard case .whole(let content, _) = inflater.inflate(packed, size: length),
      content.count == length
    else { throw damaged }
    return content
  }
}

/// Delta instructions, which create an object from another: copied ranges and inserted bytes.
enum Delta {
  /// The resulting object; nil for an invalid delta.
  static func apply(_ delta: [UInt8], to base: RawObject, limit: Int) throws(GitError) -> RawObject?
  {
    var rest = delta[...]
    guard let from = length(&rest), from == base.bytes.count, let into = length(&rest) else {
      return nil
    }
    if into > limit { throw GitError(.limit, "an object is too large") }
    var out: [UInt8] = []
    out.reserveCapacity(min(into, 1 << 20))
    while let order = rest.popFirst() {
      if order & 0x80 == 0 {
        let count = Int(order)
        guard count > 0, count <= rest.count, out.count + count <= into else { return nil }
        out += rest.prefix(count)
        rest = rest.dropFirst(count)
        continue
      }
      var numbers = [0, 0]
      for bit in 0..<7 where order & 1 << UInt8(bit) != 0 {
        guard let byte = rest.popFirst() else { return nil }
        numbers[bit / 4] |= Int(byte) << (bit % 4 * 8)
      }
      let start = numbers[0]
      let count = numbers[1] == 0 ? 0x10000 : numbers[1]
      guard start <= from, count <= from - start, out.count + count <= into else { return nil }
      out += base.bytes[start..<start + count]
    }
    return out.count == into ? RawObject(base.kind, out) : nil
  }

  /// The result size according to the start of a delta; 0 if it is invalid.
  static func size(_ start: [UInt8]) -> Int {
    var rest = start[...]
    guard length(&rest) != nil, let size = length(&rest) else { return 0 }
    return size
  }

  private static func length(_ rest: inout ArraySlice<UInt8>) -> Int? {
    var value = 0
    var shift = 0
    while let byte = rest.popFirst() {
      if shift > 56 { return nil }
      value |= Int(byte & 0x7f) << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
    }
    return nil
  }
}
