import Git
import Model
import Testing

@testable import HubProtocol
@testable import HubServer

/// The codes of a hub's replies.
@Suite struct ReplyTests {
  static let replies: [HubReply] = [
    .notFound, .readOnly, .removed(subject: "math"), .pending(subject: "math"),
    .closed(branch: "submit/a.b", at: Instant(seconds: 1_700_000_000), zone: "Europe/Berlin"),
    .closed(branch: "submit/a", at: Instant(seconds: 1_700_000_000), zone: nil),
    .mailboxFull(bytes: 3, limit: 2), .diskFull, .busy, .tooManyConnections(limit: 8),
    .idle(seconds: 60), .timedOut(seconds: 3600), .hubFault, .refused, .invitationUnknown,
    .invitationUsed, .invitationExpired(at: Instant(seconds: 1_700_000_000)),
    .invitationOfAnother(student: "ben"), .keyOfAnother, .keyBoundElsewhere, .keyUnproven,
    .studentMissing, .studentTaken(student: "zoe"), .tooManyRequests, .tooManyRequestsOfClient,
    .received(branch: "submit/a", at: Instant(seconds: 1_700_000_000)), .joined(student: "ada"),
    .asked(student: "ada"), .left(subject: "math"),
  ]

  @Test(arguments: replies) func repliesRoundTrip(reply: HubReply) throws {
    #expect(HubReply(line: reply.line) == reply)
    // An additional field of a newer hub is ignored.
    #expect(HubReply(line: reply.line + " more=x%20y") == reply)
  }

  @Test func valuesMayContainAnyText() throws {
    let reply = RemoteReply("odd", ["text": "a b=c\n%ä"])
    #expect(!reply.line.contains("\n"))
    #expect(RemoteReply(line: reply.line) == reply)
  }

  @Test(arguments: [
    "teachkit: error: no such file", "closed", "teachkit: Closed", "teachkit: the hub is closed",
    "teachkit: closed at=%4", "teachkit: ", "submit/a: received 2026-11-20T08:00:15Z",
  ])
  func otherLinesAreNotReplies(line: String) { #expect(RemoteReply(line: line) == nil) }

  @Test func unknownCodesAreNotParsed() throws {
    let reply = try #require(
      RemoteReply(line: "teachkit: quota-of-day left=0", sentence: "Too much."))
    #expect(HubReply(reply) == nil)
    #expect(reply.text == "teachkit: quota-of-day left=0: Too much.")
    #expect(HubReply(line: "teachkit: joined student=../x") == nil)
    #expect(HubReply(line: "teachkit: closed branch=submit/a") == nil)
  }

  @Test func anUnreadableAccessListIsAHubFault() throws {
    let temporary = try TemporaryHub()
    let desk = try temporary.repository(.desk)
    let id = try temporary.commit([AccessList.file: "ada: {permission: [\n"], in: desk)
    try desk.update([RefUpdate(HubBranch.access, to: id, expecting: .anything)])
    #expect(throws: HubError.fault) {
      _ = try AccessPolicy(temporary.hub).admit(
        .student("ada"), ServiceRequest(.fetch, path: "math/subject.git"))
    }
    let entry = try #require(try HubLog(temporary.hub).recent(5).last)
    #expect(entry.principal == "student:ada" && entry.repository == "math/subject.git")
    #expect(entry.problem.hasPrefix("cannot read the access list"))
  }
}
