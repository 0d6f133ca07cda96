import Model
import Storage

/// The topics of contexts: their own, or else that of the nearest parent with a topic.
public final class Topics {
  private let files: SchoolFiles
  private var known: [ContextPath: Topic?] = [:]

  public init(_ files: SchoolFiles) { self.files = files }

  public func topic(of context: Context) -> String? {
    (context.topic ?? context.path.parent.flatMap(find))?.rawValue
  }

  public func topic(at path: ContextPath) -> String? { find(path)?.rawValue }

  private func find(_ path: ContextPath) -> Topic? {
    if let found = known[path] { return found }
    // A problem in a parent's file shouldn't prevent the listing.
    let topic = path.parent == nil ? try? files.subject(path.subject).topic : own(path)
    let found = topic ?? path.parent.flatMap(find)
    known[path] = .some(found)
    return found
  }

  private func own(_ path: ContextPath) -> Topic? { try? files.context(path).topic }
}
