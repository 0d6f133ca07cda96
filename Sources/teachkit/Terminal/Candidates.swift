import ArgumentParser
import Course
import Git
import Glibc
import Model
import Storage

/// The kinds of shell completions for a command-line word.
enum Candidates: String, CaseIterable, Sendable {
  /// Subjects, contexts, worksheets and exercises by path; also students, classes and assignments
  /// once their folder is typed.
  case content
  /// Students, classes, groups, `everyone`.
  case who
  case students, classes, subjects, worksheets, assignments
  /// Everything that a student can be added to: classes, groups, subjects.
  case memberships
  case templates, providers
  /// The values of `--as`.
  case viewers
  /// Field names for `--sort`.
  case fields
  /// Conditions for `--where`.
  case conditions
  /// Fields of the object named earlier on the line, for `set`.
  case settings
  /// Students, and markable items of the worksheet named earlier on the line, for `mark`.
  case marks

  /// For `@Argument(completion:)` and `@Option(completion:)`.
  var completion: CompletionKind {
    .custom { words, _, prefix in find(words: words, prefix: prefix) }
  }

  /// Returns the completions that start with `prefix`; empty if anything fails.
  ///
  /// - Parameter words: the whole command line, including `-C`, which sets the folder.
  func find(words: [String], prefix: String) -> [String] {
    // Shells pass the word as typed, possibly with an opening quote.
    let prefix = String(prefix.drop { $0 == "'" || $0 == "\"" })
    let all = (try? all(in: Candidates.folder(words), prefix, after: words)) ?? []
    return all.filter { $0.hasPrefix(prefix) }
  }

  /// The working folder of the command, after every `-C`.
  private static func folder(_ words: [String]) -> String {
    zip(words, words.dropFirst()).reduce(".") { folder, pair in
      guard pair.0 == "-C" else { return folder }
      return pair.1.hasPrefix("/") ? pair.1 : "\(folder)/\(pair.1)"
    }
  }

  private func all(
    in folder: String, _ prefix: String, after words: [String]
  ) throws -> [String] {
    switch self {
    case .fields: return Candidates.listed.flatMap { [$0, "-" + $0] }
    case .conditions:
      // Keep everything up to the last comma.
      let start = prefix.lastIndex(of: ",").map { prefix[...$0] } ?? ""
      return (Candidates.listed + ["class", "group", "subject"]).map { "\(start)\($0)=" }
    default: break
    }
    if self == .templates || self == .providers {
      var school: String?
      if case .school(let root)? = Place.find(from: folder) { school = root }
      let templates = Templates(.process, school: school)
      // 'create worksheet' creates an object from a template of that kind.
      let kind = Candidates.object(in: words, after: "create").flatMap(Template.Kind.init)
      if self == .templates {
        return try templates.all(kind.map { [$0] } ?? Template.Kind.allCases).map(\.name)
      }
      return try Provider.programs(.process) + templates.all([.context]).map(\.name)
    }
    let names: Names
    switch Place.find(from: folder) {
    case .school(let root): names = Names(files: SchoolFiles(WorkTree(root: root)))
    case .clone(let root):
      // Paths in a clone don't contain the subject's name.
      names = Names(files: SchoolFiles(WorkTree(root: root), layout: .clone(subject: "-")))
    case nil: return []
    }
    switch self {
    case .content: return try names.content(startingWith: prefix)
    case .worksheets: return try names.contexts().filter(\.isWorksheet).map(\.path)
    case .subjects: return try names.subjects()
    case .students: return try names.files.students().all
    case .viewers: return try names.files.students().all.map { "student:\($0)" }
    case .classes: return try names.files.classIDs()
    case .assignments: return try names.files.assignmentIDs()
    case .who:
      return try names.files.students().all + names.classesAndGroups() + ["everyone"]
    case .memberships: return try names.classesAndGroups() + names.subjects()
    case .settings:
      guard let object = Candidates.object(in: words, after: "set") else { return [] }
      return try names.files.fieldNames(of: Locator(names.files).find(object), below: prefix)
    case .marks:
      let who = try names.files.students().all + names.classesAndGroups() + ["everyone"]
      guard let path = Candidates.object(in: words, after: "mark"),
        let worksheet = try? MarkTarget(path, in: names.files).worksheet
      else { return who }
      let fields = worksheet.exercises.flatMap { worksheet.markFields(of: $0) }
      return who + fields.map { $0.name + "=" }
    case .fields, .conditions, .templates, .providers: return []
    }
  }

  /// The first word after a verb that isn't an option.
  private static func object(in words: [String], after verb: String) -> String? {
    let behind = words.drop { $0 != verb }.dropFirst()
    return behind.first { !$0.hasPrefix("-") }
  }

  /// The field names of lists.
  private static let listed = [
    "created", "due", "exercises", "family", "given", "id", "number", "order", "path", "points",
    "state", "title", "topic", "type", "year",
  ]
}

/// The names of existing objects, as written on a command line.
private struct Names {
  let files: SchoolFiles

  func subjects() throws -> [String] {
    files.layout == .school ? try files.subjectIDs() : []
  }

  func classesAndGroups() throws -> [String] {
    try files.classIDs() + files.roster().groupPaths
  }

  /// All contexts below a subject.
  func contexts() throws -> [(path: String, isWorksheet: Bool)] {
    try files.subjectIDs().flatMap { try contexts(below: ContextPath(subject: $0)) }
  }

  private func contexts(below path: ContextPath) throws -> [(path: String, isWorksheet: Bool)] {
    guard path.components.count < Identifier.deepestContext else { return [] }
    let locator = Locator(files)
    return try files.childIDs(of: path).flatMap { id in
      let child = path.appending(id)
      let candidate = (locator.shown(.context(child)), try files.isWorksheet(child))
      return try [candidate] + contexts(below: child)
    }
  }

  func content(startingWith prefix: String) throws -> [String] {
    switch prefix.prefix(while: { $0 != "/" }) {
    case "students" where prefix.contains("/"):
      return try files.students().all.map { "students/\($0)" }
    case "classes" where prefix.contains("/"):
      return try classesAndGroups().map { "classes/\($0)" }
    case "assignments" where prefix.contains("/"):
      return try files.assignmentIDs().map { "assignments/\($0)" }
    default: break
    }
    let contexts = try contexts()
    var found = try subjects() + contexts.map(\.path)
    for context in contexts where context.isWorksheet && prefix.hasPrefix(context.path + "/") {
      found += try exercises(of: context.path)
    }
    // A unique last component is enough.
    let endings = contexts.map { $0.path.split(separator: "/").last.map(String.init) ?? $0.path }
    let counts = Dictionary(endings.map { ($0, 1) }, uniquingKeysWith: +)
    let unique = endings.filter { counts[$0] == 1 && !found.contains($0) }
    return prefix.isEmpty || prefix.contains("/") ? found : found + unique
  }

  private func exercises(of worksheet: String) throws -> [String] {
    let path = files.layout == .school ? worksheet : "-/" + worksheet
    guard let context = ContextPath(path) else { return [] }
    return try files.worksheet(context).exercises.map { "\(worksheet)/\($0.id)" }
  }
}
