import Substrings

/// What a web server passes on: one step of Git's exchange over HTTP, as CGI tells it.
public struct WebRequest: Hashable, Sendable {
  /// What is asked for, at which place of the hub.
  public let service: ServiceRequest
  /// What follows the repository in the path: `info/refs`, or the service's own name.
  let step: String

  /// The variables of CGI that Git's program for the web reads.
  static let variables = [
    "REQUEST_METHOD", "QUERY_STRING", "CONTENT_TYPE", "CONTENT_LENGTH", "SERVER_PROTOCOL",
    "HTTP_CONTENT_ENCODING", "HTTP_GIT_PROTOCOL", "REMOTE_ADDR", "REMOTE_USER",
  ]

  /// Reads `GET …/info/refs?service=git-upload-pack` and `POST …/git-upload-pack`.
  ///
  /// - Returns: nil for anything else: files, and the exchange of old that reads them one by one.
  public init?(variable: (String) -> String?) {
    guard let whole = variable("PATH_INFO"), let end = whole.firstRange(of: ".git/") else {
      return nil
    }
    let path = whole[..<end.lowerBound] + ".git"
    step = String(whole[end.upperBound...])
    let name: String
    switch (variable("REQUEST_METHOD"), step) {
    case ("GET", "info/refs"):
      guard let query = variable("QUERY_STRING"), query.hasPrefix("service=git-") else {
        return nil
      }
      name = String(query.dropFirst("service=git-".count))
    case ("POST", _):
      guard step.hasPrefix("git-") else { return nil }
      name = String(step.dropFirst("git-".count))
    default: return nil
    }
    // Git has no archives over HTTP.
    guard let service = HubService(rawValue: name), service != .archive else { return nil }
    self.service = ServiceRequest(service, path: String(path))
  }

  /// Whether a push begins with it, and not only the list of what is there.
  public var isPush: Bool { service.service == .push && step != "info/refs" }
}
