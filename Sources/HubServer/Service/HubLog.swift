import Git
import Glibc
import HubProtocol
import Model

/// The log of a hub's problems, in `hub.log` in its folder and in the system log.
///
/// Students only see that the hub has a problem; the administrator reads the details here.
public struct HubLog: Sendable {
  /// No subject can have this name.
  static let file = "hub.log"
  /// A larger file is renamed to `hub.log.1`, replacing the previous one.
  static let mostBytes = 1 << 20

  private let hub: ServedHub

  public init(_ hub: ServedHub) { self.hub = hub }

  /// Writes a line with the time, principal, repository and problem.
  public func add(
    _ error: any Error, doing: String, by principal: Principal? = nil, at place: HubPlace? = nil
  ) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = hub.settings.clock ?? Instant(seconds: Int64(time.tv_sec))
    let text = "\(principal?.description ?? "-") \(place?.path ?? "-") cannot \(doing): \(error)"
    // A single line, whatever a name or message contains.
    let plain = String(
      String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 })
    ).prefix(1000)
    append("\(now) \(plain)\n")
    String(plain).withCString { text in
      withVaList([text]) { vsyslog(LOG_ERR | LOG_DAEMON, "teachkit hub: %s", $0) }
    }
  }

  /// Tries something that the next connection can repeat, and logs its failure.
  ///
  /// - Returns: nil if it failed.
  @discardableResult func attempt<Result>(
    _ doing: String, by principal: Principal? = nil, at place: HubPlace? = nil,
    _ body: () throws -> Result
  ) -> Result? {
    do {
      return try body()
    } catch {
      add(error, doing: doing, by: principal, at: place)
      return nil
    }
  }

  /// A line of the log.
  public struct Entry: Hashable, Sendable {
    public let time: String
    /// Nil if the hub did it on its own account.
    public let principal: String?
    /// Nil if no repository is concerned.
    public let repository: String?
    public let problem: String

    init?(_ line: Substring) {
      let words = line.split(separator: " ", maxSplits: 3).map { String($0) }
      guard words.count == 4 else { return nil }
      time = words[0]
      principal = words[1] == "-" ? nil : words[1]
      repository = words[2] == "-" ? nil : words[2]
      problem = words[3]
    }
  }

  /// The newest entries, the last one last.
  public func recent(_ most: Int) throws(GitError) -> [Entry] {
    let bytes = try DurableFile.read(path, limit: 2 * Self.mostBytes) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(most)
      .compactMap { Entry($0) }
  }

  private var path: String { "\(hub.folder.path)/\(Self.file)" }

  private func append(_ line: String) {
    var status = stat()
    if stat(path, &status) == 0, Int(status.st_size) > Self.mostBytes { rename(path, path + ".1") }
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
    if file < 0 { return }
    let bytes = Array(line.utf8)
    _ = write(file, bytes, bytes.count)
    close(file)
  }
}
