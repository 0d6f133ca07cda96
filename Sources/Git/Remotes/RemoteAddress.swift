import Substrings

/// Addresses of repositories on the network.
public enum RemoteAddress {
  /// Whether a text is such an address and not a path: `https://host/…`, or `git@host:path`, which
  /// has a colon before any slash.
  public static func isOne(_ text: String) -> Bool {
    if text.contains("://") { return true }
    guard let colon = text.firstIndex(of: ":") else { return false }
    return !text[..<colon].contains("/")
  }

  /// Whether an address is safe to pass to `git`: it can't be mistaken for an option or a command.
  public static func isSafe(_ text: String) -> Bool {
    guard isOne(text), !text.utf8.contains(where: { $0 < 32 || $0 == 127 }) else { return false }
    let host: Substring
    if let mark = text.firstRange(of: "://") {
      let scheme = text[..<mark.lowerBound]
      if scheme.isEmpty || scheme.contains(":") || scheme.hasPrefix("-") { return false }
      host = text[mark.upperBound...].prefix { $0 != "/" }
      if host.isEmpty { return text.hasPrefix("file:") }
    } else {
      // The colons of `[::1]:path` are in brackets.
      let bracket = text.hasPrefix("[") ? text.firstIndex(of: "]") : text.startIndex
      guard let bracket, let colon = text[bracket...].firstIndex(of: ":") else { return false }
      let path = text[text.index(after: colon)...]
      host = text[..<colon]
      if host.isEmpty || path.hasPrefix(":") || path.hasPrefix("-") { return false }
    }
    let parts = host.split(separator: "@", omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix("-") }
  }
}
