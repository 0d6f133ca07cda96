import ArgumentParser
import Course
import Model
import Storage
import Text

struct Rename: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename anything.",
    discussion: """
      All references are updated in the same commit: assignments, marks, grades, collected \
      work, classes and groups. Chapters, worksheets and exercises keep their old name in \
      'was', so that earlier submissions still count. Names on the hub can't change: shared \
      subjects, and students and groups with a mailbox. To change a title, use 'set'.

      Example: teachkit rename math/fractions/adding sums
      """)

  @Argument(
    help: "The object to rename: its path, a unique ending or its title.",
    completion: Candidates.content.completion)
  var path: String
  @Argument(help: ArgumentHelp("The new id.", valueName: "new-id")) var id: String
  @OptionGroup var version: VersionOptions
  @Flag(name: .customLong("dry-run"), help: "Show what would be renamed, without renaming it.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) async throws {
    let store = try session.openSchool()
    let object = try Locator(store.files).find(path)
    guard !id.contains("/") else {
      throw Failure(
        .valueIsFaulty, "'\(id)' is a path, not an id",
        hint: "to move it, run 'teachkit move \(path) \(id)'")
    }
    guard let new = object.renamed(id) else {
      throw Failure(
        .valueIsFaulty, "the school has no id",
        hint: "to change its name, use 'teachkit set school school=…'")
    }
    try await session.rename(
      "rename", object, to: new, in: store, if: version.expected, dryRun: dryRun)
  }
}

extension ObjectPath {
  /// The path with another id at its end; nil for the school.
  fileprivate func renamed(_ id: String) -> ObjectPath? {
    switch self {
    case .school: nil
    case .student: .student(id)
    case .schoolClass: .schoolClass(id)
    case .group(let schoolClass, _): .group(schoolClass: schoolClass, group: id)
    case .context(let path):
      .context(path.parent?.appending(id) ?? ContextPath(subject: id))
    case .exercise(let path, _): .exercise(path, id)
    case .assignment: .assignment(id)
    }
  }
}
