import Foundation
import Testing

@testable import Git

struct ReferenceTests {
  let folder: Temporary
  let repository: Repository
  let one: ObjectID
  let two: ObjectID

  init() throws {
    folder = try Temporary()
    repository = try Repository.create(folder("r"), bare: true)
    let batch = ObjectBatch()
    one = try batch.commit(["a": "1"])
    two = try batch.commit(["a": "2"], parents: [one])
    try batch.write(to: repository)
  }

  private func gitRefs() throws -> [String] {
    try run("git", "for-each-ref", "--format=%(objectname) %(refname)", in: folder("r"))
      .split(separator: "\n").map(String.init)
  }

  @Test func updatesRequireTheExpectedValue() throws {
    let name = "refs/heads/submit/fractions"
    try repository.update(name, to: one, from: nil)
    #expect(code { try repository.update(name, to: two, from: nil) } == .exists)
    #expect(code { try repository.update(name, to: two, from: two) } == .modified)
    try repository.update(name, to: two, from: one)
    #expect(try repository.reference(name) == two)
    #expect(try gitRefs() == ["\(two) \(name)"])
    try run("git", "pack-refs", "--all", in: folder("r"))
    #expect(try repository.reference(name) == two)
    try repository.update(name, to: one, from: two)
    #expect(try repository.references(under: "refs/heads") == [Reference(name, one)])
    #expect(code { try repository.delete(name, from: two) } == .modified)
    try repository.delete(name, from: one)
    #expect(try repository.reference(name) == nil)
    #expect(try gitRefs() == [])
    // The empty folder left by a removed reference doesn't block a reference of that name.
    try repository.update("refs/heads/submit", to: one, from: nil)
    #expect(try gitRefs() == ["\(one) refs/heads/submit"])
  }

  @Test(arguments: [3, 1000]) func severalUpdatesAreAtomic(count: Int) throws {
    let names = (0..<count).map { "refs/students/s\($0)/submit" }
    try repository.update(names.map { RefUpdate($0, to: one, from: nil) })
    #expect(try repository.references(under: "refs/students").count == count)
    var updates = names.map { RefUpdate($0, to: two, from: one) }
    updates[count / 2] = RefUpdate(names[count / 2], to: two, from: two)
    #expect(code { try repository.update(updates) } == .modified)
    #expect(try repository.references(under: "refs/students").allSatisfy { $0.id == one })
    updates[count / 2] = RefUpdate(names[count / 2], to: nil, from: one)
    try repository.update(updates)
    let left = try repository.references(under: "refs")
    #expect(left.count == count - 1 && left.allSatisfy { $0.id == two })
    #expect(try gitRefs() == left.map { "\($0.id) \($0.name)" })
    try run("git", "fsck", "--strict", in: folder("r"))
    #expect(try run("find", ".", "-name", "*.lock", in: folder("r")) == "")
  }

  @Test func conflictingNamesAreRefused() throws {
    try repository.update("refs/heads/a", to: one, from: nil)
    for _ in 0..<2 {
      #expect(code { try repository.update("refs/heads/a/b", to: one, from: nil) } == .conflict)
      try run("git", "pack-refs", "--all", in: folder("r"))
    }
    try repository.delete("refs/heads/a", from: one)
    try repository.update("refs/heads/a/b", to: one, from: nil)
    for _ in 0..<2 {
      #expect(code { try repository.update("refs/heads/a", to: one, from: nil) } == .conflict)
      try run("git", "pack-refs", "--all", in: folder("r"))
    }
    for others in [0, 20] {
      let names = ["refs/x/a", "refs/x/a-b", "refs/x/a/b"] + (0..<others).map { "refs/x/y\($0)" }
      let updates = names.map { RefUpdate($0, to: one, from: nil) }
      #expect(code { try repository.update(updates) } == .conflict)
      #expect(try repository.references(under: "refs/x") == [])
    }
    #expect(try run("find", ".", "-name", "*.lock", in: folder("r")) == "")
  }

  @Test(arguments: [
    "main", "refs/heads/a.lock", "refs/heads/a..b", "refs/heads/.a", "refs/heads/a/", "refs/a b",
    "refs/heads/a\u{1b}", "refs/heads/../../x", "refs/heads/a@{b", "refs//a", "refs/heads/a\\b",
    "refs/heads/" + String(repeating: "x", count: 256), "-x", "", "refs/heads/a.",
  ])
  func invalidNamesAreRefused(name: String) {
    #expect(code { try repository.update(name, to: one, from: nil) } == .invalid)
    #expect(code { _ = try repository.reference(name) } == .invalid)
  }

  @Test func damagedReferencesAreReported() throws {
    try folder.write("", to: "r/refs/heads/empty")
    #expect(code { _ = try repository.reference("refs/heads/empty") } == .corrupt)
    try folder.write("ref: refs/heads/loop\n", to: "r/refs/heads/loop")
    #expect(code { _ = try repository.reference("refs/heads/loop") } == .corrupt)
  }

