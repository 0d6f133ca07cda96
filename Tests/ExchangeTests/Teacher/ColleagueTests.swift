import Foundation
import Git
import HubProtocol
import Model
import Storage
import Testing

@testable import Exchange

/// Two teachers with two clones of one school, lost stores and hubs in an unexpected state.
@Suite struct ColleagueTests {
  let school: TemporarySchool
  init() throws { school = try TemporarySchool() }

  /// Creates another clone of the school, next to the first so that both name the same hub.
  private func colleague() throws -> String {
    let other = school.folder + "/other"
    try school.git(school.folder, "clone", "-q", school.root, other)
    return other
  }

  private func edit(_ title: String, in root: String) throws {
    let file = "subjects/math/fractions/context.yaml"
    try school.write(file, "title: \(title)\n", in: root)
    try school.git(root, "commit", "-qam", title)
  }

  @Test func buildsOnAColleaguesPush() async throws {
    _ = try await school.exchange().share()
    let other = try colleague()
    try edit("Parts", in: other)
    let theirs = try await school.exchange(in: other).share()
    #expect(theirs.isSubjectChanged && theirs.changed.isEmpty)

    // Without the colleague's commits, nothing can be done.
    try edit("Mine", in: school.root)
    let source = try school.git(other, "rev-parse", "HEAD")
    await #expect(throws: ExchangeError.colleagueIsAhead(source: source)) {
      _ = try await school.exchange().share()
    }
    try school.git(school.root, "fetch", "-q", other)
    try school.git(school.root, "merge", "-q", "-s", "ours", "-m", "merge", "FETCH_HEAD")
    let before = try school.git(school.subjectRepository, "rev-parse", "main")
    _ = try await school.exchange().share()
    #expect(try school.git(school.subjectRepository, "rev-parse", "main^") == before)
    #expect(
      try school.git(school.subjectRepository, "show", "main:fractions/context.yaml")
        == "title: Mine")
    #expect(try school.git(school.subjectRepository, "rev-list", "--count", "main") == "3")
  }

  @Test func foreignCommitsAreIgnored() async throws {
    _ = try await school.exchange().share()
    let hub = school.subjectRepository
    let main = try school.git(hub, "rev-parse", "main")
    let foreign = try school.git(
      hub, "-c", "user.name=M", "-c", "user.email=m@example.org", "commit-tree", "-p", "main",
      "-m", "Mine", "main^{tree}")
    try school.git(hub, "update-ref", "refs/heads/main", foreign)
    await #expect(throws: ExchangeError.self) { _ = try await school.exchange().share() }
    let report = try await school.exchange().audit()
    #expect(report.items.contains { $0.finding == ObjectID(foreign).map { .foreignCommit($0) } })
    try school.git(hub, "update-ref", "refs/heads/main", main)
    try edit("Parts", in: school.root)
    _ = try await school.exchange().share()
    #expect(try school.git(hub, "rev-parse", "main^") == main)
  }

  @Test func aForgedInboxIsRecreated() async throws {
    _ = try await school.exchange().share()
    let inbox = school.mailbox("ada")
    let tree = try school.git(inbox, "rev-parse", "inbox^{tree}")
    // The message, including the school's commit, is copied, but the files differ.
    let message = try school.git(inbox, "log", "-1", "--format=%B", "inbox")
    let empty = try school.git(inbox, "hash-object", "-w", "-t", "tree", "/dev/null")
    let forged = try school.git(
      inbox, "-c", "user.name=M", "-c", "user.email=m@example.org", "commit-tree", "-p", "inbox",
      "-m", message, empty)
    try school.git(inbox, "update-ref", "refs/heads/inbox", forged)
    let report = try await school.exchange().share()
    #expect(report.forged == ["ada"] && report.failed.isEmpty, "\(report.failed)")
    #expect(try school.git(inbox, "rev-parse", "inbox^{tree}") == tree)
    #expect(try school.git(inbox, "rev-list", "--count", "inbox") == "1")
    let next = try await school.exchange().share()
    #expect(next.isUnchanged && next.forged.isEmpty)
    // A genuine commit becomes the parent even if the outbox doesn't contain it.
    let genuine = try school.git(inbox, "rev-parse", "inbox")
    try FileManager.default.removeItem(atPath: school.root + "/.git/teachkit/outbox")
    let rebuilt = try await school.exchange().share()
    #expect(rebuilt.forged.isEmpty)
    #expect(try school.git(inbox, "rev-list", "inbox").contains(genuine))
  }

  /// A commit that claims to be a colleague's.
  @Test func oneInboxFromAnUnknownCommitStopsNoOther() async throws {
    _ = try await school.exchange().share()
    let source = String(repeating: "a", count: 40)
    let branch = "refs/heads/inbox"
    for (mailbox, isLast) in [("ada", false), ("ben", true)] {
      let inbox = school.mailbox(mailbox)
      let forged = try school.git(
        inbox, "-c", "user.name=M", "-c", "user.email=m@example.org", "commit-tree", "-p", "inbox",
        "-m", "Mine\n\n\(HubTrailer.source): \(source)", "inbox^{tree}")
      try school.git(inbox, "update-ref", branch, forged)
      try edit("For \(mailbox)", in: school.root)
      if isLast {
        await #expect(throws: ExchangeError.colleagueIsAhead(source: source)) {
          _ = try await school.exchange().share()
        }
      } else {
        let report = try await school.exchange().share()
        #expect(report.failed.map(\.mailbox) == ["ada"] && report.isSubjectChanged)
      }
    }
  }

  @Test func rebuildsALostOutbox() async throws {
    _ = try await school.exchange().share()
    let main = try school.git(school.subjectRepository, "rev-parse", "main")
    try FileManager.default.removeItem(atPath: school.root + "/.git/teachkit/outbox")
    let report = try await school.exchange().share()
    #expect(report.isUnchanged)
    #expect(try school.git(school.subjectRepository, "rev-parse", "main") == main)
    try edit("Parts", in: school.root)
    _ = try await school.exchange().share()
    #expect(try school.git(school.subjectRepository, "rev-parse", "main^") == main)
  }

  /// Restores the lost content of a hub that was reset to an earlier state.
  @Test func repairsARewoundHub() async throws {
    _ = try await school.exchange().share()
    let first = try school.git(school.subjectRepository, "rev-parse", "main")
    try edit("Parts", in: school.root)
    _ = try await school.exchange().share()
    let second = try school.git(school.subjectRepository, "rev-parse", "main")
    try school.git(school.subjectRepository, "update-ref", "refs/heads/main", first)
    _ = try await school.exchange().share()
    #expect(try school.git(school.subjectRepository, "rev-parse", "main") == second)
  }

  @Test func recreatesALostMailbox() async throws {
    _ = try await school.exchange().share()
    let inbox = try school.git(school.mailbox("ada"), "rev-parse", "inbox")
    try FileManager.default.removeItem(atPath: school.mailbox("ada"))
    let report = try await school.exchange().share()
    #expect(report.made == ["ada"] && !report.isSubjectChanged)
    #expect(try school.git(school.mailbox("ada"), "rev-parse", "inbox") == inbox)
  }

  @Test func refusesAForgedBranch() async throws {
    _ = try await school.exchange().share()
    let tree = try school.git(school.mailbox("ada"), "rev-parse", "inbox^{tree}")
    let forged = try school.git(school.mailbox("ada"), "commit-tree", tree, "-m", "mine")
    try school.git(school.mailbox("ada"), "update-ref", "refs/heads/inbox", forged)
    try edit("Parts", in: school.root)
    let report = try await school.exchange().share()
    #expect(report.failed.map(\.mailbox) == ["ada"] && report.isSubjectChanged)
    #expect(try school.git(school.mailbox("ada"), "rev-parse", "inbox") == forged)
  }

  @Test func aHubServesOneSchool() async throws {
    _ = try await school.exchange().share()
    let file = school.root + "/school.yaml"
    let text = try String(contentsOfFile: file, encoding: .utf8)
      .replacingOccurrences(of: "school-1", with: "school-2")
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    try school.write("subjects/art/subject.yaml", "title: Art\nclasses: [7b]\n")
    try school.write("subjects/art/participants.yaml", "ada: {}\n")
    try school.commit("another school")
    for subject in ["math", "art"] {
      await #expect(throws: ExchangeError.otherSchool(hub: school.hub)) {
        _ = try await school.exchange(subject).share()
      }
    }
    #expect(!FileManager.default.fileExists(atPath: school.hub + "/art"))
  }

  /// After an interrupted share, the hub has its objects, but none or only some of its branches.
  @Test func finishesAnInterruptedShare() async throws {
    _ = try await school.exchange().share()
    let (main, inbox) = (
      try school.git(school.subjectRepository, "rev-parse", "main"),
      try school.git(school.mailbox("ben"), "rev-parse", "inbox")
    )
    try edit("Parts", in: school.root)
    try school.write("assignments/one.yaml", "title: New\nto: [7b]\nwork: [math/fractions]\n")
    try school.commit("change")
    _ = try await school.exchange().share()
    let (newMain, newInbox) = (
      try school.git(school.subjectRepository, "rev-parse", "main"),
      try school.git(school.mailbox("ben"), "rev-parse", "inbox")
    )
    #expect(newMain != main && newInbox != inbox)
    for (repository, branch, old) in [
      (school.subjectRepository, "main", main), (school.mailbox("ben"), "inbox", inbox),
    ] {
      try school.git(repository, "update-ref", "refs/heads/\(branch)", old)
    }
    let report = try await school.exchange().share()
    #expect(report.changed == ["ben"] && report.isSubjectChanged)
    #expect(try school.git(school.subjectRepository, "rev-parse", "main") == newMain)
    #expect(try school.git(school.mailbox("ben"), "rev-parse", "inbox") == newInbox)
  }

  @Test func rewritesAnEmptyObject() async throws {
    _ = try await school.exchange().share()
    let mailbox = school.mailbox("ada")
    let packs = mailbox + "/objects/pack"
    for name in try FileManager.default.contentsOfDirectory(atPath: packs) {
      let data = try Data(contentsOf: URL(filePath: "\(packs)/\(name)"))
      try FileManager.default.removeItem(atPath: "\(packs)/\(name)")
      if name.hasSuffix(".pack") {
        try school.git(mailbox, "unpack-objects", "-q", input: Array(data))
      }
    }
    let blob = try school.git(mailbox, "rev-parse", "inbox:format")
    let file = "objects/\(blob.prefix(2))/\(blob.dropFirst(2))"
    try FileManager.default.removeItem(atPath: "\(mailbox)/\(file)")
    try school.write(file, "", in: mailbox)
    try school.write("assignments/one.yaml", "title: New\nto: [7b]\nwork: [math/fractions]\n")
    try school.commit("change")
    let report = try await school.exchange().share()
    #expect(report.failed.isEmpty)
    #expect(try school.git(school.mailbox("ada"), "fsck", "--strict") == "")
  }

  @Test func reportsRemovedParticipants() async throws {
    _ = try await school.exchange().share()
    let store = try SchoolStore(root: school.root)
    let exchange = try school.exchange()
    _ = try store.change("remove", "math", by: exchange.committer) { change in
      let removed = try Participation.remove(
        ["ben", "cleo"], from: "math", at: exchange.now, in: change, store.files)
      #expect(removed == ["ben"])
    }
    let report = try await school.exchange().share()
    #expect(report.changed == ["ben"])
    #expect(
      try school.git(school.mailbox("ben"), "ls-tree", "--name-only", "inbox")
        == "format\nparticipant.yaml")
    _ = try store.change("add", "math", by: exchange.committer) { change in
      let (added, changed) = try Participation.add(
        ["ada", "ben", "cleo"], to: "math", permission: .readOnly, at: exchange.now, in: change,
        store.files)
      #expect(added == ["ben", "cleo"])
      #expect(changed == ["ada"])
    }
    #expect(
      try school.read("subjects/math/participants.yaml").contains(
        "cleo: {permission: read-only, state: accepted, since:"))
    #expect(try await school.exchange().share().changed == ["ada", "ben", "cleo"])
  }

  @Test func aDryRunChangesNothing() async throws {
    let report = try await school.exchange().share { _ in false }
    #expect(report.made == ["ada", "ben"] && report.appeared.count == 2)
    #expect(!FileManager.default.fileExists(atPath: school.hub))
  }

  @Test func auditFindsUnpublishedContent() async throws {
    _ = try await school.exchange().share()
    try edit("Parts", in: school.root)
    _ = try await school.exchange().share()
    var report = try await school.exchange().audit()
    #expect(report.items.isEmpty && report.commits == 4)

    let parent = try school.git(school.subjectRepository, "rev-parse", "main")
    let source = try school.git(school.root, "rev-parse", "HEAD")
    let blob = try school.git(
      school.subjectRepository, "hash-object", "-w", "--stdin", input: Array("leak".utf8))
    let tree = try school.git(
      school.subjectRepository, "mktree", input: Array("100644 blob \(blob)\tkey.txt\n".utf8))
    let commit = try school.git(
      school.subjectRepository, "commit-tree", tree, "-p", parent, "-m",
      "Share math\n\nTeachkit-Source: \(source)")
    try school.git(school.subjectRepository, "update-ref", "refs/heads/main", commit)
    try school.git(school.subjectRepository, "update-ref", "refs/heads/extra", parent)
    try FileManager.default.createDirectory(
      atPath: school.hub + "/math/mailboxes/zed.git", withIntermediateDirectories: true)
    report = try await school.exchange().audit()
    let findings = report.items.map(\.finding)
    #expect(findings.contains(.unexpectedReference("refs/heads/extra")))
    #expect(findings.contains(.unknownMailbox))
    #expect(
      findings.contains(
        .unexpected(
          try #require(ObjectID(blob)), path: "key.txt", commit: try #require(ObjectID(commit)))))
  }
}
