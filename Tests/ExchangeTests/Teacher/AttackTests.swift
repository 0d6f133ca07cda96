import Foundation
import Git
import HubProtocol
import Model
import Storage
import Testing

@testable import Exchange

/// Malicious mailbox content, tested against collect.
@Suite struct AttackTests {
  let school: TemporarySchool
  init() throws { school = try TemporarySchool() }

  /// An entry of a raw tree.
  struct Entry {
    var mode = "100644"
    let name: [UInt8]
    let id: String

    init(_ name: String, _ id: String, mode: String = "100644") {
      self.init(bytes: Array(name.utf8), id, mode: mode)
    }

    init(bytes: [UInt8], _ id: String, mode: String = "100644") {
      (self.name, self.id, self.mode) = (bytes, id, mode)
    }
  }

  private func blob(_ text: String = "x", in mailbox: String = "ada") throws -> String {
    try school.git(
      school.mailbox(mailbox), "hash-object", "-w", "--stdin", input: Array(text.utf8))
  }

  /// Writes a tree as given, even if Git would reject it.
  private func tree(_ entries: [Entry], in mailbox: String = "ada") throws -> String {
    var bytes: [UInt8] = []
    for entry in entries {
      bytes += Array("\(entry.mode) ".utf8) + entry.name + [0]
      bytes += ObjectID(entry.id)?.bytes ?? []
    }
    return try school.git(
      school.mailbox(mailbox), "hash-object", "-w", "-t", "tree", "--literally", "--stdin",
      input: bytes)
  }

  /// Submits `work/` with these entries, along with another student's valid submission.
  ///
  /// - Returns: the reason why it was refused.
  private func attack(_ entries: [Entry]) async throws -> CollectProblem? {
    try await attack(root: try tree([Entry("work", try tree(entries), mode: "40000")]))
  }

  private func attack(root: String) async throws -> CollectProblem? {
    try school.submit(tree: root, as: "ada")
    return try await refusal()
  }

  @Test func aMailboxWithTooManyBranchesIsIgnored() async throws {
    try await share()
    for number in 0..<12 {
      try school.submit(["work/a": "\(number)"], as: "ada", work: "w\(number)")
    }
    let exchange = try school.exchange()
    exchange.rules.branches = 11
    let report = try await exchange.collect()
    #expect(report.refused.map(\.branch) == [nil] && report.arrived.isEmpty)
    #expect(try await school.exchange().collect().arrived.count == 12)
  }

