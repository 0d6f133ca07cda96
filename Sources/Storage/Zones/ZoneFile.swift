import Glibc
import Model

/// Reads the rules of time zones from the system's database, in the format of RFC 8536 (TZif).
public enum ZoneFile {
  /// The folder of the database.
  static let folder = "/usr/share/zoneinfo"

  /// The zone with an IANA name; nil if the system doesn't have it.
  public static func zone(_ name: String) throws -> Zone? {
    if name == "UTC" { return .utc }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let plain = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { isNameByte($0) }
    }
    guard plain, let bytes = try WorkTree(root: folder).bytes(at: name) else { return nil }
    return parse(bytes, name: name)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "+"):
      true
    default: false
    }
  }

  /// Reads the second, 64-bit block of a file, and the rule after it for later years.
  static func parse(_ bytes: [UInt8], name: String) -> Zone? {
    var first = BigEndianReader(bytes)
    guard let header = first.header(), header.version >= 0x32 else { return nil }
    var reader = BigEndianReader(bytes, at: 44 + header.size(timeWidth: 4))
    guard let counts = reader.header() else { return nil }
    var times: [Int64] = []
    for _ in 0..<counts.times {
      guard let time = reader.int64() else { return nil }
      times.append(time)
    }
    guard let kinds = reader.bytes(counts.times) else { return nil }
    var offsets: [Int] = []
    for _ in 0..<counts.types {
      guard let offset = reader.int32(), reader.bytes(2) != nil else { return nil }
      offsets.append(Int(offset))
    }
    guard let initial = offsets.first else { return nil }
    var transitions: [Zone.Transition] = []
    for (time, kind) in zip(times, kinds) {
      guard Int(kind) < offsets.count else { return nil }
      transitions.append(.init(at: Instant(seconds: time), offset: offsets[Int(kind)]))
    }
    _ = reader.bytes(counts.rest)
    if let footer = reader.line(), let rule = YearlyRule(footer) {
      let from = transitions.last.map { Zone.utc.civil($0.at).date.year } ?? 1970
      for year in from...2100 {
        for change in rule.changes(in: year) where change.at > transitions.last?.at ?? .distantPast
        {
          transitions.append(change)
        }
      }
    }
    return Zone(name: name, initialOffset: initial, transitions: transitions)
  }
}

extension Instant {
  fileprivate static let distantPast = Instant(seconds: .min)
}

/// Reads numbers with the most significant byte first.
private struct BigEndianReader {
  struct Header {
    let version: UInt8
    let isUT, isStandard, leaps, times, types, characters: Int

    /// The number of bytes of the block after the header.
    func size(timeWidth: Int) -> Int {
      times * (timeWidth + 1) + types * 6 + characters + leaps * (timeWidth + 4) + isStandard
        + isUT
    }

    /// The number of bytes after the types.
    var rest: Int { characters + leaps * 12 + isStandard + isUT }
  }

  private let data: [UInt8]
  private var index: Int

  init(_ data: [UInt8], at index: Int = 0) {
    self.data = data
    self.index = index
  }

  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= data.count, index <= data.count - count else { return nil }
    defer { index += count }
    return data[index..<index + count]
  }

  mutating func int32() -> Int32? {
    bytes(4).map { Int32(bitPattern: $0.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) }
  }

  mutating func int64() -> Int64? {
    bytes(8).map { Int64(bitPattern: $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) }
  }

  mutating func header() -> Header? {
    guard let magic = bytes(4), magic.elementsEqual("TZif".utf8), let version = bytes(1)?.first,
      bytes(15) != nil
    else { return nil }
    var counts: [Int] = []
    for _ in 0..<6 {
      guard let count = int32(), count >= 0, count < 100_000 else { return nil }
      counts.append(Int(count))
    }
    return Header(
      version: version, isUT: counts[0], isStandard: counts[1], leaps: counts[2],
      times: counts[3], types: counts[4], characters: counts[5])
  }

  /// The line between two newlines at the end of the file.
  mutating func line() -> String? {
    guard index < data.count, data[index] == 0x0A else { return nil }
    return String(decoding: data[(index + 1)...].prefix { $0 != 0x0A }, as: UTF8.self)
  }
}
