import Course
import Glibc
import Substrings

/// Standard input, read line by line.
final class Input {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  init(descriptor: Int32 = STDIN_FILENO) {
    self.descriptor = descriptor
  }

  /// Returns the next line without its line break, or nil at the end. Invalid UTF-8 is replaced.
  func line() -> String? {
    bytesOfLine().map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the next line, or why there is none.
  func next() -> InputLine { bytesOfLine().map { InputLine($0) } ?? .end }

  /// Makes the terminal deliver each key at once until `endTyping()`, and guards the typed text
  /// against signals. Otherwise the terminal would drop parts of a long pasted text.
  ///
  /// Call it before showing a prompt, so that nothing can be typed unguarded.
  /// - Returns: false without a terminal.
  @discardableResult
  func startTyping() -> Bool {
    guard KeyMode.enter(descriptor) else { return false }
    KeyMode.guardTyping()
    return true
  }

  /// Reads the next line from a terminal, of any length, after starting to type.
  ///
  /// - Parameter show: writes to the terminal.
  func typed(_ line: TypedLine, after prompt: String, show: (String) -> Void) -> InputLine {
    guard startTyping() else { return next() }
    var line = line
    var screen = ""
    while true {
      while start < buffer.count {
        let outcome = line.process(buffer[start], &screen)
        start += 1
        if outcome == .goesOn { continue }
        show(screen + "\n")
        switch outcome {
        case .end: return .end
        case .interrupted: return .interrupted(String(decoding: line.bytes, as: UTF8.self))
        case .done, .goesOn: return InputLine(line.bytes)
        }
      }
      (buffer, start) = ([], 0)
      show(screen)
      if KeyMode.endingSignal != nil {
        return .interrupted(String(decoding: line.bytes, as: UTF8.self))
      }
      if isAtEnd { return line.bytes.isEmpty ? .end : InputLine(line.bytes) }
      // Show the line again when a stopped run continues.
      screen = waitForKeys() && fill() ? "" : "\r" + prompt + line.shown
    }
  }

  /// Returns the next keys from a terminal in `KeyMode`, or none after some time; nil at the end.
  func keys(within milliseconds: Int) -> ArraySlice<UInt8>? {
    if start == buffer.count {
      var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&place, 1, Int32(clamping: milliseconds)) > 0 { fill() }
    }
    defer { (buffer, start) = ([], 0) }
    return start == buffer.count && isAtEnd ? nil : buffer[start...]
  }

  /// Restores the terminal's own line editing.
  func endTyping() { KeyMode.leave() }

  /// Returns at most 1 MiB; longer lines arrive in pieces.
  private func bytesOfLine() -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return withoutReturn(buffer[start..<end])
      }
      searched = buffer.count
      if isAtEnd || buffer.count - start >= 1 << 20 {
        defer { (buffer, start) = ([], 0) }
        return start == buffer.count ? nil : withoutReturn(buffer[start...])
      }
      fill()
      if start == 0 { continue }
      buffer.removeFirst(start)
      searched -= start
      start = 0
    }
  }

  /// Returns exactly `count` bytes, or nil if fewer remain.
  func bytes(_ count: Int) -> [UInt8]? {
    while !isAtEnd, buffer.count - start < count { fill() }
    guard buffer.count - start >= count else { return nil }
    defer { start += count }
    return Array(buffer[start..<start + count])
  }

  /// Returns all remaining bytes, up to slightly more than `limit`.
  func rest(atMost limit: Int) -> [UInt8] {
    while !isAtEnd, buffer.count - start <= limit { fill() }
    defer { (buffer, start) = ([], 0) }
    return Array(buffer[start...])
  }

  /// Waits for keys, or for a signal that ends the run.
  ///
  /// - Returns: false if a signal interrupted it.
  private func waitForKeys() -> Bool {
    var places = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: KeyMode.wakeup, events: Int16(POLLIN), revents: 0),
    ]
    return poll(&places, 2, -1) > 0 && KeyMode.endingSignal == nil
  }

  /// - Returns: false if a signal interrupted the read.
  @discardableResult
  private func fill() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &chunk, chunk.count)
    if count > 0 {
      buffer += chunk.prefix(count)
    } else if count == 0 || errno != EINTR {
      isAtEnd = true
    } else {
      return false
    }
    return true
  }

  private func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == 0x0D ? line.dropLast() : line
  }
}
