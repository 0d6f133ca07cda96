import Course
import Glibc

extension Templates {
  /// - Parameter school: the root of a school with its own templates.
  init(_ surroundings: Surroundings, school: String? = nil) {
    self.init(
      user: Templates.user(surroundings), installed: Templates.installed(surroundings),
      school: school)
  }

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
}
