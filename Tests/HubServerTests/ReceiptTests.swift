import Foundation
import Git
import Model
import Testing

@testable import HubProtocol
@testable import HubServer

/// Receipts, and recovery from a crash between a push and its receipt.
@Suite struct ReceiptTests {
  let temporary: TemporaryHub
  let box: FolderRepository
  let desk: FolderRepository
  let branch = "refs/heads/submit/fractions.adding"

  init() throws {
    temporary = try TemporaryHub()
    box = try temporary.repository(.mailbox("ada"))
    desk = try temporary.repository(.desk)
  }

  private var writer: ReceiptWriter { ReceiptWriter(temporary.hub, "math", mailbox: "ada") }

  /// Performs the steps of a push before Git updates the branch.
  private func begin(
    _ answers: String, after old: ObjectID? = nil, at seconds: Int64 = 0
  ) throws -> ObjectID {
    let new = try temporary.commit(
      ["answers.yaml": answers], on: old.map { [$0] } ?? [], in: box)
    try temporary.push([(branch, old, new)], to: .mailbox("ada"))
      .check(quarantine: nil, now: temporary.now.adding(seconds: seconds))
    return new
  }

  /// Performs the steps of a push when Git lets the hub update the branch.
  private func accept(_ new: ObjectID, after old: ObjectID? = nil) throws {
    try temporary.push([(branch, old, new)], to: .mailbox("ada")).move()
  }

  private func receipts() throws -> [Commit] {
    var found: [Commit] = []
    var next = try desk.reference("refs/heads/in/ada")
    while let id = next {
      let commit = try desk.commit(id)
      found.append(commit)
      next = commit.parents.count == 2 ? commit.parents.first : nil
    }
    return found
  }

  /// Performs the steps of the teacher's next connection.
  private func comeForDesk() throws {
    try Housekeeping(temporary.hub).prepare(HubPlace("math", .desk))
  }

  @Test func pushesPerWorkAreLimited() throws {
    var last: ObjectID?
    for number in 0..<SubmissionLimits.attempts {
      let next = try begin("half: \(number)", after: last)
      try accept(next, after: last)
      try writer.applyPending()
      last = next
    }
    let fault = PushFault.tooManyAttempts(
      "submit/fractions.adding", most: SubmissionLimits.attempts)
    #expect(throws: HubError.push(fault)) { _ = try begin("half: more", after: last) }
    // Other work isn't affected.
    let other = try temporary.commit(["answers.yaml": "a: 1"], in: box)
    try temporary.push([("refs/heads/submit/adding", nil, other)], to: .mailbox("ada"))
      .check(quarantine: nil, now: temporary.now)
  }

  @Test func aPushThatLosesARaceLeavesNothing() throws {
    let first = try begin("half: 1/2")
    try accept(first)
    try writer.applyPending()
    let second = try begin("half: 3/4")
    #expect(throws: GitError.self) { try accept(second) }
    #expect(!writer.isPending)
    #expect(try !box.contains(second) && box.contains(first))
  }

