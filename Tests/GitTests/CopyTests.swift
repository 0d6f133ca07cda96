import Foundation
import Testing

@testable import Git

/// An object source that returns wrong content for some objects.
private final class Liar: ObjectSource {
  let truth: ObjectBatch
  var lies: [ObjectID: RawObject?] = [:]

  init(_ truth: ObjectBatch) { self.truth = truth }

  func read(_ id: ObjectID, limit: Int) throws(GitError) -> RawObject? {
    if let lie = lies[id] { return lie }
    return try truth.read(id, limit: limit)
  }

  func contains(_ id: ObjectID) throws(GitError) -> Bool { true }
}

struct CopyTests {
  let batch = ObjectBatch()
  let first: ObjectID
  let second: ObjectID
  let secret: ObjectID

  init() throws {
    first = try batch.commit(["a": "1", "b/c": "2"])
    second = try batch.commit(["a": "1", "b/c": "3"], parents: [first])
    secret = try batch.add(blob: Array("B".utf8))
  }

  @Test func copiesOnlyReachableObjects() throws {
    let into = ObjectBatch()
    let copied = try ObjectCopy.copy([second], from: batch, into: into, held: .commits([]))
    #expect(copied.objects == 9 && into.count == 9 && !into.contains(secret))
    for id in into.ids { #expect(into[id] == batch[id]) }
    let rest = ObjectBatch()
    try ObjectCopy.copy([second], from: batch, into: rest, held: .commits([first]))
    // The unchanged blob is copied again, because the receiver must have it.
    #expect(rest.count == 5)
    let missing = ObjectBatch()
    try ObjectCopy.copy([first], from: batch, into: missing, held: .commits([]))
    let after = ObjectBatch()
    try ObjectCopy.copy([second], from: batch, into: after, held: .store(missing))
    #expect(after.count == 4)
  }

  @Test func missingAndCorruptObjectsAreRefused() throws {
    let tree = try batch.commit(first).tree
    let blob = try #require(try batch.entry(at: "b/c", in: tree)).id
    let into = ObjectBatch()
    try into.add(blob: [1])
    let liar = Liar(batch)
    for lie in [nil, RawObject(.blob, [7]), RawObject(.tree, [])] as [RawObject?] {
      liar.lies = [blob: lie]
      let found = code {
        try ObjectCopy.copy([first], from: liar, into: into, held: .commits([]))
      }
      #expect(found == (lie == nil ? .notFound : .corrupt))
      #expect(into.count == 1)
    }
  }

  @Test func privateBlobsCannotBeReferenced() throws {
    // A commit that names a blob that only the receiver has.
    let author = ObjectBatch()
    let tree = try author.add(tree: [TreeEntry("guess", .file, secret)])
    let commit = try author.add(
      commit: CommitContent(tree: tree, parents: [], author: ada, message: "x\n"))
    let into = ObjectBatch()
    #expect(
      code { try ObjectCopy.copy([commit], from: author, into: into, held: .commits([])) }
        == .notFound)
    #expect(
      code { try ObjectCopy.copy([commit], from: author, into: batch, held: .commits([secret])) }
        == .notFound)
  }

  @Test func entriesOfTheWrongKindAreRefused() throws {
    let tree = try batch.add(tree: [TreeEntry("x", .tree, secret)])
    #expect(
      code { try ObjectCopy.copy([tree], from: batch, into: ObjectBatch(), held: .commits([])) }
        == .corrupt)
  }

  @Test func limitsAreChecked() throws {
    let into = ObjectBatch()
    for limits in [ObjectCopy.Limits(objects: 8), .init(bytes: 100)] {
      let found = code {
        try ObjectCopy.copy([second], from: batch, into: into, held: .commits([]), limits: limits)
      }
      #expect(found == .limit && into.isEmpty)
    }
    struct No: Error {}
    #expect(throws: No.self) {
      try ObjectCopy.copy([second], from: batch, into: into, held: .commits([])) { _ in throw No() }
    }
    #expect(into.isEmpty)
  }
}
