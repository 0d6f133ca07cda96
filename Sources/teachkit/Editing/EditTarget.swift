import Course
import Glibc
import Model
import PlainYAML
import Storage

/// The target of `edit`: the file of an object, or a file of the school by its own path.
struct EditTarget {
  /// The file's path, relative to the school.
  let file: String
  /// The name in reports and commits.
  let name: String
  /// The current content; nil if the file doesn't exist yet.
  let bytes: [UInt8]?
  /// The initial line in the editor, from 1.
  var line = 1
  /// The initial content of a missing file.
  private var skeleton: [UInt8]?

  /// - Parameters:
  ///   - path: the path of an object, or of a file relative to `directory` or the school.
  ///   - directory: the working folder of the command.
  /// - Throws: `LookupError`; `FaultyFiles` if invalid files prevent the lookup.
  init(_ path: String, _ files: SchoolFiles, root: String, directory: String) throws {
    if let file = try files.file(named: path, root: root, directory: directory),
      let bytes = try files.source.bytes(at: file)
    {
      self.file = file
      name = SchoolPath.object(of: file)
      self.bytes = bytes
      line = EditTarget.conflict(in: bytes) ?? 1
      return
    }
    if let worksheet = EditTarget.marked(by: path, files) {
      file = SchoolPath.marks(worksheet.path)
      name = file
      bytes = nil
      skeleton = try files.marksSkeleton(of: worksheet)
      return
    }
    let object = try EditTarget.find(path, files)
    name = "\(object)"
    file = try files.file(of: object)
    bytes = try files.source.bytes(at: file)
    if let bytes { line = EditTarget.conflict(in: bytes) ?? EditTarget.line(of: object, in: bytes) }
  }

  /// The text to edit: the file's content, or the implied content of a section without a file.
  var text: [UInt8] {
    bytes ?? skeleton ?? Array("title: \(Printer.quoteIfNeeded(last))\ntype: section\n".utf8)
  }

  /// The worksheet that a path of a marks file refers to.
  private static func marked(by path: String, _ files: SchoolFiles) -> Worksheet? {
    guard path.hasPrefix("marks/"), path.hasSuffix(".yaml"),
      let worksheet = ContextPath(path.dropFirst("marks/".count).dropLast(".yaml".count))
    else { return nil }
    return try? files.worksheet(worksheet)
  }

  private var last: String { name.split(separator: "/").last.map(String.init) ?? name }

  /// Finds an object. An object with an unreadable file is found only by its path, so that the file
  /// can be opened and fixed.
  private static func find(_ path: String, _ files: SchoolFiles) throws -> ObjectPath {
    do {
      return try Locator(files).find(path)
    } catch let error as FaultyFiles {
      let parts = path.split(separator: "/").map(String.init)
      switch (parts.first, parts.count) {
      case ("students", 2): return .student(parts[1])
      case ("classes", 2...3): return .schoolClass(parts[1])
      default:
        guard let whole = ContextPath(path), let above = whole.parent,
          try files.isWorksheet(above)
        else { throw error }
        return .exercise(above, whole.identifier)
      }
    }
  }

  /// The line of an object that is an entry of its file.
  private static func line(of object: ObjectPath, in bytes: [UInt8]) -> Int {
    guard let document = try? Document(bytes) else { return 1 }
    let offset: Int?
    switch object {
    case .student(let id): offset = document.root.mapping?.first { $0.key == id }?.keyOffset
    case .group(_, let id):
      offset = document.root["groups"]?.mapping?.first { $0.key == id }?.keyOffset
    case .exercise(_, let id):
      offset = document.root["exercises"]?.sequence?.first { $0["id"]?.scalar == id }?.offset
    default: offset = nil
    }
    return offset.map { document.position(of: $0).line } ?? 1
  }

  /// The line of the first conflict marker.
  static func conflict(in bytes: [UInt8]) -> Int? {
    bytes.split(separator: 10, omittingEmptySubsequences: false)
      .firstIndex { $0.starts(with: "<<<<<<< ".utf8) }.map { $0 + 1 }
  }
}

extension SchoolFiles {
  /// Returns the school's file at a path relative to `directory` or to the school's root, or nil if
  /// it doesn't exist.
  func file(named path: String, root: String, directory: String) throws -> String? {
    let school = FolderPath(root, from: "/")
    let places = [directory, root].map { FolderPath(path, from: $0) }
    return try places.filter { $0.isWithin(school) }.map { $0.relative(to: school) }
      .first { try !$0.hasPrefix(".git/") && source.bytes(at: $0) != nil }
  }
}

extension SchoolFiles {
  /// An empty marks file with an entry for each student who gets the worksheet.
  fileprivate func marksSkeleton(of worksheet: Worksheet) throws -> [UInt8] {
    let byHand = worksheet.exercises.filter { [.essay, .file].contains($0.question.type) }
    var fields: [Value.Pair] = []
    var rubrics: [Value.Pair] = []
    for exercise in byHand.isEmpty ? worksheet.exercises : byHand {
      if exercise.rubric.isEmpty {
        fields.append(.init(exercise.id, .null))
      } else {
        let items = exercise.rubric.map { Value.Pair($0.id, .null) }
        rubrics.append(.init(exercise.id, .mapping(items)))
      }
    }
    if !rubrics.isEmpty { fields.append(.init("rubric", .mapping(rubrics))) }
    fields.append(.init("comment", .null))
    var ledger = try Ledger()
    for student in try book().recipients(of: worksheet.path).sorted() {
      try ledger.set(student, .mapping(fields))
    }
    return ledger.bytes
  }
}
