import Model
import PlainYAML
import Text

/// Checks of programming exercises.
extension SchoolCheck {
  func checkCode(
    of exercise: Exercise, _ node: Node, in path: ContextPath, _ document: Document, _ file: String
  ) throws {
    guard case .code(let task) = exercise.question else { return }
    let language = task.test?.language.flatMap { name in
      node["test"]?["language"].map { (name, $0) }
    }
    for (name, place) in [node["language"].map { (task.language, $0) }, language].compactMap(\.self)
    {
      guard let languages, !languages.contains(name) else { continue }
      add(
        document, file, .unknownLanguage, "unknown language '\(visible(name))'",
        hint: closest(name, in: languages).map { "did you mean '\($0)'?" as Message }
          ?? "known languages: \(languages.joined(separator: ", "))", at: place)
    }
    for test in task.test?.files ?? [] {
      guard let place = node["test"], try !isPrivateFile(test, of: path) else { continue }
      add(
        document, file, .missingTest, "no file 'private/\(visible(test))'",
        hint: "put it into the folder private next to the worksheet", at: place)
    }
    if !task.cases.isEmpty, task.cases.allSatisfy({ $0.points.isZero }), let place = node["cases"] {
      add(
        document, file, .points, "all test cases of '\(exercise.id)' have 0 points",
        hint: "give one of them points, or remove `points`", at: place)
    }
  }

  private func isPrivateFile(_ name: String, of path: ContextPath) throws -> Bool {
    var folder = "\(SchoolPath.folder(path))/private"
    let parts = name.split(separator: "/").map(String.init)
    for part in parts.dropLast() { folder += "/\(part)" }
    return try entries(in: folder).contains { $0.kind == .file && $0.name == parts.last }
  }
}
