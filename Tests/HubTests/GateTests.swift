import Git
import Model
import Testing

@testable import Hub

/// Who gets to what.
@Suite struct GateTests {
  let temporary: TemporaryHub
  init() throws { temporary = try TemporaryHub() }

  private func admits(_ party: Party, _ service: HubService, _ path: String) -> Result<
    HubPlace, HubError
  > {
    do {
      return .success(
        try Gate(temporary.hub).admit(
          party, ServiceRequest(service, path: "\(temporary.path)/\(path)")))
    } catch {
      return .failure(error as? HubError ?? .noSuchKey)
    }
  }

  @Test(arguments: [
    ("ada", HubService.fetch, "math/subject.git"), ("ada", .fetch, "math/mailboxes/ada.git"),
    ("ada", .push, "math/mailboxes/ada.git"), ("ada", .push, "math/mailboxes/7b+red.git"),
    ("cid", .fetch, "math/mailboxes/cid.git"), ("cid", .fetch, "math/subject.git"),
  ])
  func letsParticipantsToTheirOwn(id: String, service: HubService, path: String) {
    #expect(throws: Never.self) { try admits(.student(id), service, path).get() }
  }

  @Test(arguments: [
    ("ada", HubService.push, "math/subject.git"), ("ada", .fetch, "math/desk.git"),
    ("ada", .push, "math/desk.git"), ("ada", .fetch, "math/mailboxes/ben.git"),
    ("ada", .push, "math/mailboxes/ben.git"), ("ada", .fetch, "math/mailboxes/zoe.git"),
    ("ada", .archive, "math/subject.git"), ("ada", .fetch, "art/subject.git"),
    ("ada", .push, "art/subject.git"), ("cid", .fetch, "math/mailboxes/7b+red.git"),
    ("zoe", .fetch, "math/subject.git"), ("zoe", .push, "math/mailboxes/zoe.git"),
    ("ada", .fetch, "math/mailboxes/../desk.git"), ("ada", .fetch, "../../etc"),
    ("7b+red", .fetch, "math/mailboxes/7b+red.git"),
  ])
  func tellsNothingOfAnythingElse(id: String, service: HubService, path: String) {
    #expect(admits(.student(id), service, path) == .failure(.notAllowed))
    let isThere = try? temporary.hub.folder.contains("art")
    #expect(isThere == false)
  }

  @Test func tellsPeopleOfTheirOwnState() {
    #expect(admits(.student("cid"), .push, "math/mailboxes/cid.git") == .failure(.readOnly))
    for path in ["math/subject.git", "math/mailboxes/eve.git", "math/mailboxes/7b+red.git"] {
      #expect(admits(.student("eve"), .fetch, path) == .failure(.removed(subject: "math")))
    }
  }

  @Test func letsTeachersMakeSubjects() throws {
    #expect(throws: Never.self) { try admits(.teacher, .fetch, "art/desk.git").get() }
    #expect(try temporary.hub.subjects() == ["math"])
    #expect(throws: Never.self) { try admits(.teacher, .push, "art/subject.git").get() }
    #expect(try temporary.hub.subjects() == ["art", "math"])
    #expect(
      admits(.teacher, .push, "math/mailboxes/ada.git") == .failure(.notAllowed))
    #expect(throws: Never.self) { try admits(.teacher, .fetch, "math/mailboxes/ada.git").get() }
  }
}
