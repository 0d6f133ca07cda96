import Foundation
import Testing

@testable import Git

struct HubTests {
  let folder: Temporary
  let batch = ObjectBatch()
  let first: ObjectID

  init() throws {
    folder = try Temporary()
    try FileManager.default.createDirectory(
      atPath: folder("hub"), withIntermediateDirectories: true)
    first = try batch.commit(["a": "1", "b/c": "2"])
    let template = try RepositoryTemplate(
      objects: batch, references: [Reference("refs/heads/inbox", first)])
    try HubFolder(folder("hub")).create("math/mailboxes/ada.git", template)
  }

  private var path: String { folder("hub/math/mailboxes/ada.git") }

  private func open() throws -> FolderRepository {
    try #require(try HubFolder(folder("hub")).repository("math/mailboxes/ada.git"))
  }

  @Test func gitReadsOurRepositories() throws {
    #expect(try run("git", "fsck", "--strict", in: path).contains("error") == false)
    #expect(try run("git", "cat-file", "-p", "inbox:b/c", in: path) == "2")
    let hub = try HubFolder(folder("hub"))
    #expect(try hub.folders(in: "math/mailboxes") == ["ada.git"])
    #expect(try hub.folders(in: "none") == [])
    #expect(try hub.repository("math/mailboxes/ben.git") == nil)
    #expect(code { _ = try hub.repository("../x") } == .invalid)
    #expect(code { try hub.create("math/mailboxes/ada.git", RepositoryTemplate()) } == .exists)
    #expect(try open().references() == [Reference("refs/heads/inbox", first)])
    #expect(try run("find", folder("hub"), "-name", ".*", in: folder.path) == "")
  }

  @Test func objectsReachableFromTagsAreKept() throws {
    try run(
      "git", "-c", "user.name=A", "-c", "user.email=a@example.org", "tag", "-a", "-m", "kept",
      "old",
      "inbox", in: path)
    let more = ObjectBatch()
    let second = try more.commit(["a": "2"])
    try open().write(more)
    try open().update([RefUpdate("refs/heads/inbox", to: second, expecting: .anything)])
    #expect(code { try open().forget([first]) } == .invalid)
    #expect(try open().contains(first))
  }

  @Test(arguments: ["--split=no-merge", "--split=replace", "--reachable"])
  func derivedFilesDoNotReferenceForgottenObjects(_ kind: String) throws {
    try run("git", "gc", "-q", in: path)
    try run("rm", "objects/info/commit-graph", in: path)
    try run("git", "commit-graph", "write", "--reachable", "--changed-paths", kind, in: path)
    try run("git", "multi-pack-index", "write", "--bitmap", in: path)
    let more = ObjectBatch()
    let second = try more.commit(["a": "2"])
    try open().write(more)
    try open().update([RefUpdate("refs/heads/inbox", to: second, expecting: .anything)])
    try open().forget([first])
    #expect(try run("git", "fsck", in: path).contains("error") == false)
    #expect(try open().references() == [Reference("refs/heads/inbox", second)])
    for file in ["objects/info/commit-graph", "objects/info/commit-graphs", "info/refs"] {
      #expect(!FileManager.default.fileExists(atPath: path + "/" + file))
    }
    let packs = try FileManager.default.contentsOfDirectory(atPath: path + "/objects/pack")
    #expect(packs.allSatisfy { $0.hasPrefix("pack-") && !$0.hasSuffix(".bitmap") })
  }

