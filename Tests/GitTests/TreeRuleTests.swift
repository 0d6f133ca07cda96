import Foundation
import Testing

@testable import Git

struct TreeRuleTests {
  let batch = ObjectBatch()
  let rules = TreeRules { $0.lowercased() }

  /// Returns a raw tree, unsorted and with any names.
  private func raw(_ entries: [(mode: String, name: [UInt8], id: ObjectID)]) throws -> ObjectID {
    var bytes: [UInt8] = []
    for entry in entries {
      bytes += Array("\(entry.mode) ".utf8) + entry.name + [0] + entry.id.bytes
    }
    return try batch.add(RawObject(.tree, bytes))
  }

  private func fault(_ tree: ObjectID, _ rules: TreeRules? = nil) -> TreeFault? {
    do {
      try (rules ?? self.rules).check(tree, in: batch)
    } catch {
      return error as? TreeFault
    }
    return nil
  }

  private func blob() throws -> ObjectID { try batch.add(blob: Array("x".utf8)) }

  @Test(
    arguments: [
      (".git", .gitFolder), (".GIT", .gitFolder), ("GIT~1", .gitFolder), ("git~1", .gitFolder),
      (".g\u{200d}it", .gitFolder), (".git\u{200c}", .gitFolder), (".git ", .gitFolder),
      (".git.", .gitFolder), (".git::$INDEX_ALLOCATION", .gitFolder), ("..", .dots), (".", .dots),
      ("", .emptyName), ("a/b", .separator), ("a\\b", .separator), (".gitmodules", .gitModules),
      (".GitModules", .gitModules), ("GITMOD~1", .gitModules), ("gi7eba~1", .gitModules),
      ("a\nb", .controlCharacter), ("a\u{1b}[31m", .controlCharacter),
      ("\u{7f}", .controlCharacter),
      ("a\u{202e}b", .controlCharacter), ("\u{2066}", .controlCharacter),
      ("a\u{2028}", .controlCharacter), ("\u{feff}", .controlCharacter),
      (String(repeating: "x", count: 5000), .nameTooLong), ("CON", .reservedName),
      ("nul.txt", .reservedName), ("Com1 .x", .reservedName), ("lpt¹", .reservedName),
      ("a.", .trailingDot), ("a ", .trailingDot),
    ] as [(String, TreeFault.Kind)])
  func invalidNamesAreRefused(name: String, kind: TreeFault.Kind) throws {
    let tree = try raw([("100644", Array(name.utf8), try blob())])
    #expect(fault(tree) == TreeFault(kind, name))
    let outer = try raw([("40000", Array("d".utf8), tree)])
    #expect(fault(outer) == TreeFault(kind, "d/\(name)"))
  }

  @Test(arguments: [
    "a", ".gitignore", ".gitattributes", ".github", "git", "git~2", "console", "com", "com10",
    "ä.txt", "分数.yaml", "👩‍👩‍👧", "a:b", "a b", "...a", "-x", "gitmodules",
  ])
  func validNamesAreAccepted(name: String) throws {
    #expect(fault(try raw([("100644", Array(name.utf8), try blob())])) == nil)
  }

  @Test func namesThatAreNotUTF8AreRefused() throws {
    #expect(fault(try raw([("100644", [0x61, 0xff], try blob())]))?.kind == .notText)
  }

  @Test func pairs() throws {
    let blob = try blob()
    let tree = try batch.add(tree: [TreeEntry("x", .file, blob)])
    func pair(_ first: (String, String), _ second: (String, String)) throws -> TreeFault.Kind? {
      fault(
        try raw([
          (first.0, Array(first.1.utf8), first.0 == "40000" ? tree : blob),
          (second.0, Array(second.1.utf8), second.0 == "40000" ? tree : blob),
        ]))?.kind
    }
    #expect(try pair(("100644", "a"), ("100644", "a")) == .duplicate)
    #expect(try pair(("100644", "a"), ("100755", "a")) == .duplicate)
    #expect(try pair(("100644", "a"), ("40000", "a")) == .fileAndFolder)
    #expect(try pair(("100644", "A"), ("100644", "a")) == .sameAs("A"))
    #expect(try pair(("100644", "e\u{301}"), ("100644", "\u{e9}")) == .sameAs("e\u{301}"))
    #expect(try pair(("100644", "b"), ("100644", "a")) == .unsorted)
    #expect(try pair(("40000", "a"), ("100644", "a.b")) == .unsorted)
    #expect(try pair(("100644", "a.b"), ("40000", "a")) == nil)
    let apart = try raw([
      ("100644", Array("a".utf8), blob), ("100644", Array("a.b".utf8), blob),
      ("40000", Array("a".utf8), tree),
    ])
    #expect(fault(apart)?.kind == .fileAndFolder)
  }

