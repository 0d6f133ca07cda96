import Foundation
import PlainYAML
import Testing
import Text

@testable import Course

@Suite final class DocumentStreamTests {
  private let path = FileManager.default.temporaryDirectory
    .appending(path: "tk-\(UUID().uuidString).yaml").path
  private let stream = DocumentStream(kind: "jobs", name: "my jobs.yaml")

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The `a` fields of the values in a file.
  private func read(_ text: String) throws -> [String?] {
    try Data(text.utf8).write(to: URL(filePath: path))
    var found: [String?] = []
    try stream.read(from: path) { found.append($0.root["a"]?.scalar) }
    return found
  }

  @Test func valuesAreReadBack() throws {
    let texts = ["", "x", "---", "---\n", "a\n---\nb\n", " ---\n", "größe"]
    try stream.write(texts.map { .fields([("a", .scalar($0))]) }, to: path)
    var found: [String?] = []
    try stream.read(from: path) { found.append($0.root["a"]?.scalar) }
    #expect(found == texts)
    try stream.write([], to: path)
    try stream.read(from: path) { _ in Issue.record("a value in an empty file") }
  }

  @Test(
    arguments: [
      ("format: 1\nkind: jobs\n", []), ("kind: jobs\nformat: 1\n---\na: 1\n---\na: 2", ["1", "2"]),
      ("format: 1\nkind: jobs\n---\n---\n---\na: 3\n", [nil, nil, "3"]),
      ("format: 1\nkind: jobs\n---\n", []),
      ("format: 1\nkind: jobs\n---\nb: |\n  ---\na: 1\n", ["1"]),
    ] as [(String, [String?])])
  func documentsAreSeparatedByLines(_ text: String, _ expected: [String?]) throws {
    #expect(try read(text) == expected)
  }

  @Test(arguments: [
    "", "\n", "a: 1\n", "format: 2\nkind: jobs\n", "format: 1\nkind: runs\n",
    "---\nformat: 1\nkind: jobs\n",
  ])
  func filesOfAnotherKindAreRefused(_ text: String) {
    let found = failures { _ = try read(text) }
    #expect(
      found == [
        Failure(.objectIsFaulty, "the file doesn't contain jobs", at: .init(path: "my jobs.yaml"))
      ])
  }

  @Test func errorsHaveTheLineOfTheFile() throws {
    let start = "format: 1\nkind: jobs\n---\na: 1\nb: 2\n---\n"
    let found = failures { _ = try read(start + "a: 1\nb: [\n") }
    #expect(found.map(\.id) == [.objectIsFaulty])
    #expect(found.first?.place?.line == 8)
    #expect(found.first?.place?.excerpt == "b: [")
    try Data((start + "a: 1\nb:  x\n").utf8).write(to: URL(filePath: path))
    let faults = failures {
      try stream.read(from: path) { throw $0.fault("bad", at: $0.root["b"]) }
    }
    #expect(
      faults.map(\.place) == [.init(path: "my jobs.yaml", line: 5, column: 4, excerpt: "b: 2")])
    let last = failures {
      try stream.read(from: path) { item in
        if item.root["b"]?.scalar == "x" { throw item.fault("bad", at: item.root["b"]) }
      }
    }
    #expect(
      last.map(\.place) == [.init(path: "my jobs.yaml", line: 8, column: 5, excerpt: "b:  x")])
  }

  @Test func missingFileIsNotFound() {
    let found = failures { try stream.read(from: path) { _ in } }
    #expect(found == [Failure(.notFound, "no file 'my jobs.yaml'")])
  }

  @Test func valuesThatAreTooLargeCanNotBeRead() {
    #expect(DocumentStream.holds(.fields([("a", "x")])))
    let huge = String(repeating: "x", count: Document.limit)
    #expect(!DocumentStream.holds(.fields([("a", .scalar(huge))])))
  }
}
