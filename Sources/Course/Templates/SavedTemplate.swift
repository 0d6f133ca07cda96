import Git
import Model
import PlainYAML
import Storage
import Text

/// The content for a new template: a worksheet or chapter without its dates, with everything below.
public struct SavedTemplate {
  /// Files by path below the new object's folder.
  public private(set) var files: [String: [UInt8]]
  private let kind: Template.Kind

  /// Fields that belong to a single use of a worksheet.
  private static let dated = ["release", "due", "exam", "was"]

  public init(_ path: ContextPath, _ kind: Template.Kind, in school: SchoolFiles) throws {
    self.kind = kind
    files = try school.source.files(below: SchoolPath.folder(path))
    if files[kind.file] == nil {
      // A folder without a file is a section titled by its identifier.
      files[kind.file] = Array("title: \"@title@\"\n".utf8)
    }
    for file in files.keys where Template.isFilled(file) {
      // Problems are reported for the file itself.
      guard let document = try school.document(at: "\(SchoolPath.folder(path))/\(file)") else {
        continue
      }
      files[file] = try SavedTemplate.undated(document, isMain: file == kind.file).bytes
    }
  }

  private static func undated(_ document: Document, isMain: Bool) throws -> Document {
    var document = document
    for field in SavedTemplate.dated + (isMain ? ["titles", "order"] : [])
    where document.root[field] != nil {
      document = try document.removing([.key(field)])
    }
    for (index, exercise) in (document.root["exercises"]?.sequence ?? []).enumerated()
    where exercise["due"] != nil {
      document = try document.removing([.key("exercises"), .index(index), .key("due")])
    }
    if document.root["draft"] != nil {
      document = try document.setting([.key("draft")], to: .plain("yes"))
    }
    return isMain ? try document.setting([.key("title")], to: .scalar("@title@")) : document
  }

  /// Writes it into a school's folder of templates.
  public func write(to change: Change, as name: String, replacing: Bool) throws {
    let older = try older(name, in: change, replacing)
    let new = target(name)
    for file in older where new[file] == nil { change.remove(file) }
    for (file, bytes) in new.sorted(by: { $0.key < $1.key }) { try change.write(file, bytes) }
  }

  /// Writes it into the user's folder of templates.
  public func write(to folder: String, as name: String, replacing: Bool) throws {
    let older = try older(name, in: WorkTree(root: folder), replacing)
    let new = target(name)
    for (file, bytes) in new.sorted(by: { $0.key < $1.key }) {
      let path = "\(folder)/\(file)"
      if let slash = path.lastIndex(of: "/") { try DurableFile.makeFolder(String(path[..<slash])) }
      try DurableFile.write(bytes, to: path)
    }
    for file in older where new[file] == nil { try DurableFile.remove("\(folder)/\(file)") }
  }

  /// The files of the template to replace.
  ///
  /// - Throws: `Failure` if the template exists and can't be replaced.
  private func older(_ name: String, in source: some FileSource, _ replacing: Bool) throws
    -> [String]
  {
    let older =
      try source.files(below: name).keys.map { "\(name)/\($0)" }
      + (source.bytes(at: name + ".yaml") == nil ? [] : [name + ".yaml"])
    if older.isEmpty || replacing { return older }
    throw Failure(
      .createOperationFailed, "template '\(name)' already exists",
      hint: "use --force to replace it, or choose another name")
  }

  /// The files at their target paths; a single file needs no folder.
  private func target(_ name: String) -> [String: [UInt8]] {
    if files.count == 1, let only = files[kind.file] { return [name + ".yaml": only] }
    return Dictionary(uniqueKeysWithValues: files.map { ("\(name)/\($0.key)", $0.value) })
  }
}
