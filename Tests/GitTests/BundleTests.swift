import Foundation
import Testing

@testable import Git

/// Bundles created by teachkit and by `git bundle`.
@Suite struct BundleTests {
  let folder: Temporary

  init() throws { folder = try Temporary() }

  private var path: String { folder("b.bundle") }

  /// Returns a repository whose packs have deltas: ten slightly different versions of a long text.
  private func history() throws -> Repository {
    let repository = try Repository.create(folder("r"))
    var lines = (0..<400).map { "line \($0) \($0 * 7919 % 1000)" }
    for version in 0..<10 {
      lines[version * 40] = "changed in \(version)"
      try folder.write(lines.joined(separator: "\n"), to: "r/text")
      try run("git", "add", "-A", in: folder("r"))
      try run("git", "commit", "-qm", "version \(version)", in: folder("r"))
    }
    return repository
  }

  private func bytes() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }

  private func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  @Test func readsFilesWrittenByGit() throws {
    let repository = try history()
    try run("git", "bundle", "create", "--quiet", path, "--all", in: folder("r"))
    let bundle = try Bundle(at: path)
    let main = try #require(bundle.references.first { $0.name == "refs/heads/main" })
    #expect(try repository.reference("refs/heads/main") == main.id)
    #expect(bundle.objects.count == 30)
    let tree = try bundle.objects.commit(main.id).tree
    let entry = try #require(try bundle.objects.tree(tree).first)
    #expect(try bundle.objects.blob(entry.id) == repository.blob(entry.id))
  }

  @Test func readsDeltasWithLaterBases() throws {
    let repository = try history()
    // Without offsets, a delta names its base. The pack has one old object; all others are deltas.
    let script = """
      { printf '# v2 git bundle\\n%s refs/heads/main\\n\\n' $(git rev-parse main)
        git rev-list --objects main | git pack-objects --stdout -q --window=50; } > \(path)
      """
    try run("sh", "-c", script, in: folder("r"))
    #expect(try bytes().count < 8000, "no deltas")
    let bundle = try Bundle(at: path)
    #expect(bundle.objects.count == 30)
    #expect(try repository.reference("refs/heads/main") == bundle.references[0].id)
  }

  @Test func gitReadsOurBundles() throws {
    let repository = try history()
    let tip = try #require(try repository.reference("refs/heads/main"))
    try Bundle.write(
      [Reference("refs/heads/inbox/ada", tip), Reference("refs/heads/main", tip)],
      from: repository, to: path)
    try run("git", "bundle", "verify", "-q", path, in: folder("r"))
    try run("git", "clone", "-q", "-b", "inbox/ada", path, folder("copy"), in: folder.path)
    #expect(try run("git", "rev-parse", "HEAD", in: folder("copy")) == tip.description)
    try run("git", "fsck", "--strict", in: folder("copy"))
    #expect(
      try Bundle(at: path).references.map(\.name) == ["refs/heads/inbox/ada", "refs/heads/main"])
  }

  @Test func refusesTruncatedBundles() throws {
    let batch = ObjectBatch()
    let tip = try batch.commit(["a": "1", "b/c": "2"])
    try Bundle.write([Reference("refs/heads/main", tip)], from: batch, to: path)
    let whole = try bytes()
    for length in 0..<whole.count {
      try write(Array(whole[..<length]))
      #expect(throws: GitError.self) { try Bundle(at: path) }
    }
    for place in whole.indices {
      var torn = whole
      torn[place] ^= 0x41
      try write(torn)
      // Only the name may differ.
      let names = try? Bundle(at: path).references.map(\.name)
      #expect(names == nil || place < 80 && names != ["refs/heads/main"])
    }
  }

  @Test func refusesBundlesWithPrerequisites() throws {
    _ = try history()
    try run("git", "bundle", "create", "--quiet", path, "main~2..main", in: folder("r"))
    #expect(code { _ = try Bundle(at: path) } == .invalid)
    #expect(code { _ = try Bundle(at: folder("none")) } == .notFound)
    try folder.write("teachkit", to: "b.bundle")
    #expect(code { _ = try Bundle(at: path) } == .invalid)
  }

  @Test func sizeLimitsAreEnforced() throws {
    let batch = ObjectBatch()
    let tip = try batch.commit(["zeros": String(repeating: "0", count: 4 << 20)])
    try Bundle.write([Reference("refs/heads/main", tip)], from: batch, to: path)
    let few = ObjectCopy.Limits(objects: 100, bytes: 1 << 20)
    #expect(code { _ = try Bundle(at: path, limits: few) } == .limit)
    let two = ObjectCopy.Limits(objects: 2, bytes: 8 << 20)
    #expect(code { _ = try Bundle(at: path, limits: two) } == .limit)
    #expect(try Bundle(at: path).objects.count == 3)
  }
}
