import Foundation
import Testing

@testable import Git

struct RepositoryTests {
  let folder: Temporary

  init() throws { folder = try Temporary() }

  @Test func theRepositoryIsFoundFromSubfolders() throws {
    #expect(Repository.root(above: folder.path) == nil)
    let made = try Repository.create(folder("school"), branch: "trunk")
    try folder.write("x", to: "school/a/b/c")
    let found = try #require(Repository.root(above: folder("school/a/b")))
    #expect(found.workTree == folder("school") && found.gitFolder == folder("school/.git"))
    #expect(try found.head() == .unborn("refs/heads/trunk"))
    #expect(code { _ = try made.headCommit() } == .unborn)
    #expect(code { _ = try Repository.create(folder("school")) } == .exists)
    let batch = ObjectBatch()
    let id = try batch.commit(["x": "y"])
    try batch.write(to: made)
    try made.update("refs/heads/trunk", to: id, from: nil)
    #expect(try found.head() == .branch("refs/heads/trunk", id))
    try run("git", "checkout", "-q", "--detach", in: folder("school"))
    #expect(try found.head() == .detached(id))
    try run("git", "worktree", "add", "-q", "../other", "trunk", in: folder("school"))
    let other = try Repository(folder("other"))
    #expect(try other.head() == .branch("refs/heads/trunk", id))
    #expect(try other.commit(id).tree == made.commit(id).tree)
    #expect(code { _ = try Repository(folder("school/a")) } == .notFound)
  }

  @Test func unfinishedOperationsAreDetected() throws {
    try run("git", "init", "-q", "-b", "main", ".", in: folder.path)
    try folder.write("1", to: "a")
    try run("git", "add", "a", in: folder.path)
    try run("git", "commit", "-q", "-m", "1", in: folder.path)
    try run("git", "checkout", "-q", "-b", "side", in: folder.path)
    try folder.write("2", to: "a")
    try run("git", "commit", "-q", "-a", "-m", "2", in: folder.path)
    try run("git", "checkout", "-q", "main", in: folder.path)
    try folder.write("3", to: "a")
    try run("git", "commit", "-q", "-a", "-m", "3", in: folder.path)
    try run("git", "merge", "side", in: folder.path, status: 1)
    let repository = try Repository(folder.path)
    #expect(repository.operation == .merge)
    #expect(code { try repository.checkNoOperation() } == .busyOperation)
    #expect(try repository.states(of: ["a"]).first?.isConflicted == true)
    #expect(try repository.changedPaths(in: ["a"]).first?.staged == .conflicted)
  }

  @Test(arguments: [
    "[core]\n\trepositoryformatversion = 7\n",
    "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n",
    "[core]\n\trepositoryformatversion = 1\n[extensions]\n\trefStorage = reftable\n",
    "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tunheard = yes\n",
  ])
  func futureFormatsAreRefused(config: String) throws {
    _ = try Repository.create(folder("r"))
    try folder.write(config, to: "r/.git/config")
    #expect(code { _ = try Repository(folder("r")) } == .unsupportedFormat)
  }

  @Test(.enabled(if: getuid() == 0)) func repositoriesOfOtherUsersAreRefused() throws {
    _ = try Repository.create(folder("r"))
    try run("chown", "-R", "12345", folder("r"), in: folder.path)
    #expect(code { _ = try Repository(folder("r")) } == .notOwner)
  }

  @Test func settingsAndIdentityAreRead() throws {
    let repository = try Repository.create(folder("r"))
    #expect(try repository.setting("teachkit.uid") == nil)
    try repository.set("teachkit.uid", to: "a \"b\"")
    #expect(try repository.setting("teachkit.uid") == "a \"b\"")
    #expect(try run("git", "config", "teachkit.uid", in: folder("r")) == "a \"b\"")
    try repository.set("teachkit.uid", to: nil)
    #expect(try repository.setting("teachkit.uid") == nil)
    try repository.set("user.name", to: "Grace")
    try repository.set("user.email", to: "grace@example.org")
    #expect(try repository.identity()?.email == "grace@example.org")
  }

