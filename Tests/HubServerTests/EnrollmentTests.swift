import Foundation
import Git
import Model
import Testing

@testable import HubProtocol
@testable import HubServer

/// Enrollment and leaving a subject.
@Suite struct JoiningTests {
  let temporary: TemporaryHub
  let code: InvitationCode
  let invitation: Invitation
  let since = Instant(seconds: 1_690_000_000)

  init() throws {
    temporary = try TemporaryHub()
    var random = SystemRandomNumberGenerator()
    code = InvitationCode(using: &random)
    invitation = Invitation(
      key: try #require(code.publicKey), until: temporary.now.adding(seconds: 100))
    try share()
  }

  private func share(_ state: Participant.State = .pending, since: Instant? = nil) throws {
    try temporary.share([
      "ada": .init(state: state, since: since ?? self.since, invitation: invitation),
      "ben": .init(since: since),
    ])
  }

  private var invited: Principal { .invited(subject: "math", invitation: invitation.id) }

  private func key(_ name: String = "ada") throws -> PublicKey {
    let file = "\(temporary.path)/\(name)"
    if !DurableFile.exists(file) {
      _ = try Subprocess("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", file]).run()
    }
    return try PublicKey(String(contentsOfFile: file + ".pub", encoding: .utf8))
  }

  @discardableResult
  private func join(
    _ principal: Principal? = nil, _ name: String = "ada", with id: String? = nil, later: Int64 = 0,
    as claim: String? = nil, from address: String? = nil
  ) throws -> JoinAnswer {
    try Enrollment(temporary.hub, "math").join(
      with: id ?? invitation.id, by: principal ?? invited, key(name),
      as: claim.flatMap { .init(student: $0, name: "Zoe Zimmer") }, from: address,
      at: temporary.now.adding(seconds: later))
  }

  private func fault(_ body: () throws -> JoinAnswer) throws -> HubError? {
    do {
      _ = try body()
      return nil
    } catch let error as HubError {
      return error
    }
  }

  private func admits(_ id: String) -> HubError? {
    do {
      _ = try AccessPolicy(temporary.hub).admit(
        .student(id), ServiceRequest(.push, path: "math/mailboxes/\(id).git"))
      return nil
    } catch {
      return error as? HubError ?? .noSuchKey
    }
  }

  @Test func anInvitationEnrollsOnce() throws {
    #expect(try temporary.keys().map(\.principal) == [invited])
    #expect(admits("ada") == .pending(subject: "math"))
    #expect(try join() == .accepted("ada"))
    #expect(try temporary.keys().map(\.principal) == [.student("ada")])
    #expect(admits("ada") == nil)
    #expect(try fault { try join(invited, "eve") } == .invitation(.used))
    // The next share doesn't change that.
    try share()
    #expect(try temporary.keys().map(\.principal) == [.student("ada")])
    #expect(admits("ada") == nil)
    // With her own key she may repeat an interrupted request.
    #expect(try join(.student("ada")) == .accepted("ada"))
    let ben = Principal.student("ben")
    #expect(try fault { try join(ben, "ben") } == .invitation(.ofAnother(ben)))
  }

