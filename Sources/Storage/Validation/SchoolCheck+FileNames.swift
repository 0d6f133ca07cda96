import Model
import Text

extension SchoolCheck {
  /// The names of folders inside contexts that aren't contexts themselves.
  private static let ownFolders: Set<String> = ["files", "starters", "private"]

  /// Checks for names that are almost those of our files, with another extension or other capitals,
  /// which are never read.
  func checkFileNames() throws {
    try checkFileNames(
      in: "",
      [
        SchoolPath.school, SchoolPath.students, SchoolPath.staff, SchoolPath.announcements,
      ])
    for id in try files.classIDs() {
      try checkFileNames(in: "\(SchoolPath.classes)/\(id)", ["class.yaml", "guidance.yaml"])
    }
    for id in try files.subjectIDs() {
      let folder = "\(SchoolPath.subjects)/\(id)"
      try checkFileNames(in: folder, ["subject.yaml", "participants.yaml"])
      try checkContextFileNames(in: folder, depth: 0)
    }
    for entry in try entries(in: SchoolPath.assignments) where entry.kind == .file {
      let usual = SchoolCheck.usual(entry.name, keepingCapitals: true)
      if usual != entry.name { addMisnamed(entry.name, usual, in: SchoolPath.assignments) }
    }
  }

  private func checkContextFileNames(in folder: String, depth: Int) throws {
    guard depth < 32 else { return }
    for entry in try entries(in: folder)
    where entry.kind == .folder && !SchoolCheck.ownFolders.contains(entry.name) {
      let below = "\(folder)/\(entry.name)"
      try checkFileNames(in: below, ["context.yaml", "worksheet.yaml"])
      try checkContextFileNames(in: below, depth: depth + 1)
    }
  }

  private func checkFileNames(in folder: String, _ names: [String]) throws {
    for entry in try entries(in: folder) where entry.kind == .file && !names.contains(entry.name) {
      let usual = SchoolCheck.usual(entry.name)
      if names.contains(usual) { addMisnamed(entry.name, usual, in: folder) }
    }
  }

  private func addMisnamed(_ name: String, _ usual: String, in folder: String) {
    keep(
      Fault(
        file: folder.isEmpty ? name : "\(folder)/\(name)", rule: .misnamedFile,
        message: "a file of this name is never read", hint: "rename it to '\(usual)'"))
  }

  /// The name in lower case, with `.yaml` for `.yml`.
  private static func usual(_ name: String, keepingCapitals: Bool = false) -> String {
    let small = name.lowercased()
    let ending = [".yml", ".yaml"].first(where: small.hasSuffix)
    guard let ending else { return name }
    return (keepingCapitals ? name : small).dropLast(ending.count) + ".yaml"
  }
}
