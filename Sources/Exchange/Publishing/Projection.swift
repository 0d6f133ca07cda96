import Git
import HubProtocol
import Model
import PlainYAML
import Storage
import Text

/// The published files of a subject: the contents of `main` in `subject.git`.
///
/// The text is generated from the fields that the schema allows, without comments and layout. The
/// same school at the same time results in the same bytes.
public struct Projection: Sendable {
  public let subject: String
  /// Files by path in a clone.
  public let files: [String: [UInt8]]
  /// The tree of these files.
  let tree: ObjectID
  /// The published worksheets, sorted by path.
  public let worksheets: [Worksheet]
  /// Paths of unpublished content next to published files, such as symlinks.
  public let leftOut: [String]

  /// - Parameter revisions: the times of changes, for the calendar; nil to leave it out.
  /// - Throws: `FaultyFiles` if a file to publish is faulty, `UnpublishableFile`,
  ///   `MissingObject`.
  public init(
    of subject: String, in school: SchoolFiles, book: AssignmentBook, at now: Instant,
    holdingBack held: Set<ContextPath> = [], _ revisions: FileRevisions? = nil
  ) throws {
    var builder = ProjectionBuilder(school: school)
    try builder.add(subject: subject)
    worksheets = try Projection.worksheets(of: subject, in: school, book: book, at: now)
      .filter { !held.contains($0.path) }
    for worksheet in worksheets { try builder.add(worksheet) }
    for path in book.handouts(in: subject) {
      // A worksheet is published with all its files, or not at all.
      guard let owner = path.file?.owner, try school.exists(owner), try !school.isWorksheet(owner)
      else { continue }
      if book.release(ofHandout: path).map({ $0 > now }) != true { try builder.add(above: owner) }
    }
    try builder.addLanguages(of: worksheets)
    let root = try school.subject(subject)
    if root.hasCalendar, let revisions {
      var calendar = try PublishedCalendar(of: root, in: school, revisions)
      builder.add(HubLayout.calendar, try calendar.bytes(worksheets, at: now))
    }
    self.subject = subject
    files = builder.files
    leftOut = builder.leftOut
    let batch = ObjectBatch()
    tree = try batch.add(files: files)
    do {
      try TreeRules.names(files: .max, bytes: .max).check(tree, in: batch)
    } catch let fault as TreeFault {
      throw UnpublishableFile(
        path: "\(SchoolPath.subjects)/\(subject)/\(fault.path)", kind: fault.kind)
    }
  }

  /// The published worksheets, sorted by path.
  static func worksheets(
    of subject: String, in school: SchoolFiles, book: AssignmentBook, at now: Instant
  ) throws -> [Worksheet] {
    let rules = try school.subject(subject).rules
    return try school.worksheets(below: ContextPath(subject: subject)).compactMap { path in
      path.components.isEmpty
        ? nil : try published(path, in: school, book: book, rules: rules, at: now)
    }
  }

  /// The worksheet, unless it is a draft or not released yet.
  static func published(
    _ path: ContextPath, in school: SchoolFiles, book: AssignmentBook, rules: WorkRules,
    at now: Instant
  ) throws -> Worksheet? {
    // An unfinished draft must not stop sharing the rest.
    let file = SchoolPath.worksheet(path)
    if let draft = try school.document(at: file)?.root["draft"]?.scalar,
      draft == "yes" || draft == "true"
    {
      return nil
    }
    let worksheet = try school.worksheet(path)
    if let release = book.release(of: worksheet, rules: rules), release > now {
      return nil
    }
    return worksheet
  }
}

/// Collects the files of a projection.
private struct ProjectionBuilder {
  let school: SchoolFiles
  private(set) var files: [String: [UInt8]] = [:]
  private(set) var leftOut: [String] = []
  private var contexts: Set<ContextPath> = []

  init(school: SchoolFiles) { self.school = school }

  mutating func add(subject: String) throws {
    // Reading them as values validates them.
    _ = try school.school()
    _ = try school.subject(subject)
    guard let top = try school.document(at: SchoolPath.school),
      let document = try school.document(at: SchoolPath.subject(subject))
    else { throw MissingObject(kind: "subject", path: subject) }
    add("subject.yaml", PublicFields.subject(document.root, of: top.root))
  }

  mutating func add(_ worksheet: Worksheet) throws {
    let path = worksheet.path
    guard let document = try school.document(at: SchoolPath.worksheet(path)) else {
      throw MissingObject(kind: "worksheet", path: path.description)
    }
    let fields = PublicFields(showsAnswers: worksheet.isPractice)
    add("\(path.work)/worksheet.yaml", fields.fields(document.root, Schema.worksheet))
    for folder in ["files", "starters"] { try addFolder(folder, of: path) }
    if let parent = path.parent { try add(above: parent) }
  }

  /// Adds a context and its ancestors.
  mutating func add(above path: ContextPath) throws {
    var above: ContextPath? = path
    while let context = above, !context.components.isEmpty, contexts.insert(context).inserted {
      try add(context)
      above = context.parent
    }
  }

  /// Adds a context above a worksheet; without a file it is a section titled by its identifier.
  private mutating func add(_ path: ContextPath) throws {
    if try school.isWorksheet(path) { return }
    _ = try school.context(path)
    if let document = try school.document(at: SchoolPath.context(path)) {
      add("\(path.work)/context.yaml", PublicFields().fields(document.root, Schema.context))
    }
    try addFolder("files", of: path)
  }

  /// Adds the school's languages that the worksheets need.
  mutating func addLanguages(of worksheets: [Worksheet]) throws {
    let used = Set(
      worksheets.flatMap(\.exercises).compactMap { exercise in
        guard case .code(let task) = exercise.question else { return String?.none }
        return task.language
      })
    guard !used.isEmpty, let document = try school.document(at: SchoolPath.languages) else {
      return
    }
    var table = LanguageTable()
    try table.add(document.bytes, file: SchoolPath.languages)
    let rows = (document.root.mapping ?? []).filter { used.contains($0.key) }.map {
      Value.Pair($0.key, .mapping(PublicFields().fields($0.value, Schema.language)))
    }
    if !rows.isEmpty { add(LanguageTable.published, rows) }
  }

  /// Adds a generated file.
  mutating func add(_ path: String, _ bytes: [UInt8]) { files[path] = bytes }

  private mutating func add(_ path: String, _ fields: [Value.Pair]) {
    files[path] = Array(Printer.print(.mapping(fields)).utf8)
  }

  private mutating func addFolder(_ name: String, of path: ContextPath) throws {
    try addFiles(
      in: "\(SchoolPath.folder(path))/\(name)", as: "\(path.work)/\(name)", depth: 0)
  }

  /// Adds the regular files of a folder, recursively.
  private mutating func addFiles(in folder: String, as path: String, depth: Int) throws {
    for entry in try school.source.entries(in: folder) {
      let (from, to) = ("\(folder)/\(entry.name)", "\(path)/\(entry.name)")
      switch entry.kind {
      case .other: leftOut.append(from)
      case .folder where depth < 32: try addFiles(in: from, as: to, depth: depth + 1)
      case .folder: throw UnpublishableFile(path: from, kind: .tooDeep)
      case .file:
        guard files[to] == nil else { throw UnpublishableFile(path: from, kind: .duplicate) }
        files[to] = try school.source.bytes(at: from)
      }
    }
  }
}

/// A file or folder that can't exist on students' machines.
public struct UnpublishableFile: Error, Hashable, Sendable {
  /// Relative to the school.
  public let path: String
  public let kind: TreeFault.Kind
}