  private func refusal() async throws -> CollectProblem? {
    let honest = try school.submit(["answers.yaml": "half: 1\n"], as: "ben")
    let report = try await school.exchange().collect()
    #expect(report.arrived.map(\.commit.description) == [honest])
    #expect(report.refused.map(\.mailbox) == ["ada"])
    let collected = school.root + "/.git/teachkit/collected/math.git"
    #expect(
      try school.git(collected, "for-each-ref", "--format=%(refname)")
        == "refs/heads/submit/fractions.adding/ben")
    #expect(try school.git(collected, "fsck", "--strict") == "")
    return report.refused.first?.problem
  }

  private func share() async throws { _ = try await school.exchange().share() }

  @Test(arguments: [
    ".git", ".GIT", "GIT~1", ".g\u{200D}it", "..", ".", "", "a/b", "a\\b", "a\nb", "a\u{1B}[31mb",
    "a\u{202E}b", "CON", "NUL.txt", "dot.", ".gitmodules", String(repeating: "n", count: 5000),
  ])
  func refusesInvalidNames(_ name: String) async throws {
    try await share()
    guard case .tree = try await attack([Entry(name, try blob())]) else {
      return #expect(Bool(false), "\(name)")
    }
  }

  @Test func refusesNamesThatAreNotUTF8() async throws {
    try await share()
    let problem = try await attack([Entry(bytes: [0x61, 0xFF], try blob())])
    #expect(problem == .tree(TreeFault(.notText, "work/" + String(pathBytes: [0x61, 0xFF]))))
  }

  @Test(arguments: [["b", "b"], ["a", "A"], ["\u{E9}", "e\u{301}"], ["b", "a"]])
  func refusesNamesThatClash(_ names: [String]) async throws {
    try await share()
    let id = try blob()
    guard case .tree = try await attack(names.map { Entry($0, id) }) else {
      return #expect(Bool(false), "\(names)")
    }
  }

  @Test func refusesAFileAndAFolderOfTheSameName() async throws {
    try await share()
    let below = try tree([Entry("c", try blob())])
    let problem = try await attack([Entry("b", try blob()), Entry("b", below, mode: "40000")])
    #expect(problem == .tree(TreeFault(.fileAndFolder, "work/b")))
  }

  @Test func refusesLinksAndSubmodules() async throws {
    try await share()
    let problem = try await attack([Entry("link", try blob("/etc/passwd"), mode: "120000")])
    #expect(problem == .tree(TreeFault(.symlink, "work/link")))
  }

  @Test func refusesSubmodules() async throws {
    try await share()
    let problem = try await attack(
      [Entry("sub", String(repeating: "1", count: 40), mode: "160000")])
    #expect(problem == .tree(TreeFault(.submodule, "work/sub")))
  }

  @Test func refusesANestedRepository() async throws {
    try await share()
    let folder = try tree([Entry("x", try blob())])
    let problem = try await attack([
      Entry("HEAD", try blob("ref: refs/heads/main")), Entry("objects", folder, mode: "40000"),
      Entry("refs", folder, mode: "40000"),
    ])
    #expect(problem == .tree(TreeFault(.nestedRepository, "work")))
  }

  @Test func refusesDepthAndBombs() async throws {
    try await share()
    var deep = try tree([Entry("x", try blob())])
    for _ in 0..<40 { deep = try tree([Entry("d", deep, mode: "40000")]) }
    guard case .tree(let fault) = try await attack([Entry("d", deep, mode: "40000")]) else {
      return #expect(Bool(false))
    }
    #expect(fault.kind == .tooDeep)
  }

  @Test func refusesATreeBombAtOnce() async throws {
    try await share()
    let id = try blob()
    var bomb = try tree((0..<10).map { Entry("f\($0)", id) })
    for _ in 0..<10 {
      bomb = try tree((0..<10).map { Entry("d\($0)", bomb, mode: "40000") })
    }
    // Visiting each of its files would never end.
    guard case .tree(let fault) = try await attack([Entry("d", bomb, mode: "40000")]) else {
      return #expect(Bool(false))
    }
    #expect(fault.kind == .tooManyFiles(limit: 200))
  }

  @Test func refusesTooManyFiles() async throws {
    try await share()
    let id = try blob()
    let problem = try await attack((1000..<1201).map { Entry("f\($0)", id) })
    #expect(problem == .tree(TreeFault(.tooManyFiles(limit: 200), "work/f1200")))
  }

  @Test func refusesTooManyBytes() async throws {
    try await share()
    let text = String(repeating: "0123456789abcdef", count: 1 << 20)
    let entries = try (0..<5).map { Entry("f\($0)", try blob("\($0)" + text)) }
    guard case .object(let error) = try await attack(entries) else { return #expect(Bool(false)) }
    #expect(error.code == .limit)
  }

  /// A student who guesses a private text can name its blob, but collect doesn't supply its
  /// content.
  @Test func refusesReferencesToPrivateBlobs() async throws {
    try await share()
    let secret = try school.git(
      school.root, "rev-parse", "HEAD:subjects/math/fractions/adding/private/key.txt")
    guard case .object(let error) = try await attack([Entry("key.txt", secret)]) else {
      return #expect(Bool(false))
    }
    #expect(error.code == .notFound)
  }

  /// Nor does it supply another student's blob from the collected store.
  @Test func refusesReferencesToBlobsOfOtherStudents() async throws {
    try await share()
    try school.submit(["answers.yaml": "half: private words\n"], as: "ben")
    _ = try await school.exchange().collect()
    let named = try school.git(
      school.mailbox("ben"), "rev-parse", "submit/fractions.adding:answers.yaml")
    try school.submit(tree: try tree([Entry("answers.yaml", named)]), as: "ada")
    let report = try await school.exchange().collect()
    guard case .object(let error)? = report.refused.first?.problem else {
      return #expect(Bool(false))
    }
    #expect(error.code == .notFound)
  }

  @Test func refusesFilesOfOtherWork() async throws {
    try await share()
    let problem = try await attack(root: try tree([Entry("notes.txt", try blob())]))
    #expect(problem == .unexpected("notes.txt"))
  }

  @Test func refusesDamagedObjects() async throws {
    try await share()
    let commit = try school.submit(["answers.yaml": "half: 1\n"], as: "ada")
    let blob = try school.git(school.mailbox("ada"), "rev-parse", "\(commit):answers.yaml")
    let file = school.mailbox("ada") + "/objects/\(blob.prefix(2))/\(blob.dropFirst(2))"
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    var data = try Data(contentsOf: URL(filePath: file))
    data[data.count - 3] ^= 0xFF
    try data.write(to: URL(filePath: file))
    guard case .object(let error) = try await refusal() else { return #expect(Bool(false)) }
    #expect(error.code == .corrupt)
  }

  @Test func refusesAFlippedBitInAPack() async throws {
    try await share()
    try school.submit(
      ["answers.yaml": String(repeating: "half: 1\n", count: 1), "work/a": "some text"], as: "ada")
    let mailbox = school.mailbox("ada")
    try school.git(mailbox, "repack", "-adq")
    let packs = try FileManager.default.contentsOfDirectory(atPath: mailbox + "/objects/pack")
    let pack = mailbox + "/objects/pack/" + (try #require(packs.first { $0.hasSuffix(".pack") }))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: pack)
    var data = try Data(contentsOf: URL(filePath: pack))
    for place in stride(from: 20, to: data.count - 25, by: 7) { data[place] ^= 0x10 }
    try data.write(to: URL(filePath: pack))
    let honest = try school.submit(["answers.yaml": "half: 1\n"], as: "ben")
    let report = try await school.exchange().collect()
    #expect(report.arrived.map(\.commit.description) == [honest])
    #expect(report.refused.map(\.mailbox) == ["ada"])
  }

  @Test(arguments: ["alternates", "commondir", "symlink", "config", "include", "gitfile"])
  func hostileMailboxesAreNotOpened(_ kind: String) async throws {
    try await share()
    try school.submit(["answers.yaml": "half: 1\n"], as: "ada")
    let mailbox = school.mailbox("ada")
    let files = FileManager.default
    switch kind {
    case "alternates":
      try school.write(
        "objects/info/alternates", school.root + "/.git/objects\n", in: mailbox)
    case "commondir": try school.write("commondir", school.root + "/.git\n", in: mailbox)
    case "symlink":
      try files.removeItem(atPath: mailbox + "/objects")
      try files.createSymbolicLink(
        atPath: mailbox + "/objects", withDestinationPath: school.root + "/.git/objects")
    case "config":
      try school.write(
        "config", "[core]\n\trepositoryformatversion = 0\n\tfsmonitor = touch /tmp/ran\n",
        in: mailbox)
    case "include":
      try school.write("config", "[include]\n\tpath = /etc/passwd\n", in: mailbox)
    default:
      try files.removeItem(atPath: mailbox)
      try school.write(
        "ada.git", "gitdir: \(school.root)/.git\n", in: school.hub + "/math/mailboxes")
    }
    let honest = try school.submit(["answers.yaml": "half: 1\n"], as: "ben")
    let report = try await school.exchange().collect()
    #expect(report.arrived.map(\.commit.description) == [honest])
    guard case .mailbox(let error)? = report.refused.first?.problem else {
      return #expect(Bool(false), "\(report.refused)")
    }
    #expect(error.code == .hostile)
    let shared = try await school.exchange().share()
    #expect(shared.failed.map(\.mailbox) == ["ada"])
  }

  @Test(arguments: ["x.lock", "a..b", "-x", "con", "fractions/adding"])
  func acceptsOnlyWorkBranches(_ name: String) async throws {
    try await share()
    let commit = try school.submit(["answers.yaml": "half: 1\n"], as: "ada", work: "tmp")
    let mailbox = school.mailbox("ada")
    try FileManager.default.removeItem(atPath: mailbox + "/refs/heads/submit/tmp")
    try school.write("refs/heads/submit/\(name)", commit + "\n", in: mailbox)
    let report = try await school.exchange().collect()
    #expect(report.arrived.isEmpty)
  }
}
