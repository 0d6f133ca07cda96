import Git
import Glibc
import Model

/// The problems that a hub's server met, in `hub.log` in its folder and in the machine's log.
///
/// A student is told that the hub has a problem; whoever keeps it reads here which.
public struct HubLog: Sendable {
  /// No subject can be called so.
  static let file = "hub.log"
  /// A longer file is moved to `hub.log.1`, in place of the one before.
  static let mostBytes = 1 << 20

  private let hub: ServedHub

  public init(_ hub: ServedHub) { self.hub = hub }

  /// Writes a line: the time, who, which repository, and what went wrong.
  public func add(_ error: any Error, doing: String, by party: Party? = nil, at place: HubPlace? = nil) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = hub.settings.clock ?? Instant(seconds: Int64(time.tv_sec))
    let text = "\(party?.description ?? "-") \(place?.path ?? "-") cannot \(doing): \(error)"
    // One line, whatever a name or a message holds.
    let plain = String(
      String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 })
    ).prefix(1000)
    append("\(now) \(plain)\n")
    String(plain).withCString { text in
      withVaList([text]) { vsyslog(LOG_ERR | LOG_DAEMON, "teachkit hub: %s", $0) }
    }
  }

  /// Does something that may wait for the next connection, and writes down why it failed.
  ///
  /// - Returns: nil if it failed.
  @discardableResult func attempt<Result>(
    _ doing: String, by party: Party? = nil, at place: HubPlace? = nil, _ body: () throws -> Result
  ) -> Result? {
    do {
      return try body()
    } catch {
      add(error, doing: doing, by: party, at: place)
      return nil
    }
  }

  /// A line of the log.
  public struct Entry: Hashable, Sendable {
    public let time: String
    /// Nil if the hub did it for nobody in particular.
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
