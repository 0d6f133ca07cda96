import Glibc
import Text

/// Git's lock files (`NAME.lock`), acquired and released together.
///
/// All are hard links to one file, which the kernel locks while this process lives, so the next
/// process can detect and remove the lock of a killed one. Locks of `git` itself are respected
/// while any process seems to use them.
final class RefLocks {
  private let access: Access
  private let patience: Double
  private var tokens: [Int32] = []
  private var held: [(folder: Folder, name: String)] = []

  /// The first bytes of our own lock files.
  static let mark = Array("teachkit ".utf8)

  init(_ access: Access, patience: Double) {
    self.access = access
    self.patience = patience
  }

  deinit { release() }

  /// Releases all locks.
  func release() {
    for lock in held { lock.folder.remove(lock.name) }
    for token in tokens { close(token) }
    held = []
    tokens = []
  }

  /// Acquires the lock of the file `name`.
  ///
  /// - Throws: `GitError` with `.locked` if another process holds it for too long.
  func acquire(_ name: String, in folder: Folder) throws(GitError) {
    let lock = name + ".lock"
    var waiting = Backoff(patience: patience)
    var checked = -1.0
    while try !create(lock, in: folder) {
      // Finding the owner costs more than another attempt.
      if Backoff.now - checked > 0.25 {
        if LockOwner.clearIfAbandoned(lock, in: folder) { continue }
        checked = Backoff.now
      }
      if !waiting.pause() {
        throw GitError(
          .locked, "another process holds the lock", path: folder.path(of: lock),
          owner: LockOwner.process(of: lock, in: folder))
      }
    }
    held.append((folder, lock))
  }

  private func create(_ lock: String, in folder: Folder) throws(GitError) -> Bool {
    if let first = held.last {
      if linkat(first.folder.descriptor, first.name, folder.descriptor, lock, 0) == 0 {
        return true
      }
      if errno == EEXIST { return false }
      // Hard links aren't available or exhausted: use another file.
    }
    // The file becomes visible only when it is marked as ours and locked, so a process killed at
    // any point leaves no lock that looks like another program's.
    if folder.status(of: lock) != nil { return false }
    if let made = folder.createNameless(access) {
      do {
        try mark(made, as: lock, in: folder)
        if try folder.link(made, to: lock) {
          tokens.append(made)
          return true
        }
      } catch {
        close(made)
        throw error
      }
      close(made)
      return false
    }
    guard let made = try folder.create(lock, access) else { return false }
    tokens.append(made)
    do {
      try mark(made, as: lock, in: folder)
    } catch {
      folder.remove(lock)
      throw error
    }
    return true
  }

  private func mark(_ file: Int32, as lock: String, in folder: Folder) throws(GitError) {
    _ = flock(file, LOCK_EX | LOCK_NB)
    // After a power loss, a lock may have its name and permissions, but no content.
    var status = stat()
    if fstat(file, &status) == 0 { _ = fchmod(file, status.st_mode & 0o7777 | S_ISVTX) }
    try writeAll(Self.mark + Array("\(getpid())\n".utf8), to: file, path: folder.path(of: lock))
  }
}

/// Finds the owner of a lock file.
enum LockOwner {
  /// The minimum age in seconds before another program's lock can be abandoned.
  private static let doubt = 2.0

  /// Removes a lock file whose owner is gone; false if there may be one.
  /// - Parameters:
  ///   - onlyOurs: whether to keep other programs' locks in any case.
  ///   - isCertain: whether no other program can be running there.
  @discardableResult
  static func clearIfAbandoned(
    _ lock: String, in folder: Folder, onlyOurs: Bool = false, isCertain: Bool = false
  ) -> Bool {
    let opened = openat(folder.descriptor, lock, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if opened < 0 { return errno == ENOENT }
    defer { close(opened) }
    var status = stat()
    guard fstat(opened, &status) == 0, flock(opened, LOCK_EX | LOCK_NB) == 0 else { return false }
    let content = try? readPart(opened, at: 0, count: RefLocks.mark.count, path: lock)
    let isOurs =
      content == RefLocks.mark || status.st_size == 0 && status.st_mode & S_ISVTX != 0
    if !isOurs, !isCertain {
      if onlyOurs { return false }
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      let age = abs(Double(now.tv_sec - status.st_ctim.tv_sec))
      if age < doubt || process(of: status, in: folder) != nil { return false }
    }
    return removeIfUnchanged(lock, status, in: folder)
  }

  /// Removes the lock if it is still the inspected one.
  private static func removeIfUnchanged(_ lock: String, _ status: stat, in folder: Folder) -> Bool {
    let aside = Leftover.name(for: ".old-lock")
    if renameat(folder.descriptor, lock, folder.descriptor, aside) != 0 { return errno == ENOENT }
    let same = folder.status(of: aside).map {
      $0.st_ino == status.st_ino && $0.st_dev == status.st_dev
    }
    // Another process was faster and created its own lock: restore it.
    if same != true { _ = linkat(folder.descriptor, aside, folder.descriptor, lock, 0) }
    folder.remove(aside)
    return same == true
  }

  /// The process that seems to hold the lock; nil if unknown.
  static func process(of lock: String, in folder: Folder) -> Int32? {
    folder.status(of: lock).flatMap { process(of: $0, in: folder) }
  }

  /// A process that has the file open, or a `git` running in this repository.
  private static func process(of status: stat, in folder: Folder) -> Int32? {
    guard let processes = try? Folder("/proc"), let names = try? processes.entries() else {
      return nil
    }
    let place = repository(of: folder)
    for entry in names {
      guard let number = Int32(entry.name), number != getpid() else { continue }
      if hasOpen(status, number) || isGit(number, at: place, user: status.st_uid) { return number }
    }
    return nil
  }

  private static func hasOpen(_ status: stat, _ process: Int32) -> Bool {
    guard let open = try? Folder("/proc/\(process)/fd"), let entries = try? open.entries() else {
      return false
    }
    return entries.contains { entry in
      var found = stat()
      return fstatat(open.descriptor, entry.name, &found, 0) == 0
        && found.st_ino == status.st_ino && found.st_dev == status.st_dev
    }
  }

  private static func isGit(_ process: Int32, at place: String, user: uid_t) -> Bool {
    guard let name = try? DurableFile.read("/proc/\(process)/comm", limit: 64),
      name.starts(with: Array("git".utf8))
    else { return false }
    if let folder = target(of: "/proc/\(process)/cwd") {
      return folder == place || folder.hasPrefix(place + "/")
    }
    // If the system doesn't reveal it, the lock's owner decides; an ended process has no folder in
    // /proc.
    var found = stat()
    return errno == EACCES && stat("/proc/\(process)", &found) == 0 && found.st_uid == user
  }

  /// The work tree or bare repository that contains a folder.
  private static func repository(of folder: Folder) -> String {
    let path = target(of: "/proc/self/fd/\(folder.descriptor)") ?? folder.path
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let end = names.lastIndex(of: ".git") else { return path }
    return names[..<end].joined(separator: "/")
  }

  private static func target(of link: String) -> String? {
    let text = [CChar](unsafeUninitializedCapacity: 4096) { buffer, count in
      if let start = buffer.baseAddress { count = max(0, readlink(link, start, buffer.count)) }
    }
    return text.isEmpty
      ? nil : String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
