import Exchange
import Git
import Glibc
import Storage
import Text

/// A backup of a school in one file: the folder with its history and the state of its exchange,
/// packed by `tar`.
public struct SchoolArchive {
  /// The absolute path.
  public let path: String

  public init(path: String) {
    self.path = path
  }

  /// Temporary files of running commands, relative to the school.
  private static let passing = [
    ".git/index.lock", ".git/teachkit/lock", ".git/teachkit/exchange.lock",
    ".git/teachkit/quarantine",
  ]

  /// Packs a school under its lock.
  ///
  /// - Returns: the file's size in bytes.
  /// - Throws: `Failure`, `GitError`; an existing file is kept then.
  public func save(_ store: SchoolStore) throws -> Int {
    let root = FolderPath(store.root, from: "/")
    guard FolderPath(store.repository.layout.commonFolder, from: "/").isWithin(root) else {
      throw Failure(
        .wrongRepository,
        "the history of this school is in '\(store.repository.layout.commonFolder)'",
        hint: "back up the school of which this is a linked work tree")
    }
    let new = path + ".new"
    defer { unlink(new) }
    try store.still {
      let lock = try SchoolStores(store).lock()
      defer { withExtendedLifetime(lock) {} }
      try run(
        ["--create", "--gzip", "--file", new, "--directory", root.parent.text]
          + ["--anchored", "--no-wildcards"]
          + SchoolArchive.passing.map { "--exclude=\(root.name)/\($0)" } + ["--", root.name],
        failing: "cannot pack the school")
    }
    guard chmod(new, 0o600) == 0, let size = try synchronised(new), rename(new, path) == 0 else {
      throw Failure(
        .ioFailure, "cannot write '\(path)': \(String(cString: strerror(errno)))")
    }
    try DurableFile.flushFolder(FolderPath(path, from: "/").parent.text)
    return size
  }

  /// Unpacks a school into a new folder.
  ///
  /// - Throws: `Failure` if the file is damaged or not a backup; no folder is left then.
  public func restore(to folder: FolderPath) throws -> SchoolStore {
    try DurableFile.makeFolder(folder.parent.text)
    let place = TemporaryFolder(SchoolStore.unpackingFolder, in: folder.parent.text)
    try place.makePrivate()
    defer { place.remove() }
    let temporary = place.path
    try run(
      ["--extract", "--gzip", "--file", path, "--directory", temporary, "--no-same-owner"],
      failing: "'\(path)' is not a complete backup")
    let packed = try WorkTree(root: temporary).entries(in: "")
    guard packed.count == 1, let school = packed.first, school.kind == .folder,
      RepositoryLayout(at: "\(temporary)/\(school.name)") != nil,
      access("\(temporary)/\(school.name)/\(SchoolPath.school)", F_OK) == 0
    else {
      throw Failure(.objectIsFaulty, "'\(path)' is not a backup of a school")
    }
    let unpacked = "\(temporary)/\(school.name)"
    let check = try Subprocess(
      "git", ["-C", unpacked, "fsck", "--connectivity-only", "--no-dangling", "--no-progress"]
    ).run()
    guard check.succeeded else {
      throw Failure(
        .objectIsFaulty, "the school in '\(path)' is damaged: \(SchoolArchive.line(check.errors))")
    }
    try Durability.flush(around: unpacked)
    guard rename(unpacked, folder.text) == 0 else {
      throw Failure(
        .ioFailure, "cannot write '\(folder.text)': \(String(cString: strerror(errno)))")
    }
    try Durability.flush(around: folder.text)
    return try SchoolStore(root: folder.text)
  }

  private func run(_ arguments: [String], failing what: String) throws {
    let result = try Subprocess("tar", arguments).run()
    if !result.succeeded {
      throw Failure(.ioFailure, "\(what): \(SchoolArchive.line(result.errors))")
    }
  }

  private static func line(_ bytes: [UInt8]) -> String {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.first.map { visible(String($0)) } ?? "unknown reason"
  }

  private func synchronised(_ file: String) throws -> Int? {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fsync(descriptor) == 0, fstat(descriptor, &status) == 0 else { return nil }
    return Int(status.st_size)
  }
}
