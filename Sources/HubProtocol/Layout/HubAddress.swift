import Git
import Substrings

/// The location of a hub: a folder, or a server.
public enum HubAddress: Hashable, Sendable {
  /// A folder that teacher and students can access; an absolute path.
  case folder(String)
  /// `ssh://…`, `https://…`, without a trailing slash.
  case server(String)

  /// Parses the `hub:` field of `school.yaml` or a command line option.
  ///
  /// - Parameter base: the absolute folder for relative paths.
  public init(_ text: String, relativeTo base: String) {
    var address = text
    while address.count > 1, address.hasSuffix("/") { address.removeLast() }
    if address.hasPrefix("file:///") {
      self = .folder(String(address.dropFirst("file://".count)))
    } else if RemoteAddress.isOne(address) {
      self = .server(address)
    } else if address.hasPrefix("/") {
      self = .folder(address)
    } else {
      self = .folder(HubAddress.plain("\(base)/\(address)"))
    }
  }

  /// The path or address as written.
  public var text: String {
    switch self {
    case .folder(let path): path
    case .server(let address): address
    }
  }

  /// The text without credentials: the user of `https://`, the password of others.
  public var withoutSecrets: String { Self.withoutSecrets(text) }

  /// A text without the passwords of addresses in it, and without users of web addresses.
  public static func withoutSecrets(_ text: String) -> String {
    guard let mark = text.firstRange(of: "://") else { return text }
    let (start, rest) = (text[..<mark.upperBound], text[mark.upperBound...])
    let host = rest.prefix { $0 != "/" && !$0.isWhitespace }
    guard let at = host.lastIndex(of: "@") else { return start + withoutSecrets(String(rest)) }
    let scheme = text[..<mark.lowerBound].lowercased()
    let isWeb = scheme.hasSuffix("http") || scheme.hasSuffix("https")
    let user = isWeb ? "" : host[..<at].prefix { $0 != ":" }
    return start + (user.isEmpty ? "" : user + "@")
      + withoutSecrets(String(rest[rest.index(after: at)...]))
  }

  /// The path of a folder hub; nil for a server.
  public var folder: String? {
    if case .folder(let path) = self { path } else { nil }
  }

  /// The address of a path below it.
  public func appending(_ name: String) -> HubAddress {
    switch self {
    case .folder(let path): .folder(path == "/" ? "/\(name)" : "\(path)/\(name)")
    case .server(let address): .server("\(address)/\(name)")
    }
  }

  /// An absolute path without `.` and `..`.
  private static func plain(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}

extension HubAddress: CustomStringConvertible {
  public var description: String { text }
}
