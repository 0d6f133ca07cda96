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

  /// The hub's folder; nil to write only to the system log.
  private let folder: String?
  private let clock: Instant?

  public init(_ hub: ServedHub) {
    folder = hub.folder.path
    clock = hub.settings.clock
  }

  /// Creates the log of a hub that can't be opened.
  ///
  /// - Parameter error: the reason. Another user's folder gets no file.
  public init(at path: String, unopened error: any Error) {
    clock = nil
    switch error {
    case HubError.noHub, HubError.belongs: folder = nil
    default: folder = path
    }
  }

  /// Writes a line with the time, principal, repository and problem.
  ///
  /// - Parameter error: an error, or its text.
  public func add(
    _ error: any Sendable, doing: String, by principal: Principal? = nil,
    at place: HubPlace? = nil
  ) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = clock ?? Instant(seconds: Int64(time.tv_sec))
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
    /// Nil if the hub acted without a client.
    public let principal: String?
    /// Nil if the problem concerns no repository.
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
    guard let path else { return [] }
    let bytes = try DurableFile.read(path, limit: 2 * Self.mostBytes) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(most)
      .compactMap { Entry($0) }
  }

  private var path: String? { folder.map { "\($0)/\(Self.file)" } }

  private func append(_ line: String) {
    guard let path else { return }
    var status = stat()
    if stat(path, &status) == 0, Int(status.st_size) > Self.mostBytes { rename(path, path + ".1") }
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
    if file < 0 { return }
    let bytes = Array(line.utf8)
    _ = write(file, bytes, bytes.count)
    close(file)
  }
}
