import Model
import Storage

/// The worksheets of a subject by their current and former paths, so that submissions under old
/// names still count.
public struct WorkNames: Sendable {
  /// The names of each worksheet, oldest first; the current one comes last.
  private var names: [ContextPath: [String]] = [:]
  private var paths: [String: ContextPath] = [:]
  /// All contexts by their current and former paths.
  private var contexts: [String: ContextPath] = [:]

  /// An unreadable file only has its own path.
  public init(of subject: String, in school: SchoolFiles) throws {
    let root = ContextPath(subject: subject)
    try add(root, names: [""], school)
    // If two worksheets share a name, it means the current owner.
    for path in names.keys { paths[path.work] = path }
  }

  private mutating func add(
    _ path: ContextPath, names above: [String], _ school: SchoolFiles
  ) throws {
    var all = above
    if !path.components.isEmpty {
      let was = try school.formerNames(of: path)
      all = was + above.map { $0.isEmpty ? path.identifier : "\($0)/\(path.identifier)" }
    }
    for name in all where contexts[name] == nil || name == path.work { contexts[name] = path }
    if try school.isWorksheet(path) {
      names[path] = all
      for name in all where paths[name] == nil { paths[name] = path }
    }
    guard path.components.count < Identifier.deepestContext else { return }
    for child in try school.childIDs(of: path) {
      try add(path.appending(child), names: all, school)
    }
  }

  /// The current and former paths of a worksheet below the subject, with slashes; the current one
  /// comes last.
  public func names(of path: ContextPath) -> [String] { names[path] ?? [path.work] }

  /// The worksheet with a current or former path below the subject.
  public subscript(work: String) -> ContextPath? { paths[work] }

  /// The current path of a file of a context, by a current or former path below the subject.
  func file(_ work: String) -> ContextPath? {
    guard let path = ContextPath("x/\(work)"), let owner = path.file?.owner,
      let context = contexts[owner.work]
    else { return nil }
    return path.components.dropFirst(owner.components.count).reduce(context) { $0.appending($1) }
  }
}