  @Test func otherCodesDoNotEnroll() throws {
    let other = Principal.invited(subject: "math", invitation: "0123456789abcdef")
    #expect(try fault { try join(other) } == .notAllowed)
    #expect(
      try fault { try join(.invited(subject: "art", invitation: invitation.id)) } == .notAllowed)
    #expect(try fault { try join(with: "0123456789abcdef") } == .invitation(.unknown))
    #expect(try fault { try join(.teacher) } == .notAllowed)
    #expect(
      try fault { try join(.student("ben"), "ben") } == .invitation(.ofAnother(.student("ben"))))
    #expect(
      try fault { try join(later: 101) } == .invitation(.expired(invitation.until)))
    for service in [HubService.fetch, .push] {
      #expect(throws: HubError.notAllowed) {
        try AccessPolicy(temporary.hub).admit(
          invited, ServiceRequest(service, path: "math/mailboxes/ada.git"))
      }
    }
    #expect(admits("ada") == .pending(subject: "math"))
    #expect(try temporary.keys().map(\.principal) == [invited])
  }

  @Test func aKeyBelongsToOnePerson() throws {
    _ = try temporary.hub.keys?.add(key("ben"), for: .student("ben"))
    #expect(try fault { try join(invited, "ben") } == .invitation(.keyOfAnother))
    #expect(admits("ada") == .pending(subject: "math"))
  }

  @Test func knownStudentsKeepTheirKey() throws {
    _ = try temporary.hub.keys?.add(key(), for: .student("ada"))
    #expect(try join(.student("ada")) == .accepted("ada"))
    #expect(try temporary.keys().map(\.principal) == [.student("ada")])
  }

  @Test func aCrashBeforeTheEntryIsWrittenIsRepaired() throws {
    _ = try temporary.hub.keys?.add(key(), for: .student("ada"))
    #expect(admits("ada") == .pending(subject: "math"))
    #expect(try join() == .accepted("ada"))
    #expect(admits("ada") == nil)
  }

  @Test func invitationsCanBeRevoked() throws {
    try share(.removed)
    #expect(try temporary.keys().isEmpty)
    #expect(try fault { try join() } == .removed(subject: "math"))
    try temporary.share(["ada": .init(state: .pending, since: since)])
    #expect(try fault { try join() } == .invitation(.unknown))
  }

  @Test func leavingEndsAccessUntilReadmission() throws {
    try join()
    try Enrollment(temporary.hub, "math").leave(.student("ada"), at: temporary.now)
    #expect(admits("ada") == .removed(subject: "math"))
    #expect(throws: HubError.removed(subject: "math")) {
      try Enrollment(temporary.hub, "math").leave(.student("ada"), at: temporary.now)
    }
    #expect(try fault { try join() } == .invitation(.used))
    // A share by a teacher who doesn't know of it changes nothing.
    try share(.accepted)
    #expect(admits("ada") == .removed(subject: "math"))
    try share(.accepted, since: temporary.now)
    #expect(admits("ada") == nil)
  }

  @Test func studentsCanOnlyLeaveForThemselves() throws {
    for principal in [Principal.teacher, invited, .student("zoe")] {
      #expect(throws: HubError.notAllowed) {
        try Enrollment(temporary.hub, "math").leave(principal, at: temporary.now)
      }
    }
    #expect(throws: HubError.notAllowed) {
      try Enrollment(temporary.hub, "art").leave(.student("ada"), at: temporary.now)
    }
  }

  @Test func usedInvitationsStayUsed() throws {
    #expect(try join() == .accepted("ada"))
    // The next invitation is used, too; then the teacher restores the previous list.
    var random = SystemRandomNumberGenerator()
    let code = InvitationCode(using: &random)
    let other = Invitation(
      key: try #require(code.publicKey), until: temporary.now.adding(seconds: 100))
    try temporary.share(["ada": .init(state: .accepted, since: since, invitation: other)])
    let second = Principal.invited(subject: "math", invitation: other.id)
    #expect(try join(second, "new", with: other.id) == .accepted("ada"))
    try share()
    #expect(try temporary.keys().allSatisfy { $0.principal == .student("ada") })
    #expect(try fault { try join(invited, "eve") } == .invitation(.used))
    // A student who has left since then has used both.
    try Enrollment(temporary.hub, "math").leave(.student("ada"), at: temporary.now)
    try share(since: temporary.now)
    #expect(try fault { try join(invited, "eve") } == .invitation(.used))
  }

  private func shareOpenly(_ more: [String: AccessList.Entry] = [:]) throws {
    try temporary.share(
      ["everyone": .init(invitation: invitation), "ben": .init(since: since)]
        .merging(more) { $1 })
  }

  @Test func openSubjectsAcceptRequests() throws {
    try shareOpenly()
    #expect(try temporary.keys().map(\.principal) == [invited])
    #expect(try fault { try join() } == .invitation(.nameless))
    #expect(try join(as: "zoe") == .asked("zoe"))
    #expect(try join(as: "zoe") == .asked("zoe"))
    #expect(try fault { try join(invited, "eve", as: "zoe") } == .invitation(.nameIsTaken("zoe")))
    #expect(admits("zoe") == .notAllowed)
    // Adding Zoe to the list doesn't authorize Mallory's key as Zoe.
    try shareOpenly(["zoe": .init(since: since)])
    #expect(try temporary.keys().map(\.principal) == [invited])
    let request = try request(of: "zoe")
    try shareOpenly(["zoe": .init(since: since, request: request)])
    #expect(try temporary.keys().map(\.principal) == [invited, .student("zoe")])
    #expect(admits("zoe") == nil)
    #expect(try join(.student("zoe")) == .accepted("zoe"))
    try shareOpenly(["zoe": .init(since: since, request: request)])
    #expect(try temporary.keys().count == 2)
    try temporary.share(["zoe": .init(since: since, request: request)])
    #expect(try temporary.keys().map(\.principal) == [.student("zoe")])
  }

  private func request(of student: String) throws -> String {
    let desk = try temporary.repository(.desk)
    let people = try #require(try desk.reference(HubBranch.people))
    return try #require(try RequestList(at: people, in: desk)[student]).id
  }

  @Test func oldRequestsDoNotRestoreRemovedKeys() throws {
    try shareOpenly()
    #expect(try join(as: "zoe") == .asked("zoe"))
    let first = try request(of: "zoe")
    try shareOpenly(["zoe": .init(since: since, request: first)])
    #expect(admits("zoe") == nil)
    _ = try temporary.hub.keys?.remove(at: temporary.now) { $0.principal == .student("zoe") }
    try shareOpenly(["zoe": .init(since: since, request: first), "carl": .init(since: since)])
    #expect(try temporary.keys().map(\.principal) == [invited])
    // Nor does a second request, until the teacher has decided.
    #expect(try join(later: 1, as: "zoe") == .asked("zoe"))
    try shareOpenly(["zoe": .init(since: since, request: first)])
    #expect(try temporary.keys().map(\.principal) == [invited])
    try shareOpenly(["zoe": .init(since: since, request: request(of: "zoe"))])
    #expect(try temporary.keys().map(\.principal) == [invited, .student("zoe")])
  }

  @Test func aDeclinedRequestIsForgotten() throws {
    try shareOpenly()
    #expect(try join(as: "zoe") == .asked("zoe"))
    #expect(try join(invited, "eve", as: "eve") == .asked("eve"))
    let eve = try request(of: "eve")
    var declining = invitation
    declining.declined = [eve]
    try temporary.share(["everyone": .init(invitation: declining), "ben": .init(since: since)])
    let desk = try temporary.repository(.desk)
    let people = try #require(try desk.reference(HubBranch.people))
    #expect(try RequestList(at: people, in: desk).students == ["zoe"])
    // Her new request is a separate one.
    #expect(try join(invited, "eve", later: 1, as: "eve") == .asked("eve"))
    #expect(try request(of: "eve") != eve)
  }

  @Test func requestsPerKeyAreLimited() throws {
    try shareOpenly()
    for number in 0..<RequestLog.mostOfKey {
      #expect(try join(as: "zoe\(number)") == .asked("zoe\(number)"))
    }
    #expect(try fault { try join(as: "zoe") } == .invitation(.tooOften))
    // A pending request can be repeated.
    #expect(try join(as: "zoe4") == .asked("zoe4"))
    #expect(try join(invited, "eve", as: "eve") == .asked("eve"))
  }

  @Test func requestsPerAddressAreLimited() throws {
    let settings = "\(temporary.path)/hub.yaml"
    try String(contentsOfFile: settings, encoding: .utf8)
      .replacingOccurrences(of: "requests: 100", with: "requests: 2")
      .write(toFile: settings, atomically: true, encoding: .utf8)
    let open = Invitation(key: invitation.key, until: temporary.now.adding(seconds: 200_000))
    try temporary.share(["everyone": .init(invitation: open)])
    var hub = try ServedHub(temporary.path)
    hub.program = temporary.hub.program
    func ask(_ id: String, from address: String, later: Int64 = 0) throws -> JoinAnswer {
      try Enrollment(hub, "math").join(
        with: open.id, by: .invited(subject: "math", invitation: open.id), key(id),
        as: .init(student: id), from: address, at: temporary.now.adding(seconds: later))
    }
    #expect(try ask("ann", from: "2001:db8::1") == .asked("ann"))
    #expect(try ask("bob", from: "2001:db8::ffff") == .asked("bob"))
    #expect(try fault { try ask("cat", from: "2001:db8::2") } == .invitation(.tooOften))
    #expect(try ask("dan", from: "2001:db8:0:1::1") == .asked("dan"))
    #expect(try ask("fay", from: "192.0.2.1") == .asked("fay"))
    #expect(try ask("cat", from: "2001:db8::2", later: 86_401) == .asked("cat"))
  }

  @Test func requestsOfAllAreLimited() throws {
    try shareOpenly()
    let log = "\(temporary.path)/\(HubPlace("math", .desk).companion("requests"))"
    let id = String(repeating: "a", count: Invitation.id(of: "").count)
    let line = "\(temporary.now.seconds) \(id) \(id)\n"
    try String(repeating: line, count: RequestLog.mostOfAll)
      .write(toFile: log, atomically: true, encoding: .utf8)
    #expect(try fault { try join(as: "zoe") } == .invitation(.tooOften))
  }

  @Test func aRequestIsSignedByItsKey() throws {
    let enrollment = Enrollment(temporary.hub, "math")
    let request = PeopleRequest.join(subject: "math", invitation: invitation.id)
    let (ada, eve) = (try key("ada"), try key("eve"))
    func sent(
      _ named: PublicKey, signedWith signer: String, for signed: PeopleRequest? = nil
    ) throws -> JoinInput {
      let input = JoinInput(key: named.text, .init(student: "zoe"), at: "/hub/math")
      let proof = try KeyProof.sign(
        input.message(for: signed ?? request), with: "\(temporary.path)/\(signer)"
      ).get()
      return JoinInput(input.text(signature: proof.text))
    }
    func isProven(_ input: JoinInput) throws -> Bool {
      do {
        return try enrollment.provenKey(input, for: request).text == input.key
      } catch HubError.invitation(.unproven) {
        return false
      }
    }
    #expect(try isProven(sent(ada, signedWith: "ada")))
    #expect(try !isProven(sent(ada, signedWith: "eve")))
    #expect(try !isProven(JoinInput(ada.text + "\n")))
    let other = PeopleRequest.join(subject: "art", invitation: invitation.id)
    #expect(try !isProven(sent(ada, signedWith: "ada", for: other)))
    let text = try sent(ada, signedWith: "ada").text(
      signature: try #require(sent(ada, signedWith: "ada").signature))
    #expect(try isProven(JoinInput(text)))
    #expect(try !isProven(JoinInput(text.replacingOccurrences(of: "zoe", with: "eve"))))
    #expect(try !isProven(JoinInput(text.replacingOccurrences(of: ada.text, with: eve.text))))
    // A key can't sign if its file has another key's public half.
    try (ada.text + "\n").write(
      toFile: "\(temporary.path)/eve.pub", atomically: true, encoding: .utf8)
    #expect(throws: SigningFault.self) {
      try KeyProof.sign([1], with: "\(temporary.path)/eve").get()
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: temporary.path)
        .allSatisfy { !$0.hasPrefix(".proof") })
  }

  // MARK: Revoked keys

  private func noted(_ id: String) throws -> (keys: [String], revoked: Instant?) {
    let list = try #require(try temporary.hub.keyList(of: "math"))
    return (list[id], list.revoked(id))
  }

  private func restore(_ keys: String) throws {
    let desk = try temporary.repository(.desk)
    let tip = try temporary.commit([KeyList.file: keys], in: desk)
    try InboxDelivery(temporary.hub, "math").recordPending()
    let branch = HubBranch.restored(HubBranch.people)
    try desk.update([RefUpdate(branch, to: tip, expecting: .anything)])
    try InboxDelivery(temporary.hub, "math").applyPending()
  }

  @Test func lostKeysAreRecorded() throws {
    try join()
    let (old, new) = (try key().text, try key("new").text)
    _ = try temporary.hub.keys?.add(key("new"), for: .student("ada"))
    try temporary.hub.noteKeys()
    #expect(try noted("ada") == ([old, new].sorted(), nil))
    _ = try temporary.hub.keys?.remove(at: temporary.now) { $0.text == old }
    try temporary.hub.noteKeys()
    #expect(try noted("ada") == ([new], temporary.now))
    // A lost file revokes nothing.
    try "".write(toFile: temporary.path + ".keys", atomically: true, encoding: .utf8)
    try temporary.hub.noteKeys()
    #expect(try noted("ada") == ([new], temporary.now))
    // A recreated file adds to it. Each revocation is later than the last, even if the clock was
    // set back.
    let next = try key("next").text
    _ = try temporary.hub.keys?.add(key("next"), for: .student("ada"))
    try temporary.hub.noteKeys()
    #expect(try noted("ada") == ([new, next].sorted(), temporary.now))
    _ = try temporary.hub.keys?.remove(at: temporary.now) { $0.text == next }
    try temporary.hub.noteKeys()
    #expect(try noted("ada") == ([], temporary.now.adding(seconds: 1)))
    #expect(try noted("ben") == ([], nil))
  }

  @Test func enrollmentsBeforeAKeyLossGiveNoAccess() throws {
    let (old, new) = (try key().text, try key("new").text)
    func students() throws -> [String] {
      try temporary.keys().filter { $0.principal == .student("ada") }.map(\.text)
    }
    try temporary.share(["ada": .init(since: since, revoked: temporary.now)])
    try restore("ada: [\(old), \(new)]\n")
    #expect(try students() == [])
    try restore("ada: {keys: [\(new)], revoked: \"\(temporary.now)\"}\n")
    #expect(try students() == [new])
    // A revoked key that another subject's desk recorded earlier stays revoked.
    try restore("ada: [\(old)]\n")
    #expect(try students() == [new] && noted("ada") == ([new], temporary.now))
  }

  @Test func aRestoredHubDoubtsItsRecords() throws {
    try join()
    _ = try temporary.hub.keys?.add(key("ben"), for: .student("ben"))
    try temporary.hub.noteKeys()
    let entries: [String: AccessList.Entry] = [
      "ada": .init(since: since, revoked: temporary.now), "ben": .init(),
    ]
    try temporary.share(entries)
    #expect(try temporary.keys().map(\.principal) == [.student("ben")])
    #expect(try noted("ada") == ([], temporary.now))
    // A newly authorized key stays.
    _ = try temporary.hub.keys?.add(key("new"), for: .student("ada"))
    try temporary.share(entries)
    #expect(try noted("ada") == ([key("new").text], temporary.now))
  }

  @Test func knownStudentsRequestWithTheirKey() throws {
    try shareOpenly()
    _ = try temporary.hub.keys?.add(key("ben"), for: .student("ben"))
    #expect(try fault { try join(invited, "ben", as: "zoe") } == .invitation(.keyOfAnother))
    #expect(try join(.student("ben"), "ben") == .accepted("ben"))
    _ = try temporary.hub.keys?.add(key("carl"), for: .student("carl"))
    #expect(try join(.student("carl"), "carl", as: "zoe") == .asked("carl"))
    #expect(
      try fault { try join(later: 101, as: "zoe") } == .invitation(.expired(invitation.until)))
  }

  @Test func messagesRoundTrip() throws {
    let claim = try #require(JoinClaim(student: "zoe", name: "Zoe\nZimmer"))
    #expect(claim.name == "ZoeZimmer")
    let input = JoinInput(
      JoinInput(key: "ssh-ed25519 AAAA me", claim, at: "/hub/math").text(signature: "AA"))
    #expect(
      input.place == "/hub/math" && input.key == "ssh-ed25519 AAAA me" && input.claim == claim)
    #expect(JoinInput("").place == nil)
    #expect(JoinInput("").claim == nil && JoinClaim(student: "../x") == nil)
  }

  @Test func hubMessagesCannotBePushed() throws {
    let desk = try temporary.repository(.desk)
    let id = try temporary.commit([PeopleList.file: "{}"], in: desk)
    #expect(throws: HubError.push(.branch(HubBranch.people))) {
      try temporary.push([(HubBranch.people, nil, id)], to: .desk, by: .teacher)
        .check(quarantine: nil, now: temporary.now)
    }
  }

  @Test func foreignLinesOfAuthorizedKeysAreKept() throws {
    let file = temporary.path + ".keys"
    let before = try String(contentsOfFile: file, encoding: .utf8)
    try ("# mine\n" + before + "ssh-ed25519 AAAA me\n").write(
      toFile: file, atomically: true, encoding: .utf8)
    try join()
    let after = try String(contentsOfFile: file, encoding: .utf8)
    #expect(after.hasPrefix("# mine\nssh-ed25519 AAAA me\n") && after.contains("--student=ada"))
    #expect(!after.contains("invitation"))
  }

  @Test(arguments: [
    ("teachkit join math 01ab", PeopleRequest.join(subject: "math", invitation: "01ab")),
    ("teachkit leave math", .leave(subject: "math")), ("teachkit join math", nil),
    ("teachkit leave math x", nil), ("teachkit leave ../x", nil), ("teachkit leave  math", nil),
    ("teachkit hub status", nil), ("leave math", nil), ("", nil),
  ])
  func requestsAreRead(command: String, request: PeopleRequest?) {
    #expect(PeopleRequest(command: command) == request)
    if let request { #expect(request.command == command) }
  }
}
