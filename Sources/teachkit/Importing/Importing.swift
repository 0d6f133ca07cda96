import Course
import Exchange
import Model
import PlainYAML
import Storage
import Text

/// Imports a subject or a worksheet with everything below it and its other files.
struct Importing {
  /// An imported subject, context or worksheet.
  struct Object {
    let kind: ImportedText.Kind
    let path: ContextPath
    /// The path in the source.
    let old: ContextPath
    let title: String
    /// The number of its additional files.
    var files = 0
    /// The exercises without an answer, with the name of the missing field.
    var unanswered: [(id: String, field: String)] = []
    /// Whether the next share publishes it to students.
    var isReady = false
    var hasDates = false
  }

  let source: ImportSource
  let old: ContextPath
  let new: ContextPath
  /// The imported objects, from the top.
  private(set) var objects: [Object] = []
  /// The files to write, by path from the school's folder.
  private(set) var files: [String: [UInt8]] = [:]
  /// The executable files.
  private var programs: Set<String> = []

  /// Reads the source.
  ///
  /// - Throws: `Failures` if its content is invalid.
  init(_ old: ContextPath, from source: ImportSource, as new: ContextPath) throws {
    (self.source, self.old, self.new) = (source, old, new)
    let contents = try source.reading { try source.material.contents(of: old) }
    var beside: [ContextPath: Int] = [:]
    for (file, content) in contents.sorted(by: { $0.key < $1.key }) {
      let parts = file.split(separator: "/").map(String.init)
      let folder = Array(parts.prefix { !SchoolPath.besides.contains($0) })
      if folder.count < parts.count {
        guard parts[folder.count] != "work" else { continue }
        files[place(of: file)] = content.bytes
        if content.isProgram { programs.insert(place(of: file)) }
        beside[below(new, folder), default: 0] += 1
      } else if let kind = kind(of: parts, in: contents) {
        try add(kind, file, parts.dropLast(), content.bytes)
      }
    }
    for index in objects.indices { objects[index].files = beside[objects[index].path] ?? 0 }
    objects.sort { $0.path.components.lexicographicallyPrecedes($1.path.components) }
  }

  /// The file's path in this school.
  private func place(of file: String) -> String { "\(SchoolPath.folder(new))/\(file)" }

  private func below(_ path: ContextPath, _ parts: some Sequence<String>) -> ContextPath {
    ContextPath(subject: path.subject, components: path.components + parts)
  }

  /// Returns the kind of object that a file describes. Subjects exist only at the top; a context
  /// with a worksheet file is only a worksheet.
  private func kind(
    of parts: [String], in contents: [String: Material.File]
  ) -> ImportedText.Kind? {
    let isTop = parts.count == 1 && old.components.isEmpty
    let folder = parts.dropLast().map { $0 + "/" }.joined()
    switch parts.last {
    case "subject.yaml" where isTop: return .subject
    case "worksheet.yaml" where !isTop: return .worksheet
    case "context.yaml" where !isTop && contents[folder + "worksheet.yaml"] == nil: return .context
    default: return nil
    }
  }

  private mutating func add(
    _ kind: ImportedText.Kind, _ file: String, _ folder: some Sequence<String>, _ bytes: [UInt8]
  ) throws {
    let sourceFiles = source.material.files
    let (from, path) = (below(old, folder), below(new, folder))
    var object = Object(kind: kind, path: path, old: from, title: try title(of: from))
    let text = ImportedText(kind: kind, origin: source.origin(of: from))
    do {
      let document = try Document(bytes)
      let taken =
        try source.material.isPublished
        ? text.restored(from: document) : text.taken(from: document)
      files[place(of: file)] = taken.bytes
    } catch is EditError {
      throw Failure(
        .objectIsFaulty, "cannot import the file", at: .init(path: "\(source.place)/\(file)"))
    }
    if kind == .worksheet {
      let worksheet = try source.reading { try sourceFiles.worksheet(from) }
      object.isReady = !source.material.isPublished && !worksheet.isDraft
      object.hasDates =
        worksheet.due != nil || worksheet.release != nil || worksheet.rules.exam != nil
        || worksheet.exercises.contains { $0.due != nil }
      object.unanswered = worksheet.exercises.compactMap { exercise in
        exercise.question.missingKey.map { (exercise.id, $0) }
      }
    }
    objects.append(object)
  }

  /// Returns a context's title, and validates it in the source.
  private func title(of path: ContextPath) throws -> String {
    let sourceFiles = source.material.files
    return try source.reading {
      path.components.isEmpty
        ? try sourceFiles.subject(path.subject).title : try sourceFiles.context(path).title
    }
  }

  // MARK: Writing

  /// The main file of the imported object.
  var main: [UInt8] {
    files[new.components.isEmpty ? SchoolPath.subject(new.subject) : SchoolPath.worksheet(new)]
      ?? []
  }

  /// Writes all other files, and validates them.
  func writeRest(_ change: Change) throws {
    for object in objects { try change.checkPath(object.path) }
    for (file, bytes) in files.sorted(by: { $0.key < $1.key }) {
      try change.write(file, bytes, isProgram: programs.contains(file))
    }
    let written = SchoolFiles(change)
    for object in objects {
      switch object.kind {
      case .subject: _ = try written.subject(object.path.subject)
      case .context: _ = try written.context(object.path)
      case .worksheet: _ = try written.worksheet(object.path)
      }
    }
  }
}
