import Git
import Model
import PlainYAML

/// A change of a school in preparation: new files, and edits in place.
///
/// Nothing is written before `SchoolStore` commits it; reading through the change sees its own
/// edits.
public final class Change: FileSource {
  /// The first line of the commit message.
  public var summary: String
  /// The command that makes it, such as `create worksheet`.
  public let command: String
  /// The object, as users write its path.
  public let path: String
  /// Other affected objects.
  public var otherPaths: [String] = []
  /// The former path of the object.
  public var formerPath: String?
  /// Other trailers of the commit.
  public var trailers: [(key: String, value: String)] = []
  /// Whether it is committed even without changed files.
  var isKept = false
  /// Names for tags of the previous commit: `7b` for the tag `archive/7b`.
  public var archives: [String] = []

  /// The former names of a subject's contexts in the latest commit; nil if unknown.
  var committedNames: ((String) throws -> FormerNames)?

  private let original: any FileSource
  /// The files and folders that are moved or removed first.
  private(set) var rearrangement = FileMoves()
  public var damage: DamageLog? { original.damage }
  private var documents: [String: Document] = [:]
  /// The new bytes of each file; nil for a removed one.
  private(set) var files: [String: [UInt8]?] = [:]
  /// The files that become executable or not; others don't change.
  private(set) var programs: [String: Bool] = [:]

  init(summary: String, command: String, path: String, source: any FileSource) {
    self.summary = summary
    self.command = command
    self.path = path
    original = source
  }

  /// The school before the change, but after moves and removals.
  var source: any FileSource {
    rearrangement.isEmpty
      ? original : RearrangedFiles(source: original, rearrangement: rearrangement)
  }

  /// The bytes of a file after the change.
  public func bytes(at file: String) throws -> [UInt8]? {
    if let written = files[file] { return written }
    return try source.bytes(at: file)
  }

  /// Whether a file is executable after the change.
  public func isProgram(_ file: String) throws -> Bool {
    try programs[file] ?? source.isProgram(file)
  }

  /// Writes a whole file. Unchanged bytes are no change.
  ///
  /// - Parameter isProgram: whether it is executable; nil for no change.
  public func write(_ file: String, _ bytes: [UInt8], isProgram: Bool? = nil) throws {
    documents[file] = nil
    let mode = try isProgram.flatMap { try $0 == source.isProgram(file) ? nil : $0 }
    programs[file] = mode
    if files[file] == nil, mode == nil, try source.bytes(at: file) == bytes { return }
    files[file] = .some(bytes)
  }

  /// Writes a file in canonical form.
  public func write(_ file: String, _ value: Value) throws {
    try write(file, Array(Printer.print(value).utf8))
  }

  /// Counts a file as changed even if it isn't.
  func include(_ file: String) throws {
    if files[file] == nil { files[file] = .some(try source.bytes(at: file)) }
  }

  public func remove(_ file: String) {
    documents[file] = nil
    programs[file] = nil
    files[file] = .some(nil)
  }

  /// Edits a file in place; a missing file counts as empty.
  public func edit(_ file: String, _ change: (Document) throws -> Document) throws {
    let before: Document
    if let document = documents[file] {
      before = document
    } else {
      let bytes = try bytes(at: file) ?? []
      before = try FileReading(file: file, bytes: bytes, strictness: .school).document
    }
    let after = try change(before)
    guard after.bytes != before.bytes else { return }
    try write(file, after.bytes)
    documents[file] = after
  }

  /// Edits a ledger; only changed lines are rewritten.
  ///
  /// - Throws: `FaultyFiles` if it is unreadable.
  public func editLedger(_ file: String, _ change: (inout Ledger) throws -> Void) throws {
    try edit(SchoolFiles(self).ledger(at: file), at: file, change)
  }

  /// Edits the grades of a worksheet, without the damaged lines.
  public func editGrades(
    of path: ContextPath, _ change: (inout Ledger) throws -> Void
  ) throws {
    try edit(SchoolFiles(self).grades(path).lines, at: SchoolPath.grades(path), change)
  }

  private func edit(
    _ ledger: Ledger, at file: String, _ change: (inout Ledger) throws -> Void
  ) throws {
    var ledger = ledger
    try change(&ledger)
    let after = ledger.bytes
    if try bytes(at: file) ?? [] != after { try write(file, after) }
  }

  public var isEmpty: Bool { files.isEmpty && rearrangement.isEmpty }

  /// Moves a file, or a folder with its contents, if it exists.
  ///
  /// - Throws: `ChangeError.exists` if the new path exists.
  public func move(_ old: String, to new: String) throws {
    guard let kind = try kind(of: old), old != new else { return }
    // On case-insensitive disks, a new name that differs only in case already exists.
    if try self.kind(of: new) != nil { throw ChangeError.exists(new) }
    let step = FileMoves.Move(from: old, to: new, kind: kind)
    rearrangement.add(step)
    rekey()
  }

  /// Removes a file, or a folder with its contents, if it exists.
  public func removeAll(_ path: String) throws {
    guard try kind(of: path) != nil else { return }
    rearrangement.remove(path)
    rekey()
  }

  /// The type of a path; nil if it doesn't exist.
  func kind(of path: String) throws -> FolderEntry.Kind? {
    let parts = path.split(separator: "/").map(String.init)
    guard let name = parts.last else { return nil }
    return try entries(in: parts.dropLast().joined(separator: "/"))
      .first { $0.name == name }?.kind
  }

  /// Updates the paths of earlier edits after a move.
  private func rekey() {
    guard let last = rearrangement.left.last else { return }
    for (file, bytes) in files where file.below(last) != nil {
      files[file] = nil
      documents[file] = nil
      let program = programs.removeValue(forKey: file)
      if let target = rearrangement.target(of: file) {
        files[target] = bytes
        programs[target] = program
      }
    }
  }

  /// The entries of a folder after the change.
  public func entries(in folder: String) throws -> [FolderEntry] {
    var entries: [String: FolderEntry] = [:]
    for entry in try source.entries(in: folder) { entries[entry.name] = entry }
    let prefix = folder.isEmpty ? "" : folder + "/"
    for (file, bytes) in files where file.hasPrefix(prefix) {
      let rest = file.dropFirst(prefix.count)
      guard let slash = rest.firstIndex(of: "/") else {
        let name = String(rest)
        entries[name] = bytes == nil ? nil : FolderEntry(name: name, kind: .file)
        continue
      }
      let name = String(rest[..<slash])
      if bytes != nil { entries[name] = FolderEntry(name: name, kind: .folder) }
    }
    return entries.values.sorted { $0.name < $1.name }
  }
}
