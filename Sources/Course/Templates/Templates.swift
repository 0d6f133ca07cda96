import Model
import PlainYAML
import Storage
import Text

/// Finds templates: the school's own first, then the user's, then the installed ones.
public struct Templates {
  /// The folders of templates, in lookup order.
  private let folders: [(origin: Template.Origin, tree: WorkTree)]

  /// - Parameters:
  ///   - user: the user's folder of templates, if there is one.
  ///   - installed: the installed folders.
  ///   - school: the root of a school with its own templates.
  public init(user: String?, installed: [String], school: String? = nil) {
    let schoolFolder = school.map { [(Template.Origin.school, $0 + "/" + Templates.folder)] } ?? []
    let user = user.map { [(Template.Origin.user, $0)] } ?? []
    let installed = installed.map { (Template.Origin.installed, $0) }
    folders = (schoolFolder + user + installed).map { ($0.0, WorkTree(root: $0.1)) }
  }

  /// The folders, in lookup order.
  public var trees: [WorkTree] { folders.map(\.tree) }

  /// The folder of a school's own templates.
  public static let folder = "templates"

  /// Returns all templates by kind and name. If several have the same name, the first one found
  /// wins.
  public func all(_ kinds: [Template.Kind] = Template.Kind.allCases) throws -> [Template] {
    var found: [String: Template] = [:]
    for kind in kinds {
      for (origin, tree) in folders {
        for entry in try tree.entries(in: kind.rawValue) {
          let isFile = entry.kind == .file && entry.name.hasSuffix(".yaml")
          // A folder without its main file isn't a template.
          let main = "\(kind.rawValue)/\(entry.name)/\(kind.file)"
          guard try isFile || entry.kind == .folder && tree.bytes(at: main) != nil else { continue }
          let name = isFile ? String(entry.name.dropLast(5)) : entry.name
          let template = Template(
            name: name, kind: kind, origin: origin, root: tree.root, isFolder: !isFile)
          if found[kind.rawValue + "/" + name] == nil {
            found[kind.rawValue + "/" + name] = template
          }
        }
      }
    }
    return found.values.sorted { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }
  }

  /// Finds a template by name.
  ///
  /// - Parameter kinds: the allowed kinds.
  /// - Throws: `Failure` if no such template exists.
  public func find(_ name: String, _ kinds: [Template.Kind] = Template.Kind.allCases) throws
    -> Template
  {
    let all = try all(kinds)
    // A leading kind distinguishes templates of the same name.
    let found = all.filter { $0.name == name || "\($0.kind.rawValue)/\($0.name)" == name }
    guard let template = found.last else {
      let names = all.map(\.name)
      let list: Message =
        names.isEmpty ? "no templates are installed" : "available: \(names.joined(separator: ", "))"
      throw Failure(
        .notFound, "no template '\(name)'",
        hint: didYouMean(name, among: names) ?? list)
    }
    return template
  }
}