  @Test func historyMatchesGit() throws {
    try run("git", "init", "-q", "-b", "main", ".", in: folder.path)
    for number in 0..<4 {
      try run("git", "commit", "-q", "--allow-empty", "-m", "m\(number)", in: folder.path)
      try run("git", "checkout", "-q", "-b", "b\(number)", in: folder.path)
      try run("git", "commit", "-q", "--allow-empty", "-m", "b\(number)", in: folder.path)
      try run("git", "checkout", "-q", "main", in: folder.path)
      try run("git", "merge", "-q", "--no-ff", "-m", "x\(number)", "b\(number)", in: folder.path)
    }
    let repository = try Repository(folder.path)
    let head = try #require(try repository.head().commit)
    let all = try repository.history(from: [head])
    #expect(
      try run("git", "rev-list", "main", in: folder.path).split(separator: "\n").sorted()
        == all.map { Substring("\($0.id)") }.sorted())
    for (place, commit) in all.enumerated() {
      for parent in commit.parents {
        #expect(try #require(all.firstIndex { $0.id == parent }) > place)
      }
    }
    let first = try repository.history(from: [head], firstParent: true)
    #expect(
      try run("git", "rev-list", "--first-parent", "main", in: folder.path)
        == first.map { "\($0.id)" }.joined(separator: "\n"))
    #expect(try repository.history(from: [head], limit: 2).count == 2)
    let side = try #require(try repository.reference("refs/heads/b2"))
    #expect(
      try run("git", "rev-list", "--count", "main", "^b2", in: folder.path)
        == "\(repository.history(from: [head], hiding: [side]).count)")
    #expect(try repository.isAncestor(side, of: head))
    #expect(try !repository.isAncestor(head, of: side))
    try run("git", "clone", "-q", "--depth=2", "file://\(folder.path)", "s", in: folder.path)
    let shallow = try Repository(folder("s"))
    #expect(try shallow.history(from: [head]).count == 3)
    #expect(try !shallow.isAncestor(all[all.count - 1].id, of: head))
  }

  @Test func treesAreUpdatedByPath() throws {
    let repository = try Repository.create(folder("r"))
    let batch = ObjectBatch()
    let base = try batch.commit(["a/b/c": "1", "a/d": "2", "e": "3", "f/g": "4"])
    try batch.write(to: repository)
    let tree = try repository.commit(base).tree
    let next = ObjectBatch()
    let new = try next.tree(
      updating: tree, in: repository,
      with: [
        "a/b/c": .remove, "a/d": .write(Array("5".utf8)), "e/x": .write([], executable: true),
        "f": .remove, "f/h": .write(Array("6".utf8)), "no/such": .remove,
      ])
    try next.write(to: repository)
    let files = try repository.files(in: new)
    #expect(files.map(\.path) == ["a/d", "e/x", "f/h"])
    #expect(files[1].entry.mode == .executable)
    #expect(try repository.file(at: "a/d", in: new) == Array("5".utf8))
    #expect(try repository.files(in: new, below: "f").map(\.path) == ["f/h"])
    #expect(try repository.entry(at: "a/b/c", in: new) == nil)
    let none = try next.tree(
      updating: new, in: next, with: ["a": .remove, "e": .remove, "f/h": .remove])
    #expect(none == ObjectID("4b825dc642cb6eb9a060e54bf8d69288fbee4904"))
    for path in ["../x", "a//b", "", ".git/config", "/a", "a/."] {
      #expect(
        code { _ = try next.tree(updating: nil, in: next, with: [path: .write([])]) } == .invalid)
    }
    #expect(
      code {
        _ = try next.tree(updating: nil, in: next, with: ["a": .write([]), "a/b": .write([])])
      }
        == .conflict)
  }

  @Test func stagingLeavesTheRestAlone() throws {
    let repository = try Repository.create(folder("r"))
    let batch = ObjectBatch()
    let id = try batch.commit(["a": "1", "b": "1", "c": "1"])
    try batch.write(to: repository)
    try repository.update("refs/heads/main", to: id, from: nil)
    try run("git", "reset", "-q", "--hard", in: folder("r"))
    try folder.write("staged", to: "r/b")
    try run("git", "add", "b", in: folder("r"))
    try folder.write("edited", to: "r/c")
    try folder.write("new", to: "r/d/e")
    let content = try repository.write(blob: Array("new".utf8))
    try repository.stage(["d/e": FileVersion(content), "a": nil])
    #expect(
      try run("git", "status", "--porcelain", in: folder("r"))
        .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        == ["D  a", "M  b", "M c", "A  d/e", "?? a"])
    let states = try repository.states(of: ["a", "b", "c", "d/e", "none"])
    #expect(states.map(\.isStaged) == [true, true, false, true, false])
    #expect(states.map(\.isEdited) == [true, false, true, false, false])
    #expect(states[4].isClean)
    let changed = try repository.changedPaths()
    #expect(changed.map(\.path) == ["a", "b", "c", "d/e"])
    #expect(changed[2] == ChangedPath(path: "c", staged: nil, edited: .modified))
    #expect(try repository.changedPaths(in: ["d"]).map(\.path) == ["d/e"])
    #expect(try run("git", "ls-files", "--debug", "d/e", in: folder("r")).contains("size: 3"))
  }
}
