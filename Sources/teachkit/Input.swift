import Glibc

/// Standard input, line by line.
final class Input {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  init(descriptor: Int32 = STDIN_FILENO) {
    self.descriptor = descriptor
  }

  /// The next line without its line break; nil at the end. A line is at most 1 MiB: what is longer
  /// comes in pieces.
  func line() -> String? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return text(buffer[start..<end])
      }
      searched = buffer.count
      if isAtEnd || buffer.count - start >= 1 << 20 {
        defer { (buffer, start) = ([], 0) }
        return start == buffer.count ? nil : text(buffer[start...])
      }
      fill()
      if start == 0 { continue }
      buffer.removeFirst(start)
      searched -= start
      start = 0
    }
  }

  /// All that is left, at most so many bytes and a few more.
  func rest(atMost limit: Int) -> [UInt8] {
    while !isAtEnd, buffer.count - start <= limit { fill() }
    defer { (buffer, start) = ([], 0) }
    return Array(buffer[start...])
  }

  private func fill() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &chunk, chunk.count)
    if count > 0 {
      buffer += chunk.prefix(count)
    } else if count == 0 || errno != EINTR {
      isAtEnd = true
    }
  }

  private func text(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
  }
}
