import HubProtocol
import Substrings

/// A request of Git's HTTP protocol, passed on by a web server through CGI.
public struct WebRequest: Hashable, Sendable {
  /// The requested service and repository.
  public let service: ServiceRequest
  /// The path after the repository: `info/refs`, or the name of the service.
  let step: String

  /// The CGI variables that `git http-backend` reads.
  static let variables = [
    "REQUEST_METHOD", "QUERY_STRING", "CONTENT_TYPE", "CONTENT_LENGTH", "SERVER_PROTOCOL",
    "HTTP_CONTENT_ENCODING", "HTTP_GIT_PROTOCOL", "REMOTE_ADDR", "REMOTE_USER",
  ]

  /// Parses `GET …/info/refs?service=git-upload-pack` and `POST …/git-upload-pack`.
  ///
  /// - Returns: nil for other requests: plain files, and the dumb protocol.
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

  /// The request for a subject's calendar, `GET /math/subject.git/calendar.ics`; nil for others.
  public static func calendar(variable: (String) -> String?) -> ServiceRequest? {
    guard variable("REQUEST_METHOD") == "GET", let path = variable("PATH_INFO"),
      path.hasSuffix(".git/\(HubLayout.calendar)")
    else { return nil }
    return ServiceRequest(.fetch, path: String(path.dropLast(HubLayout.calendar.count + 1)))
  }

  /// Whether it starts a push, instead of only listing references.
  public var isPush: Bool { service.service == .push && step != "info/refs" }
}
