import Model

/// The paths of a school's files.
public enum SchoolPath {
  public static let school = "school.yaml"
  public static let students = "students.yaml"
  public static let staff = "staff.yaml"
  public static let announcements = "announcements.yaml"
  public static let classes = "classes"
  public static let subjects = "subjects"
  public static let assignments = "assignments"
  /// How to build and run programs in languages that the school adds.
  public static let languages = "templates/languages.yaml"

  public static func schoolClass(_ id: String) -> String { "classes/\(id)/class.yaml" }
  public static func guidance(_ schoolClass: String) -> String {
    "classes/\(schoolClass)/guidance.yaml"
  }
  public static func subject(_ id: String) -> String { "subjects/\(id)/subject.yaml" }
  public static func participants(_ id: String) -> String {
    "subjects/\(id)/participants.yaml"
  }
  public static func assignment(_ id: String) -> String { "assignments/\(id).yaml" }

  /// The folder of a context in the school.
  public static func folder(_ path: ContextPath) -> String { "subjects/\(path)" }
  public static func context(_ path: ContextPath) -> String { folder(path) + "/context.yaml" }
  public static func worksheet(_ path: ContextPath) -> String {
    folder(path) + "/worksheet.yaml"
  }

  /// The ledgers of a worksheet.
  public static func received(_ path: ContextPath) -> String { "received/\(path).yaml" }
  public static func marks(_ path: ContextPath) -> String { "marks/\(path).yaml" }
  public static func grades(_ path: ContextPath) -> String { "grades/\(path).yaml" }
  public static func activity(_ path: ContextPath) -> String { "activity/\(path).yaml" }

  /// Folders next to a worksheet or context that aren't contexts.
  public static let besides: Set<String> = ["files", "starters", "private", "work"]

  /// The parts of a path as a user typed it. A leading point, as in `./math`, and a trailing slash
  /// are ignored.
  public static func parts(of typed: String) -> [String] {
    let parts = typed.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      .filter { $0 != "." }
    return parts.last == "" ? Array(parts.dropLast()) : parts
  }

  /// The name by which `edit` finds a file: its object's path, or else its own.
  public static func name(of file: String) -> String {
    switch file.split(separator: "/").last {
    case "worksheet.yaml", "context.yaml", "class.yaml", "subject.yaml": object(of: file)
    default: file.hasPrefix(assignments + "/") ? object(of: file) : file
    }
  }

  /// The context to which the file belongs, `worksheet.yaml` or `context.yaml`; nil for other
  /// files.
  static func context(of file: String) -> ContextPath? {
    let parts = file.split(separator: "/").map(String.init)
    guard parts.first == subjects, parts.count > 3, !parts.contains(where: besides.contains),
      ["worksheet.yaml", "context.yaml"].contains(parts[parts.count - 1])
    else { return nil }
    return ContextPath(subject: parts[1], components: Array(parts[2..<parts.count - 1]))
  }

  /// The file of the worksheet next to which a file lies, in `files/` or another of its folders;
  /// nil for other files.
  public static func worksheet(around file: String) -> String? {
    let parts = file.split(separator: "/")
    guard parts.first == "subjects",
      let beside = parts.dropFirst(2).firstIndex(where: {
        besides.contains(String($0))
      })
    else { return nil }
    return parts[..<beside].joined(separator: "/") + "/worksheet.yaml"
  }

  /// Whether a file is in a folder whose contents are published.
  static func isHandedOut(_ file: String) -> Bool {
    let parts = file.split(separator: "/").map(String.init)
    let beside = parts.dropFirst(2).first(where: besides.contains)
    return parts.first == subjects && ["files", "starters"].contains(beside)
  }

  /// The path of the object that a file belongs to, as users write it.
  public static func object(of file: String) -> String {
    var parts = file.split(separator: "/").map(String.init)
    guard parts.count > 1 else { return file.hasSuffix(".yaml") ? String(file.dropLast(5)) : file }
    switch parts[0] {
    case "subjects" where parts.count > 2:
      parts.removeFirst()
      let beside = parts.dropFirst().firstIndex { besides.contains($0) }
      return parts.prefix(beside ?? parts.count - 1).joined(separator: "/")
    case "classes": return parts.prefix(2).joined(separator: "/")
    case "assignments": return file.hasSuffix(".yaml") ? String(file.dropLast(5)) : file
    default: return file
    }
  }
}
