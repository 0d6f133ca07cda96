import Glibc
import Model
import Synchronization
import Testing
import Text

@testable import Course

@Suite struct ActivityServerTests {
  /// A program's end of the connection, with time limits.
  private final class Client {
    private let descriptor: Int32
    private var received: [UInt8] = []

    init(_ path: String) throws {
      descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var limit = timeval(tv_sec: 10, tv_usec: 0)
      for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
        setsockopt(
          descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
      }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
      let size = socklen_t(MemoryLayout<sockaddr_un>.size)
      let code = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
      }
      try #require(code == 0)
    }

    func send(_ text: String) {
      let bytes = Array(text.utf8)
      _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// The next line; nil at the end of the connection.
    func line() -> String? {
      while true {
        if let end = received.firstIndex(of: 10) {
          defer { received.removeSubrange(...end) }
          return String(decoding: received[..<end], as: UTF8.self)
        }
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &chunk, chunk.count)
        if count <= 0 { return nil }
        received += chunk.prefix(count)
      }
    }

    deinit { close(descriptor) }
  }

  private final class Log: Sendable {
    let requests = Mutex<[ActivityRequest]>([])

    @Sendable func record(_ request: ActivityRequest) throws(ActivityRequest.Problem) {
      if case .stop = request { throw ActivityRequest.Problem(message: "not now") }
      requests.withLock { $0.append(request) }
    }
  }

  @Test func reportsAreAnsweredInOrder() throws {
    let log = Log()
    let server = try ActivityServer(in: "/tmp", log.record)
    defer { server.stop() }
    let client = try Client(server.path)
    client.send("{\"progress\": 0.5}\nnonsense\n{\"stop\": true}\n{\"progress\": 1}\n")
    #expect(client.line() == #"{"ok": true}"#)
    #expect(client.line() == #"{"error": "invalid JSON: expected a value"}"#)
    #expect(client.line() == #"{"error": "not now"}"#)
    #expect(client.line() == #"{"ok": true}"#)
    #expect(log.requests.withLock { $0.count } == 2)
  }

  @Test func aLineMayComeInPieces() throws {
    let log = Log()
    let server = try ActivityServer(in: "/tmp", log.record)
    defer { server.stop() }
    let client = try Client(server.path)
    client.send("{\"prog")
    client.send("ress\": 1}\n")
    #expect(client.line() == #"{"ok": true}"#)
  }

  @Test func anEndlessLineEndsOnlyItsConnection() throws {
    let log = Log()
    let server = try ActivityServer(in: "/tmp", log.record)
    defer { server.stop() }
    let (hostile, honest) = (try Client(server.path), try Client(server.path))
    hostile.send(String(repeating: "x", count: 100_000))
    #expect(hostile.line() == #"{"error": "the line is too long"}"#)
    #expect(hostile.line() == nil)
    honest.send("{\"progress\": 1}\n")
    #expect(honest.line() == #"{"ok": true}"#)
  }

  @Test func aClientThatNeverReadsEndsOnlyItsConnection() throws {
    let log = Log()
    let server = try ActivityServer(in: "/tmp", log.record)
    defer { server.stop() }
    let (flooding, honest) = (try Client(server.path), try Client(server.path))
    for _ in 0..<200 { flooding.send(String(repeating: "{\"progress\": 1}\n", count: 500)) }
    honest.send("{\"progress\": 1}\n")
    #expect(honest.line() == #"{"ok": true}"#)
  }

  @Test func reportsBeforeTheEndAreRecorded() throws {
    let log = Log()
    let server = try ActivityServer(in: "/tmp", log.record)
    do {
      let client = try Client(server.path)
      client.send("{\"progress\": 1}\n")
    }
    server.stop()
    #expect(log.requests.withLock { $0.count } == 1)
    #expect(access(server.path, F_OK) != 0)
  }

  @Test func onlyTheUserCanReachTheSocket() throws {
    let server = try ActivityServer(in: "/tmp", Log().record)
    defer { server.stop() }
    var status = stat()
    #expect(stat(String(server.path.dropLast("/socket".count)), &status) == 0)
    #expect(status.st_mode & 0o077 == 0)
  }
}
