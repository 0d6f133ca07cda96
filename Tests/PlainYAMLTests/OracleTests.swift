import Foundation
import PlainYAML
import Testing

@testable import plainyaml_fuzz

/// Accepted texts have the same tree and positions in Yams.
@Suite struct OracleTests {
  @Test(arguments: corpus) func agrees(_ text: String) throws {
    try Oracle.compare(try Document(text: text))
  }

  @Test(arguments: [
    "a:\n- b\n- - c\n  - d\ne: f\n", "- - a\n  - b\n-\n  - c\n", "a:\n  # c\n  - b\n # d\n  - e\n",
    "a :  b\n'c' :\td\n", "a: |\n\n\n  b\n\n c\n".replacing("\n c", with: "\n  c"),
    "a: |1\n  b\n c\n",
    "- |2\n   a\n  b\n- c: >-\n    d\n\n      e\n    f\n", "a: >+\n\n  b\n  c\n\n\n", "a: |\n",
    "a: |+\n\n\nb: c\n",
    "a: |\n  b", "a: |+\n  b\n ", "a: |  # c\n  # d\n", "a: >\n  b\n   c\n\n   d\n  e\n",
    "a: |\r\n  b\r\n  c\r\n",
    "a: >\n  b\n  \tc\n  d\n", "[a, b, ]", "{a: [b, {c: d, }, ], }",
    "[-1, a:b, a?b, a#b, 'x', \"y\"]",
    "a: -1\nb: :c\nc: d#e\nd: a:b:c\n", "\"\\t\\u00e9\\U0001F600\\x41\\/\\_\\N\\L\\P\\e\\ \": a\n",
    "a:\n  b\nc:\n  'd'\ne:\n  [f]\ng:\n  |\n  h\n", "--- # c\na: b\n", "  a: b\n  c: d\n",
    "-a: b\n---a: c\n",
    "? \n".replacing("? ", with: "a ? b: c"), "a: b\tc\t# d\n", "a:\n   \n\nb:\n",
    "~: a\nnull: b\n",
  ])
  func agreesOn(_ text: String) throws {
    try Oracle.compare(try Document(text: text))
  }

  /// Mutated texts result in the same tree as in Yams or in an error with a position, and edits
  /// leave the rest unchanged. The program starts a child process for each batch.
  @Test func survivesMutations() throws {
    let program = try #require(
      [Bundle.main.executableURL, Bundle(for: Anchor.self).bundleURL].compactMap { $0 }
        .map { $0.deletingLastPathComponent().appendingPathComponent("plainyaml-fuzz") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) })
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = ["--count", "20000", "--batch", "2500", "--seed", "7"]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: data, as: UTF8.self))")
  }

  private final class Anchor {}
}
