import CGit2
import Glibc
import Text

/// The two ends of a pipe, which are closed with the object.
final class Pipe {
  let reading: Int32
  private(set) var writing: Int32

  init() throws(GitError) {
    var ends: [Int32] = [-1, -1]
    if pipe2(&ends, O_CLOEXEC) != 0 { throw .system("can't create a pipe") }
    reading = ends[0]
    writing = ends[1]
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  deinit {
    closeWriting()
    close(reading)
  }
}

/// The input of a program: a socket, because writing to a closed pipe would raise a signal.
final class Feed {
  private(set) var reading: Int32
  private(set) var writing: Int32
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) throws(GitError) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    if socketpair(AF_UNIX, kind, 0, &ends) != 0 { throw .system("can't create a pipe") }
    reading = ends[0]
    writing = ends[1]
    rest = bytes[...]
  }

  /// Sends as much as possible without blocking.
  func send() {
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    let sent = rest.withUnsafeBytes { Glibc.send(writing, $0.baseAddress, $0.count, flags) }
    if sent > 0 { rest = rest.dropFirst(sent) }
    let isOver = sent < 0 && errno != EAGAIN && errno != EINTR
    if rest.isEmpty || isOver { closeWriting() }
  }

  func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  deinit {
    closeReading()
    closeWriting()
  }
}

/// A few bytes for a program to read, in a pipe that is already closed for writing.
final class Note {
  /// Above the descriptors that a program gets, so that setting those doesn't overwrite it.
  let descriptor: Int32

  /// - Parameter bytes: at most 4 KiB, which every pipe accepts without blocking.
  init(_ bytes: [UInt8]) throws(GitError) {
    let pipe = try Pipe()
    let written = bytes.withUnsafeBytes { write(pipe.writing, $0.baseAddress, min($0.count, 4096)) }
    descriptor = fcntl(pipe.reading, F_DUPFD_CLOEXEC, 10)
    if descriptor < 0 || written != bytes.count { throw .system("can't fill a pipe") }
  }

  deinit { close(descriptor) }
}
