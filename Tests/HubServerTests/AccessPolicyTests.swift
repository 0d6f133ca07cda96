import Git
import Glibc
import Model
import Testing

@testable import HubProtocol
@testable import HubServer

/// The permissions of each principal.
@Suite struct GateTests {
  let temporary: TemporaryHub
  init() throws { temporary = try TemporaryHub() }

  private func admits(_ principal: Principal, _ service: HubService, _ path: String) -> Result<
    HubPlace, HubError
  > {
    do {
      return .success(
        try AccessPolicy(temporary.hub).admit(
          principal, ServiceRequest(service, path: "\(temporary.path)/\(path)")))
    } catch {
      return .failure(error as? HubError ?? .noSuchKey)
    }
  }

  @Test(arguments: [
    ("ada", HubService.fetch, "math/subject.git"), ("ada", .fetch, "math/mailboxes/ada.git"),
    ("ada", .push, "math/mailboxes/ada.git"), ("ada", .push, "math/mailboxes/7b+red.git"),
    ("cid", .fetch, "math/mailboxes/cid.git"), ("cid", .fetch, "math/subject.git"),
    ("ada", .archive, "math/subject.git"), ("cid", .archive, "math/mailboxes/cid.git"),
  ])
  func participantsAccessOnlyTheirOwnRepositories(id: String, service: HubService, path: String) {
    #expect(throws: Never.self) { try admits(.student(id), service, path).get() }
  }

  @Test(arguments: [
    ("ada", HubService.push, "math/subject.git"), ("ada", .fetch, "math/desk.git"),
    ("ada", .push, "math/desk.git"), ("ada", .fetch, "math/mailboxes/ben.git"),
    ("ada", .push, "math/mailboxes/ben.git"), ("ada", .fetch, "math/mailboxes/zoe.git"),
    ("ada", .archive, "math/desk.git"), ("ada", .archive, "math/mailboxes/ben.git"),
    ("cid", .archive, "math/mailboxes/7b+red.git"), ("ada", .fetch, "art/subject.git"),
    ("ada", .push, "art/subject.git"), ("cid", .fetch, "math/mailboxes/7b+red.git"),
    ("zoe", .fetch, "math/subject.git"), ("zoe", .push, "math/mailboxes/zoe.git"),
    ("ada", .fetch, "math/mailboxes/../desk.git"), ("ada", .fetch, "../../etc"),
    ("7b+red", .fetch, "math/mailboxes/7b+red.git"),
  ])
  func otherRepositoriesSeemMissing(id: String, service: HubService, path: String) {
    #expect(admits(.student(id), service, path) == .failure(.notAllowed))
    let isThere = try? temporary.hub.folder.contains("art")
    #expect(isThere == false)
  }

  @Test func removedStudentsLearnTheirState() {
    #expect(admits(.student("cid"), .push, "math/mailboxes/cid.git") == .failure(.readOnly))
    for path in ["math/subject.git", "math/mailboxes/eve.git", "math/mailboxes/7b+red.git"] {
      #expect(admits(.student("eve"), .fetch, path) == .failure(.removed(subject: "math")))
    }
  }