  @Test func reflogsMatchGit() throws {
    let other = try Repository.create(folder("w"))
    let batch = ObjectBatch()
    let first = try batch.commit(["a": "1"])
    try batch.write(to: other)
    try other.update(
      "refs/heads/main", to: first, from: nil, log: RefLogEntry(ada, "create:\nit"))
    let shown = try run("git", "reflog", "show", "--format=%H %gs", "main", in: folder("w"))
    #expect(shown == "\(first) create: it")
    #expect(try run("git", "reflog", "show", "--format=%gs", in: folder("w")) == "create: it")
  }
}

struct LockTests {
  let folder: Temporary
  let repository: Repository
  let first: ObjectID

  init() throws {
    folder = try Temporary()
    repository = try Repository.create(folder("r"))
    let batch = ObjectBatch()
    first = try batch.commit(["a": "1"])
    try batch.write(to: repository)
    repository.patience = 0.3
  }

  private var lock: String { folder("r/.git/refs/heads/main.lock") }

  private func age(_ path: String) throws {
    try run("touch", "-d", "1 hour ago", path, in: folder.path)
  }

  @Test func locksOfDeadProcessesAreRemoved() throws {
    // A lock left by a killed process of ours is removed immediately.
    try folder.write("teachkit 999999\n", to: "r/.git/refs/heads/main.lock")
    try repository.update("refs/heads/main", to: first, from: nil)
    // A lock left by a killed `git` is removed once it is too old to be in use.
    try folder.write("", to: "r/.git/refs/heads/main.lock")
    #expect(code { try repository.update("refs/heads/main", to: first, from: first) } == .locked)
    repository.patience = 5
    try repository.update("refs/heads/main", to: first, from: first)
    #expect(!FileManager.default.fileExists(atPath: lock))
  }

  @Test func ourStaleIndexLocksAreRemoved() throws {
    let lock = folder("r/.git/index.lock")
    var held: IndexLock? = try repository.lockIndex()
    repository.layout.clearLeftovers()
    #expect(held != nil && FileManager.default.fileExists(atPath: lock))
    held = nil
    #expect(!FileManager.default.fileExists(atPath: lock))
    try folder.write("DIRC", to: "r/.git/index.lock")
    repository.layout.clearLeftovers()
    #expect(FileManager.default.fileExists(atPath: lock))
    try folder.write("teachkit 999999\n", to: "r/.git/index.lock")
    repository.layout.clearLeftovers()
    #expect(!FileManager.default.fileExists(atPath: lock))
  }

  @Test func locksOfLiveProcessesAreWaitedFor() throws {
    let held = RefLocks(.standard, patience: 1)
    try held.acquire("main", in: try Folder(folder("r/.git/refs/heads")))
    #expect(code { try repository.update("refs/heads/main", to: first, from: nil) } == .locked)
    held.release()
    try repository.update("refs/heads/main", to: first, from: nil)

    let path = folder("r/.git/index.lock")
    let holder = try Background("sh", "-c", "exec 9>'\(path)'; exec sleep 60")
    while !FileManager.default.fileExists(atPath: path) { usleep(1000) }
    usleep(2_500_000)
    do {
      try repository.stage(["b": nil])
      Issue.record("the lock was ignored")
    } catch {
      #expect(error.code == .locked)
      #expect(error.owner == holder.process)
    }
    holder.end()
    repository.patience = 5
    try repository.stage(["b": nil])
  }

  @Test func concurrentWritersLoseNothing() async throws {
    let path = folder("r")
    let first = first
    try repository.update("refs/heads/main", to: first, from: nil)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let own = try Repository(path)
          for number in 0..<50 {
            while true {
              let old = try #require(try own.reference("refs/heads/main"))
              let batch = ObjectBatch()
              let new = try batch.commit(
                ["\(writer)": "\(number)"], parents: [old], message: "\(writer) \(number)\n")
              try own.write(batch, durability: .deferred)
              do throws(GitError) {
                try own.update("refs/heads/main", to: new, from: old)
                break
              } catch {
                guard error.code == .modified else { throw error }
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let head = try #require(try repository.reference("refs/heads/main"))
    #expect(try repository.history(from: [head], firstParent: true).count == 201)
  }

  @Test func processLocksNameTheirOwner() throws {
    let path = folder("lock")
    var held: ProcessLock? = try ProcessLock(path)
    do {
      _ = try ProcessLock(path, patience: 0.1)
      Issue.record("taken twice")
    } catch {
      #expect(error.code == .locked && error.owner == getpid())
    }
    withExtendedLifetime(held) {}
    held = nil
    _ = try ProcessLock(path, patience: 0.1)
  }
}