  @Test func repositoriesWrittenByGitAreRead() throws {
    // Many versions of one file, so that `git gc` creates deltas.
    try run("git", "clone", "-q", path, "w", in: folder.path)
    try run("git", "checkout", "-q", "-b", "work", "origin/inbox", in: folder("w"))
    var text = (0..<400).map { "line \($0) of a long text" }
    for number in 0..<12 {
      text[number * 30] = "changed \(number)"
      try folder.write(text.joined(separator: "\n"), to: "w/text")
      try run("git", "add", "text", in: folder("w"))
      try run("git", "commit", "-q", "-m", "\(number)", in: folder("w"))
    }
    try run("git", "push", "-q", path, "work:refs/heads/submit/x", in: folder("w"))
    let loose = try #require(try open().reference("refs/heads/submit/x"))
    let copy = ObjectBatch()
    try ObjectCopy.copy([loose], from: open(), into: copy, held: .commits([first]))
    try run("git", "gc", "-q", in: path)
    let packed = ObjectBatch()
    try ObjectCopy.copy([loose], from: open(), into: packed, held: .commits([]))
    #expect(packed.count >= 12 * 3)
    for id in copy.ids { #expect(packed[id] == copy[id]) }
    let store = try Repository.create(folder("store"), bare: true)
    try packed.write(to: store)
    try store.update("refs/heads/x", to: loose, from: nil)
    try run("git", "fsck", "--strict", in: folder("store"))
    #expect(try run("git", "show", "x:text", in: folder("store")) == text.joined(separator: "\n"))
  }

  @Test func referencesMoveByCompareAndSwap() throws {
    let repository = try open()
    let more = ObjectBatch()
    let second = try more.commit(["a": "2"], parents: [first])
    try repository.write(more)
    let update = RefUpdate("refs/heads/inbox", to: second, from: first)
    try repository.update([update])
    #expect(code { try repository.update([update]) } == .modified)
    #expect(try repository.reference("refs/heads/inbox") == second)
    #expect(try repository.commit(second).parents == [first])
    try run("git", "fsck", "--strict", in: path)
  }

  enum Trick: String, CaseIterable {
    case alternates, httpAlternates, commondir, gitfile, configInclude, configIncludeIf, fsmonitor
    case sshCommand, filter, linkedObjects, linkedFanout, linkedPackFolder, linkedPack, linkedHead
    case linkedConfig, linkedRefs, linkedRef, linkedRepository, linkedParent, linkedPackedRefs
    case linkedInfo, pipeHead, worktreeConfig, hooksPath, alternateRefs
  }

  @Test(arguments: Trick.allCases) func hostileRepositoriesAreRefused(trick: Trick) throws {
    let hub = folder("hub")
    let secret = try Repository.create(folder("school"))
    let blob = try secret.write(blob: Array("the answer is B".utf8))
    try secret.write(batch)
    let objects = folder("school/.git/objects")
    let marker = folder("marker")
    func config(_ text: String) throws {
      try "[core]\n\tbare = true\n\(text)\n".write(
        toFile: path + "/config", atomically: false, encoding: .utf8)
    }
    func link(_ name: String, to target: String) throws {
      try run("rm", "-rf", name, in: path)
      try run("ln", "-s", target, name, in: path)
    }
    switch trick {
    case .alternates:
      try folder.write(objects, to: "hub/math/mailboxes/ada.git/objects/info/alternates")
    case .httpAlternates:
      try folder.write(objects, to: "hub/math/mailboxes/ada.git/objects/info/http-alternates")
    case .commondir:
      try folder.write(folder("school/.git"), to: "hub/math/mailboxes/ada.git/commondir")
    case .gitfile:
      try run("rm", "-rf", path, in: hub)
      try folder.write("gitdir: \(folder("school/.git"))", to: "hub/math/mailboxes/ada.git")
    case .configInclude: try config("[include]\n\tpath = /etc/passwd")
    case .configIncludeIf: try config("[includeIf \"gitdir:/\"]\n\tpath = /etc/passwd")
    case .fsmonitor: try config("\tfsmonitor = touch \(marker)")
    case .sshCommand: try config("\tsshCommand = touch \(marker)")
    case .hooksPath: try config("\thooksPath = /tmp")
    case .alternateRefs: try config("\talternateRefsCommand = touch \(marker)")
    case .filter: try config("[filter \"x\"]\n\tsmudge = touch \(marker)")
    case .worktreeConfig:
      try folder.write("[core]\n\tfsmonitor = x", to: "hub/math/mailboxes/ada.git/config.worktree")
    case .linkedObjects: try link("objects", to: objects)
    case .linkedFanout: try link("objects/" + blob.description.prefix(2), to: objects)
    case .linkedPackFolder: try link("objects/pack", to: objects + "/pack")
    case .linkedInfo: try link("objects/info", to: objects + "/info")
    case .linkedPack:
      let name = try #require(
        try FileManager.default.contentsOfDirectory(atPath: path + "/objects/pack").first)
      try run("mv", path + "/objects/pack/" + name, marker, in: hub)
      try link("objects/pack/" + name, to: marker)
    case .linkedHead: try link("HEAD", to: folder("school/.git/HEAD"))
    case .linkedConfig: try link("config", to: folder("school/.git/config"))
    case .linkedRefs: try link("refs", to: folder("school/.git/refs"))
    case .linkedRef:
      try run("mkdir", "-p", "\(path)/refs/heads", in: hub)
      try link("refs/heads/inbox", to: folder("school/.git/HEAD"))
    case .linkedPackedRefs: try link("packed-refs", to: folder("school/.git/HEAD"))
    case .linkedRepository:
      try run("mv", path, marker, in: hub)
      try run("ln", "-s", marker, path, in: hub)
    case .linkedParent:
      try run("mv", folder("hub/math/mailboxes"), marker, in: hub)
      try run("ln", "-s", marker, folder("hub/math/mailboxes"), in: hub)
    case .pipeHead:
      try run("rm", "HEAD", in: path)
      try run("mkfifo", "HEAD", in: path)
    }
    let found = code {
      let mailbox = try open()
      _ = try mailbox.references()
      _ = try mailbox.reference("refs/heads/inbox")
      _ = try mailbox.read(first)
      #expect(try mailbox.read(blob) == nil)
    }
    #expect(found == .hostile)
    if ![.linkedRepository, .linkedParent, .linkedPack].contains(trick) {
      #expect(!FileManager.default.fileExists(atPath: marker))
    }
  }

