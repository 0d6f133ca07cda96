import Git
import Glibc
import Text

/// A file that a pull adds, changes or removes.
///
/// The step depends on the current file, so it can be repeated safely.
struct FileStep: Hashable, Sendable {
  /// Relative to the root of the clone.
  let path: String
  /// The version that teachkit wrote before; nil for none.
  let before: ObjectID?
  /// The new version; nil for none.
  let after: ObjectID?
  /// Whether the hub's version wins, and the student's version is kept next to it. Otherwise the
  /// student's changes are kept.
  let wins: Bool
}

/// The outcome of a step.
public enum FileOutcome: Hashable, Sendable {
  case written(String)
  /// A deleted published file was restored.
  case restored(String)
  case removed(String)
  /// The student's version of a published file was kept under a new name.
  case keptBeside(String, as: String)
  /// The student's version was kept; the new one may be elsewhere in the clone.
  case left(String, new: String?)
}

/// Applies the steps of a pull to a work tree.
struct FileSteps {
  let root: String
  let repository: Repository
  /// Whether an interrupted pull is being completed: an empty file may then be the result of a
  /// power loss.
  let isRecovering: Bool
  private(set) var outcomes: [FileOutcome] = []

  init(root: String, repository: Repository, isRecovering: Bool = false) {
    self.root = root
    self.repository = repository
    self.isRecovering = isRecovering
  }

  mutating func perform(_ step: FileStep) throws {
    let full = "\(root)/\(step.path)"
    let current = try repository.fileVersion(step.path)
    if let current, current.mode != .symlink, current.id == step.after { return }
    let isThere = exists(full)
    if !isThere, step.after == nil { return }
    // A changed file belongs to the student.
    let isEmpty = try isRecovering && current?.mode == .file && current?.id == .hash(blob: [])
    let isOwn =
      isThere && !isEmpty
      && (current == nil || current?.mode == .symlink || current?.id != step.before)
    if isOwn {
      guard step.wins else { return try leave(step) }
      try keepBeside(step.path)
    }
    guard let after = step.after else {
      if !isOwn {
        try DurableFile.remove(full)
        removeEmptyFolders(above: step.path)
        outcomes.append(.removed(step.path))
      }
      return
    }
    guard try clearWay(to: step) else { return try leave(step) }
    try DurableFile.write(try repository.blob(after), to: full, durability: .deferred)
    outcomes.append(!isThere && step.before == after ? .restored(step.path) : .written(step.path))
  }

  /// Keeps the student's version. The new one may be a starter, which is also published.
  private mutating func leave(_ step: FileStep) throws {
    var parts = step.path.split(separator: "/")
    var starter: String?
    if let place = parts.firstIndex(of: "work"), let after = step.after {
      parts[place] = "starters"
      let path = parts.joined(separator: "/")
      if try repository.fileVersion(path)?.id == after { starter = path }
    }
    outcomes.append(.left(step.path, new: starter))
  }

  /// Creates the parent folders of a file.
  ///
  /// - Returns: false if a file of the student is in the way and can be kept.
  private mutating func clearWay(to step: FileStep) throws -> Bool {
    var folder = ""
    for name in step.path.split(separator: "/").dropLast() {
      folder += folder.isEmpty ? String(name) : "/\(name)"
      guard exists("\(root)/\(folder)"), !isFolder("\(root)/\(folder)") else { continue }
      guard step.wins else { return false }
      try keepBeside(folder)
    }
    if !folder.isEmpty { try DurableFile.makeFolder("\(root)/\(folder)") }
    return true
  }

  /// Renames a file to `NAME.mine`, or to `NAME.mine-2` if that exists.
  private mutating func keepBeside(_ path: String) throws {
    var name = path + ".mine"
    var number = 2
    while exists("\(root)/\(name)") {
      name = "\(path).mine-\(number)"
      number += 1
    }
    if rename("\(root)/\(path)".cPath, "\(root)/\(name)".cPath) != 0 {
      throw GitError(
        .permission, "cannot rename: \(String(cString: strerror(errno)))", path: "\(root)/\(path)")
    }
    outcomes.append(.keptBeside(path, as: name))
  }

  private func removeEmptyFolders(above path: String) {
    var parts = path.split(separator: "/").dropLast()
    while !parts.isEmpty, rmdir("\(root)/\(parts.joined(separator: "/"))") == 0 {
      parts = parts.dropLast()
    }
  }

  private func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path.cPath, &status) == 0
  }

  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path.cPath, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
