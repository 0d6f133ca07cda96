import Git
import Model
import PlainYAML

/// A change to a school while it is put together: whole new files, and edits in place.
///
/// Nothing is written before `SchoolStore` commits it; a later read through the same change sees
/// what it wrote.
public final class Change: FileSource {
  /// What the commit says in its first line.
  public var summary: String
  /// The command that makes it, `create worksheet`.
  public let command: String
  /// The object that it is about, as users write paths.
  public let path: String
  /// Other objects that it is about.
  public var otherPaths: [String] = []
  /// The path that the object had before.
  public var formerPath: String?
  /// What else the commit says for programs.
  public var trailers: [(key: String, value: String)] = []
  /// Whether it is committed even where no file changes.
  var isKept = false
  /// Names under which the school as it was before stays to be found: `7b` for the tag
  /// `archive/7b`.
  public var archives: [String] = []

  /// What contexts of a subject were called in the newest commit; nil where nobody knows.
  var committedNames: ((String) throws -> FormerNames)?

  private let original: any FileSource
  /// What moves and goes as a whole, before anything in it is changed.
  private(set) var rearrangement = Rearrangement()
  private var documents: [String: Document] = [:]
  /// The new bytes of each file; nil for one that is removed.
  private(set) var files: [String: [UInt8]?] = [:]
  /// Which of them become programs, or cease to be; the others stay what they are.
  private(set) var programs: [String: Bool] = [:]

  init(summary: String, command: String, path: String, source: any FileSource) {
    self.summary = summary
    self.command = command
    self.path = path
    original = source
  }

  /// The school as it is before the change, but for what moves and goes as a whole.
  var source: any FileSource {
    rearrangement.isEmpty
      ? original : RearrangedFiles(source: original, rearrangement: rearrangement)
  }

  /// The bytes that a file has, or will have.
  public func bytes(at file: String) throws -> [UInt8]? {
    if let written = files[file] { return written }
    return try source.bytes(at: file)
  }

  /// Whether a file may be run, or will be.
  public func isProgram(_ file: String) throws -> Bool {
    try programs[file] ?? source.isProgram(file)
  }

  /// Writes a file whole. Writing what is there already is no change.
  ///
  /// - Parameter isProgram: whether it may be run; nil where it stays as it is.
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

  /// Counts a file as changed though it stays as it is.
  func include(_ file: String) throws {
    if files[file] == nil { files[file] = .some(try source.bytes(at: file)) }
  }

  public func remove(_ file: String) {
    documents[file] = nil
    programs[file] = nil
    files[file] = .some(nil)
  }

  /// Changes a file in place; a missing file is taken as empty.
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

  /// Changes a ledger; only lines that change are written anew.
  ///
  /// - Throws: `FaultyFiles` where it can't be read.
  public func editLedger(_ file: String, _ change: (inout Ledger) throws -> Void) throws {
    var ledger = try SchoolFiles(self).ledger(at: file)
    try change(&ledger)
    let after = ledger.bytes
    if try bytes(at: file) ?? [] != after { try write(file, after) }
  }

  public var isEmpty: Bool { files.isEmpty && rearrangement.isEmpty }

  /// Gives a file, or a folder with all that is in it, another path. Nothing happens where there
  /// is none.
  ///
  /// - Throws: `ChangeError.exists` where there is something at the new path.
  public func move(_ old: String, to new: String) throws {
    guard let kind = try kind(of: old), old != new else { return }
    // A folder that differs in case alone is itself, on disks that don't tell cases apart.
    if try self.kind(of: new) != nil { throw ChangeError.exists(new) }
    let step = Rearrangement.Move(from: old, to: new, kind: kind)
    rearrangement.add(step)
    rekey()
  }

  /// Removes a folder with all that is in it, or a file. Nothing happens where there is none.
  public func removeAll(_ path: String) throws {
    guard try kind(of: path) != nil else { return }
    rearrangement.remove(path)
    rekey()
  }

  /// Whether there is a file or a folder at a path; nil where there is nothing.
  func kind(of path: String) throws -> FolderEntry.Kind? {
    let parts = path.split(separator: "/").map(String.init)
    guard let name = parts.last else { return nil }
    return try entries(in: parts.dropLast().joined(separator: "/"))
      .first { $0.name == name }?.kind
  }

  /// Brings what was changed before something moved to where it is now.
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

  /// What a folder will hold.
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
