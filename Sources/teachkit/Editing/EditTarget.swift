import Glibc
import Model
import PlainYAML
import Storage

/// What `edit` opens: the file of an object, or a file of the school by its own path.
struct EditTarget {
  /// The file, relative to the school.
  let file: String
  /// What it is called in answers and commits.
  let name: String
  /// What it holds now; nil where there is no such file yet.
  let bytes: [UInt8]?
  /// Where to begin, from 1.
  var line = 1
  /// What a file that isn't there begins with.
  private var skeleton: [UInt8]?

  /// - Parameters:
  ///   - path: an object's, or a file's as seen from where the command runs or from the school.
  ///   - directory: where the command runs.
  /// - Throws: `LookupError`; `FaultyFiles` where the object can't even be looked for.
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

  /// The text to begin with: that of the file, or what a section without one is taken for.
  var text: [UInt8] {
    bytes ?? skeleton ?? Array("title: \(Printer.quoteIfNeeded(last))\ntype: section\n".utf8)
  }

  /// The worksheet whose marks a path names.
  private static func marked(by path: String, _ files: SchoolFiles) -> Worksheet? {
    guard path.hasPrefix("marks/"), path.hasSuffix(".yaml"),
      let worksheet = ContextPath(path.dropFirst("marks/".count).dropLast(".yaml".count))
    else { return nil }
    return try? files.worksheet(worksheet)
  }

  private var last: String { name.split(separator: "/").last.map(String.init) ?? name }

  /// Finds an object. One whose file can't be read is found by its path alone: that file is what
  /// has to be opened.
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

  /// The line of the first thing that Git left to decide.
  static func conflict(in bytes: [UInt8]) -> Int? {
    bytes.split(separator: 10, omittingEmptySubsequences: false)
      .firstIndex { $0.starts(with: "<<<<<<< ".utf8) }.map { $0 + 1 }
  }
}

extension SchoolFiles {
  /// The file of the school that a path names as seen from where the command runs, or from the
  /// school's root; nil where there is none.
  func file(named path: String, root: String, directory: String) throws -> String? {
    let school = FolderPath(root, from: "/")
    let places = [directory, root].map { FolderPath(path, from: $0) }
    return try places.filter { $0.isWithin(school) }.map { $0.relative(to: school) }
      .first { try !$0.hasPrefix(".git/") && source.bytes(at: $0) != nil }
  }
}

extension SchoolFiles {
  /// A line for each student who gets a worksheet, with what a person has to say to it: nothing so
  /// far.
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
