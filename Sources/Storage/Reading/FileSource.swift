import Git
import Glibc

/// An entry of a folder.
public struct FolderEntry: Hashable, Sendable {
  public enum Kind: Sendable { case file, folder, other }

  public let name: String
  public let kind: Kind

  public init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// A source of a school's files: the work tree, or a commit.
///
/// Paths are relative to the root, with slashes.
public protocol FileSource {
  /// The bytes of a regular file; nil if it doesn't exist.
  func bytes(at path: String) throws -> [UInt8]?
  /// The blob id of those bytes; nil if the file doesn't exist.
  func blob(at path: String) throws -> ObjectID?
  /// The entries of a folder, sorted by name; empty if it doesn't exist.
  func entries(in folder: String) throws -> [FolderEntry]
  /// Whether a file is executable, such as a test program in `private/`.
  func isProgram(_ path: String) throws -> Bool
  /// Whether a file is a hard link, so that its contents may belong to a file outside the school.
  func isHardLink(_ path: String) -> Bool
  /// Records damaged lines that were read; nil to ignore them, as in past commits.
  var damage: DamageLog? { get }
  /// Whether the files never change, as those of a commit.
  var isFixed: Bool { get }
}

extension FileSource {
  public func blob(at path: String) throws -> ObjectID? {
    try bytes(at: path).map { try .hash(blob: $0) }
  }

  public func isProgram(_ path: String) throws -> Bool { false }
  public func isHardLink(_ path: String) -> Bool { false }
  public var damage: DamageLog? { nil }
  public var isFixed: Bool { false }
}

/// An existing but unreadable file.
public struct UnreadableFile: Error, Hashable, Sendable {
  public let path: String
  /// The system's error number.
  public let code: Int32
}

/// A folder on disk.
public struct WorkTree: FileSource, Sendable {
  public let root: String
  public let damage: DamageLog?

  public init(root: String, damage: DamageLog? = nil) {
    self.root = root
    self.damage = damage
  }

  public func bytes(at path: String) throws -> [UInt8]? {
    let full = root + "/" + path
    let descriptor = open(full.cPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw UnreadableFile(path: path, code: errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return try readAll(descriptor, expecting: Int(status.st_size), path)
  }

  public func isProgram(_ path: String) -> Bool {
    var status = stat()
    return lstat((root + "/" + path).cPath, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_mode & 0o100 != 0
  }

  public func isHardLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(root + "/" + path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_nlink > 1
  }

  /// The target of a symlink; nil if it isn't one.
  static func link(at path: String) -> [UInt8]? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path.cPath, &target, target.count)
    return count > 0 ? target.prefix(count).map { UInt8(bitPattern: $0) } : nil
  }

  private func readAll(_ descriptor: Int32, expecting size: Int, _ path: String) throws
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    var failure: Int32 = 0
    // One byte more than expected, so that the end is detected without another read.
    var room = size + 1
    while failure == 0 {
      let before = bytes.count
      let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let got = read(descriptor, buffer.baseAddress, room)
        if got < 0 { failure = errno == EINTR ? 0 : errno }
        count = max(0, got)
      }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      if bytes.count - before < room { break }
      room = 1 << 16
    }
    if failure != 0 { throw UnreadableFile(path: path, code: failure) }
    return bytes
  }

  public func entries(in folder: String) throws -> [FolderEntry] {
    guard let stream = opendir((folder.isEmpty ? root : root + "/" + folder).cPath) else {
      if errno == ENOENT || errno == ENOTDIR { return [] }
      throw UnreadableFile(path: folder, code: errno)
    }
    defer { closedir(stream) }
    var found: [FolderEntry] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cPath: $0) }
      }
      if name.hasPrefix(".") { continue }
      let kind: FolderEntry.Kind =
        switch Int32(entry.pointee.d_type) {
        case 8: .file
        case 4: .folder
        case 0: kindByStatus(of: folder.isEmpty ? name : folder + "/" + name)
        default: .other
        }
      found.append(FolderEntry(name: name, kind: kind))
    }
    return found.sorted { $0.name < $1.name }
  }

  /// For file systems that don't report entry types.
  private func kindByStatus(of path: String) -> FolderEntry.Kind {
    var status = stat()
    guard lstat((root + "/" + path).cPath, &status) == 0 else { return .other }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }
}

/// A tree in a repository.
public struct CommitTree: FileSource {
  private let repository: Repository
  private let tree: ObjectID
  public let damage: DamageLog?
  public var isFixed: Bool { true }

  public init(repository: Repository, tree: ObjectID, damage: DamageLog? = nil) {
    self.repository = repository
    self.tree = tree
    self.damage = damage
  }

  public func bytes(at path: String) throws -> [UInt8]? {
    try blob(at: path).map { try repository.blob($0) }
  }

  public func blob(at path: String) throws -> ObjectID? {
    guard let entry = try repository.entry(at: path, in: tree),
      entry.mode == .file || entry.mode == .executable
    else { return nil }
    return entry.id
  }

  /// The object of a file or folder; nil if it doesn't exist.
  public func object(at path: String) throws -> ObjectID? {
    try repository.entry(at: path, in: tree)?.id
  }

  public func isProgram(_ path: String) throws -> Bool {
    try repository.entry(at: path, in: tree)?.mode == .executable
  }

  public func entries(in folder: String) throws -> [FolderEntry] {
    var id = tree
    if !folder.isEmpty {
      guard let entry = try repository.entry(at: folder, in: tree), entry.mode == .tree else {
        return []
      }
      id = entry.id
    }
    return try repository.tree(id).filter { !$0.name.hasPrefix(".") }
      .map { entry in
        let kind: FolderEntry.Kind =
          switch entry.mode {
          case .file, .executable: .file
          case .tree: .folder
          default: .other
          }
        return FolderEntry(name: entry.name, kind: kind)
      }
      .sorted { $0.name < $1.name }
  }
}
