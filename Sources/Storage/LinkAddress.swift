import Text

/// The target of a link that names no file: `https://example.org/a`.
struct LinkAddress {
  /// What stands before the colon.
  let scheme: String
  private let text: String

  /// The kinds of address that are told from slips of the pen.
  private static let known = ["https", "http", "mailto", "tel", "sms", "ftp", "geo", "data"]

  /// - Returns: nil for what has no scheme, such as `#top`.
  init?(_ target: String) {
    guard let colon = target.firstIndex(of: ":"), !target[..<colon].contains("/") else {
      return nil
    }
    scheme = String(target[..<colon])
    text = target
  }

  /// Why nothing can be found there; nil where nothing speaks against it.
  var problem: (message: String, hint: String?)? {
    let name = scheme.lowercased()
    let rest = text.dropFirst(scheme.utf8.count + 1)
    guard LinkAddress.known.contains(name) else {
      let meant = closest(name, in: LinkAddress.known)
      return (
        "there are no addresses that begin with '\(visible(scheme)):'",
        meant.map { "did you mean '\($0):\(visible(String(rest)))'?" }
          ?? "most begin with 'https://'"
      )
    }
    if ["http", "https"].contains(name) {
      let host = rest.hasPrefix("//") ? rest.dropFirst(2).prefix { !"/?#".contains($0) } : ""
      if host.isEmpty {
        let path = rest.drop { $0 == "/" }
        return (
          "'\(visible(text))' names no site",
          path.isEmpty ? nil : "did you mean '\(name)://\(visible(String(path)))'?"
        )
      }
      if host.contains(where: \.isWhitespace) {
        return ("no site is called '\(visible(String(host)))'", "take the space out")
      }
    } else if name == "mailto", !rest.contains("@") {
      return ("'\(visible(text))' names nobody", "write 'mailto:ada@example.org'")
    }
    return nil
  }
}
