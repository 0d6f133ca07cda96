import Git
import Glibc
import HubProtocol
import Model

/// The requests to join of the last day, for limiting them by address and key.
///
/// The file is next to the subject's desk and never collected. Callers hold the desk's lock.
struct RequestLog {
  /// The number of seconds that a request counts.
  private static let period: Int64 = 24 * 3600
  /// The maximum number of requests per key and day.
  static let mostOfKey = 5

  /// The maximum number of requests of all per day.
  static let mostOfAll = 10_000

  private struct Line {
    let at: Int64
    /// Digests of the address and the key.
    let (address, key): (String, String)
  }

  private let path: String
  private var lines: [Line] = []

  /// Reads the requests that still count.
  init(_ hub: ServedHub, _ subject: String, at now: Instant) throws(GitError) {
    path = "\(hub.folder.path)/\(HubPlace(subject, .desk).companion("requests"))"
    let text = String(decoding: try DurableFile.read(path, limit: 1 << 20) ?? [], as: UTF8.self)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      // If the clock was set back, future entries must not count forever.
      guard words.count == 3, let at = Int64(words[0]),
        (now.seconds - Self.period...now.seconds).contains(at)
      else { continue }
      lines.append(Line(at: at, address: words[1], key: words[2]))
    }
  }

  /// Adds a request.
  ///
  /// - Parameters:
  ///   - address: the client's IP address; nil if unknown.
  ///   - most: the maximum number of requests per address.
  /// - Throws: `HubError.invitation(.tooOften)`, `GitError`.
  mutating func add(
    from address: String?, _ key: PublicKey, at now: Instant, most: Int
  ) throws {
    let line = Line(
      at: now.seconds, address: Invitation.id(of: Self.network(of: address ?? "")),
      key: Invitation.id(of: key.text))
    guard lines.count < Self.mostOfAll, lines.count(where: { $0.address == line.address }) < most,
      lines.count(where: { $0.key == line.key }) < Self.mostOfKey
    else { throw HubError.invitation(.tooOften) }
    lines.append(line)
    let text = lines.map { "\($0.at) \($0.address) \($0.key)\n" }.joined()
    try DurableFile.write(Array(text.utf8), to: path)
  }

  /// The part of an address that identifies a client: for IPv6 the first 64 bits, because a machine
  /// has all addresses below them.
  static func network(of address: String) -> String {
    var bytes = in6_addr()
    guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
    return withUnsafeBytes(of: bytes) { $0.prefix(8).map { String($0, radix: 16) } }
      .joined(separator: ":")
  }
}