  @Test func mailboxesAreCreatedOnTheFirstVisit() throws {
    let desk = try temporary.repository(.desk)
    for name in ["ada", "ben"] {
      let id = try temporary.commit(["inbox.yaml": "title: \(name)"], in: desk)
      try temporary.push([("refs/heads/out/\(name)", nil, id)], to: .desk, by: .teacher).move()
    }
    try InboxDelivery(temporary.hub, "math").recordPending()
    try InboxDelivery(temporary.hub, "math").applyPending()
    let sizes = try temporary.hub.inventory().filter { $0.most != nil }
    #expect(sizes.map(\.place.path).contains("math/mailboxes/ada.git"))
    #expect(sizes.allSatisfy { $0.bytes == 0 && $0.packs == 0 })
    #expect(try temporary.hub.mailboxes(of: "math").isEmpty)
    // A request without permission doesn't create a mailbox.
    for (principal, name) in [("ben", "ada"), ("eve", "eve"), ("cid", "7b+red"), ("zoe", "zoe")] {
      _ = admits(.student(principal), .fetch, "math/mailboxes/\(name).git")
    }
    #expect(try temporary.hub.mailboxes(of: "math").isEmpty)
    _ = try admits(.student("ada"), .fetch, "math/mailboxes/ada.git").get()
    #expect(try temporary.hub.mailboxes(of: "math") == ["ada"])
    let (own, other) = (
      try desk.reference("refs/heads/out/ada"), try desk.reference("refs/heads/out/ben")
    )
    let box = try temporary.repository(.mailbox("ada"))
    #expect(try box.reference(HubBranch.inbox) == own)
    #expect(try box.contains(#require(own)) && !box.contains(#require(other)))
    // Later changes arrive with the next connection.
    let later = try temporary.commit(["inbox.yaml": "title: B"], on: [#require(own)], in: desk)
    try temporary.push([("refs/heads/out/ada", own, later)], to: .desk, by: .teacher).move()
    #expect(try box.reference(HubBranch.inbox) == own)
    try Housekeeping(temporary.hub).prepare(HubPlace("math", .mailbox("ada")))
    #expect(try box.reference(HubBranch.inbox) == later)
  }

  @Test func mailboxesHaveSizeLimits() throws {
    let path = "math/mailboxes/ada.git"
    let settings = "\(temporary.path)/hub.yaml"
    let text = String(decoding: try DurableFile.read(settings) ?? [], as: UTF8.self)
    try DurableFile.write(
      Array(text.replacing("mailbox: 1G", with: "mailbox: 10K").utf8), to: settings)
    let hub = try ServedHub(temporary.path)
    let request = ServiceRequest(.push, path: path)
    #expect(throws: Never.self) { try AccessPolicy(hub).admit(.student("ada"), request) }
    // Leftovers of a push killed long ago don't count; arriving objects do.
    let objects = "\(temporary.path)/\(path)/objects/tmp_objdir-incoming-"
    for name in ["old", "new"] {
      try DurableFile.makeFolder(objects + name)
      try DurableFile.write([UInt8](repeating: 0, count: 9000), to: objects + name + "/pack")
    }
    let long = time(nil) - 3 * 3600
    utimensat(
      AT_FDCWD, objects + "old",
      [timespec(tv_sec: long, tv_nsec: 0), timespec(tv_sec: long, tv_nsec: 0)], 0)
    #expect(throws: Never.self) { try AccessPolicy(hub).admit(.student("ada"), request) }
    #expect(!DurableFile.exists(objects + "old") && DurableFile.exists(objects + "new"))
    try DurableFile.write([UInt8](repeating: 0, count: 11000), to: objects + "new/pack")
    let bytes = try hub.size(of: HubPlace("math", .mailbox("ada")))
    #expect(throws: HubError.full(bytes: bytes, most: 10240)) {
      try AccessPolicy(hub).admit(.student("ada"), request)
    }
    #expect(throws: Never.self) {
      try AccessPolicy(hub).admit(.student("ada"), ServiceRequest(.fetch, path: path))
    }
  }

  @Test func pushLimitsDependOnTheSubject() throws {
    func mailbox(_ text: String) throws -> Int {
      try HubSettings(Array(text.utf8), path: "hub.yaml").mailbox
    }
    #expect(try mailbox("push: 2M") == 32 << 20)
    #expect(try mailbox("push: 2M\nmailbox: 5M") == 5 << 20)
    #expect(try mailbox("push: \(Int.max)") == .max / 16 * 16)
    #expect(throws: HubError.self) { try mailbox("mailbox: much") }
  }

  @Test func recognizesItsOwnAddresses() {
    let gate = AccessPolicy(temporary.hub)
    for path in ["\(temporary.path)/math", "/math", "math"] {
      #expect(gate.leads(path, to: "math"))
      #expect(!gate.leads(path, to: "art"))
    }
    for path in ["\(temporary.path)x/math", "/x/math", "", "/math/desk.git", "/../math"] {
      #expect(!gate.leads(path, to: "math"))
    }
  }

  @Test func teachersCreateSubjects() throws {
    #expect(throws: Never.self) { try admits(.teacher, .fetch, "art/desk.git").get() }
    #expect(try temporary.hub.subjects() == ["math"])
    #expect(throws: Never.self) { try admits(.teacher, .push, "art/subject.git").get() }
    #expect(try temporary.hub.subjects() == ["art", "math"])
    #expect(
      admits(.teacher, .push, "math/mailboxes/ada.git") == .failure(.notAllowed))
    #expect(throws: Never.self) { try admits(.teacher, .fetch, "math/mailboxes/ada.git").get() }
  }
}
