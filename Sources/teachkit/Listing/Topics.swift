import Model
import Storage

/// What contexts are about: their own topic, else that of the nearest context above them that has
/// one, the subject at last.
final class Topics {
  private let files: SchoolFiles
  private var known: [ContextPath: Topic?] = [:]

  init(_ files: SchoolFiles) { self.files = files }

  func topic(of context: Context) -> String? {
    (context.topic ?? context.path.parent.flatMap(find))?.rawValue
  }

  func topic(at path: ContextPath) -> String? { find(path)?.rawValue }

  private func find(_ path: ContextPath) -> Topic? {
    if let found = known[path] { return found }
    // A fault in a file above is no reason to list nothing.
    let own = path.parent == nil ? try? files.subject(path.subject).topic : own(path)
    let found = own ?? path.parent.flatMap(find)
    known[path] = .some(found)
    return found
  }

  private func own(_ path: ContextPath) -> Topic? { try? files.context(path).topic }
}
