import Text

/// A link target that isn't a file: `https://example.org/a`.
struct LinkAddress {
  /// The part before the colon.
  let scheme: String
  private let text: String

  /// The known schemes.
  private static let known = ["https", "http", "mailto", "tel", "sms", "ftp", "geo", "data"]

  /// - Returns: nil without a scheme, as in `#top`.
  init?(_ target: String) {
    guard let colon = target.firstIndex(of: ":"), !target[..<colon].contains("/") else {
      return nil
    }
    scheme = String(target[..<colon])
    text = target
  }

  /// The problem with the address; nil if it seems valid.
  var problem: (message: Message, hint: Message?)? {
    let name = scheme.lowercased()
    let rest = text.dropFirst(scheme.utf8.count + 1)
    guard LinkAddress.known.contains(name) else {
      let meant = closest(name, in: LinkAddress.known)
      return (
        "unknown address type '\(visible(scheme)):'",
        meant.map { "did you mean '\($0):\(visible(String(rest)))'?" }
          ?? "most addresses start with 'https://'"
      )
    }
    if ["http", "https"].contains(name) {
      let host = rest.hasPrefix("//") ? rest.dropFirst(2).prefix { !"/?#".contains($0) } : ""
      if host.isEmpty {
        let path = rest.drop { $0 == "/" }
        return (
          "'\(visible(text))' has no host",
          path.isEmpty ? nil : "did you mean '\(name)://\(visible(String(path)))'?"
        )
      }
      if host.contains(where: \.isWhitespace) {
        return ("invalid host '\(visible(String(host)))'", "remove the space")
      }
    } else if name == "mailto", !rest.contains("@") {
      return ("invalid e-mail address '\(visible(text))'", "write 'mailto:ada@example.org'")
    }
    return nil
  }
}
