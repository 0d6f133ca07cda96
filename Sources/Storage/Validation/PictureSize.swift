/// The width and height of a picture in pixels, read from the beginning of its file.
struct PictureSize: Hashable {
  let width: Int
  let height: Int

  /// Reads PNG, GIF and JPEG files; nil for other formats.
  init?(_ bytes: [UInt8]) {
    func number(_ offset: Int, _ count: Int) -> Int {
      bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.count >= 24 {
      (width, height) = (number(16, 4), number(20, 4))
    } else if bytes.starts(with: Array("GIF8".utf8)), bytes.count >= 10 {
      (width, height) = (
        Int(bytes[6]) | Int(bytes[7]) << 8, Int(bytes[8]) | Int(bytes[9]) << 8
      )
    } else if bytes.starts(with: [0xFF, 0xD8]), let frame = PictureSize.frame(of: bytes) {
      (height, width) = (number(frame + 5, 2), number(frame + 7, 2))
    } else {
      return nil
    }
  }

  /// The offset of the frame marker of a JPEG (ITU T.81, B.2.2). It is followed by two bytes of
  /// length and one of precision, then the height and the width in two bytes each.
  private static func frame(of bytes: [UInt8]) -> Int? {
    var place = 2
    while place + 9 <= bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      // Start of frame, except for the numbers that mark tables.
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) { return place }
      place += marker == 0xFF ? 1 : 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
    }
    return nil
  }
}