  @Test func damagedPacksAreErrors() throws {
    let packs = path + "/objects/pack"
    let names = try FileManager.default.contentsOfDirectory(atPath: packs)
    for name in names {
      let url = URL(fileURLWithPath: "\(packs)/\(name)")
      let good = try Data(contentsOf: url)
      try run("chmod", "u+w", url.path, in: packs)
      var state: UInt64 = 3
      for round in 0..<300 {
        var bad = good
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let place = Int(state >> 33) % good.count
        if round % 3 == 0 {
          bad = good.prefix(place)
        } else {
          bad[place] = UInt8(truncatingIfNeeded: state >> 20)
        }
        try bad.write(to: url)
        let repository = try open()
        for id in batch.ids {
          do {
            if let found = try repository.read(id, limit: 1 << 20) { #expect(found == batch[id]) }
          } catch {
            #expect([.corrupt, .limit].contains(error.code))
          }
        }
      }
      try good.write(to: url)
    }
  }

  @Test func declaredSizesAllocateNoMemory() throws {
    // A loose object and a pack that claim enormous sizes, in almost empty files.
    let digits = try batch.add(blob: [9]).description
    let id = try #require(ObjectID(digits))
    let fanout = "math/mailboxes/ada.git/objects/\(digits.prefix(2))"
    let loose = try folder.write("", to: "hub/\(fanout)/\(digits.dropFirst(2))")
    try run("truncate", "-s", "1T", loose, in: folder.path)
    #expect(code { _ = try open().read(id) } == .limit)
    let pack = try #require(
      try FileManager.default.contentsOfDirectory(atPath: path + "/objects/pack").first {
        $0.hasSuffix(".pack")
      })
    let file = "\(path)/objects/pack/\(pack)"
    try run("chmod", "u+w", file, in: folder.path)
    try run("truncate", "-s", "1T", file, in: folder.path)
    let handle = try #require(FileHandle(forUpdatingAtPath: file))
    try handle.seek(toOffset: 12)
    try handle.write(contentsOf: Data([0xbf, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]))
    try handle.close()
    for id in batch.ids {
      let found = code { _ = try open().read(id, limit: 1 << 20) }
      #expect([nil, .limit, .corrupt].contains(found))
    }
  }

  @Test func invalidDeltasAreRefused() throws {
    let base = RawObject(.blob, Array("0123456789".utf8))
    let good: [UInt8] = [10, 5, 0x90, 3, 2, 65, 66]
    #expect(try Delta.apply(good, to: base, limit: 100)?.bytes == Array("012AB".utf8))
    #expect(code { _ = try Delta.apply(good, to: base, limit: 4) } == .limit)
    let bad: [[UInt8]] = [
      [], [10], [9, 1, 1, 65], [10, 5, 0x90], [10, 5, 0x91, 8, 5], [10, 5, 0], [10, 5, 9, 1],
      [10, 4, 0x90, 3, 2, 65, 66], [10, 6, 0x90, 3, 2, 65, 66],
      [10, 5, 0xff, 255, 255, 255, 255, 255, 255, 255],
      [255, 255, 255, 255, 255, 255, 255, 255, 255, 255],
    ]
    for delta in bad { #expect(try Delta.apply(delta, to: base, limit: 100) == nil) }
  }

  @Test func groupMembersCanReadAndWrite() throws {
    let hub = folder("shared")
    try FileManager.default.createDirectory(atPath: hub, withIntermediateDirectories: true)
    if getuid() == 0 { try run("chgrp", "12345", hub, in: folder.path) }
    let old = umask(0o077)
    defer { umask(old) }
    try run("chmod", "2775", hub, in: folder.path)
    let template = try RepositoryTemplate(
      objects: batch, references: [Reference("refs/heads/x", first)])
    try HubFolder(hub).create("a/b.git", template)
    let repository = try #require(try HubFolder(hub).repository("a/b.git"))
    let more = ObjectBatch()
    let second = try more.commit(["a": "2"])
    try repository.write(more)
    try repository.update([RefUpdate("refs/heads/submit/y", to: second, from: nil)])
    try HubFolder(hub).write([1], to: "a/note")
    let listing = try run("find", ".", "-mindepth", "1", "-printf", "%y %m %G %p\n", in: hub)
    for line in listing.split(separator: "\n") {
      let parts = line.split(separator: " ")
      let wanted = parts[0] == "d" ? "2770" : line.contains("/pack-") ? "440" : "660"
      #expect(parts[1] == wanted, "\(line)")
      if getuid() == 0 { #expect(parts[2] == "12345", "\(line)") }
    }
  }

  @Test(.enabled(if: getuid() == 0)) func repositoriesOfOtherUsersWork() throws {
    try run("chown", "-R", "12345", path, in: folder.path)
    #expect(try open().reference("refs/heads/inbox") == first)
  }
}
