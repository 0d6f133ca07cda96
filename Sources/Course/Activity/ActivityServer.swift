import Git
import Glibc
import Reports
import Text

/// Receives reports of activity from programs on a Unix socket in a private folder.
///
/// It serves clients on a thread of its own until ``stop()``. Lines are answered in order; a client
/// that floods waits for its answers, and one that sends garbage or dies affects no other.
public final class ActivityServer: Sendable {
  /// Records a report.
  public typealias Handler = @Sendable (ActivityRequest) throws(ActivityRequest.Problem) -> Void

  /// The maximum number of clients at a time.
  static let mostClients = 16
  /// The environment variable with the socket's path.
  public static let variable = "TEACHKIT_ACTIVITY"

  /// The socket's path.
  public let path: String
  private let folder: TemporaryFolder
  private let socket: Int32
  private let wake: WakeUp
  private let thread: WorkThread

  /// - Parameters:
  ///   - folder: the folder for temporary files.
  ///   - handler: called on the server's thread.
  /// - Throws: `Failure` or `GitError` if no socket can be made.
  public init(in folder: String, _ handler: @escaping Handler) throws {
    self.folder = TemporaryFolder("teachkit-activity", in: folder)
    try self.folder.makePrivate()
    path = self.folder.path + "/socket"
    do {
      socket = try Self.listen(at: path)
      let (socket, wake) = (socket, try WakeUp())
      self.wake = wake
      thread = try WorkThread {
        ActivityService(socket: socket, wake: wake, handler: handler).run()
      }
    } catch {
      self.folder.remove()
      throw error
    }
  }

  /// Ends the service: waiting reports are still read.
  public func stop() {
    wake.close()
    thread.join()
    close(socket)
    folder.remove()
  }

  private static func listen(at path: String) throws -> Int32 {
    let made = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
    guard made >= 0 else { throw failure(path) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      close(made)
      errno = ENAMETOOLONG
      throw failure(path)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(made, $0, size) }
    }
    guard bound == 0, Glibc.listen(made, 16) == 0 else {
      defer { close(made) }
      throw failure(path)
    }
    return made
  }

  private static func failure(_ path: String) -> Failure {
    Failure(.ioFailure, "cannot open a socket at '\(path)': \(String(cString: strerror(errno)))")
  }
}

/// The service on its thread.
private final class ActivityService {
  /// A connected program.
  private struct Client {
    let descriptor: Int32
    var received: [UInt8] = []
  }

  let socket: Int32
  let wake: WakeUp
  let handler: ActivityServer.Handler
  private var clients: [Client] = []

  init(socket: Int32, wake: WakeUp, handler: @escaping ActivityServer.Handler) {
    (self.socket, self.wake, self.handler) = (socket, wake, handler)
  }

  /// Serves until the wake-up call; reports that clients had sent before are still read.
  func run() {
    var isOpen = true
    while isOpen {
      let isFull = clients.count >= ActivityServer.mostClients
      var places = [
        pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: socket, events: isFull ? 0 : Int16(POLLIN), revents: 0),
      ]
      places += clients.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      guard poll(&places, nfds_t(places.count), -1) > 0 else { continue }
      isOpen = places[0].revents == 0
      for place in places.dropFirst(2) where place.revents != 0 { serve(place.fd) }
      accept()
    }
    for client in clients { serve(client.descriptor) }
    for client in clients { close(client.descriptor) }
  }

  private func accept() {
    while clients.count < ActivityServer.mostClients {
      let descriptor = Glibc.accept(socket, nil, nil)
      if descriptor < 0 { return }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      clients.append(Client(descriptor: descriptor))
    }
  }

  /// Reads once from a client and answers its whole lines.
  private func serve(_ descriptor: Int32) {
    guard let place = clients.firstIndex(where: { $0.descriptor == descriptor }) else { return }
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    let count = read(descriptor, &chunk, chunk.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    var isWelcome = count > 0
    clients[place].received += chunk.prefix(max(0, count))
    while isWelcome, let end = clients[place].received.firstIndex(of: 10) {
      let line = Array(clients[place].received[..<end])
      clients[place].received.removeSubrange(...end)
      isWelcome = reply(to: line, on: descriptor)
    }
    if clients[place].received.count > ActivityRequest.longestLine {
      _ = send(["error": "the line is too long"], to: descriptor)
      isWelcome = false
    }
    if !isWelcome {
      close(descriptor)
      clients.remove(at: place)
    }
  }

  /// - Returns: false if the client doesn't read its answers.
  private func reply(to line: [UInt8], on descriptor: Int32) -> Bool {
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { return true }
    do throws(ActivityRequest.Problem) {
      if line.count > ActivityRequest.longestLine {
        throw ActivityRequest.Problem(message: "the line is too long")
      }
      try handler(try ActivityRequest(line))
      return send(["ok": true], to: descriptor)
    } catch {
      return send(["error": .string(error.message.text)], to: descriptor)
    }
  }

  private func send(_ answer: JSONValue, to descriptor: Int32) -> Bool {
    let bytes = Array("\(answer)\n".utf8)
    return Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }
}
