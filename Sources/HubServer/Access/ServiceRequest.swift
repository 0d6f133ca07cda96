/// Git's services.
public enum HubService: String, Sendable {
  case fetch = "upload-pack"
  case push = "receive-pack"
  case archive = "upload-archive"
}

/// A request over SSH: one of Git's services for a repository of the hub.
public struct ServiceRequest: Hashable, Sendable {
  public let service: HubService
  /// The requested path.
  public let path: String

  public init(_ service: HubService, path: String) {
    self.service = service
    self.path = path
  }

  /// Parses `git-upload-pack '/srv/hub/math/subject.git'`.
  ///
  /// - Returns: nil for other programs, options, or additional words.
  public init?(command: String) {
    let words: Substring
    if command.hasPrefix("git-") || command.hasPrefix("git ") {
      words = command.dropFirst(4)
    } else {
      return nil
    }
    guard let space = words.firstIndex(of: " "),
      let service = HubService(rawValue: String(words[..<space])),
      let path = ServiceRequest.unquoted(words[words.index(after: space)...]),
      !path.hasPrefix("-")
    else { return nil }
    self.init(service, path: path)
  }

  /// A single word in shell syntax: plain, or in single quotes with `'\''`, as Git quotes it.
  private static func unquoted(_ text: Substring) -> String? {
    guard text.hasPrefix("'") else {
      let isPlain = text.utf8.allSatisfy { !" \t\n\r\"'\\$`;&|<>()*?[]{}!#".utf8.contains($0) }
      return isPlain && !text.isEmpty ? String(text) : nil
    }
    var found = ""
    var rest = text.dropFirst()
    while let end = rest.firstIndex(of: "'") {
      found += rest[..<end]
      rest = rest[rest.index(after: end)...]
      if rest.isEmpty { return found.utf8.contains { $0 < 32 } ? nil : found }
      // Escaped quotes and exclamation marks are outside the quotes, followed by another quoted
      // part.
      guard rest.hasPrefix("\\'") || rest.hasPrefix("\\!") else { return nil }
      found += rest.dropFirst().prefix(1)
      guard rest.dropFirst(2).first == "'" else { return nil }
      rest = rest.dropFirst(3)
    }
    return nil
  }
}
