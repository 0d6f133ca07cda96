import Model

/// A searchable file: its object, and its structure.
struct SearchedPlace {
  enum Entries {
    /// Fields of one object.
    case fields
    /// A student, or an announcement, for each key.
    case students
    /// Marks of a student for each key.
    case marks
    /// An answer for each key.
    case answers
  }

  /// The object that the file belongs to, written as a user would type its path.
  let object: String
  let entries: Entries

  /// - Parameter file: a path from the root of a school or clone.
  /// - Returns: nil for a file without searchable texts.
  init?(_ file: String, _ layout: SchoolFiles.Layout) {
    let (folder, name) = Self.parts(of: file)
    let first = String(Substring(folder.prefix { $0 != UInt8(ascii: "/") }))
    var whole: String { String(Substring(folder)) }
    switch layout {
    case .clone(let subject):
      guard Self.contexts.contains(name) || name == "answers.yaml" else { return nil }
      object = folder.isEmpty ? subject : whole
      entries = name == "answers.yaml" ? .answers : .fields
    case .school:
      switch first {
      case "" where file == SchoolPath.school: (object, entries) = ("school", .fields)
      case "" where file == SchoolPath.students: (object, entries) = ("students", .students)
      case "" where file == SchoolPath.announcements:
        (object, entries) = ("announcements", .students)
      case SchoolPath.subjects where Self.contexts.contains(name):
        (object, entries) = (String(Substring(folder.dropFirst(first.utf8.count + 1))), .fields)
      case SchoolPath.classes where name == "class.yaml": (object, entries) = (whole, .fields)
      case SchoolPath.assignments where name.hasSuffix(".yaml"):
        (object, entries) = (String(file.dropLast(5)), .fields)
      case "marks" where name.hasSuffix(".yaml"):
        (object, entries) = (String(file.dropLast(5).dropFirst(6)), .marks)
      default: return nil
      }
    }
  }

  private static let contexts = ["worksheet.yaml", "context.yaml", "subject.yaml"]

  /// The folder of a path without the trailing `/`, and the last component.
  private static func parts(of file: String) -> (folder: Substring.UTF8View, name: String) {
    guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return ("".utf8[...], file)
    }
    return (file.utf8[..<slash], String(Substring(file.utf8[slash...].dropFirst())))
  }

  /// The files and folders with the texts of an object and everything below it.
  static func roots(of object: ObjectPath, _ layout: SchoolFiles.Layout) -> [String] {
    if case .clone = layout {
      return [object.context.map(\.work) ?? ""]
    }
    switch object {
    case .school:
      return [
        SchoolPath.school, SchoolPath.students, SchoolPath.classes, SchoolPath.subjects,
        SchoolPath.assignments, SchoolPath.announcements, "marks",
      ]
    case .student: return [SchoolPath.students]
    case .schoolClass(let id), .group(let id, _): return [SchoolPath.schoolClass(id)]
    case .assignment(let id): return [SchoolPath.assignment(id)]
    case .context(let path):
      return [SchoolPath.folder(path), SchoolPath.marks(path), "marks/\(path)"]
    case .exercise(let path, _): return [SchoolPath.worksheet(path)]
    }
  }
}
