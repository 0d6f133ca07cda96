import Foundation
import Testing

@testable import Git

struct FaultTests {
  let folder: Temporary

  init() throws { folder = try Temporary() }

  private func looseFile(_ id: ObjectID, in repository: String = "r") -> String {
    let digits = id.description
    return "\(repository)/objects/\(digits.prefix(2))/\(digits.dropFirst(2))"
  }

  @Test(arguments: [1, 50]) func emptyObjectsAreRewritten(count: Int) throws {
    let repository = try Repository.create(folder("r"), bare: true)
    let batch = ObjectBatch()
    for number in 0..<count { try batch.add(blob: Array("\(number)".utf8)) }
    let id = batch.ids[0]
    try folder.write("", to: looseFile(id))
    #expect(try !repository.contains(id))
    #expect(code { _ = try repository.read(id) } == .corrupt)
    try batch.write(to: repository)
    #expect(try repository.blob(id) == Array("0".utf8))
    try run("git", "fsck", "--full", "--no-dangling", in: folder("r"))
  }

  @Test func flippedBitsAreDetected() throws {
    let repository = try Repository.create(folder("r"), bare: true)
    let batch = ObjectBatch()
    for number in 0..<40 { try batch.add(blob: Array("some text \(number)".utf8)) }
    try batch.write(to: repository)
    let packs = folder("r/objects/pack")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: packs).first {
        $0.hasSuffix(".pack")
      })
    let path = "\(packs)/\(name)"
    let good = try Data(contentsOf: URL(fileURLWithPath: path))
    var noticed = 0
    for place in [40, 200, 500] {
      var bad = good
      bad[place] ^= 0x10
      try run("chmod", "u+w", path, in: packs)
      try bad.write(to: URL(fileURLWithPath: path))
      let again = try Repository(folder("r"))
      let hub = try #require(try HubFolder(folder.path).repository("r"))
      var found = 0
      for id in batch.ids {
        let failure = code { _ = try again.read(id) }
        let other = code { _ = try hub.read(id) }
        #expect([nil, .corrupt].contains(failure) && [nil, .corrupt].contains(other))
        if failure == .corrupt { found += 1 }
      }
      if found > 0 { noticed += 1 }
    }
    #expect(noticed == 3)
  }

  /// libgit2 1.5.1 writes beyond its buffer if the body is longer than the header says.
  @Test(arguments: [0, 1, 20, 1 << 20]) func wrongSizesAreDetected(size: Int) throws {
    try run("git", "init", "-q", "r", in: folder.path)
    try folder.write(String(repeating: "text", count: 2000), to: "r/file")
    try run("git", "add", "file", in: folder("r"))
    try run("git", "commit", "-qm", "First", in: folder("r"))
    for name in ["HEAD", "HEAD^{tree}", "HEAD:file"] {
      let id = try #require(
        ObjectID(hex: Array(try run("git", "rev-parse", name, in: folder("r")).utf8)))
      let path = looseFile(id, in: "r/.git")
      let good = try Data(contentsOf: URL(fileURLWithPath: folder(path)))
      var packed: [UInt8] = []
      let found = try #require(try Repository(folder("r")).read(id))
      try Deflater().append(
        Array("\(found.kind.word) \(size)\0".utf8) + found.bytes, to: &packed)
      try FileManager.default.removeItem(atPath: folder(path))
      try Data(packed).write(to: URL(fileURLWithPath: folder(path)))
      let again = try Repository(folder("r"))
      let error = #expect(throws: GitError.self) { _ = try again.read(id) }
      #expect(error?.code == .corrupt && error?.path == folder(path))
      if name != "HEAD:file" {
        let error = #expect(throws: GitError.self) { _ = try again.changedPaths() }
        #expect(error?.code == .corrupt && error?.path == folder(path))
        #expect(code { _ = try again.staged() } == .corrupt)
      }
      try FileManager.default.removeItem(atPath: folder(path))
      try good.write(to: URL(fileURLWithPath: folder(path)))
    }
  }

  @Test func objectsOfAlternatesAreRead() throws {
    let lender = try Repository.create(folder("lender"), bare: true)
    let id = try lender.write(blob: [1, 2, 3])
    let repository = try Repository.create(folder("r"), bare: true)
    #expect(try repository.read(id) == nil)
    try folder.write("../../lender/objects\n", to: "r/objects/info/alternates")
    let again = try Repository(folder("r"))
    #expect(try again.blob(id) == [1, 2, 3])
    #expect(try again.contains(id) && again.header(id)?.size == 3)
    try folder.write("../../r/objects\n", to: "r/objects/info/alternates")
    #expect(code { _ = try Repository(folder("r")) } == .corrupt)
  }

  @Test func deltaHeadersGiveSizes() throws {
    try run("git", "init", "-q", "r", in: folder.path)
    for number in 0..<20 {
      let lines = (0..<400).map { $0 == number ? "changed \(number)" : "line \($0)" }
      try folder.write(lines.joined(separator: "\n"), to: "r/file")
      try run("git", "add", "file", in: folder("r"))
      try run("git", "commit", "-qm", "\(number)", in: folder("r"))
    }
    try run("git", "gc", "-q", in: folder("r"))
    let repository = try Repository(folder("r"))
    for number in 0..<20 {
      let name = number == 0 ? "HEAD:file" : "HEAD~\(number):file"
      let id = try #require(
        ObjectID(hex: Array(try run("git", "rev-parse", name, in: folder("r")).utf8)))
      let found = try #require(try repository.read(id))
      let header = try #require(try repository.header(id))
      #expect(header.kind == .blob && header.size == found.bytes.count)
    }
  }

  @Test(.enabled(if: canMount)) func fullAndReadOnlyDisksAreReported() throws {
    let disk = folder("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    try run("mount", "-t", "tmpfs", "-o", "size=256k", "none", disk, in: folder.path)
    defer { _ = try? run("umount", disk, in: folder.path) }
    let repository = try Repository.create(disk + "/r", bare: true)
    let hub = try HubFolder(disk)
    try hub.create("hub.git", RepositoryTemplate())
    let remote = try #require(try hub.repository("hub.git"))
    let batch = ObjectBatch()
    var state: UInt64 = 7
    try batch.add(
      blob: (0..<600_000).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1
        return UInt8(truncatingIfNeeded: state >> 40)
      })
    let before = try FileManager.default.subpathsOfDirectory(atPath: disk).count
    #expect(code { try batch.write(to: repository) } == .noSpace)
    #expect(code { try batch.write(to: remote) } == .noSpace)
    for number in 0..<40 { try batch.add(blob: [UInt8(number)]) }
    #expect(code { try batch.write(to: repository) } == .noSpace)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: disk).count <= before + 1)
    // A process that another test has just forked can hold a file there until it runs its program.
    try run(
      "sh", "-c",
      """
      for turn in $(seq 100); do mount -o remount,ro "$0" 2>/dev/null && exit; sleep 0.1; done
      exec mount -o remount,ro "$0"
      """, disk, in: folder.path)
    let small = ObjectBatch()
    let id = try small.add(blob: [1])
    #expect(code { try small.write(to: repository) } == .readOnly)
    #expect(code { try small.write(to: remote) } == .readOnly)
    #expect(code { try repository.update("refs/heads/x", to: id, from: nil) } == .readOnly)
    #expect(code { try DurableFile.write([], to: disk + "/x") } == .readOnly)
  }

  @Test func anUnwritableFolderIsReportedOnce() {
    let error = #expect(throws: GitError.self) { try DurableFile.makeFolder("/proc/a/b") }
    #expect(error?.path?.hasPrefix("/proc/a") == true)
    #expect(throws: GitError.self) { try DurableFile.makeFolder("/dev/null/a") }
  }

  @Test func filesAreWrittenAtomically() throws {
    let path = folder("file")
    try DurableFile.write(Array("1".utf8), to: path)
    try run("chmod", "640", path, in: folder.path)
    try DurableFile.write(Array("2".utf8), to: path)
    #expect(try run("stat", "-c", "%a", path, in: folder.path) == "640")
    if geteuid() == 0 {
      try run("chown", "1234:1235", path, in: folder.path)
      try DurableFile.write(Array("2".utf8), to: path)
      #expect(try run("stat", "-c", "%u %g %a", path, in: folder.path) == "1234 1235 640")
    }
    #expect(try DurableFile.read(path) == Array("2".utf8))
    #expect(try DurableFile.read(folder("none")) == nil)
    #expect(code { _ = try DurableFile.read(path, limit: 0) } == .limit)
    #expect(code { _ = try DurableFile.read(folder.path) } == .invalid)
    try DurableFile.makeFolder(folder("x/y/z"))
    try DurableFile.write([], to: folder("x/y/z/run"), executable: true)
    #expect(try run("stat", "-c", "%A", folder("x/y/z/run"), in: folder.path).hasSuffix("x"))
    #expect(try run("find", ".", "-name", ".tmp*", in: folder.path) == "")
  }
}

/// Whether tests may mount a file system on this machine.
let canMount: Bool = {
  guard getuid() == 0, let place = try? Temporary() else { return false }
  let mount = Subprocess("mount", ["-t", "tmpfs", "none", place.path])
  guard (try? mount.run().succeeded) == true else { return false }
  _ = try? Subprocess("umount", [place.path]).run()
  return true
}()
