import Glibc

/// Paths as text, although they are bytes on disk and in trees: each byte that isn't valid UTF-8
/// becomes a private-use character, so any path can be restored.
public enum PathText {
  /// Stands for byte 0; byte 0xDC is U+10FFDC.
  private static let base: UInt32 = 0x10FF00

  /// The byte that a character stands for; nil for any other character.
  public static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    scalar.value >= base + 0x80 ? UInt8(exactly: scalar.value - base) : nil
  }

  /// Whether a path is UTF-8, byte for byte.
  public static func isText(_ path: String) -> Bool {
    !path.utf8.contains(lead) || !path.unicodeScalars.contains { byte(of: $0) != nil }
  }

  fileprivate static func scalar(for byte: UInt8) -> Unicode.Scalar? {
    Unicode.Scalar(base + UInt32(byte))
  }

  /// The start of the UTF-8 form of each character that represents a byte.
  fileprivate static let lead: UInt8 = 0xF4
}

extension String {
  /// Reads a path from its bytes.
  public init(pathBytes bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    if !bytes.contains(PathText.lead), let text = String(validating: bytes, as: UTF8.self) {
      self = text
      return
    }
    var scalars = String.UnicodeScalarView()
    var rest = bytes[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      if let text = String(validating: rest.prefix(length), as: UTF8.self),
        let scalar = text.unicodeScalars.first, PathText.byte(of: scalar) == nil
      {
        scalars.append(scalar)
        rest = rest.dropFirst(length)
      } else {
        if let scalar = PathText.scalar(for: first) { scalars.append(scalar) }
        rest = rest.dropFirst()
      }
    }
    self = String(scalars)
  }

  /// Reads a path from a C string.
  public init(cPath path: UnsafePointer<CChar>) {
    self.init(
      pathBytes: UnsafeRawBufferPointer(UnsafeBufferPointer(start: path, count: strlen(path))))
  }

  /// A path as the disk and trees have it.
  public var pathBytes: [UInt8] {
    guard utf8.contains(PathText.lead) else { return Array(utf8) }
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      if let byte = PathText.byte(of: scalar) {
        bytes.append(byte)
      } else {
        bytes += Array(String(scalar).utf8)
      }
    }
    return bytes
  }

  /// A path for a system call: its bytes, and 0.
  public var cPath: [CChar] { pathBytes.map { CChar(bitPattern: $0) } + [0] }
}