  @Test func eachPushGetsAReceipt() throws {
    let first = try begin("half: 1/2")
    try accept(first)
    try writer.applyPending()
    let second = try begin("half: 2/4", after: first, at: 60)
    try accept(second, after: first)
    try writer.applyPending()
    let found = try receipts()
    #expect(found.map { $0.parents.last } == [second, first])
    #expect(
      found.map(\.committer.seconds) == [temporary.now.seconds + 60, temporary.now.seconds])
    #expect(found[0].trailer(HubTrailer.branch) == "submit/fractions.adding")
    #expect(found[0].trailer(HubTrailer.pusher) == "ada")
    let file = try desk.file(
      at: "fractions.adding/answers.yaml", in: found[0].tree, limit: 100)
    #expect(file == Array("half: 2/4".utf8))
    #expect(try box.reference(HubBranch.receipts) == found[0].id)
    #expect(!writer.isPending)
  }

  @Test func aCrashBeforeTheReceiptIsRepaired() throws {
    let first = try begin("half: 1/2")
    try accept(first)
    #expect(try receipts().isEmpty && writer.isPending)
    try comeForDesk()
    #expect(try receipts().map(\.committer.seconds) == [temporary.now.seconds])
    #expect(try box.reference(HubBranch.receipts) == receipts().first?.id)
    // A second connection has nothing to do.
    try comeForDesk()
    #expect(try receipts().count == 1 && !writer.isPending)
  }

  @Test func aCrashAfterTheDeskIsRepaired() throws {
    let first = try begin("half: 1/2")
    try accept(first)
    let note = try Data(contentsOf: URL(filePath: notePath))
    try writer.applyPending()
    try box.update([RefUpdate(HubBranch.receipts, to: nil, expecting: .anything)])
    try note.write(to: URL(filePath: notePath))
    try Housekeeping(temporary.hub).prepare(HubPlace("math", .mailbox("ada")))
    #expect(try receipts().count == 1)
    #expect(try box.reference(HubBranch.receipts) == receipts().first?.id)
  }

  @Test func refusedPushesGetNoReceipt() throws {
    _ = try begin("half: 1/2")
    try comeForDesk()
    #expect(try receipts().isEmpty && !writer.isPending)
    try Data("at: \"2026".utf8).write(to: URL(filePath: notePath))
    try comeForDesk()
    #expect(try receipts().isEmpty && !writer.isPending)
  }

  @Test func aKilledPushDoesNotBlockOthers() throws {
    let place = HubPlace("math", .mailbox("ada"))
    let left = ["refs/heads/submit/adding.lock", "objects/tmp_objdir-incoming-x/pack/tmp_pack_y"]
      .map { URL(filePath: "\(temporary.hub.folder.path)/\(place.path)/\($0)") }
    for file in left {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
    }
    func areThere() -> [Bool] { left.map { FileManager.default.fileExists(atPath: $0.path) } }
    Housekeeping(temporary.hub).clear(place)
    // A recent one may belong to another push whose objects are still arriving.
    #expect(areThere() == [false, true])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -100_000)],
      ofItemAtPath: left[1].deletingLastPathComponent().deletingLastPathComponent().path)
    Housekeeping(temporary.hub).clear(place)
    #expect(areThere() == [false, false])
  }

  @Test func aRunningPushIsNotDisturbed() throws {
    let first = try begin("half: 1/2")
    try accept(first)
    let place = HubPlace("math", .mailbox("ada"))
    let path = "\(temporary.hub.folder.path)/\(place.companion("lock"))"
    try withExtendedLifetime(try ProcessLock(path)) {
      try comeForDesk()
      #expect(try receipts().isEmpty && writer.isPending)
    }
    try comeForDesk()
    #expect(try receipts().count == 1)
  }

  @Test func undeliveredInboxesAreDelivered() throws {
    let id = try temporary.commit(["format": "1\n"], in: desk)
    try InboxDelivery(temporary.hub, "math").recordPending()
    try desk.update([RefUpdate("refs/heads/out/ada", to: id, expecting: .anything)])
    #expect(try box.reference(HubBranch.inbox) == nil)
    try Housekeeping(temporary.hub).prepare(HubPlace("math", .mailbox("ada")))
    #expect(try box.reference(HubBranch.inbox) == id)
  }

  @Test func theNextVisitorFinishesAnInterruptedPurge() throws {
    let place = HubPlace("math", .mailbox("ada"))
    func setTitle(_ title: String) throws -> ObjectID {
      let id = try temporary.commit(["inbox.yaml": "title: \(title)"], in: desk)
      try desk.update([RefUpdate("refs/heads/out/ada", to: id, expecting: .anything)])
      return id
    }
    let old = try setTitle("secret")
    try Housekeeping(temporary.hub).prepare(place)
    #expect(try box.reference(HubBranch.inbox) == old)
    let update = RefUpdate("refs/heads/out/ada", to: old, from: old)
    try InboxDelivery(temporary.hub, "math").recordPending(purging: [update])
    try InboxDelivery(temporary.hub, "math").recordPending()
    let new = try setTitle("fine")
    try FileManager.default.createDirectory(
      atPath: "\(temporary.path)/math/mailboxes/.new-x/objects", withIntermediateDirectories: true)
    try Housekeeping(temporary.hub).prepare(place)
    #expect(try box.reference(HubBranch.inbox) == new)
    #expect(try !box.contains(old) && box.contains(new))
    #expect(!InboxDelivery(temporary.hub, "math").isPending)
    #expect(!FileManager.default.fileExists(atPath: "\(temporary.path)/math/mailboxes/.new-x"))
  }

  @Test func faultsElsewhereDoNotBlockInboxes() throws {
    let place = HubPlace("math", .mailbox("ada"))
    let eve = try temporary.repository(.mailbox("eve"))
    let dropped = try temporary.commit(["inbox.yaml": "title: gone"], in: eve)
    try DurableFile.makeFolder("\(temporary.path)/math/mailboxes/eve.git/refs/heads/submit")
    try DurableFile.write(
      Array("\(String(repeating: "1", count: 40))\n".utf8),
      to: "\(temporary.path)/math/mailboxes/eve.git/refs/heads/submit/adding")
    let update = RefUpdate("refs/heads/out/eve", to: dropped, from: dropped)
    try InboxDelivery(temporary.hub, "math").recordPending(purging: [update])
    #expect(throws: (any Error).self) { try InboxDelivery(temporary.hub, "math").applyPending() }
    let id = try temporary.commit(["inbox.yaml": "title: A"], in: desk)
    try desk.update([RefUpdate("refs/heads/out/ada", to: id, expecting: .anything)])
    try Housekeeping(temporary.hub).prepare(place)
    #expect(try box.reference(HubBranch.inbox) == id)
    #expect(InboxDelivery(temporary.hub, "math").isPending)
  }

  @Test func aLostMailboxIsRecreatedWithItsContent() throws {
    let first = try begin("half: 1/2")
    try accept(first)
    try writer.applyPending()
    let commit = try temporary.commit(["inbox.yaml": "title: A"], in: desk)
    try desk.update([RefUpdate("refs/heads/out/ada", to: commit, expecting: .anything)])
    try temporary.hub.folder.remove(HubPlace("math", .mailbox("ada")).path)
    let made = try temporary.repository(.mailbox("ada"))
    #expect(
      try made.references(under: "refs").map(\.name) == [
        HubBranch.inbox, HubBranch.receipts, branch,
      ])
    #expect(try made.reference(branch) == first)
    #expect(try made.reference(HubBranch.receipts) == receipts().first?.id)
    #expect(try made.reference(HubBranch.inbox) == commit)
    #expect(try made.contains(first) && made.contains(commit))
  }

  private var notePath: String {
    "\(temporary.path)/\(HubPlace("math", .mailbox("ada")).companion("pending"))"
  }
}
