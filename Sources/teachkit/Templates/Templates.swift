import Course
import Glibc
import Model
import PlainYAML
import Storage
import Text

/// Finds templates: the school's own first, then the user's, then the installed ones.
struct Templates {
  /// The folders of templates, in lookup order.
  private let folders: [(origin: Template.Origin, tree: WorkTree)]

  /// - Parameter school: the root of a school with its own templates.
  init(_ surroundings: Surroundings, school: String? = nil) {
    let own = school.map { [(Template.Origin.school, $0 + "/" + Templates.folder)] } ?? []
    let user = Templates.user(surroundings).map { [(Template.Origin.user, $0)] } ?? []
    let installed = Templates.installed(surroundings).map { (Template.Origin.installed, $0) }
    folders = (own + user + installed).map { ($0.0, WorkTree(root: $0.1)) }
  }

  /// The folders, in lookup order.
  var trees: [WorkTree] { folders.map(\.tree) }

  /// The folder of a school's own templates.
  static let folder = "templates"

  /// The user's folder of templates; nil without a home folder.
  static func user(_ surroundings: Surroundings) -> String? {
    let config =
      surroundings.variable("XDG_CONFIG_HOME")
      ?? surroundings.variable("HOME").map { $0 + "/.config" }
    return config.map { $0 + "/teachkit/templates" }
  }

  /// The installed folders of templates: `TEACHKIT_TEMPLATES`, the one installed with the program,
  /// or the one in the program's sources.
  static func installed(_ surroundings: Surroundings) -> [String] {
    var found = [surroundings.variable("TEACHKIT_TEMPLATES")].compactMap { $0 }
    guard var folder = try? Surroundings.program() else { return found }
    while let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
      folder = String(folder[..<slash])
      found += [folder + "/share/teachkit/templates"]
      if access(folder + "/Package.swift", F_OK) == 0 { found += [folder + "/templates"] }
    }
    return found.filter { access($0, F_OK) == 0 }
  }

  /// Returns all templates by kind and name. If several have the same name, the first one found
  /// wins.
  func all(_ kinds: [Template.Kind] = Template.Kind.allCases) throws -> [Template] {
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
  func find(_ name: String, _ kinds: [Template.Kind] = Template.Kind.allCases) throws -> Template {
    let all = try all(kinds)
    // A leading kind distinguishes templates of the same name.
    let found = all.filter { $0.name == name || "\($0.kind.rawValue)/\($0.name)" == name }
    guard let template = found.last else {
      let names = all.map(\.name)
      let list =
        names.isEmpty ? "no templates are installed" : "available: \(names.joined(separator: ", "))"
      throw Failure(
        .notFound, "no template '\(name)'",
        hint: didYouMean(name, among: names) ?? list)
    }
    return template
  }
}