  @Test func modes() throws {
    let blob = try blob()
    #expect(fault(try raw([("120000", [97], blob)])) == TreeFault(.symlink, "a"))
    #expect(fault(try raw([("160000", [97], blob)])) == TreeFault(.submodule, "a"))
    for (mode, kind) in [
      ("100644", .file), ("100755", .executable), ("100664", .file), ("100600", .file),
      ("100777", .executable), ("100700", .executable), ("100000", .file),
    ] as [(String, TreeEntry.Mode)] {
      let tree = try raw([(mode, [97], blob)])
      #expect(fault(tree) == nil)
      #expect(try batch.tree(tree).map(\.mode) == [kind])
    }
    let odd = try raw([("104444", [97], blob)])
    #expect(code { try rules.check(odd, in: batch) } == .corrupt)
    let padded = try raw([("0100644", [97], blob)])
    #expect(code { try rules.check(padded, in: batch) } == .corrupt)
    let tree = try raw([("100644", [97], blob)])
    #expect(fault(try raw([("100644", [97], tree)]))?.kind == .wrongObject)
  }

  @Test func nestedRepositories() throws {
    let blob = try blob()
    let empty = try batch.add(tree: [])
    let bare = try batch.add(tree: [
      TreeEntry("HEAD", .file, blob), TreeEntry("objects", .tree, empty),
      TreeEntry("refs", .tree, empty),
    ])
    #expect(fault(bare)?.kind == .nestedRepository)
    #expect(
      fault(try batch.add(tree: [TreeEntry("files", .tree, bare)]))
        == TreeFault(.nestedRepository, "files"))
    let packed = try batch.add(tree: [
      TreeEntry("HEAD", .file, blob), TreeEntry("objects", .tree, empty),
      TreeEntry("packed-refs", .file, blob),
    ])
    #expect(fault(packed)?.kind == .nestedRepository)
    let hooks = try batch.add(tree: [
      TreeEntry("head", .tree, empty), TreeEntry("hooks", .tree, empty),
    ])
    #expect(fault(hooks) == nil)
    let linked = try batch.add(tree: [
      TreeEntry("Head", .file, blob), TreeEntry("commondir", .file, blob),
    ])
    #expect(fault(linked)?.kind == .nestedRepository)
  }

  @Test func depth() throws {
    var tree = try batch.add(tree: [TreeEntry("x", .file, try blob())])
    for _ in 0..<32 { tree = try batch.add(tree: [TreeEntry("d", .tree, tree)]) }
    #expect(fault(tree) == nil)
    let deeper = try batch.add(tree: [TreeEntry("d", .tree, tree)])
    #expect(fault(deeper)?.kind == .tooDeep)
    // The result is the same if the deep part is already known from a shallower level.
    let twice = try batch.add(tree: [TreeEntry("a", .tree, tree)])
    let both = try batch.add(tree: [TreeEntry("a", .tree, tree), TreeEntry("b", .tree, twice)])
    #expect(fault(both)?.kind == .tooDeep)
  }

  @Test(arguments: [true, false]) func bombs(ofFiles: Bool) throws {
    var entries: [TreeEntry] = []
    let blob = try blob()
    var tree = try batch.add(tree: [])
    for level in 0..<10 {
      entries = (0..<10).map {
        ofFiles && level == 0
          ? TreeEntry("e\($0)", .file, blob) : TreeEntry("e\($0)", .tree, tree)
      }
      tree = try batch.add(tree: entries)
    }
    // Visiting each of its files would never end.
    #expect(fault(tree)?.kind == .tooManyFiles(limit: 200))
  }

  @Test func amounts() throws {
    let blob = try blob()
    let files = (0..<200).map { TreeEntry("f\($0)", .file, blob) }
    let tree = try batch.add(tree: files)
    #expect(
      try rules.check(tree, in: batch) == .init(files: 200, folders: 0, bytes: 200, height: 0))
    let more = try batch.add(tree: [TreeEntry("x", .file, blob), TreeEntry("y", .tree, tree)])
    #expect(fault(more)?.kind == .tooManyFiles(limit: 200))
    var small = rules
    small.bytes = 199
    #expect(fault(tree, small)?.kind == .tooManyBytes(limit: 199))
  }
}
