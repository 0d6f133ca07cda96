import Model
import Storage

/// The worksheets of a subject by every path that they have or had, so that work handed in under
/// an old name still counts.
public struct WorkNames: Sendable {
  /// Names by worksheet, the oldest first: the present one comes last.
  private var names: [ContextPath: [String]] = [:]
  private var paths: [String: ContextPath] = [:]

  /// Of a file that can't be read nothing but its own path is known.
  public init(of subject: String, in school: SchoolFiles) throws {
    let root = ContextPath(subject: subject)
    try add(root, names: [""], school)
    // Where two had a name, the one that has it now is meant.
    for path in names.keys { paths[path.work] = path }
  }

  private mutating func add(
    _ path: ContextPath, names above: [String], _ school: SchoolFiles
  ) throws {
    var own = above
    if !path.components.isEmpty {
      let was = try school.formerNames(of: path)
      own = was + above.map { $0.isEmpty ? path.identifier : "\($0)/\(path.identifier)" }
    }
    if try school.isWorksheet(path) {
      names[path] = own
      for name in own where paths[name] == nil { paths[name] = path }
    }
    guard path.components.count < Identifier.deepestContext else { return }
    for child in try school.childIDs(of: path) {
      try add(path.appending(child), names: own, school)
    }
  }

  /// The paths below the subject that a worksheet has or had, with slashes; the present one last.
  public func names(of path: ContextPath) -> [String] { names[path] ?? [path.work] }

  /// The worksheet that has or had a path below the subject.
  public subscript(work: String) -> ContextPath? { paths[work] }
}
