import Course

extension FolderPath {
  /// The path for display: relative to the session's folder if that is shorter.
  func shown(in session: Session) -> String {
    let way = relative(to: FolderPath(session.directory, from: "/"))
    return way.utf8.count < text.utf8.count ? way : text
  }
}
