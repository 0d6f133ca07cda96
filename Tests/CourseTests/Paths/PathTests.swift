import Foundation
import Testing
import Text

@testable import Course

@Suite struct PathTests {
  @Test(arguments: [
    ("/a/b", "b", "/a"), ("/a", "a", "/"), ("/", "/", "/"), ("/a/ü n", "ü n", "/a"),
  ])
  func foldersHaveANameAndAParent(_ path: String, _ name: String, _ parent: String) {
    #expect(FolderPath(path, from: "/x").name == name)
    #expect(FolderPath(path, from: "/x").parent.text == parent)
  }

  @Test(arguments: [
    ("/a/b", "/a", true), ("/a", "/a", true), ("/a", "/", true), ("/ab", "/a", false),
    ("/a", "/a/b", false), ("/", "/", true), ("/A", "/a", false), ("/a/../b", "/a", false),
  ])
  func foldersContainThoseBelow(_ inner: String, _ outer: String, _ isWithin: Bool) {
    #expect(FolderPath(inner, from: "/").isWithin(FolderPath(outer, from: "/")) == isWithin)
  }

  @Test(arguments: ["/", "/a", "/a/b", "/a/c/d", "/x", "/ab"])
  func relativePathsLeadBack(_ base: String) {
    let from = FolderPath(base, from: "/")
    for target in ["/", "/a", "/a/b", "/a/b/c", "/ab", "/z z"] {
      let to = FolderPath(target, from: "/")
      #expect(FolderPath(to.relative(to: from), from: from.text) == to)
    }
  }

  @Test func foldersExistOrHaveAnExistingParent() throws {
    let base = FileManager.default.temporaryDirectory.appending(path: "tk-\(UUID().uuidString)")
      .path
    defer { try? FileManager.default.removeItem(atPath: base) }
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: base + "/file"))
    #expect(FolderPath(base, from: "/").isThere)
    #expect(!FolderPath("file", from: base).isThere)
    #expect(!FolderPath("gone", from: base).isThere)
    #expect(FolderPath("gone/deep/down", from: base).existing == FolderPath(base, from: "/").text)
    #expect(FolderPath("file", from: base).existing == FolderPath("file", from: base).text)
    #expect(FolderPath("/no-such-folder-here", from: "/").existing == "/")
  }

  @Test(arguments: [
    (["cd", "math"], "cd math"), (["cd", "my school"], "cd 'my school'"),
    (["echo", ""], "echo ''"),
    (["echo", "$HOME", "a;b", "*"], "echo '$HOME' 'a;b' '*'"), (["it's"], "'it'\\''s'"),
    (["größe", "純", "a-b_c./d+e,f:g@h%"], "größe 純 a-b_c./d+e,f:g@h%"), (["~"], "'~'"),
    (["a\nb"], "'a\nb'"), (["="], "'='"), ([], ""), (["#x", "!x", "`x`"], "'#x' '!x' '`x`'"),
  ])
  func wordsAreQuotedIfNecessary(_ words: [String], _ line: String) {
    #expect(shellLine(words) == line)
  }

  @Test func shellsReadTheWordsBack() throws {
    let words = ["a b", "it's", "$(id)", "\\", "\"", "ü\n", "", "-n", "'\u{301}'", "*?[x]{a,b}"]
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "printf '%s\\0' " + shellLine(words)]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(Array(output) == words.flatMap { Array($0.utf8) + [0] })
  }

  @Test func commandsInSentencesAreQuotedOnce() {
    #expect(shellCommand("cd", "math") == "'cd math'")
    #expect(shellCommand("cd", "my school") == "`cd 'my school'`")
  }
}
